// The first tab: the value or the failure, the reply with its candidates, the repairs, the Python call.

import { pythonCall } from "./call.js";
import { button, copyButton, count, element, number, scrolled, section, titled, verdict, visible } from "./dom.js";
import { formatted } from "./json.js";
import { python } from "./options.js";
import { replyView } from "./reply-view.js";

const WHERE = {
  whole: "the whole reply",
  fence: "in a Markdown fence",
  inline: "in the text",
  tag: "in a tag",
};

const FAILED = {
  no_json: "There is no JSON in it",
  truncated: "It was cut off",
  ambiguous: "More than one candidate",
  malformed: "The JSON is malformed",
  schema: "The schema refuses it",
  blank: "Nothing is filled in",
  too_long: "The reply is too long",
};

/**
 * Everything about an answer. `act` has what its buttons do: `select(from, to)` and `change(options)`; `timing` is the
 * part that times calls.
 */
export function extractView(seen, state, act, timing) {
  if (seen.refused) return [element("div", { class: "first" }, refusal(seen.refused))];
  const { answer } = seen;
  return [
    element("div", { class: "first" }, answer.error ? failure(seen, act) : success(seen, act)),
    element(
      "div",
      { class: "second" },
      section("In the reply", ...replyView(seen.reply)),
      seen.changes ? repairs(seen.changes) : null,
    ),
    element("div", { class: "third" }, call(state, answer.error?.code), timing),
  ];
}

/** One sentence that says it all, for who does not see the page. */
export function spoken(seen) {
  if (seen.refused) return `The request is refused: ${seen.refused.message}`;
  const { answer } = seen;
  if (answer.error) return `${FAILED[answer.error.reason] ?? "No value"}: ${answer.error.message}`;
  return answer.source === undefined
    ? "There is no JSON: None"
    : `${typeOf(seen.value)} ${WHERE[answer.source]}, from ${answer.start} to ${answer.end}, of ${count(answer.candidates, "candidate")}`;
}

function typeOf(value) {
  return value[0] === "{" ? "An object" : value[0] === "[" ? "An array" : "A value";
}

function success(seen, act) {
  const { answer, value, shown } = seen;
  if (answer.source === undefined) {
    return element(
      "section",
      { class: "part" },
      verdict("none", "–", "None:", "there is no JSON, and required is False"),
      facts(seen, act),
    );
  }
  const note = shown.whole
    ? null
    : element(
        "p",
        { class: "quiet drawn" },
        `Shown: the beginning. All of it has ${count(value.length, "character")} without white space.`,
      );
  return element(
    "section",
    { class: "part" },
    element(
      "div",
      { class: "title" },
      verdict("good", "✓", typeOf(value), WHERE[answer.source]),
      copyButton("Copy value", () =>
        formatted(value)
          .pieces.map(([, text]) => text)
          .join(""),
      ),
    ),
    scrolled(
      "pre",
      "The value",
      { class: "value" },
      element(
        "code",
        {},
        ...shown.pieces.map(([kind, text]) =>
          kind === "mark" ? text : element("span", { class: kind }, ...visible(text)),
        ),
      ),
    ),
    note,
    facts(seen, act),
  );
}

function facts({ answer, reply, took, count: all }, act) {
  const { error } = answer;
  const rows = [["reason", error ? error.reason : "ok"]];
  if (error) {
    rows.unshift(["code", error.code]);
    if (Number.isInteger(error.position)) rows.push(["position", number(error.position)]);
    if (error.line) rows.push(["line, column", `${number(error.line)}, ${number(error.column)}`]);
    if (Number.isInteger(error.start)) rows.push(["start, end", `${number(error.start)}, ${number(error.end)}`]);
    rows.push(["candidates", number(all ?? 0)]);
  } else if (answer.source !== undefined) {
    rows.unshift(["source", answer.source]);
    rows.push(
      ["start, end", `${number(answer.start)}, ${number(answer.end)}`],
      ["candidates", number(answer.candidates)],
    );
    if (answer.repairs > 0) rows.push(["repairs", number(answer.repairs)]);
    if (answer.truncated) rows.push(["truncated", "True"]);
  }
  rows.push(["answered in", `${took < 10 ? took.toFixed(1) : Math.round(took)} ms`]);
  return element(
    "div",
    { class: "facts-line" },
    element(
      "dl",
      { class: "facts" },
      ...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
    ),
    reply.places ? button("Select it in the reply", () => act.select(...reply.places), { class: "plain" }) : null,
  );
}

