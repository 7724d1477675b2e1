// The options of extract_json: a table that the controls, the links and the Python call are made from.

/**
 * An option. `values` lists its choices, the default first; one without a list is a text field, whose
 * `read` gives the value of what was typed (null: the default).
 */
export const OPTIONS = [
  { name: "select", values: ["first", "last", "largest", "only"], hint: "which, if there are several" },
  { name: "kind", values: ["auto", "object", "array", "any"], hint: "what counts" },
  { name: "required", values: [true, false], hint: "is no JSON an error?" },
  { name: "repair", values: [null, "syntax", "guess", "all"], hint: "mend what is damaged" },
  { name: "reasoning", values: ["keep", "skip"], hint: "<think>… and the like" },
  { name: "tags", read: readNames, hint: "look in <name>… first", placeholder: "result, json" },
  { name: "blank", values: ["allow", "reject"], hint: "values with nothing in them" },
  { name: "invisible", values: ["keep", "syntax", "strip"], hint: "zero-width characters" },
  { name: "fallthrough", values: [false, true], hint: "if one fails, try the next" },
  { name: "sources", values: [["fence", "inline"], "fence", "inline"], hint: "where to look" },
  { name: "max_length", read: readCount, hint: "refuse longer replies", placeholder: "no limit", numeric: true },
];

const ANSWER_TAGS = ["result", "json", "output"];

/** The policies of the documentation, each a row of options. */
export const POLICIES = [
  { name: "Strict", options: {}, what: "The default: strict JSON, the first value" },
  {
    name: "One object or a failure",
    options: { select: "only", kind: "object", reasoning: "skip", tags: ANSWER_TAGS, invisible: "strip" },
    what: "For pipelines: nothing is guessed, and what has no single reading is refused",
  },
  {
    name: "The final answer",
    options: { select: "last", reasoning: "skip", tags: ANSWER_TAGS },
    what: "For models that think aloud, draft and correct themselves",
  },
  {
    name: "Whatever can be saved",
    options: {
      select: "last",
      reasoning: "skip",
      tags: ANSWER_TAGS,
      repair: "guess",
      fallthrough: true,
      blank: "reject",
      invisible: "strip",
    },
    what: "Mend what can be mended, try one thing after the other",
  },
];

const byName = new Map(OPTIONS.map((option) => [option.name, option]));

export function defaultOf(option) {
  return option.values ? option.values[0] : null;
}

export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The options that are known and have a value they may have, without those that have their default. */
export function checked(options) {
  const kept = {};
  for (const option of OPTIONS) {
    if (!Object.hasOwn(options, option.name)) continue;
    const value = option.values
      ? option.values.find((each) => same(each, options[option.name]))
      : option.read(options[option.name]);
    if (value !== undefined && !same(value, defaultOf(option))) kept[option.name] = value;
  }
  return kept;
}

/** A value as Python writes it. */
export function python(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `(${value.map(python).join(", ")}${value.length === 1 ? "," : ""})`;
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** A value as its control shows it. */
export function label(value) {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "string" ? value : python(value);
}

export function optionNamed(name) {
  return byName.get(name);
}

// The names of tags, of a text or a list; null where there are none. That a name can be one is the
// engine's to say, but for what could not be written in the field.
function readNames(value) {
  const list = Array.isArray(value) ? value : typeof value === "string" ? value.split(/[\s,]+/) : [];
  const names = list
    .filter((each) => typeof each === "string" && each !== "" && each.length <= 100 && !/[\s,]/.test(each))
    .slice(0, 50);
  return names.length > 0 ? names : null;
}

function readCount(value) {
  const count = typeof value === "string" && /^\s*\d+\s*$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && count >= 1 ? count : null;
}
