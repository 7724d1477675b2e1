// Package repair turns a damaged JSON document into one that package syntax
// accepts, by edits to its text that are all recorded.
//
// It is the strict grammar once more, as a pushdown machine. Where a text does
// not fit, the machine stops with a code, and the [Rules] that are registered
// for that code are asked in the order of the table. A rule that knows what
// the text means makes an edit and says where reading goes on; when no rule
// does, the document is refused and the strict fault stands.
//
// What holds for every text:
//
//   - A valid document comes back untouched, with no edits.
//   - The result is the edits applied to the text, and nothing else.
//   - The result is valid: the strict reader has read it.
//   - The cost is linear in the text.
//   - Below [All] nothing is supplied that the text does not have: a document
//     that was cut off is refused.
package repair
