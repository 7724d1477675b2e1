package tools

import (
	"encoding/json"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

// A Contract is what a tool promises, for machines and people. A version of a tool keeps it: what
// changes an answer is another version.
type Contract struct {
	ID          string         `json:"id"`
	Version     string         `json:"version"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	Input       Schema         `json:"input"`  // of a request
	Output      Schema         `json:"output"` // of the member "result" of the response
	Error       Schema         `json:"error"`  // of the member "error", if the request is refused
	Limits      map[string]int `json:"limits"`
	Examples    []Example      `json:"examples"`
}

// An Example is a request and the response that it gets, to the byte.
type Example struct {
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input"`
	Response    json.RawMessage `json:"response"`
}

// A Tool is a Func that is served by name through every door.
type Tool struct {
	Contract
	Run Func
}

// Tools are all there are.
func Tools() []Tool {
	return []Tool{
		{extractContract(), ExtractJSON},
		{repairContract(), RepairJSON},
		{listContract(), CandidateList},
	}
}

// Contracts tells what each tool promises.
func Contracts(request string) string {
	return Serve(request, func(none) (any, error) {
		var list []Contract
		for _, t := range Tools() {
			list = append(list, t.Contract)
		}
		return list, nil
	})
}

// requestError is the schema of the member "error" of a response; codes are of texts that the tool
// cannot take.
func requestError(codes ...string) Schema {
	properties := []Property{
		must("code", Schema{Enum: anys(append([]string{wire.Malformed, wire.BadRequest, wire.Internal}, codes...)), Description: whatCode}),
		must("message", Schema{Type: "string", Description: whatMessage}),
	}
	if len(codes) > 0 {
		properties = append(append(properties, may("reason", reason())), place()...)
	}
	s := object(properties...)
	s.Dialect = dialect
	return s
}

// schemaError is the same of a tool that takes a schema.
func schemaError() Schema {
	s := requestError(SchemaInvalid)
	properties := (*s.Properties)[:2:2]
	properties = append(properties,
		may("reason", Schema{Enum: []any{schemaReason}, Description: "The sort of failure, for counting."}),
		may("path", Schema{Type: "string", Description: "Where in the schema the fault is, as a JSON Pointer."}),
		may("document", Schema{Type: "string", Description: "The URI of the registry's schema that is at fault, if it is not the schema itself."}),
		may("line", from1("The line in the schema, if that is given as a text.")),
		may("column", from1("The column in that line, in code points.")),
	)
	s.Properties = &properties
	return s
}

const (
	whatCode    = "What went wrong; a code never changes its meaning."
	whatMessage = "The same for a person; it may change."
)

// textError is the schema of a result that says what is wrong with the text.
func textError() Schema {
	return object(must("error", object(append([]Property{
		must("code", Schema{Enum: anys(append(names(syntax.Codes()), ValidationFailed)), Description: whatCode}),
		must("reason", reason()),
		must("message", Schema{Type: "string", Description: whatMessage}),
		may("start", offset("Where the JSON that failed starts, in code points.")),
		may("end", offset("Where it ends.")),
		may("violations", Schema{Type: "array", Description: "Each way in which the value is not what the schema asks for.", Items: violation()}),
	}, place()...)...)))
}

func reason() Schema {
	return Schema{Enum: anys(append(names(syntax.Reasons()), schemaReason)), Description: "The sort of failure, for counting."}
}

// place are the members that say where in the text the fault is.
func place() []Property {
	return []Property{
		may("position", offset("Where in the text the fault is, in code points.")),
		may("line", from1("The line of position.")),
		may("column", from1("The column of position, in code points.")),
	}
}

func violation() *Schema {
	s := object(
		must("path", Schema{Type: "string", Description: "Where in the value, as a JSON Pointer."}),
		must("keyword", Schema{Type: "string", Description: "The keyword of the schema that is broken."}),
		must("message", Schema{Type: "string"}),
		must("line", from1("Where in the text the value stands; of a missing member, its object.")),
		must("column", from1("Where in the line, in code points.")),
		may("expected", Schema{Description: "What the keyword asks for, where that is short."}),
		may("found", Schema{Description: "What the value has, where that is short."}),
	)
	return &s
}

func extractContract() Contract {
	return Contract{
		ID: "extract-json", Version: "1.0.0", Title: "Extract JSON",
		Description: "Takes the JSON object or array out of what a language model wrote, by fixed rules and without " +
			"guessing: from a JSON code fence, else from the text. Use it whenever a reply should hold JSON and may " +
			"hold prose, Markdown or reasoning as well. Broken JSON is an error with a code and an exact place, unless " +
			"`repair` allows mending it. With `schema` the value is checked too, and each violation has its place.",
		Input: input(wire.ExtractMembers),
		Output: outputOf(
			must("value", Schema{Description: "The value: numbers as they were spelt, members in their order."}),
			may("source", Schema{Enum: anys(extract.SourceNames), Description: "Where it stood; absent if there is no JSON."}),
			may("start", offset("Where its JSON starts in the text, in code points.")),
			may("end", offset("Where its JSON ends.")),
			must("candidates", offset("How many values `select` chose from.")),
		),
		Error:  schemaError(),
		Limits: map[string]int{"text_code_points": syntax.MaxLength, "nesting": syntax.MaxDepth},
		Examples: []Example{
			{
				"A reply with a JSON fence.",
				json.RawMessage(`{"text":"Sure:\n` + "```json" + `\n{\"a\": 1}\n` + "```" + `"}`),
				json.RawMessage(`{"result":{"value":{"a":1},"source":"fence","start":14,"end":22,"candidates":1,"repairs":[],"truncated":false}}`),
			},
			{
				"The final answer of a reasoning model, mended where there is one reading.",
				json.RawMessage(`{"text":"<think>{\"n\": 1}?</think> It is {'n': 1.0}.","select":"last","reasoning":"skip","repair":"syntax"}`),
				json.RawMessage(`{"result":{"value":{"n":1.0},"source":"inline","start":31,"end":41,"candidates":1,"repairs":[` +
					`{"rule":"repair.quotes","start":32,"end":33,"before":"'","after":"\"","guess":false},` +
					`{"rule":"repair.quotes","start":34,"end":35,"before":"'","after":"\"","guess":false}],"truncated":false}}`),
			},
			{
				"Broken JSON is never mended unasked.",
				json.RawMessage(`{"text":"The user wants to {\"intent\": cancel"}`),
				json.RawMessage(`{"result":{"error":{"code":"json.expected_value","reason":"malformed","message":"expected a JSON value, found 'c' (line 1, column 30)","position":29,"line":1,"column":30,"start":18,"end":35}}}`),
			},
			{
				"No JSON, and that is no error.",
				json.RawMessage(`{"text":"I cannot help with that.","required":false}`),
				json.RawMessage(`{"result":{"value":null,"candidates":0,"repairs":[],"truncated":false}}`),
			},
			{
				"A value that is not what the schema asks for.",
				json.RawMessage(`{"text":"Sure: {\"n\": \"1\"}","schema":{"properties":{"n":{"type":"integer"}},"required":["n","unit"]}}`),
				json.RawMessage(`{"result":{"error":{"code":"schema.validation_failed","reason":"schema","message":"2 schema violations, the first at /unit: missing member \"unit\" (line 1, column 7)","violations":[` +
					`{"path":"/unit","keyword":"required","message":"missing member \"unit\"","line":1,"column":7,"expected":"unit"},` +
					`{"path":"/n","keyword":"type","message":"expected integer, found string","line":1,"column":13,"expected":"integer","found":"string"}]}}}`),
			},
			{
				"A schema that is none.",
				json.RawMessage(`{"text":"{}","schema":"{\"properties\":\n {\"n\": {\"type\": \"int\"}}}"}`),
				json.RawMessage(`{"error":{"code":"schema.invalid","reason":"schema","message":"at /properties/n/type: expected one of \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\", found \"int\"","path":"/properties/n/type","line":2,"column":17}}`),
			},
			{
				"An option that there is not.",
				json.RawMessage(`{"text":"{}","select":"best"}`),
				json.RawMessage(`{"error":{"code":"request.invalid","message":"select must be one of \"first\", \"last\", \"largest\", \"only\", not \"best\""}}`),
			},
		},
	}
}

func repairContract() Contract {
	return Contract{
		ID: "repair-json", Version: "1.0.0", Title: "Repair JSON",
		Description: "Mends a text that is one damaged JSON document: quotes, commas, comments, Python literals, missing " +
			"closers and the like. Every edit is recorded, the result is always valid, and what would need a guess can be " +
			"refused. Use it for a file or a field that should be JSON; for a reply with prose around the JSON use " +
			"extract-json.",
		Input:  input(wire.RepairMembers),
		Output: outputOf(must("value", Schema{Description: "What the mended text means: numbers as they were spelt, members in their order."})),
		Error:  requestError(),
		Limits: map[string]int{"text_code_points": syntax.MaxLength, "nesting": syntax.MaxDepth},
		Examples: []Example{
			{
				"Single quotes and a trailing comma.",
				json.RawMessage(`{"text":"{'a': [1, 2,]}","level":"syntax"}`),
				json.RawMessage(`{"result":{"value":{"a":[1,2]},"repairs":[` +
					`{"rule":"repair.quotes","start":1,"end":2,"before":"'","after":"\"","guess":false},` +
					`{"rule":"repair.quotes","start":3,"end":4,"before":"'","after":"\"","guess":false},` +
					`{"rule":"repair.trailing_comma","start":11,"end":12,"before":",","after":"","guess":false}],"truncated":false}}`),
			},
			{
				"What was cut off is closed, and the result says so.",
				json.RawMessage(`{"text":"{\"a\": [1, 2"}`),
				json.RawMessage(`{"result":{"value":{"a":[1,2]},"repairs":[` +
					`{"rule":"repair.cut_off","start":11,"end":11,"before":"","after":"]","guess":true},` +
					`{"rule":"repair.cut_off","start":11,"end":11,"before":"","after":"}","guess":true}],"truncated":true}}`),
			},
			{
				"Unless that is not wanted.",
				json.RawMessage(`{"text":"{\"a\": [1, 2","level":"guess"}`),
				json.RawMessage(`{"result":{"error":{"code":"json.unexpected_end","reason":"truncated","message":"found the end of the text in the array opened at line 1, column 7 (line 1, column 12)","position":11,"line":1,"column":12,"start":0,"end":11}}}`),
			},
		},
	}
}

// outputOf is the schema of a result: a value with these members and what was changed to get it, or
// what is wrong with the text.
func outputOf(properties ...Property) Schema {
	edit := object(
		must("rule", Schema{Type: "string", Pattern: `^repair\.`, Description: "The rule that made it."}),
		must("start", offset("Where it starts in the text, in code points.")),
		must("end", offset("Where it ends.")),
		must("before", Schema{Type: "string", Description: "What stood there."}),
		must("after", Schema{Type: "string", Description: "What it was replaced with."}),
		must("guess", Schema{Type: "boolean", Description: "Whether another reading was possible."}),
	)
	value := object(append(properties,
		must("repairs", Schema{Type: "array", Items: &edit, Description: "Each edit that made it JSON, in the order of the text."}),
		must("truncated", Schema{Type: "boolean", Description: "Whether something was supplied, or left out, because the text does not have it."}),
	)...)
	return Schema{Dialect: dialect, Type: "object", AnyOf: []Schema{value, textError()}}
}
