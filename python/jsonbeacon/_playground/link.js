// The state of the page in the fragment of a link. Whatever a fragment holds, decoding it gives a state or
// throws a LinkError: nothing in it is run, and none makes more than LARGEST bytes.

import { checked } from "./options.js";

/** Bytes that a state may have once it is decoded. */
export const LARGEST = 8 << 20;

/** Characters of a link that are taken for sure by browsers. */
export const LONGEST_LINK = 1_900_000;

const COMPRESSED_FROM = 300; // bytes

export class LinkError extends Error {}

/** The fragment, with its #, for a state. */
export async function encode(state) {
  const kept = { text: state.text };
  if (Object.keys(state.options).length > 0) kept.options = state.options;
  if (state.schema !== "") kept.schema = state.schema;
  if (state.tab !== "extract") kept.tab = state.tab;
  if (Object.keys(state.list).length > 0) kept.list = state.list;
  // JSON.stringify escapes halves of surrogate pairs, which UTF-8 has no form for.
  const bytes = new TextEncoder().encode(JSON.stringify(kept));
  if (bytes.length < COMPRESSED_FROM) return `#v1=${toBase64(bytes)}`;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `#v1z=${toBase64(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

/** The state that a fragment holds; null if it holds none at all. */
export async function decode(fragment) {
  const parts = /^#v1(z?)=([A-Za-z0-9_-]*)$/.exec(fragment);
  if (!parts) {
    if (/^#v\d/.test(fragment)) throw new LinkError("it is cut off or not made by this version of the page");
    return null;
  }
  try {
    const bytes = fromBase64(parts[2]);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(parts[1] ? await inflate(bytes) : bytes);
    return read(JSON.parse(text));
  } catch (fault) {
    if (fault instanceof LinkError) throw fault;
    throw new LinkError("it is damaged");
  }
}

/** A state with everything in it checked; what is not known is left out. */
function read(kept) {
  if (typeof kept !== "object" || kept === null || typeof kept.text !== "string")
    throw new LinkError("it holds no reply");
  const list = {};
  if (kept.list?.repair === true) list.repair = true;
  const most = kept.list?.max_results;
  if (Number.isInteger(most) && most >= 1 && most <= 100 && most !== 10) list.max_results = most;
  return {
    text: kept.text,
    options: checked(typeof kept.options === "object" && kept.options !== null ? kept.options : {}),
    schema: typeof kept.schema === "string" ? kept.schema : "",
    tab: kept.tab === "list" ? "list" : "extract",
    list,
  };
}

async function inflate(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const chunks = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LARGEST) {
      reader.cancel().catch(() => {});
      throw new LinkError("it holds too much");
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toBase64(bytes) {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text) {
  if (text.length > LARGEST) throw new LinkError("it is too long");
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
}
