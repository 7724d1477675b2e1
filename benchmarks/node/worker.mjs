// What the Node rivals take, by their own timer: `node worker.mjs cells NAME` answers hostile.py line by line;
// `node worker.mjs rows NAME` reads the rows as JSON and writes their times.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";

const load = {
  "llm-json-extract": async () => (await import("llm-json-extract")).extractJson,
  jsonrepair: async () => {
    const { jsonrepair } = await import("jsonrepair");
    return (text) => JSON.parse(jsonrepair(text)); // jsonrepair gives text
  },
};

const [, , what, name] = process.argv;
const call = await load[name]();
const now = process.hrtime.bigint;
let kept; // so that no call is optimised away

function timed(texts, f) {
  const start = now();
  for (const text of texts) {
    try {
      kept = f(text);
    } catch {}
  }
  return Number(now() - start) / texts.length;
}

function outcome(text, document, mode) {
  let value;
  try {
    value = call(text);
  } catch {
    return "refused";
  }
  if (value === null || value === undefined) return "nothing";
  return mode !== "nothing" && isDeepStrictEqual(value, JSON.parse(document)) ? "right" : "wrong";
}

// A new, flat string for each call.
const fresh = (texts) => texts.map((text) => Buffer.from(text).toString());

function quartiles(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((q) => sorted[Math.floor(q * (sorted.length - 1))]);
}

function measure(row, seconds) {
  const outcomes = {};
  for (const [reply, document] of row.cases.slice(0, 60)) {
    const found = outcome(reply, document, row.mode);
    outcomes[found] = (outcomes[found] ?? 0) + 1;
  }
  const own = [], bare = [];
  const end = now() + BigInt(Math.round(seconds * 1e9));
  while (own.length < 14 || (now() < end && own.length < 1000)) {
    own.push(timed(fresh(row.cases.map((each) => each[0])), call));
    bare.push(timed(fresh(row.cases.map((each) => each[1])), JSON.parse));
  }
  own.splice(0, 3);
  bare.splice(0, 3);
  const ratio = quartiles(own.map((each, i) => each / bare[i]));
  return { row: row.row, outcome: outcomes, ns: quartiles(own), bare: quartiles(bare), ratio };
}

if (what === "rows") {
  const { rows, seconds } = JSON.parse(readFileSync(0, "utf8"));
  const path = new URL(`node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(readFileSync(path, "utf8"));
  const results = rows.map((row) => measure(row, seconds));
  process.stdout.write(JSON.stringify({ name, version, node: process.version, rows: results }));
} else {
  console.log("ready");
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const { text } = JSON.parse(line);
    let best = Infinity, found = "";
    const end = now() + 300_000_000n;
    for (let i = 0; i < 7 && now() < end; i++) {
      const one = fresh([text])[0];
      const start = now();
      try {
        kept = call(one);
        found = kept === null ? "nothing" : "value";
      } catch (error) {
        found = error instanceof RangeError ? "recursion error" : "refused";
      }
      best = Math.min(best, Number(now() - start));
    }
    console.log(JSON.stringify({ ns: best, outcome: found }));
  }
}
