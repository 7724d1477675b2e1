// The engine: its two modules as functions from a request to the answer, both bytes (UTF-8 JSON).

import "./wasm_exec.js"; // sets globalThis.Go

/** A module by its name, "extract" or "full", fetched from beside this file. */
export async function load(name) {
  const response = await fetch(new URL(`${name}.wasm`, import.meta.url));
  if (!response.ok) throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  return start(await response.arrayBuffer());
}

/** The same from the module's bytes. An exception of the function means that the module has ended. */
export async function start(bytes) {
  const go = new globalThis.Go();
  const imports = { ...go.importObject, jsonbeacon: { now: () => performance.now() } };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  const { mem, request, answer, length } = instance.exports;
  go.run(instance); // which comes back when the module is ready for calls
  return (asked) => {
    const at = request(asked.length);
    new Uint8Array(mem.buffer, at, asked.length).set(asked);
    const from = answer();
    return new Uint8Array(mem.buffer, from, length()).slice();
  };
}
