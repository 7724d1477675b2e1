// The reply with what was found in it.

import { count, element, number, scrolled, visible } from "./dom.js";

const SPOKEN = {
  chosen: "chosen candidate",
  other: "other candidate",
  passed: "candidate of another kind",
  bad: "malformed candidate",
  refused: "refused candidate",
};
const SIGN = { chosen: "✓ ", other: "", passed: "", bad: "✕ ", refused: "✕ " };

/** `{pieces, marks, …}` as drawing.js makes it, with a line that says what the marks mean and what is left out. */
export function replyView({ pieces, marks, units, all, size }, label = "The reply with its candidates") {
  const shown = pieces.map((piece) => {
    if (piece.gap) return element("span", { class: "gap" }, `⋯ ${count(piece.gap, "character")} not drawn ⋯`);
    if (piece.note !== undefined)
      return element(
        "span",
        { class: "note" },
        element("span", { "aria-hidden": "true" }, "▲ "),
        ...visible(piece.note),
      );
    return stretch(piece, marks);
  });
  return [
    legend(marks),
    scrolled("div", label, { class: "reply", dir: "ltr" }, ...shown),
    left(marks.length, units, all, size),
  ];
}

function stretch({ text, mark, opens, fault }, marks) {
  const inner = fault
    ? element("span", { class: "fault" }, ...(text === "\n" || text === "" ? ["⏎"] : visible(text)))
    : null;
  if (mark < 0) return inner ?? element("span", {}, ...visible(text));
  const { kind, number } = marks[mark];
  const sign =
    opens &&
    element(
      "span",
      { class: "sign" },
      element("span", { class: "unseen" }, `${SPOKEN[kind]} `),
      `${SIGN[kind]}${number ?? ""}`,
    );
  return element("span", { class: `candidate ${kind}` }, sign || null, ...(inner ? [inner] : visible(text)));
}

function legend(marks) {
  const kinds = [
    ["chosen", "chosen"],
    ["refused", "refused"],
    ["other", "another candidate"],
    ["passed", "passed over by kind"],
    ["bad", "malformed"],
  ].filter(([kind]) => marks.some((each) => each.kind === kind));
  if (kinds.length === 0) return null;
  return element(
    "p",
    { class: "legend" },
    ...kinds.map(([kind, what]) => element("span", { class: `candidate ${kind}` }, what)),
  );
}

function left(drawn, units, all, size) {
  const said = [];
  if (units < size) said.push(`${number(units)} of ${count(size, "character")}`);
  if (drawn < all) said.push(`${number(drawn)} of ${count(all, "candidate")}`);
  return said.length > 0 ? element("p", { class: "quiet drawn" }, `Drawn: ${said.join(", ")}.`) : null;
}
