// JSON as text. A value is never read into numbers and written again, so that each stays as the engine wrote it.

/** Where the value that starts at `i` ends. The text is JSON without white space, as the engine writes it. */
export function endOfValue(text, i) {
  let depth = 0;
  for (;;) {
    const c = text[i];
    if (c === '"') i = endOfString(text, i);
    else if (c === "{" || c === "[") (depth++, i++);
    else if (c === "}" || c === "]") (depth--, i++);
    else if (c === "," || c === ":") i++;
    else i = endOfWord(text, i);
    if (depth === 0) return i;
  }
}

function endOfString(text, i) {
  for (let end = text.indexOf('"', i + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) throw new SyntaxError("a string has no end");
    let back = end;
    while (text[back - 1] === "\\") back--;
    if ((end - back) % 2 === 0) return end + 1;
  }
}

const WORD = /[^,:[\]{}"]+/y;

function endOfWord(text, i) {
  WORD.lastIndex = i;
  if (!WORD.test(text)) throw new SyntaxError("the text is no JSON");
  return WORD.lastIndex;
}

/**
 * The answer in a response with its value as text: `{value, rest}`, where `rest` is everything else, parsed. The value
 * stands at `answer.value`; it is undefined if there is none.
 */
export function withValueAsText(response) {
  const at = memberOf(response, 0, "answer");
  const inner = at < 0 || response[at] !== "{" ? -1 : memberOf(response, at, "value");
  if (inner < 0) return { value: undefined, rest: JSON.parse(response) };
  const end = endOfValue(response, inner);
  return {
    value: response.slice(inner, end),
    rest: JSON.parse(`${response.slice(0, inner)}null${response.slice(end)}`),
  };
}

/** Where the value of a member of the object at `i` starts, or -1. */
function memberOf(text, i, name) {
  for (i++; text[i] === '"';) {
    const colon = endOfString(text, i);
    if (text.slice(i + 1, colon - 1) === name) return colon + 1;
    i = endOfValue(text, colon + 1);
    if (text[i] === ",") i++;
  }
  return -1;
}

/** Levels that are indented: more of a value of many lines would be mostly white space. */
const DEEPEST = 32;

/**
 * A value laid out in lines as pieces `[kind, text]`, up to about `limit` characters, and whether that was all.
 * Kinds: key, string, number, word, mark (punctuation and white space).
 */
export function formatted(value, limit = Infinity) {
  const pieces = [];
  let depth = 0;
  let size = 0;
  let i = 0;
  const put = (kind, text) => {
    size += text.length;
    const last = pieces.at(-1);
    if (last && last[0] === kind) last[1] += text;
    else pieces.push([kind, text]);
  };
  const line = () => `\n${"  ".repeat(Math.min(depth, DEEPEST))}`;
  while (i < value.length && size < limit) {
    const c = value[i];
    if (c === "{" || c === "[") {
      i++;
      if (value[i] === "}" || value[i] === "]") put("mark", c + value[i++]);
      else (depth++, put("mark", c + line()));
    } else if (c === "}" || c === "]") {
      depth--;
      put("mark", line() + c);
      i++;
    } else if (c === ",") {
      put("mark", c + line());
      i++;
    } else if (c === '"') {
      const end = endOfString(value, i);
      const text = value.slice(i, Math.min(end, i + Math.max(1, limit - size)));
      const key = value[end] === ":";
      put(key ? "key" : "string", text);
      if (key) put("mark", ": ");
      i = end + key;
    } else {
      const end = endOfWord(value, i);
      put(
        c === "-" || (c >= "0" && c <= "9") ? "number" : "word",
        value.slice(i, Math.min(end, i + Math.max(1, limit - size))),
      );
      i = end;
    }
  }
  return { pieces, whole: i >= value.length && size <= limit };
}
