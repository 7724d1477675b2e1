// What to draw of a reply: all of a short one, and of a long one the parts around what matters.

import { next, whole } from "./places.js";

/** The most UTF-16 units of a reply that are drawn. */
export const MOST_UNITS = 16_000;

/** The most candidates, and the most faults, that are drawn. */
export const MOST_MARKS = 200;

/** Units that are drawn on each side of a place in a long reply, for the first places and for the others. */
const NEAR = 1200;
const NEARER = 160;

/**
 * Pieces of `text`, in order. `marks` are stretches that do not overlap, in text order, each with `start`, `end` and
 * `kind`; `faults` are places with a `message`. `first` are places to draw before others. Pieces are
 * `{gap: units}`, `{text, mark, opens, fault}` with the index of a mark (or -1), and `{note: message}`, which stands
 * behind the line of its fault.
 */
export function draw(text, marks, faults, first) {
  const noted = faults.slice(0, MOST_MARKS).sort((one, other) => one.at - other.at);
  const pieces = [];
  let behind = 0;
  let units = 0;
  for (const [from, to] of windows(text, marks, noted, first)) {
    if (from > behind) pieces.push({ gap: from - behind });
    drawWindow(pieces, text, from, to, marks, noted);
    units += to - from;
    behind = to;
  }
  if (behind < text.length) pieces.push({ gap: text.length - behind });
  return { pieces, marks, units };
}

/** Stretches of the text to draw, in order, that do not touch. */
function windows(text, marks, faults, first) {
  if (text.length <= MOST_UNITS) return [[0, text.length]];
  const wanted = [...first.map((at) => [at, NEAR]), [0, NEAR / 2], [text.length, NEAR / 4]];
  for (const each of faults) wanted.push([each.at, NEARER]);
  for (const each of marks) wanted.push([each.start, NEARER], [each.end, NEARER / 2]);
  let room = MOST_UNITS;
  const chosen = [];
  for (const [at, near] of wanted) {
    const window = [Math.max(0, at - near), Math.min(text.length, at + near)];
    if (window[1] - window[0] > room) break;
    room -= window[1] - window[0];
    chosen.push(window.map((each) => whole(text, each)));
  }
  chosen.sort((one, other) => one[0] - other[0]);
  const joined = [];
  for (const window of chosen) {
    const last = joined.at(-1);
    if (last && window[0] <= last[1]) last[1] = Math.max(last[1], window[1]);
    else joined.push(window);
  }
  return joined;
}

function drawWindow(pieces, text, from, to, marks, faults) {
  const notes = [];
  const flush = () => {
    for (const note of notes.splice(0)) pieces.push({ note });
  };
  const put = (start, end, mark, fault = false) => {
    const opens = mark >= 0 && start === marks[mark].start;
    let at = start;
    // A note stands behind the line that its fault is in.
    while (notes.length > 0 && at < end) {
      const newline = text.indexOf("\n", at);
      if (newline < 0 || newline >= end) break;
      pieces.push({ text: text.slice(at, newline + 1), mark, opens: opens && at === start, fault });
      flush();
      at = newline + 1;
    }
    if (at < end || (fault && at === start))
      pieces.push({ text: text.slice(at, end), mark, opens: opens && at === start, fault });
  };
  const segment = (start, end, mark) => {
    let last = -1;
    for (const { at, message } of faults) {
      if (at === last) notes.push(message);
      if (at < start || at >= end) continue;
      last = at;
      put(start, at, mark);
      start = next(text, at);
      notes.push(message);
      put(at, start, mark, true);
    }
    put(start, end, mark);
  };
  let at = from;
  marks.forEach((mark, index) => {
    const [start, end] = [Math.max(mark.start, from), Math.min(mark.end, to)];
    if (start > end || start < at || (start === end && mark.start !== mark.end)) return;
    segment(at, start, -1);
    segment(start, end, index);
    at = end;
  });
  segment(at, to, -1);
  if (to === text.length) {
    for (const { at, message } of faults) {
      if (at < text.length) continue;
      notes.push(message); // the fault is that the text ends
      put(to, to, -1, true);
    }
  }
  flush();
}

/** Those stretches, in text order, that overlap with none that comes before them in `stretches`. */
export function apart(stretches) {
  const kept = [];
  for (const each of stretches) {
    let low = 0;
    for (let high = kept.length; low < high;) {
      const middle = (low + high) >> 1;
      if (kept[middle].start < each.start) low = middle + 1;
      else high = middle;
    }
    const [before, after] = [kept[low - 1], kept[low]];
    if ((before && before.end > each.start) || (after && after.start < each.end)) continue;
    kept.splice(low, 0, each);
  }
  return kept;
}
