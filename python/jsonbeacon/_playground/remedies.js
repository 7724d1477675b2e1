// What may help where there is no value: options to try, those that change least first.

/** Rows `[sort, options]` for each reason; of each sort the first that gives a value is offered. */
const TRIES = {
  malformed: [
    ["repair", { repair: "syntax" }],
    ["repair", { repair: "guess" }],
    ["repair", { repair: "all" }],
    ["invisible", { invisible: "syntax" }],
    ["fallthrough", { fallthrough: true }],
    ["select", { select: "last" }],
  ],
  truncated: [["repair", { repair: "all" }]],
  ambiguous: [
    ["first", { select: "first" }],
    ["last", { select: "last" }],
    ["largest", { select: "largest" }],
  ],
  no_json: [
    ["kind", { kind: "auto" }],
    ["sources", { sources: ["fence", "inline"] }],
    ["repair", { repair: "syntax" }],
    ["repair", { repair: "guess" }],
    ["repair", { repair: "all" }],
  ],
  schema: [
    ["fallthrough", { fallthrough: true }],
    ["select", { select: "last" }],
  ],
  blank: [
    ["fallthrough", { fallthrough: true }],
    ["select", { select: "last" }],
    ["blank", { blank: "allow" }],
  ],
  too_long: [["max_length", { max_length: null }]],
};

/** What to try for a failure with this reason, as `{sort, options}`; nothing that is so already. */
export function remedies(reason, input) {
  const tries = TRIES[reason] ?? [];
  return tries
    .filter(([, options]) =>
      Object.entries(options).some(([name, value]) => JSON.stringify(input[name]) !== JSON.stringify(value)),
    )
    .map(([sort, options]) => ({ sort, options }));
}
