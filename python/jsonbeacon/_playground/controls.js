// The controls of the options, made from their table.

import { element } from "./dom.js";
import { OPTIONS, POLICIES, checked, defaultOf, label, same } from "./options.js";

/**
 * Puts the controls into `place`; `changed(part)` is called with what was changed of the state. The result is a
 * function that shows a state.
 */
export function controls(place, changed) {
  const policies = POLICIES.map((policy) => {
    const made = element(
      "button",
      { type: "button", class: "chip", title: policy.what, "aria-pressed": "false" },
      policy.name,
    );
    made.addEventListener("click", () => changed({ options: { ...policy.options } }));
    return [policy, made];
  });
  let options = {};
  const fields = OPTIONS.map((option) =>
    field(option, (value) => changed({ options: checked({ ...options, [option.name]: value }) })),
  );
  const schema = schemaField((text) => changed({ schema: text }));
  const given = element("span", { class: "quiet" });
  place.append(
    element(
      "details",
      { class: "all-options", open: matchMedia("(min-width: 62rem)").matches },
      element("summary", {}, element("h2", { id: "options-title" }, "Options"), given),
      element("div", { class: "chips", role: "group", "aria-label": "Policies" }, ...policies.map(([, made]) => made)),
      element(
        "div",
        { class: "fields", role: "group", "aria-labelledby": "options-title" },
        ...fields.map((each) => each.node),
      ),
      schema.node,
    ),
  );
  return (state) => {
    options = state.options;
    for (const [policy, made] of policies)
      made.setAttribute("aria-pressed", String(same(checked(policy.options), checked(options))));
    for (const each of fields) each.show(options);
    schema.show(state.schema);
    const names = [...Object.keys(options), ...(state.schema.trim() === "" ? [] : ["schema"])];
    given.textContent = names.length > 0 ? ` ${names.join(", ")}` : " all at their defaults";
  };
}

function field(option, changed) {
  const id = `option-${option.name}`;
  const input = option.values ? choice(option, id) : line(option, id);
  const node = element(
    "div",
    { class: "field" },
    element("label", { for: id }, element("code", {}, option.name)),
    input,
    element("small", { id: `${id}-hint` }, option.hint),
  );
  input.addEventListener(option.values ? "change" : "input", () =>
    changed(option.values ? option.values[Number(input.value)] : option.read(input.value)),
  );
  const show = (options) => {
    const given = Object.hasOwn(options, option.name);
    const value = given ? options[option.name] : defaultOf(option);
    node.classList.toggle("given", given);
    if (option.values) input.value = String(option.values.findIndex((each) => same(each, value)));
    // A field that says the same in other words is being typed in.
    else if (!same(option.read(input.value), value)) input.value = value === null ? "" : [value].flat().join(", ");
  };
  return { node, show };
}

function choice(option, id) {
  return element(
    "select",
    { id, "aria-describedby": `${id}-hint` },
    ...option.values.map((value, i) => element("option", { value: i }, label(value))),
  );
}

function line(option, id) {
  return element("input", {
    id,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    inputmode: option.numeric ? "numeric" : "text",
    placeholder: option.placeholder,
    "aria-describedby": `${id}-hint`,
  });
}

function schemaField(changed) {
  const box = element("textarea", {
    id: "schema",
    rows: "7",
    spellcheck: "false",
    placeholder: '{"type": "object", "required": ["name"]}',
  });
  const node = element(
    "details",
    { class: "schema" },
    element("summary", {}, element("code", {}, "schema"), " JSON Schema of the value"),
    element("label", { for: "schema", class: "unseen" }, "JSON Schema"),
    box,
  );
  box.addEventListener("input", () => changed(box.value));
  const show = (text) => {
    if (box.value !== text) box.value = text;
    if (text !== "") node.open = true;
    node.classList.toggle("given", text.trim() !== "");
  };
  return { node, show };
}
