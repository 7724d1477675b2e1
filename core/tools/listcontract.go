package tools

import (
	"encoding/json"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

func listContract() Contract {
	limits := []string{syntax.TextBytes.String(), syntax.ContainerDepth.String(), syntax.InvalidUTF8.String()}
	return Contract{
		ID: "json-candidate-list", Version: "1.0.0", Title: "List JSON candidates",
		Description: "Lists every part of a text that may be a JSON object or array, the best first: where it stands in the " +
			"Markdown, whether it is complete and valid, and what is wrong with it. Use it to look at a reply before you " +
			"decide, or when extract-json does not take what you want; to get a value, use extract-json. Offsets count " +
			"UTF-16 code units.",
		Input:  input(listingMembers),
		Output: listSchema(),
		Error:  requestError(limits...),
		Limits: map[string]int{
			"text_bytes": candidates.MaxBytes, "container_depth": candidates.MaxContainerDepth, "bracket_depth": candidates.MaxDepth,
			"max_results": candidates.MaxResults,
		},
		Examples: []Example{
			{
				"An object in prose.",
				json.RawMessage(`{"text":"Sure! {\"a\": 1} is what you need."}`),
				json.RawMessage(`{"result":{"candidates":[{"rank":1,"source":"prose","fence_index":null,"start":6,"end":14,"start_line":1,"end_line":1,` +
					`"text":"{\"a\": 1}","contiguous":true,"top_level":"object","complete":true,"incomplete_reason":null,"valid_json":true,` +
					`"json_error":null,"repair":null}],"candidate_count":1,"truncated":false}}`),
			},
			{
				"A damaged object in a quoted fence, and what repair makes of it.",
				json.RawMessage(`{"text":"> ` + "```json" + `\n> {\"a\": [1,\n> 2,]\n","repair":true}`),
				json.RawMessage(`{"result":{"candidates":[{"rank":1,"source":"json_fence","fence_index":0,"start":12,"end":27,"start_line":2,"end_line":3,` +
					`"text":"{\"a\": [1,\n2,]","contiguous":false,"top_level":"object","complete":false,"incomplete_reason":"unclosed","valid_json":false,` +
					`"json_error":{"code":"json.trailing_comma","offset":12},"repair":{"text":"{\"a\": [1,\n2]}","valid_json":true,` +
					`"rules":["trailing_commas","unclosed"]}}],"candidate_count":1,"truncated":false}}`),
			},
			{
				"Nothing.",
				json.RawMessage(`{"text":"I cannot help with that."}`),
				json.RawMessage(`{"result":{"candidates":[],"candidate_count":0,"truncated":false}}`),
			},
		},
	}
}

// listSchema is the schema of a result.
func listSchema() Schema {
	units := func(what string) Schema { return offset(what + ", in UTF-16 code units.") }
	orNull := func(s Schema) Schema {
		return Schema{AnyOf: []Schema{{Type: "null"}, s}, Description: s.Description}
	}
	truth := func(what string) Schema { return Schema{Type: "boolean", Description: what} }
	fault := object(
		must("code", Schema{Type: "string", Pattern: `^json\.`, Description: whatCode}),
		must("offset", units("Where in the candidate's text")),
	)
	fault.Description = "The first thing that RFC 8259 does not allow."
	mended := object(
		must("text", Schema{Type: "string"}),
		must("valid_json", truth("Whether it is valid now.")),
		must("rules", Schema{Type: "array", Items: &Schema{Enum: anys(candidates.Rules[:])}, Unique: true, Description: "Those that changed it."}),
	)
	mended.Description = "The candidate after the conservative repairs, if they were asked for."
	candidate := object(
		must("rank", from1("Its place in the list.")),
		must("source", Schema{Enum: anys(candidates.SourceNames()), Description: "The sort of Markdown block."}),
		must("fence_index", orNull(offset("Which of the fenced code blocks it stands in, from 0."))),
		must("start", units("Where it starts in the text")),
		must("end", units("Where it ends")),
		must("start_line", from1("The line of start.")),
		must("end_line", from1("The line of its last character.")),
		must("text", Schema{Type: "string", Description: "The candidate, without what block quotes and lists put in front of lines."}),
		must("contiguous", truth("Whether the text from start to end is the same.")),
		must("top_level", Schema{Enum: anys([]string{"object", "array"})}),
		must("complete", truth("Whether its first bracket is closed.")),
		must("incomplete_reason", Schema{Enum: append([]any{nil}, anys(candidates.ReasonNames())...), Description: "Why not."}),
		must("valid_json", truth("Whether it is RFC 8259 grammar.")),
		must("json_error", orNull(fault)),
		must("repair", orNull(mended)),
	)
	s := object(
		must("candidates", Schema{Type: "array", Items: &candidate, Description: "The best first."}),
		must("candidate_count", offset("How many there are, listed or not.")),
		must("truncated", truth("Whether some are not listed.")),
	)
	s.Dialect = dialect
	return s
}
