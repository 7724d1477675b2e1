// What repair changed: of each run of changed lines the old ones, then the new ones.

import { unitsIn } from "./places.js";

/** The most edits that are drawn. */
export const MOST_EDITS = 200;

const KEPT = 40; // units that are shown of an unchanged stretch beside a change
const LONGEST = 400; // units that are shown of an edit

/**
 * The edits of `text[start:end]` (code points) as groups `{line, old, new}`: the number of the first line, and lines of
 * pieces `[text, changed]`; and the rules with how often each was used.
 */
export function changes(text, start, end, repairs) {
  const units = unitsIn(text);
  const pieces = [];
  let at = units(start);
  const firstLine = lineAt(text, at);
  for (const each of repairs.slice(0, MOST_EDITS)) {
    const [from, to] = [units(each.start), units(each.end)];
    pieces.push([text.slice(at, from), " "], [text.slice(from, to), "-"], [each.after, "+"]);
    at = to;
  }
  if (repairs.length <= MOST_EDITS) pieces.push([text.slice(at, units(end)), " "]);
  return {
    groups: [...grouped(pieces, firstLine)],
    rules: counted(repairs),
    left: Math.max(0, repairs.length - MOST_EDITS),
  };
}

function counted(repairs) {
  const rules = new Map();
  for (const { rule, guess } of repairs) {
    const known = rules.get(rule) ?? { rule, count: 0, guess: false };
    known.count++;
    known.guess ||= guess;
    rules.set(rule, known);
  }
  return [...rules.values()];
}

function lineAt(text, unit) {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < unit; i = text.indexOf("\n", i + 1)) line++;
  return line;
}

function* grouped(pieces, line) {
  let group = { line, old: [[]], new: [[]] };
  const changed = () => [...group.old, ...group.new].some((each) => each.some(([, kind]) => kind));
  const ended = () => ({ line: group.line, old: group.old.map(shortened), new: group.new.map(shortened) });
  for (const [text, kind] of pieces) {
    let count = 0;
    for (const part of text.split("\n")) {
      if (count++ > 0) {
        if (kind !== "+") line++;
        if (kind === "-") group.old.push([]);
        else if (kind === "+") group.new.push([]);
        else {
          if (changed()) yield ended();
          group = { line, old: [[]], new: [[]] };
        }
      }
      if (part === "" && kind === " ") continue;
      if (kind !== "+") group.old.at(-1).push([part, kind === "-"]);
      if (kind !== "-") group.new.at(-1).push([part, kind === "+"]);
    }
  }
  if (changed()) yield ended();
}

/** A line with … for the middle of long stretches. */
function shortened(pieces) {
  return pieces.map(([text, changed], i) => {
    if (changed) return [text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text, true];
    const before = i > 0 ? KEPT : 0;
    const after = i < pieces.length - 1 ? KEPT : 0;
    if (text.length <= 2 * KEPT + 1) return [text, false];
    if (before + after === 0) return [`${text.slice(0, 2 * KEPT)}…`, false];
    return [`${text.slice(0, before)}…${text.slice(text.length - after)}`, false];
  });
}
