// Making elements. What comes from a reply is put in as text and nothing else.

import { runs } from "./places.js";

/** An element with attributes, and children: nodes or texts; null and "" are left out. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** How it went, in a sign and in words. */
export function verdict(kind, sign, title, about) {
  return element(
    "div",
    { class: `verdict ${kind}` },
    element("span", { class: "badge", "aria-hidden": "true" }, sign),
    element("h2", {}, title, about ? element("span", {}, ` ${about}`) : null),
  );
}

export function button(text, onClick, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", onClick);
  return made;
}

/** A button that copies what `text()` gives, and says that it did. */
export function copyButton(name, text) {
  const made = button(
    name,
    async () => {
      const copied = await copy(text());
      made.textContent = copied ? "Copied ✓" : "Press Ctrl+C";
      setTimeout(() => {
        made.textContent = name;
      }, 1600);
    },
    { class: "plain" },
  );
  return made;
}

/** Puts a text on the clipboard; false where that is not allowed. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A region that can be scrolled with the keyboard. */
export function scrolled(name, label, attributes, ...children) {
  return element(name, { tabindex: "0", role: "region", "aria-label": label, ...attributes }, ...children);
}

/** A text in which characters that do not show are named. */
export function visible(text) {
  return runs(text).map((run, i) => (i % 2 ? element("span", { class: "hidden-character" }, run) : run));
}

export function section(title, ...children) {
  return element("section", { class: "part" }, element("h2", {}, title), ...children);
}

/** A section whose heading has things beside it. */
export function titled(title, beside, ...children) {
  return element(
    "section",
    { class: "part" },
    element("div", { class: "title" }, element("h2", {}, title), ...beside),
    ...children,
  );
}

export function number(n) {
  return n.toLocaleString("en");
}

/** `1 thing`, `2 things`. */
export function count(n, thing) {
  return `${number(n)} ${thing}${n === 1 ? "" : "s"}`;
}
