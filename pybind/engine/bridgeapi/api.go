// Package bridgeapi is what gopy exports to Python: functions of one shape, JSON in and JSON out.
// The build refuses any other. The package's name prefixes the C symbols, and exports.map lets
// them out by it.
//
// What gopy does with other types shapes this rule: it makes every error a RuntimeError of its
// text, aborts on a panic, cuts strings at a NUL and refuses lone surrogates. JSON escapes carry
// both, and core/tools puts errors and panics into the response.
package bridgeapi

import "github.com/jsonbeacon/jsonbeacon/core/tools"

// Version tells which engine this is and what built it.
func Version(request string) string { return tools.Version(request) }

// Limits tells what a text may not exceed.
func Limits(request string) string { return tools.Limits(request) }

// Format writes a value without white space or indented.
func Format(request string) string { return tools.Format(request) }

// Contracts tells what each tool promises.
func Contracts(request string) string { return tools.Contracts(request) }

// ExtractJSON takes the JSON object or array out of a text.
func ExtractJSON(request string) string { return tools.ExtractJSON(request) }

// RepairJSON mends a text that is one damaged JSON document.
func RepairJSON(request string) string { return tools.RepairJSON(request) }

// CandidateList lists everything in a text that may be JSON.
func CandidateList(request string) string { return tools.CandidateList(request) }

// SchemaCompile says whether a schema is one.
func SchemaCompile(request string) string { return tools.SchemaCompile(request) }

// SchemaValidate checks an instance against a schema.
func SchemaValidate(request string) string { return tools.SchemaValidate(request) }
