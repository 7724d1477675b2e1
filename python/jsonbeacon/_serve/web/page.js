// Shows the OpenAPI document of the server that this page came from, and sends requests to it.
// What comes from outside is put into the page as text only.
"use strict";

const byId = (id) => document.getElementById(id);

/** An element with attributes and children; strings become text, and `code` in backticks. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

/** Text with `code`, as nodes. */
function prose(text) {
  return text.split(/`([^`]*)`/).map((part, i) => (i % 2 ? element("code", {}, part) : part));
}

function paragraphs(text) {
  return text.split(/\n\n+/).map((each) => element("p", {}, ...prose(each.replace(/\n/g, " "))));
}

/** What a schema allows, in a few words. */
function kind(schema) {
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(kind).join(" | ");
  if (schema.type === "array") return `array of ${schema.items ? kind(schema.items) : "any"}`;
  const bounds = [];
  if (schema.minimum !== undefined) bounds.push(`from ${schema.minimum}`);
  if (schema.maximum !== undefined) bounds.push(`to ${schema.maximum}`);
  return [[schema.type ?? "any"].flat().join(" | "), ...bounds].join(" ");
}

function table(head, rows) {
  const cells = (name, row) => element("tr", {}, ...row.map((cell) => element(name, {}, ...[cell].flat())));
  return element("div", { class: "table" },
    element("table", {}, element("thead", {}, cells("th", head)), element("tbody", {}, ...rows.map((row) => cells("td", row)))));
}

/** The members of an object; `present` heads what is said of those that need not be there. */
function properties(schema, present = "default") {
  const always = present === "default" ? "required" : "always";
  const required = new Set(schema.required ?? []);
  return table(["member", "values", present, "meaning"], Object.entries(schema.properties ?? {}).map(([name, each]) => [
    element("code", {}, name),
    element("code", {}, kind(each)),
    required.has(name) ? always : each.default === undefined ? "" : element("code", {}, JSON.stringify(each.default).replaceAll(",", ", ")),
    prose(each.description ?? ""),
  ]));
}

/** The members of an object, and of the objects in it. */
function members(schema, name) {
  const inner = Object.entries(schema.properties).flatMap(([key, each]) => {
    const object = [each, each.items, ...(each.anyOf ?? [])].find((form) => form?.properties);
    return object ? members(object, each.items ? `${name}.${key}[…]` : `${name}.${key}`) : [];
  });
  return [element("h3", {}, ...prose(`Members of \`${name}\``)), properties(schema, "present"), ...inner];
}

/** The members of a result, whichever of its forms it has. */
function resultTables(schema) {
  return (schema.anyOf ?? [schema]).flatMap((form) => members(form, "result"));
}

async function send(method, path, body, output) {
  output.replaceChildren(element("p", { class: "status" }, "Sending…"));
  const started = performance.now();
  try {
    const options = body === null ? { method } : { method, body, headers: { "Content-Type": "application/json" } };
    const response = await fetch(path, options);
    const text = await response.text();
    const took = Math.round(performance.now() - started);
    output.replaceChildren(
      element("p", { class: `status ${response.ok ? "good" : "bad"}` }, `${response.status} ${response.statusText}, ${took} ms`),
      element("pre", { tabindex: "0" }, indented(text)));
  } catch (fault) {
    output.replaceChildren(element("p", { class: "status bad" }, `There was no answer: ${fault.message}`));
  }
}

/** JSON indented without reading its values, so that numbers stay as they are; other text as it is. */
function indented(text) {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{[]|[}\]]|,|:/g, (token) => {
    if (token === "{" || token === "[") return `${token}\n${"  ".repeat(++depth)}`;
    if (token === "}" || token === "]") return `\n${"  ".repeat(--depth)}${token}`;
    if (token === ",") return `,\n${"  ".repeat(depth)}`;
    return token === ":" ? ": " : token;
  });
}

function trial(method, path, request, id) {
  const output = element("div", { "aria-live": "polite" });
  const button = element("button", { type: "button" }, "Send");
  if (!request) {
    button.addEventListener("click", () => send(method, path, null, output));
    return [button, output];
  }
  const examples = Object.values(request.examples ?? {});
  const box = element("textarea", { id: `${id}-body`, spellcheck: "false", rows: "7" });
  const choice = element("select", { id: `${id}-example` },
    ...examples.map((each, i) => element("option", { value: String(i) }, each.summary)));
  const fill = () => { box.value = JSON.stringify(examples[Number(choice.value)].value, null, 2); };
  choice.addEventListener("change", fill);
  if (examples.length) fill();
  button.addEventListener("click", () => send(method, path, box.value, output));
  return [
    element("label", { for: choice.id }, "Example"), choice,
    element("label", { for: box.id }, "Request"), box,
    button, output,
  ];
}

function operation(document, path, method, described) {
  const find = (schema) => (schema?.$ref ? document.components.schemas[schema.$ref.split("/").pop()] : schema);
  const request = described.requestBody?.content["application/json"];
  const inside = element("div", { class: "inside" }, ...paragraphs(described.description ?? ""));
  inside.append(element("h3", {}, "Try it"), ...trial(method.toUpperCase(), path, request, described.operationId));
  if (request) {
    inside.append(element("h3", {}, "Members of a request"), properties(find(request.schema)));
    const answer = described.responses["200"].content["application/json"].schema;
    inside.append(...resultTables(find(answer.properties.result)));
  }
  inside.append(element("h3", {}, "Statuses"), table(["status", "meaning"],
    Object.entries(described.responses).map(([status, each]) => [element("code", {}, status), each.description])));
  return element("details", { class: "operation" },
    element("summary", {},
      element("span", { class: "method" }, method.toUpperCase()),
      element("span", { class: "path" }, path),
      element("span", { class: "title" }, described.summary)),
    inside);
}

async function main() {
  const response = await fetch("/openapi.json");
  const described = await response.json();
  byId("version").textContent = described.info.version;
  byId("about").append(...paragraphs(described.info.description));
  const sections = described.tags.map((tag) => {
    const section = element("section", {}, element("h2", {}, tag.description.replace(/\.$/, "")));
    for (const [path, methods] of Object.entries(described.paths)) {
      for (const [method, each] of Object.entries(methods)) {
        if (each.tags.includes(tag.name)) section.append(operation(described, path, method, each));
      }
    }
    return section;
  });
  sections[0].querySelector("details")?.setAttribute("open", "");
  byId("operations").replaceChildren(...sections);
  byId("operations").removeAttribute("aria-busy");
}

main().catch((fault) => {
  byId("operations").replaceChildren(element("p", { class: "bad" }, `The OpenAPI document could not be read: ${fault.message}`));
});
