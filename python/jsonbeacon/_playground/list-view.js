// The second tab: every part of the reply that may be JSON, ranked.

import { copyButton, count, element, number, scrolled, section, verdict, visible } from "./dom.js";
import { replyView } from "./reply-view.js";

const SOURCES = {
  json_fence: "fence labelled as JSON",
  untagged_fence: "fence without a label",
  indented_code: "indented code",
  prose: "prose",
};

export function listView({ list, reply, refused }) {
  if (refused) {
    return [
      element(
        "div",
        { class: "first" },
        element(
          "section",
          { class: "part" },
          verdict("bad", "✕", "This reply cannot be listed"),
          element("p", { class: "message" }, ...visible(refused.message)),
          element(
            "dl",
            { class: "facts" },
            element("div", {}, element("dt", {}, "code"), element("dd", {}, refused.code)),
          ),
        ),
      ),
    ];
  }
  const cut = list.truncated ? `, the first ${number(list.candidates.length)} are listed` : "";
  return [
    element(
      "div",
      { class: "first" },
      section(
        `${count(list.candidate_count, "candidate")}${cut}`,
        list.candidates.length > 0
          ? element("ol", { class: "candidates" }, ...list.candidates.map(candidate))
          : element("p", { class: "quiet" }, "There is nothing in this reply that may be JSON."),
      ),
    ),
    element("div", { class: "second" }, section("In the reply", ...replyView(reply))),
  ];
}

/** One sentence that says how many there are. */
export function listSpoken({ list, refused }) {
  return refused ? refused.message : `${count(list.candidate_count, "candidate")} in the list`;
}

function candidate(each) {
  const lines =
    each.end_line > each.start_line ? `lines ${each.start_line}–${each.end_line}` : `line ${each.start_line}`;
  const said = [
    ["source", `${each.source}${each.fence_index === null ? "" : `, fence ${each.fence_index}`}`, SOURCES[each.source]],
    ["start, end", `${number(each.start)}, ${number(each.end)}`, "UTF-16 code units"],
    ["complete", each.complete ? "yes" : `no: ${each.incomplete_reason}`],
    ["contiguous", each.contiguous ? "yes" : "no"],
  ];
  return element(
    "li",
    {},
    element(
      "div",
      { class: "title" },
      element(
        "h3",
        {},
        element(
          "span",
          { class: `state ${each.valid_json ? "good" : "bad"}` },
          each.valid_json ? "✓ valid" : "✕ not valid",
        ),
        ` ${each.top_level}, ${lines}`,
      ),
      copyButton("Copy", () => each.text),
    ),
    scrolled(
      "pre",
      `Text of candidate ${each.rank}`,
      { class: "excerpt" },
      ...textWithFault(each),
      each.cut ? "…" : "",
    ),
    each.json_error
      ? element(
          "p",
          { class: "message" },
          element("code", {}, each.json_error.code),
          ` at offset ${number(each.json_error.offset)} of the text`,
        )
      : null,
    each.repair ? repaired(each) : null,
    element(
      "dl",
      { class: "facts" },
      ...said.map(([name, value, title]) =>
        element("div", { title }, element("dt", {}, name), element("dd", {}, value)),
      ),
    ),
  );
}

function textWithFault({ text, json_error: fault }) {
  if (!fault || fault.offset > text.length) return visible(text);
  const end = fault.offset + ((text.codePointAt(fault.offset) ?? 0) > 0xffff ? 2 : 1);
  const at = text.slice(fault.offset, end);
  return [
    ...visible(text.slice(0, fault.offset)),
    element("span", { class: "caret" }, ...(at === "" || at === "\n" ? ["⏎"] : visible(at))),
    ...(at === "\n" ? ["\n"] : []),
    ...visible(text.slice(end)),
  ];
}

function repaired({ valid_json: valid, rank, repair }) {
  if (repair.rules.length === 0)
    return valid ? null : element("p", { class: "quiet" }, "The three rules change nothing here.");
  return element(
    "div",
    { class: "mended" },
    element(
      "p",
      {},
      element(
        "span",
        { class: `state ${repair.valid_json ? "good" : "bad"}` },
        repair.valid_json ? "✓ valid" : "✕ still not valid",
      ),
      " after ",
      ...repair.rules.flatMap((rule, i) => [i > 0 ? ", " : "", element("code", {}, rule)]),
    ),
    scrolled(
      "pre",
      `Candidate ${rank} after repair`,
      { class: "excerpt" },
      ...visible(repair.text),
      repair.cut ? "…" : "",
    ),
  );
}
