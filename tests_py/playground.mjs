// Asks the playground's engine in Node what lies in a file, a request a line: "extract" or "full", a tab, the request.
//
//     node playground.mjs FOLDER REQUESTS ANSWERS
//
// FOLDER is what `jsonbeacon playground --export` wrote. An answer is a line of ANSWERS; on standard output stands what
// was measured, as JSON. A line "again N" asks the last request N times more, and answers nothing.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, requests, answers] = process.argv.slice(2);
const memories = [];
const instantiate = WebAssembly.instantiate;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memories.push(made.instance.exports.mem);
  return made;
};

const { start } = await import(pathToFileURL(`${folder}/engine.js`));
const measured = { ready: {}, memory: [] };
const modules = {};
for (const name of ["extract", "full"]) {
  const bytes = readFileSync(`${folder}/${name}.wasm`);
  const before = performance.now();
  modules[name] = await start(bytes);
  measured.ready[name] = performance.now() - before;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });
const answered = [];
let last;
for (const line of readFileSync(requests, "utf-8").split("\n").slice(0, -1)) {
  const [name, request] = line.split("\t");
  if (request === undefined) {
    for (let n = Number(line.split(" ")[1]); n > 0; n--) last();
    measured.memory.push(memories.map((memory) => memory.buffer.byteLength));
    continue;
  }
  const bytes = encoder.encode(request);
  last = () => modules[name](bytes);
  answered.push(decoder.decode(last()));
}
writeFileSync(answers, answered.map((answer) => `${answer}\n`).join(""));
console.log(JSON.stringify(measured));
