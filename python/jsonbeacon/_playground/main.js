// The page: its state, what changes it, and what is drawn when the engine has answered.

import { client } from "./client.js";
import { controls } from "./controls.js";
import { button, copy, count, element, titled, verdict } from "./dom.js";
import { EXAMPLES, OPT_INS } from "./examples.js";
import { extractView, showRemedies, spoken } from "./extract-view.js";
import { LONGEST_LINK, LinkError, decode, encode } from "./link.js";
import { listSpoken, listView } from "./list-view.js";
import { checked } from "./options.js";
import { pointsIn } from "./places.js";
import { timing } from "./timing.js";

const byId = (id) => document.getElementById(id);
const reply = byId("reply");
const panels = { extract: byId("panel-extract"), list: byId("panel-list") };
const tabs = { extract: byId("tab-extract"), list: byId("tab-list") };

let state = { text: "", options: {}, schema: "", tab: "extract", list: {} };
let undo = null; // the state that an example, a policy or a link took the place of

// --- Asking the engine ---

/** What the engine is asked, under the Python names. */
function input() {
  const asked = { text: state.text, ...state.options };
  if (state.schema.trim() !== "") asked.schema = state.schema;
  return asked;
}

let timer = 0;

/** Asks soon: at once when a control was used, after a pause in typing, longer for a long reply. */
function askSoon(typed) {
  clearTimeout(timer);
  timer = setTimeout(ask, typed ? (reply.textLength > 100_000 ? 300 : 60) : 0);
}

let turn = 0; // of asking; what an earlier one brings is not drawn

async function ask() {
  const mine = ++turn;
  readReply();
  showSize();
  if (state.text === "") {
    nothing();
    return;
  }
  const panel = panels[state.tab];
  panel.setAttribute("aria-busy", "true");
  try {
    await (state.tab === "extract" ? askExtract : askList)(() => mine === turn);
  } catch (fault) {
    if (mine === turn) broken(panel, fault);
  }
}

async function askExtract(current) {
  const asked = input();
  const seen = await client.ask("extract", { input: asked });
  if (!current()) return;
  measured.reset();
  show("extract", extractView(seen, { ...state }, act, timingPart), spoken(seen));
  if (!seen.answer?.error) return;
  const found = await client.ask("suggest", { input: asked, reason: seen.answer.error.reason });
  if (current()) showRemedies(found, act);
}

async function askList(current) {
  const seen = await client.ask("candidates", { input: { text: state.text, ...state.list } });
  if (!current()) return;
  show("list", [listControls, ...listView(seen)], listSpoken(seen));
  showListControls();
}

function show(tab, nodes, said) {
  panels[tab].replaceChildren(...nodes.filter(Boolean));
  panels[tab].removeAttribute("aria-busy");
  if (byId("said").textContent !== said) byId("said").textContent = said;
  // For who measures the page from outside, as its tests do.
  const { dataset } = document.documentElement;
  if (dataset.answered === undefined) performance.mark("first-answer");
  dataset.answered = String(Number(dataset.answered ?? 0) + 1);
}

function nothing() {
  show(state.tab, [element("p", { class: "quiet starting" }, "Paste a reply, or take one of the examples.")], "");
}

function broken(panel, fault) {
  panel.replaceChildren(
    element(
      "section",
      { class: "part" },
      verdict("bad", "✕", "The engine could not answer"),
      element("p", { class: "message" }, fault.message),
      element(
        "p",
        {},
        button("Try again", () => askSoon(false)),
      ),
    ),
  );
  panel.removeAttribute("aria-busy");
  byId("said").textContent = `The engine could not answer: ${fault.message}`;
}

// --- Changing the state ---

const act = {
  change(options) {
    change({ options: checked({ ...state.options, ...options }) });
    byId("result").focus({ preventScroll: true });
  },
  select(from, to) {
    // The box has \n where the reply may have \r\n.
    const inBox = (unit) => unit - (state.text.slice(0, unit).match(/\r\n/g)?.length ?? 0);
    reply.focus();
    reply.setSelectionRange(inBox(from), inBox(to));
  },
};

function readReply() {
  if (reply.value !== shownText) {
    state.text = reply.value;
    shownText = reply.value;
  }
}

/** The text in the box as it was when it was last read or written; a box makes every line end \n. */
let shownText = "";

function change(part) {
  readReply();
  Object.assign(state, part);
  showControls(state);
  showTab();
  askSoon("schema" in part);
}

