package tests_go

import (
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// codeCases show each code's place: the text before the fault, and the text from
// it on, of a bare document.
var codeCases = []struct{ code, before, fault string }{
	{"json.expected_value", ``, `x`},
	{"json.expected_value", ``, `NaN`},
	{"json.expected_value", ``, "\u0661"}, // a digit, but none of JSON's
	{"json.expected_value", "\uFEFF", "\uFEFF1"},
	{"json.expected_value", `[`, `,`},
	{"json.expected_value", `[1,`, `}`}, // a closer, but not the array's own
	{"json.expected_value", `{"a":`, `}`},
	{"json.expected_value", `[`, `Truex]`},
	{"json.expected_value", `[`, `Tru`},
	{"json.expected_value", `[`, `.`}, // begins no number, so the text could not become valid
	{"json.expected_value", `[`, `+.5]`},
	{"json.expected_key", `{`, `'a':1}`},
	{"json.expected_key", `{`, `,}`},
	{"json.expected_key", `{"a":1, `, `b:1}`},
	{"json.expected_key", `{"a":1,`, `]`},
	{"json.expected_colon", `{"a"`, `}`},
	{"json.expected_colon", `{"a" `, `"b"}`},
	{"json.expected_comma", `[1 `, `2]`},
	{"json.expected_comma", `[1`, `}`},
	{"json.expected_comma", `{"a":1`, `]`},
	{"json.expected_comma", `{"a":"b"`, `c"}`},
	{"json.expected_comma", `[true`, `x]`},
	{"json.expected_comma", `[1e5`, `.5]`},
	{"json.trailing_comma", "[1, \n\t", `]`},
	{"json.trailing_comma", `{"a":1,`, `}`},
	{"json.trailing_comma", `{"a":[1,`, `]}`},
	{"json.invalid_literal", `[`, `tru]`},
	{"json.invalid_literal", ``, `nan`},
	{"json.invalid_literal", `{"a":`, `True}`},
	{"json.invalid_literal", `[`, `None`}, // at the text's end too
	{"json.invalid_number", ``, `01`},
	{"json.invalid_number", `[`, `-x]`},
	{"json.invalid_number", `[1,`, `1.]`},
	{"json.invalid_number", `[`, `1e+]`},
	{"json.invalid_number", `[`, `.5]`},
	{"json.invalid_number", `[`, `+1`},
	{"json.number_out_of_range", ``, `1e999`},
	{"json.number_out_of_range", `[1, `, `-1e400]`},
	{"json.number_out_of_range", `[`, `1.7976931348623159e308]`},
	{"json.control_character", `["a`, "\n\"]"},
	{"json.control_character", `{"a`, "\x1F\":1}"},
	{"json.invalid_escape", `["a`, `\q"]`},
	{"json.invalid_escape", `["\ud83d`, `\q"]`}, // found before the high surrogate can be judged
	{"json.invalid_unicode_escape", `["`, `\u12G4"]`},
	{"json.invalid_unicode_escape", `["\ud83d`, `\u12"]`},
	{"json.lone_surrogate", `["`, `\ud83d"]`},
	{"json.lone_surrogate", `["`, `\ud83d\n"]`},
	{"json.lone_surrogate", `["`, `\ud83d\ud83d\ude00"]`},
	{"json.lone_surrogate", `["a`, `\ude00"]`},
	{"json.lone_surrogate", `["a`, surrogate(0xD83D) + `"]`},
	{"json.lone_surrogate", `["`, `\ud83d` + surrogate(0xDE00) + `"]`},
	{"json.duplicate_key", `{"a":1,`, `"a":2}`},
	{"json.duplicate_key", `{"a":1, `, `"\u0061"`},
	{"json.duplicate_key", `{"\ud83d\ude00":1,`, `"😀":1}`},
	{"json.duplicate_key", `[{"a":1},{"a":1,"b":{},`, `"b":[]}]`},
	{"json.too_deep", strings.Repeat(`[`, syntax.MaxDepth), `[`},
	{"json.too_deep", strings.Repeat(`{"a":`, syntax.MaxDepth), `{`},
	{"json.unexpected_end", ``, ``},
	{"json.unexpected_end", `{"a":[1,{"b":2}`, ``},
	{"json.unexpected_end", `[tru`, ``},
	{"json.unexpected_end", `[1.`, ``},
	{"json.unexpected_end", `["ab\u12`, ``},
	{"json.unexpected_end", `["ab\ud83d\`, ``},
	{"json.unexpected_end", strings.Repeat(`[`, syntax.MaxDepth), ``},
	{"json.trailing_characters", `{} `, `{}`},
	{"json.trailing_characters", `[1]`, `]`},
	{"json.trailing_characters", `1`, `_000`},
}

// TestCodes: each case, in all units and ways.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range codeCases {
		seen[c.code] = true
		s := c.before + c.fault
		got := ask(units[uint32](codePoints(s)), call{document: true, words: largeTape}, lawMemory)
		if want := len(codePoints(c.before)); got.Code != c.code || got.Pos != want {
			t.Errorf("%s: %s at %d, want %s at %d", show(s), got.Code, got.Pos, c.code, want)
		}
		if err := followsOracle(s); err != nil {
			t.Errorf("%s: %v", show(s), err)
		}
	}
	for _, code := range syntax.Codes() {
		switch code {
		// These are no faults of a document: see the tests of UTF-8, of the
		// selection, of MaxLength, of Blank and of the candidate list.
		case syntax.InvalidUTF8, syntax.NotFound, syntax.MultipleCandidates, syntax.TooLong, syntax.BlankValue,
			syntax.TextBytes, syntax.ContainerDepth:
		default:
			if !seen[code.String()] {
				t.Errorf("no case for %s", code)
			}
		}
	}
}

// TestInFences: the end of a fence's content is the end of the text to it.
func TestInFences(t *testing.T) {
	for _, c := range []struct{ code, before, fault, after string }{
		{"json.unexpected_end", "```json\n{\"a\": [1", ``, "\n```\n"},
		{"json.unexpected_end", "```json\n{\"a\": tru", ``, "  \r\n```\n"},
		{"json.unexpected_end", "~~~json\n[1.", ``, "\n~~~"},
		{"json.unexpected_end", "~~~json\n[\"a\\", ``, "\n~~~"},
		{"json.control_character", "```json\n[\"a", "\nb\"]", "\n```\n"},
		{"json.trailing_characters", "```json\n{} ", "{}", "\n```\n"},
		{"json.expected_value", "```json\n", "1", "\n```\n"},
		{"json.duplicate_key", "```\n{\"a\":1,", "\"a\":2} x", "\n```\n"}, // before the x in reading order
		{"json.invalid_literal", "```json\n[", "True", "\n```\n"},
		{"json.number_out_of_range", "```json\n[", "1e999", "\n```\n"},
	} {
		s := c.before + c.fault + c.after
		got := ask(units[uint8](codePoints(s)), call{opt: extract.Options{Kind: extract.Any}, words: largeTape}, lawMemory)
		if got.Code != c.code || got.Pos != len(c.before) || got.End != len(c.before)+len(c.fault) {
			t.Errorf("%s: %s at %d, until %d", show(s), got.Code, got.Pos, got.End)
		}
		if err := followsOracle(s); err != nil {
			t.Errorf("%s: %v", show(s), err)
		}
	}
}
