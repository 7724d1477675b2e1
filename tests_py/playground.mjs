// Asks the playground's engine in Node what lies in a file, a request a line: "extract" or "full", a tab, the request.
//
//     node playground.mjs FOLDER REQUESTS ANSWERS
//
// FOLDER is what `jsonbeacon playground --export` wrote. An answer is a line of ANSWERS; on standard output stands what
// was measured, as JSON. A line "again N" asks the last request N times more, and answers nothing.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, requests, answers] = process.argv.slice(2);
const memories = {};
let starting;
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memories[starting] = made.instance.exports.mem;
  return made;
};

const { start } = await import(pathToFileURL(`${folder}/engine.js`));
const measured = { ready: {}, memory: {} };
const modules = {};

async function ready(name) {
  const bytes = readFileSync(`${folder}/${name}.wasm`);
  starting = name;
  const before = performance.now();
  modules[name] = await start(bytes);
  measured.ready[name] = performance.now() - before;
  measured.memory[name] = [];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const answered = [];
let last;
let lastName;
for (const line of readFileSync(requests, "utf-8").split("\n").slice(0, -1)) {
  const [name, request] = line.split("\t");
  if (request === undefined) {
    for (let n = Number(line.split(" ")[1]); n > 0; n--) last();
    measured.memory[lastName].push(memories[lastName].buffer.byteLength);
    continue;
  }
  if (!modules[name]) await ready(name);
  const bytes = encoder.encode(request);
  last = () => modules[name](bytes);
  lastName = name;
  answered.push(decoder.decode(last()));
}
writeFileSync(answers, answered.map((answer) => `${answer}\n`).join(""));
console.log(JSON.stringify(measured));
