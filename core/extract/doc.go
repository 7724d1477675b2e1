// Package extract finds the JSON in what a language model wrote.
//
// The same text always gives the same answer, by rules and no heuristics:
//
//   - A text that is one JSON object or array, white space aside, is the answer.
//   - Otherwise, if it has Markdown code fences that are labelled json, or have
//     no label and start with a bracket, what they hold are the candidates.
//   - Otherwise every strict JSON object or array in the text is a candidate, and
//     so is what starts like one and turns out malformed.
//
// [Options] say which kind of candidate counts and which of several is chosen.
// A chosen candidate that is malformed is an [Error] with a code and a place;
// nothing inside it is ever taken for the answer.
//
// The cost is linear in the text, for every text.
package extract
