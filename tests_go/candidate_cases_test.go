package tests_go

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// shown is a candidate on a line: its text, and what is wrong with it.
func shown(c candidates.Candidate) string {
	s := c.Text
	if c.Reason != candidates.Complete {
		s += " " + c.Reason.String()
	}
	if c.Fault.Code != syntax.OK {
		s += fmt.Sprintf(" %s@%d", strings.TrimPrefix(c.Fault.Code.String(), "json."), c.Fault.Offset)
	}
	if c.Repair != nil && len(c.Repair.Rules) > 0 {
		s += fmt.Sprintf(" => %s %v %s", c.Repair.Text, c.Repair.Valid, strings.Join(c.Repair.Rules, "+"))
	}
	return s
}

func candidatesOf(t *testing.T, text string, opt candidates.Options) *candidates.List {
	t.Helper()
	found, err := candidates.Find(text, opt)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestBracketPass: where candidates end, why, and where the scan goes on. They
// are shown in the order of the text.
func TestBracketPass(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{`{"a": [1, {}]} [2]`, []string{`{"a": [1, {}]}`, `[2]`}},
		{`{"}": "]{"} x`, []string{`{"}": "]{"}`}},
		{`["\"]", "\\"] [`, []string{`["\"]", "\\"]`, `[ unclosed unexpected_end@1`}},
		{`} ] x`, nil},
		{`"[1]" '{'`, []string{`[1]`, `{' unclosed expected_key@1`}}, // prose knows no strings
		{"[1, {\"a\" ] [2]} [3]", []string{`[1, {"a" mismatched_closer unexpected_end@8`, `[2]`, `[3]`}},
		{"[1 \t\n} {}", []string{`[1 mismatched_closer unexpected_end@2`, `{}`}},
		{"[\"a\n] [1]", []string{`["a unterminated_string unexpected_end@3`, `[1]`}},
		{"[\"a \t\n[2]", []string{`["a unterminated_string unexpected_end@3`, `[2]`}},
		{"[\"a\\\n[2]", []string{"[\"a\\ unterminated_string unexpected_end@4", `[2]`}},
		{"[\"[1]", []string{`["[1] unterminated_string unexpected_end@5`}},
		{"[1,\n\nx]", []string{`[1, unclosed unexpected_end@3`}}, // the paragraph ends
		{"[1,\n2 ", []string{"[1,\n2 unclosed unexpected_end@5"}},
		{"[😀 x]", []string{`[😀 x] expected_value@1`}},
		{`["😀", x]`, []string{`["😀", x] expected_value@7`}},
		{`{"a": 1, "a": 2} [1e999] ["\ud800", "\udc00\ud800"]`, []string{`{"a": 1, "a": 2}`, `[1e999]`, `["\ud800", "\udc00\ud800"]`}},
		{`["\ud800\q"] ["\ud800\u12"]`, []string{`["\ud800\q"] invalid_escape@8`, `["\ud800\u12"] invalid_unicode_escape@8`}},
		{"[\"\t\"]", []string{"[\"\t\"] control_character@2"}},
		{`[01] [.5] [tru] [1 2] {"a" 1} {a} [,]`, []string{
			`[01] invalid_number@1`, `[.5] invalid_number@1`, `[tru] invalid_literal@1`, `[1 2] expected_comma@3`,
			`{"a" 1} expected_colon@5`, `{a} expected_key@1`, `[,] expected_value@1`,
		}},
		{"```python\n[1]\n```\n```JSON\n[2]\n```\n```jſon\n[3]\n```", []string{`[2]`}},
	} {
		found := candidatesOf(t, c.text, candidates.Options{MaxResults: 100}).Candidates
		slices.SortFunc(found, func(a, b candidates.Candidate) int { return a.Start - b.Start })
		var got []string
		for _, each := range found {
			got = append(got, shown(each))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q:\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

// TestBracketDepth: brackets nest 64 deep; what is deeper is a fault in reading
// order like any other.
func TestBracketDepth(t *testing.T) {
	open, closed := strings.Repeat("[", 64), strings.Repeat("]", 64)
	for _, c := range []struct{ text, code, at string }{
		{open + closed, "", ""},
		{strings.Repeat(`{"a":`, 64) + "1" + strings.Repeat("}", 64), "", ""},
		{open + `"[{"` + closed, "", ""},
		{open + "[]" + closed, "json.too_deep", "[]" + closed},
		{strings.Repeat(`{"a":`, 65) + "1" + strings.Repeat("}", 65), "json.too_deep", `{"a":1` + strings.Repeat("}", 65)},
		{open + "[", "json.too_deep", "["},
		{open + open + open + open + open + open + open + open + open, "json.too_deep", strings.Repeat(open, 8)},
		{"[x," + open + open, "json.expected_value", "x," + open + open},
		{open + "1[", "json.expected_comma", "["},
		{open + "-[", "json.invalid_number", "-["},
		{open + "tru[", "json.invalid_literal", "tru["},
		{open + "[x", "json.too_deep", "[x"},
	} {
		found := candidatesOf(t, c.text, candidates.Options{}).Candidates[0]
		if found.Fault.Code.String() != c.code || c.code != "" && found.Text[found.Fault.Offset:] != c.at {
			t.Errorf("%s: %s at %d", c.text, found.Fault.Code, found.Fault.Offset)
		}
	}
}

// TestRules: what the three rules change, and what they leave alone.
func TestRules(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[1, /* one */ 2]`, `[1,  2] true comments`},
		{"[1, // [one\n2]", "[1, \n2] true comments"},
		{`[1/**/2]`, `[1 2] false comments`}, // not [12]
		{`["/* a */", "//b"]`, ``},
		{`[1, /* 2]`, ``},
		{`[1, # one`, `[1, # one] false unclosed`},
		{`[1,]`, `[1] true trailing_commas`},
		{`{"a": {"b": 1 , } ,}`, `{"a": {"b": 1  } } true trailing_commas`},
		{`[1, /**/ ]`, `[1  ] true comments+trailing_commas`},
		{`[,]`, ``},
		{`[1,,]`, ``},
		{`{"a":,}`, ``},
		{`[1, 2`, `[1, 2] true unclosed`},
		{`[1, 2,`, `[1, 2] true trailing_commas+unclosed`},
		{`{"a": ["b`, `{"a": ["b"]} true unclosed`},
		{`{"a": "b\"`, `{"a": "b\""} true unclosed`},
		{`{"a": "b\`, ``},
		{`{"a": "b\\`, `{"a": "b\\"} true unclosed`},
		{`{"a": "b\u12`, `{"a": "b\u12"} false unclosed`},
		{`{"a": [1}`, `{"a": [1]} true unclosed`},
		{`{"a": tru`, `{"a": tru} false unclosed`},
		{`{"a":`, `{"a":} false unclosed`},
		{`{"a`, `{"a"} false unclosed`},
		{`{a: 1, 'b': 2,}`, `{a: 1, 'b': 2} false trailing_commas`},         // keys and quotes stay
		{"[1, // \"one\n2]", "[1 ] true comments+trailing_commas+unclosed"}, // the line ends inside what JSON takes for a string
		{`{"a": 1 // }`, `{"a": 1 } true comments+unclosed`},
		{`[[1, 2`, `[[1, 2]] true unclosed`},
		{strings.Repeat("[", 65), strings.Repeat("[", 65) + strings.Repeat("]", 65) + " false unclosed"},
		{strings.Repeat("[", 64), strings.Repeat("[", 64) + strings.Repeat("]", 64) + " true unclosed"},
		{`{"a": 1}`, ``},
	} {
		found := candidatesOf(t, c.text, candidates.Options{Repair: true}).Candidates[0]
		got := ""
		if len(found.Repair.Rules) > 0 {
			got = fmt.Sprintf("%s %v %s", found.Repair.Text, found.Repair.Valid, strings.Join(found.Repair.Rules, "+"))
		} else if found.Repair.Text != found.Text || found.Repair.Valid != (found.Fault.Code == syntax.OK) {
			t.Errorf("%s: %+v without a rule", c.text, found.Repair)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestRanking: each step decides only what the steps before it leave open.
func TestRanking(t *testing.T) {
	for _, c := range []struct {
		text   string
		repair bool
		want   string // the texts, the best first
	}{
		{"[1,] {} [2,3", false, "{} | [1,] | [2,3"},                                                    // valid first
		{"[1,] [x] [22,]", true, "[22,] | [1,] | [x]"},                                                 // then what is mended
		{"[10]\n\n    [11]\n\n```\n[12]\n```\n```json\n[13]\n```", false, "[13] | [12] | [11] | [10]"}, // then the source
		{"```json\n[x]\n```\n[1]", false, "[1] | [x]"},                                                 // validity before the source
		{"[x, y, z, [a] [b]", false, "[x, y, z, [a] [b]"},
		{"[x] [yyyy", false, "[x] | [yyyy"}, // complete before incomplete
		{"[1] [22] [333]", false, "[333] | [22] | [1]"},
		{`["é"] ["😀"] [123]`, false, `["😀"] | ["é"] | [123]`}, // in UTF-16 units: 6, 5, 5
		{"[1] [2] [3]", false, "[1] | [2] | [3]"},
	} {
		found := candidatesOf(t, c.text, candidates.Options{Repair: c.repair})
		var got []string
		for _, each := range found.Candidates {
			got = append(got, each.Text)
		}
		if got := strings.Join(got, " | "); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestMaxResults: a shorter list is the beginning of a longer one.
func TestMaxResults(t *testing.T) {
	text := ""
	for n := range 300 {
		text += "[" + strings.Repeat("1", n*7%40+1) + "] [x} "
	}
	whole := candidatesOf(t, text, candidates.Options{MaxResults: candidates.MaxResults})
	for n := 1; n <= candidates.MaxResults; n++ {
		found := candidatesOf(t, text, candidates.Options{MaxResults: n})
		if found.Count != whole.Count || len(found.Candidates) != n || !slices.EqualFunc(found.Candidates, whole.Candidates[:n], func(a, b candidates.Candidate) bool { return a == b }) {
			t.Fatalf("%d: %+v, want %+v", n, found.Candidates, whole.Candidates[:n])
		}
	}
	if n := len(candidatesOf(t, text, candidates.Options{}).Candidates); n != candidates.DefaultResults {
		t.Error(n)
	}
}