/** Puts another state in the place of this one, which can be had back. */
function replace(next) {
  readReply();
  undo = state.text.trim() === "" || state.text === next.text ? null : state;
  state = next;
  reply.value = state.text;
  shownText = reply.value;
  reply.scrollTop = 0;
  byId("undo").hidden = undo === null;
  change({});
}

function take(example) {
  replace({
    text: example.text,
    options: { ...example.options },
    schema: example.schema ?? "",
    tab: state.tab,
    list: state.list,
  });
}

function showSize() {
  const lines = state.text === "" ? 0 : state.text.split("\n").length;
  byId("size").textContent = `${count(pointsIn(state.text), "character")}, ${count(lines, "line")}`;
}

// --- Tabs ---

function showTab() {
  for (const [name, tab] of Object.entries(tabs)) {
    const chosen = name === state.tab;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    panels[name].hidden = !chosen;
  }
  byId("options").hidden = state.tab === "list"; // they are those of extract_json
}

for (const [name, tab] of Object.entries(tabs)) {
  tab.addEventListener("click", () => change({ tab: name }));
  tab.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: "extract", Home: "extract", ArrowRight: "list", End: "list" }[event.key];
    if (!to) return;
    event.preventDefault();
    change({ tab: to });
    tabs[to].focus();
  });
}

// --- The second tab's own controls ---

const listRepair = element("input", { type: "checkbox", id: "list-repair" });
const listMost = element("input", { type: "number", id: "list-most", min: "1", max: "100", step: "1" });
const listControls = element(
  "div",
  { class: "list-controls" },
  element("label", {}, listRepair, " ", element("code", {}, "repair"), " by the three rules"),
  element("label", {}, element("code", {}, "max_results"), " ", listMost),
);

function showListControls() {
  listRepair.checked = state.list.repair === true;
  if (document.activeElement !== listMost) listMost.value = String(state.list.max_results ?? 10);
}

for (const each of [listRepair, listMost]) {
  each.addEventListener("input", () => {
    const list = {};
    if (listRepair.checked) list.repair = true;
    const most = listMost.valueAsNumber;
    if (Number.isInteger(most) && most >= 1 && most <= 100 && most !== 10) list.max_results = most;
    change({ list });
  });
}

// --- Timing ---

const measured = timing(async (runs) => {
  const answer = await client.ask("time", { input: input(), runs });
  if (answer?.error) throw new Error(answer.error.message);
  return answer;
});
const timingPart = titled("How fast", [measured.run], measured.output);
timingPart.classList.add("speed");

// --- Links ---

byId("share").addEventListener("click", async () => {
  readReply();
  const fragment = await encode(state);
  if (fragment.length > LONGEST_LINK) {
    tell("The reply is too long for a link");
    return;
  }
  history.replaceState(null, "", fragment);
  tell((await copy(location.href)) ? "Link copied ✓" : "The link is in the address bar");
});

let telling = 0;

function tell(what) {
  byId("share").textContent = what;
  byId("said").textContent = what;
  clearTimeout(telling);
  telling = setTimeout(() => {
    byId("share").textContent = "Copy link";
  }, 2500);
}

/** Shows the state in the address; false if there is none. */
async function follow() {
  try {
    const next = await decode(location.hash);
    if (next) replace(next);
    return next !== null;
  } catch (fault) {
    if (!(fault instanceof LinkError)) throw fault;
    tell(`This link cannot be read: ${fault.message}`);
    return false;
  }
}

addEventListener("hashchange", follow);

// --- The rest of the page ---

const theme = byId("theme");
theme.value = document.documentElement.dataset.theme ?? "auto";
theme.addEventListener("change", () => {
  if (theme.value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem("jsonbeacon-theme", theme.value);
  } catch {
    // storage is switched off: it holds as long as the page
  }
});

reply.addEventListener("input", () => {
  undo = null;
  byId("undo").hidden = true;
  askSoon(true);
});
byId("clear").addEventListener("click", () => {
  replace({ text: "", options: {}, schema: "", tab: state.tab, list: {} });
  reply.focus();
});
byId("undo").addEventListener("click", () => {
  replace(undo);
  reply.focus();
});

const examples = (name, list) =>
  element(
    "div",
    { class: "chips" },
    element("span", { class: "quiet" }, name),
    ...list.map((each) => button(each.name, () => take(each), { class: "chip" })),
  );
byId("examples").append(examples("Examples", EXAMPLES), examples("Opt-ins", OPT_INS));
const showControls = controls(byId("options"), change);

if (!(await follow())) take(EXAMPLES[0]);
