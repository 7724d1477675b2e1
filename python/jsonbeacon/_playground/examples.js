// Replies of the kinds that models write, each with the options that show what can be done about it.

const INTENT_SCHEMA = `{
  "type": "object",
  "properties": {
    "intent": { "enum": ["cancel", "change"] },
    "confidence": { "type": "number", "maximum": 1 }
  },
  "required": ["intent", "order"]
}`;

export const EXAMPLES = [
  {
    name: "Markdown fence",
    text: 'Sure! Here is the order as JSON:\n\n```json\n{\n  "order": 9007199254740993,\n  "total": 12.0,\n  "items": ["tea", "milk"],\n  "gift": false,\n  "note": null\n}\n```\n\nLet me know if you need anything else.',
  },
  {
    name: "Prose with citations",
    text: 'According to the report [1], sales rose in both regions [2, 3]. In short: {"region": "north", "growth": 0.12} for the north, see [[Appendix A]].',
  },
  {
    name: "Trailing comma",
    text: 'Here is the recipe:\n\n{\n  "name": "Flapjacks",\n  "minutes": 35,\n  "steps": ["melt", "mix", "bake",],\n}\n\nEnjoy!',
  },
  {
    name: "Truncated",
    text: '```json\n{\n  "title": "Moby-Dick",\n  "chapters": [\n    {"n": 1, "name": "Loomings"},\n    {"n": 2, "name": "The Carpet-Ba',
  },
  {
    name: "Python dict",
    text: "The result is {'name': 'Zoë', 'active': True, 'manager': None, 'tags': ('new', 'vip')}.",
    options: { repair: "syntax" },
  },
  {
    name: "Two objects",
    text: 'My first thought was {"answer": 41, "sure": false}.\nBut after counting again it is {"answer": 42, "sure": true}.',
  },
];

export const OPT_INS = [
  {
    name: "Reasoning",
    text: '<think>\nThe user wants a score. A draft: {"score": 3}. Hmm, too low.\n</think>\nThe score is {"score": 4}.',
    options: { reasoning: "skip" },
  },
  {
    name: "Answer in tags",
    text: 'You asked for <result>{"city": "..."}</result>, and I found {"city": "Bern?"} first.\n\n<result>{"city": "Zürich", "people": 443037}</result>',
    options: { select: "last", tags: ["result"] },
  },
  {
    name: "JSON Schema",
    text: 'Here you are:\n\n```json\n{\n  "intent": "refund",\n  "confidence": 9.5\n}\n```',
    schema: INTENT_SCHEMA,
  },
  {
    name: "Invisible characters",
    text: 'Copied from a web page: {"na\u200bme":\u00a0"Ada",\u200b "note": "می\u200cخواهم"\ufeff}',
    options: { repair: "syntax", invisible: "strip" },
  },
  {
    name: "Blank form",
    text: 'I could not find this person, so here is the form:\n\n{"name": "<name>", "born": null, "works": []}',
    options: { blank: "reject" },
  },
  {
    name: "Unescaped quotes",
    text: '{"review": "They call it "the best" film of the year", "stars": 4}',
    options: { repair: "guess" },
  },
  {
    name: "Try the next",
    text: 'First: {"id": 1, "name": "Ada" "age"}. Or rather: {"id": 1, "name": "Ada"}.',
    options: { fallthrough: true },
  },
];
