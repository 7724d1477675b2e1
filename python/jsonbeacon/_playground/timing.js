// "Run 1,000×": how long a call takes here, and how that varies.

import { button, element, number } from "./dom.js";

const RUNS = 1000;
const BATCH_MS = 150; // what one request to the worker may take, so that answers come between

/**
 * A button, and what it finds out. `ask(runs)` gives at most so many figures in `nanoseconds`, each the mean of `calls`
 * calls, or undefined if it was overtaken.
 */
export function timing(ask) {
  const output = element("div", { class: "timing", "aria-live": "polite" });
  let [running, stopped, outdated] = [false, false, false];
  const run = button("Run 1,000×", async () => {
    if (running) {
      stopped = true;
      return;
    }
    [running, stopped, outdated] = [true, false, false];
    run.textContent = "Stop";
    try {
      const { times, calls } = await measure(
        ask,
        (done) => {
          output.textContent = `${number(done)} of ${number(RUNS)}…`;
        },
        () => stopped,
      );
      output.replaceChildren(
        ...(times.length > 0 && !outdated ? [picture(times), figures(times), meaning(calls)] : []),
      );
    } catch (fault) {
      if (!outdated) output.textContent = `It could not be timed: ${fault.message}`;
    }
    running = false;
    run.textContent = "Run 1,000×";
  });
  /** What was found out is of another reply, or of other options. */
  const reset = () => {
    [stopped, outdated] = [true, true];
    output.replaceChildren();
  };
  return { run, output, reset };
}

async function measure(ask, report, stopped) {
  const times = [];
  let calls = 1;
  let batch = 5;
  while (times.length < RUNS && !stopped()) {
    const started = performance.now();
    const some = await ask(Math.min(batch, RUNS - times.length));
    if (!some) continue;
    times.push(...some.nanoseconds);
    calls = Math.max(calls, some.calls);
    if (!stopped()) report(times.length);
    const each = (performance.now() - started) / some.nanoseconds.length;
    batch = Math.max(1, Math.min(500, Math.round(BATCH_MS / Math.max(each, 0.001))));
  }
  return { times, calls };
}

function statistics(times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  return {
    least: sorted[0],
    median: at(0.5),
    most: at(0.99),
    mean: times.reduce((sum, each) => sum + each, 0) / times.length,
  };
}

export function duration(nanoseconds) {
  const [value, unit] =
    nanoseconds < 1000
      ? [nanoseconds, "ns"]
      : nanoseconds < 1e6
        ? [nanoseconds / 1000, "µs"]
        : [nanoseconds / 1e6, "ms"];
  return `${value < 10 ? value.toFixed(1) : number(Math.round(value))} ${unit}`;
}

function figures(times) {
  const { least, median, most } = statistics(times);
  const row = (what, value) => element("div", {}, element("dt", {}, what), element("dd", {}, duration(value)));
  return element(
    "dl",
    { class: "facts" },
    row("median", median),
    row("fastest", least),
    row("99% within", most),
    element("div", {}, element("dt", {}, "runs"), element("dd", {}, number(times.length))),
  );
}

function meaning(calls) {
  const what = "Time per call to find the value and write the answer, in this browser.";
  const why =
    calls > 1 ? ` A run is the mean of up to ${number(calls)} calls: this browser's clock is coarser than one.` : "";
  return element("p", { class: "quiet drawn" }, what + why);
}

const WIDTH = 320;
const HEIGHT = 84;
const BARS = 40;

/** A histogram, on a logarithmic scale up to the 99th percentile, with a text that says the same. */
function picture(times) {
  const { least, median, most, mean } = statistics(times);
  const low = Math.log(Math.max(1, least));
  const span = Math.max(Math.log(Math.max(1, most)) - low, Math.log(1.2));
  const part = (value) => Math.min(1, Math.max(0, (Math.log(Math.max(1, value)) - low) / span));
  const bars = new Array(BARS).fill(0);
  for (const each of times) bars[Math.min(BARS - 1, Math.floor(part(each) * BARS))]++;
  const highest = Math.max(...bars);
  const label =
    `${number(times.length)} runs: the fastest took ${duration(least)}, half at most ${duration(median)}, 99% at most ` +
    `${duration(most)}; ${duration(mean)} on average.`;
  const svg = drawn("svg", {
    viewBox: `0 0 ${WIDTH} ${HEIGHT + 16}`,
    role: "img",
    "aria-label": label,
    class: "histogram",
  });
  bars.forEach((bar, i) => {
    const height = bar === 0 ? 0 : Math.max(1.5, (bar / highest) * HEIGHT);
    svg.append(
      drawn("rect", { x: (i * WIDTH) / BARS + 0.5, y: HEIGHT - height, width: WIDTH / BARS - 1, height, rx: 1 }),
    );
  });
  const middle = part(median) * WIDTH;
  svg.append(drawn("line", { x1: middle, x2: middle, y1: 0, y2: HEIGHT, class: "median" }));
  svg.append(drawn("line", { x1: 0, x2: WIDTH, y1: HEIGHT + 0.5, y2: HEIGHT + 0.5, class: "axis" }));
  for (const [x, value, anchor] of [
    [0, least, "start"],
    [WIDTH, Math.exp(low + span), "end"],
  ]) {
    const text = drawn("text", { x, y: HEIGHT + 13, "text-anchor": anchor });
    text.textContent = duration(value);
    svg.append(text);
  }
  return svg;
}

function drawn(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