function failure(seen, act) {
  const { error } = seen.answer;
  const parts = [verdict("bad", "✕", FAILED[error.reason] ?? "No value")];
  parts.push(element("p", { class: "message" }, ...visible(error.message)));
  if (seen.excerpt) parts.push(excerptView(seen.excerpt));
  if (error.violations) parts.push(violations(error.violations));
  parts.push(element("div", { class: "remedies", id: "remedies" }), facts(seen, act));
  return element("section", { class: "part" }, ...parts);
}

/** The line at fault, with a caret under the place. */
function excerptView({ before, at, after }) {
  return scrolled(
    "pre",
    "The line at fault",
    { class: "excerpt" },
    ...visible(before),
    element("span", { class: "caret" }, ...visible(at === "" ? " " : at)),
    ...visible(after),
  );
}

function violations(found) {
  const shown = found.slice(0, 50);
  const rows = shown.map((each) =>
    element(
      "tr",
      {},
      element("td", {}, element("code", {}, ...visible(each.path || "(top level)"))),
      element("td", {}, element("code", {}, each.keyword)),
      element("td", {}, ...visible(each.message)),
      element("td", {}, `${each.line}:${each.column}`),
    ),
  );
  return scrolled(
    "div",
    "Violations",
    { class: "table" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...["path", "keyword", "what is wrong", "line"].map((each) => element("th", { scope: "col" }, each)),
        ),
      ),
      element("tbody", {}, ...rows),
    ),
    shown.length < found.length
      ? element("p", { class: "quiet" }, `and ${number(found.length - shown.length)} more`)
      : null,
  );
}

/** Buttons for options that would give a value. */
export function showRemedies(found, act) {
  const place = document.getElementById("remedies");
  if (!place || found.length === 0) return;
  place.replaceChildren(
    element("h3", {}, "This would give a value"),
    ...found.map(({ options, shown, truncated }) => {
      const [[name, value]] = Object.entries(options);
      return element(
        "p",
        {},
        button(`${name}=${python(value)}`, () => act.change(options), { class: "remedy" }),
        element("span", { class: "quiet" }, truncated ? " completed, as far as it goes: " : " "),
        element("code", { class: "preview" }, ...visible(shown)),
      );
    }),
  );
}

function refusal(error) {
  return element(
    "section",
    { class: "part" },
    verdict("bad", "✕", error.code?.startsWith("schema.") ? "The schema itself is at fault" : "This cannot be asked"),
    element("p", { class: "message" }, ...visible(error.message)),
    error.line ? element("p", { class: "quiet" }, `In the schema: line ${error.line}, column ${error.column}`) : null,
    error.code
      ? element("dl", { class: "facts" }, element("div", {}, element("dt", {}, "code"), element("dd", {}, error.code)))
      : null,
  );
}

function repairs({ groups, rules, left }) {
  const line = (sign, pieces) =>
    element(
      "div",
      { class: sign === "−" ? "old" : "new" },
      element(
        "span",
        { class: "gutter" },
        element("span", { class: "unseen" }, sign === "−" ? "before: " : "after: "),
        element("span", { "aria-hidden": "true" }, sign),
      ),
      ...pieces.map(([text, changed]) =>
        changed ? element(sign === "−" ? "del" : "ins", {}, ...visible(text)) : element("span", {}, ...visible(text)),
      ),
    );
  const named = rules.map(({ rule, count: times, guess }) =>
    element(
      "li",
      {},
      element("code", {}, rule),
      times > 1 ? ` ×${number(times)}` : "",
      guess ? element("span", { class: "guess" }, "guess") : null,
    ),
  );
  return section(
    "Repairs",
    element("ul", { class: "rules" }, ...named),
    scrolled(
      "div",
      "What repair changed",
      { class: "diff" },
      ...groups.flatMap((group) => [
        element("div", { class: "at" }, `line ${number(group.line)}`),
        ...group.old.map((each) => line("−", each)),
        ...group.new.map((each) => line("+", each)),
      ]),
    ),
    left > 0 ? element("p", { class: "quiet drawn" }, `${count(left, "edit")} more not drawn.`) : null,
  );
}

function call(state, error) {
  const code = pythonCall(state, error);
  const lines = code.split("\n").length;
  return titled(
    "In Python",
    [copyButton("Copy code", () => code)],
    scrolled(
      "pre",
      "The Python call",
      { class: `code${lines > 16 ? " long" : ""}` },
      element("code", {}, ...visible(code)),
    ),
  );
}
