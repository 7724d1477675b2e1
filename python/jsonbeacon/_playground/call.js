// The Python call that gives the result on the page.

import { OPTIONS, python } from "./options.js";
import { UNSEEN } from "./places.js";

/** Characters of a reply that stand in the code itself; a longer one is read from a file. */
export const LONGEST_LITERAL = 20_000;

/** The module's names for the errors, by their codes; every other is a MalformedOutputError. */
const ERRORS = {
  "json.not_found": "NoJSONFoundError",
  "extract_json.multiple_candidates": "MultipleCandidatesError",
  "schema.validation_failed": "SchemaValidationError",
  "schema.invalid": "SchemaError",
};

/** Python code for a state; `error` is the code of the error that it raises, if it does. */
export function pythonCall(state, error) {
  const fromFile = state.text.length > LONGEST_LITERAL && state.text.isWellFormed();
  const lines = fromFile ? ["from pathlib import Path", ""] : [];
  lines.push("from jsonbeacon import extract_json", "");
  lines.push(fromFile ? 'reply = Path("reply.txt").read_bytes()' : `reply = ${literal(state.text)}`);
  const given = [];
  for (const { name } of OPTIONS)
    if (Object.hasOwn(state.options, name)) given.push(`${name}=${python(state.options[name])}`);
  if (state.schema.trim() !== "") {
    lines.push(`schema = ${literal(state.schema)}`);
    given.push("schema=schema");
  }
  const oneLine = `value = extract_json(${["reply", ...given].join(", ")})`;
  if (oneLine.length <= 88) lines.push(oneLine);
  else lines.push("value = extract_json(", "    reply,", ...given.map((each) => `    ${each},`), ")");
  if (error) lines.push(`# raises jsonbeacon.${ERRORS[error] ?? "MalformedOutputError"}: ${error}`);
  return `${lines.join("\n")}\n`;
}

/** A text as a Python literal, over several lines if it has them; what does not show is an escape. */
export function literal(text) {
  const escaped = text.replaceAll("\\", "\\\\").replace(UNSEEN, (c) => (c === "\n" ? c : escape(c)));
  if (escaped.includes("\n")) {
    const body = escaped.replace(/"{3,}|"+$/g, (quotes) => quotes.replaceAll('"', '\\"'));
    return `"""\\\n${body}"""`;
  }
  const quote = escaped.includes('"') && !escaped.includes("'") ? "'" : '"';
  return quote + escaped.replaceAll(quote, `\\${quote}`) + quote;
}

function escape(character) {
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  const point = character.codePointAt(0);
  if (point < 0x100) return `\\x${point.toString(16).padStart(2, "0")}`;
  return point < 0x10000 ? `\\u${point.toString(16).padStart(4, "0")}` : `\\U${point.toString(16).padStart(8, "0")}`;
}
