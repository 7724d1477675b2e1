// Places in a text. The engine counts code points, strings here UTF-16 code units.

/** A function from code points to UTF-16 code units for one text, which is read once. */
export function unitsIn(text) {
  const pairs = []; // the code points that take two units, by their numbers
  for (let i = 0; i < text.length; i++) if (isPair(text, i)) pairs.push(i++ - pairs.length);
  return (points) => points + firstFrom(pairs, points);
}

/** How many of the rising numbers are below `least`. */
function firstFrom(numbers, least) {
  let low = 0;
  for (let high = numbers.length; low < high;) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of code points. */
export function pointsIn(text) {
  let count = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) count--;
  return count;
}

function isPair(text, i) {
  const high = text.charCodeAt(i);
  if (high < 0xd800 || high > 0xdbff || i + 1 >= text.length) return false;
  const low = text.charCodeAt(i + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/** The place, or the one before it where it would cut a pair in half. */
export function whole(text, unit) {
  return unit > 0 && unit < text.length && isPair(text, unit - 1) ? unit - 1 : unit;
}

/** Where the character that starts at `unit` ends. */
export function next(text, unit) {
  return Math.min(text.length, unit + (isPair(text, unit) ? 2 : 1));
}

/** The UTF-16 places of lines and columns, both from 1, columns in code points; lines end at \n or \r\n. */
export function placesOf(text, positions) {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return positions.map(({ line, column }) => {
    let unit = starts[line - 1] ?? text.length;
    for (let left = column - 1; left > 0 && unit < text.length; left--) unit = next(text, unit);
    return unit;
  });
}

/** The line around a place, cut on both sides, as `{before, at, after}`; where it is blank so far, with the one above it. */
export function excerptAt(text, unit) {
  let from = text.lastIndexOf("\n", unit - 1) + 1;
  const written = text.slice(0, unit).trimEnd().length;
  if (unit > 0 && written > 0 && written < from) from = text.lastIndexOf("\n", written - 1) + 1;
  let to = text.indexOf("\n", unit);
  if (to < 0) to = text.length;
  const end = unit < to ? next(text, unit) : unit;
  const [start, stop] = [whole(text, Math.max(from, unit - 70)), whole(text, Math.min(to, unit + 50))];
  return {
    before: (start > from ? "…" : "") + text.slice(start, unit),
    at: text.slice(unit, end),
    after: text.slice(end, Math.max(stop, end)) + (stop < to ? "…" : ""),
  };
}

/** Characters that nothing is drawn for, or that are drawn like a space. */
export const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]/gu;

// Joiners belong to the words of many scripts, and to emoji.
function isJoiner(character) {
  return character === "\u200c" || character === "\u200d";
}

/** Text split into runs, every second of which is one character that does not show, by its name such as U+200B. */
export function runs(text) {
  const found = [""];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(UNSEEN)) {
    if (character === "\n" || character === "\t" || (character === "\r" && text[index + 1] === "\n")) continue;
    if (isJoiner(character) && text.charCodeAt(index - 1) > 0x7f && text.charCodeAt(index + 1) > 0x7f) continue;
    found[found.length - 1] = text.slice(from, index);
    found.push(`U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`, "");
    from = index + character.length;
  }
  found[found.length - 1] = text.slice(from);
  return found;
}
