// Package playground is the engine of the page: what the two WebAssembly modules in its folders
// share. Module extract has what the page needs at once; module full has all of package tools, with
// JSON Schema and the candidate list, and is loaded when that is asked for.
//
// A request and its answer are JSON in UTF-8. A request is
//
//	{"do": "extract" | "repair" | "candidates" | "time", "input": {…}, "runs": n}
//
// with the input of the tool extract-json (of extract and time), repair-json or json-candidate-list.
// The answer to
//
//   - extract is {"answer": …, "candidates": […], "candidate_count": n, "text_length": n}, where
//     answer is to the byte what every other door gives: {"value": …} or {"error": …};
//   - repair and candidates is to the byte that of the tool: {"result": …};
//   - time is {"nanoseconds": […], "calls": n, "tick": n}, see [timed].
//
// A request that is refused, and a panic, is {"error": {"code": …, "message": …}}; nothing else
// comes across the boundary, and the module answers the next request as if nothing had happened.
package playground
