// Runs the engine, so that the page never waits for it, and makes of its answers what the page draws.

import { changes } from "./diff.js";
import { apart, draw, MOST_MARKS } from "./drawing.js";
import { load } from "./engine.js";
import { formatted, withValueAsText } from "./json.js";
import { excerptAt, placesOf, unitsIn } from "./places.js";
import { remedies } from "./remedies.js";

const MOST_SHOWN = 20_000; // characters of a value
const MOST_TRIED = 200_000; // characters of a reply that remedies are tried on

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const modules = new Map();

/** The module of the engine that this needs: the small one, unless a schema or the candidate list is asked for. */
function moduleFor(task, input) {
  return task === "candidates" || input.schema !== undefined ? "full" : "extract";
}

/** The engine's response to a request, as text, and the milliseconds it took. */
async function ask(task, input, more = {}) {
  const name = moduleFor(task, input);
  if (!modules.has(name)) modules.set(name, load(name));
  let call;
  try {
    call = await modules.get(name);
  } catch (fault) {
    modules.delete(name); // the next request may have better luck
    throw fault;
  }
  try {
    const started = performance.now();
    const response = decoder.decode(call(encoder.encode(JSON.stringify({ do: task, input, ...more }))));
    return { response, took: performance.now() - started };
  } catch (fault) {
    modules.delete(name); // it has ended, and answers nothing any more
    throw fault;
  }
}

async function extract({ input }) {
  const { response, took } = await ask("extract", input);
  const { value, rest } = withValueAsText(response);
  if (!rest.answer) return { refused: rest.error, took };
  const { text } = input;
  const { answer } = rest;
  const seen = { answer, took, count: rest.candidate_count };
  if (value !== undefined) {
    seen.value = value;
    seen.shown = formatted(value, MOST_SHOWN);
  }
  if (answer.repairs?.length > 0) {
    seen.changes = changes(text, answer.start, answer.end, answer.repairs);
    answer.repairs = answer.repairs.length; // the page draws no more of them
  }
  if (Number.isInteger(answer.error?.position)) seen.excerpt = excerptAt(text, unitsIn(text)(answer.error.position));
  seen.reply = drawReply(input, answer, rest.candidates, rest.candidate_count);
  return seen;
}

/** The reply with its candidates: the chosen one, others, and those that are malformed, with the place of the fault. */
function drawReply(input, answer, candidates, count) {
  const { text } = input;
  const units = unitsIn(text);
  const kept = keptBy(input, candidates);
  const found = candidates.map((each, i) => {
    // Of very many the engine names the first and the chosen one, whose number is then not known.
    const number = i + 1 < candidates.length || candidates.length === count ? i + 1 : null;
    const mark = { number, start: units(each.start), end: units(each.end), kind: kept(each) ? "other" : "passed" };
    if (each.error) {
      mark.kind = "bad";
      if (Number.isInteger(each.error.position)) mark.fault = units(each.error.position);
      mark.message = each.error.message;
    }
    if (each.chosen) {
      mark.chosen = true;
      if (!each.error) mark.kind = answer.error ? "refused" : "chosen";
    }
    return mark;
  });
  found.sort((one, other) => Boolean(other.chosen) - Boolean(one.chosen));
  const faults = [];
  for (const each of found) if (each.fault !== undefined) faults.push({ at: each.fault, message: each.message });
  const error = answer.error;
  if (error?.violations) {
    const shown = error.violations.slice(0, 50);
    placesOf(text, shown).forEach((at, i) =>
      faults.unshift({ at, message: `${shown[i].path || "the top level"}: ${shown[i].message}` }),
    );
  } else if (Number.isInteger(error?.position)) {
    const at = units(error.position);
    if (!faults.some((each) => each.at === at)) faults.unshift({ at, message: error.message });
  }
  const first = found.filter((each) => each.chosen).flatMap((each) => [each.start, each.end]);
  if (faults.length > 0 && error) first.unshift(faults[0].at);
  const drawn = draw(text, apart(found.slice(0, MOST_MARKS)), faults, first);
  return { ...drawn, all: count, size: text.length, places: placesToSelect(text, answer) };
}

/** Whether the option kind keeps a candidate. */
function keptBy({ kind = "auto", fallthrough }, candidates) {
  if (kind === "any" || fallthrough) return () => true;
  if (kind !== "auto") return (each) => each.kind === kind;
  return candidates.some((each) => each.kind === "object") ? (each) => each.kind === "object" : () => true;
}

/** What "Select in the reply" selects, in UTF-16 units. */
function placesToSelect(text, answer) {
  const units = unitsIn(text);
  const { error } = answer;
  if (!error) return answer.start === undefined ? null : [units(answer.start), units(answer.end)];
  if (Number.isInteger(error.position))
    return [units(error.position), units(Math.min(error.position + 1, text.length))];
  return error.violations?.length > 0
    ? placesOf(text, error.violations.slice(0, 1)).flatMap((at) => [at, at + 1])
    : null;
}

/** The first options that would give a value where these do not. */
async function suggest({ input, reason }) {
  const found = [];
  if (input.text.length > MOST_TRIED) return found;
  for (const remedy of remedies(reason, input)) {
    if (found.some((each) => each.sort === remedy.sort)) continue;
    const { response } = await ask("extract", { ...input, ...remedy.options });
    const { value, rest } = withValueAsText(response);
    if (value === undefined || !rest.answer || rest.answer.source === undefined) continue;
    const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
    found.push({ sort: remedy.sort, options: remedy.options, shown, truncated: rest.answer.truncated });
    if (found.length === 3) break;
  }
  return found;
}

async function candidates({ input }) {
  const { response } = await ask("candidates", input);
  const { result, error } = JSON.parse(response);
  if (error) return { refused: error };
  const { text } = input;
  const found = result.candidates.map((each) => ({
    number: each.rank,
    start: each.start,
    end: each.end,
    kind: each.valid_json ? "other" : "bad",
    fault: each.contiguous && each.json_error ? each.start + each.json_error.offset : undefined,
    message: each.json_error?.code,
  }));
  const faults = found
    .filter((each) => each.fault !== undefined)
    .map((each) => ({ at: each.fault, message: each.message }));
  for (const each of result.candidates) {
    if (each.text.length > 4000) [each.text, each.cut] = [each.text.slice(0, 4000), each.text.length];
    if (each.repair && each.repair.text.length > 4000)
      [each.repair.text, each.repair.cut] = [each.repair.text.slice(0, 4000), each.repair.text.length];
  }
  const reply = draw(
    text,
    apart(found),
    faults,
    found.slice(0, 3).map((each) => each.start),
  );
  return { list: result, reply: { ...reply, all: found.length, size: text.length } };
}

/** `{nanoseconds, calls}`: figures, and of how many calls each is the mean, since browsers' clocks are coarse. */
async function time({ input, runs }) {
  const { response } = await ask("time", input, { runs });
  return JSON.parse(response);
}

const TASKS = { extract, suggest, candidates, time };

addEventListener("message", async ({ data: { id, task, ...details } }) => {
  try {
    postMessage({ id, result: await TASKS[task](details) });
  } catch (fault) {
    postMessage({ id, failure: String(fault?.message ?? fault) });
  }
});

load("extract").then(
  (call) => modules.set("extract", Promise.resolve(call)),
  () => {},
); // while the page is still being drawn
