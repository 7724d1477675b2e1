package tests_go

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

var levelsByName = map[string]repair.Level{"syntax": repair.Syntax, "guess": repair.Guess, "all": repair.All}

// mended is what repair makes of a text.
type mended struct {
	json      string
	refused   string // a code
	edits     []any
	truncated bool
	result    repair.Result
}

func source(s string) syntax.Source[uint8] {
	units := append([]byte(s), 0)
	return syntax.NewSource(units[:len(s)])
}

func mendDocument(s string, level repair.Level) mended {
	src := source(s)
	r, fault := repair.Document(src, true, level, nil)
	return outcome(src, r, fault)
}

func outcome(src syntax.Source[uint8], r repair.Result, fault *syntax.Fault) mended {
	if fault != nil {
		return mended{refused: fault.Code.String()}
	}
	m := mended{json: string(repair.Apply(src, r).Units()), truncated: r.Truncated, result: r}
	for _, e := range r.Edits {
		name := strings.TrimPrefix(e.Name(), "repair.")
		m.edits = append(m.edits, []any{name, fmt.Sprint(e.Start), fmt.Sprint(e.End), r.After(e)})
	}
	return m
}

// ruleCase is a row of testdata/repair/rules: a text, and what it becomes.
type ruleCase struct {
	Text, Level, JSON, Refused string
	Truncated                  bool
	Edits                      []any
}

// TestRepairRules: every rule has a file of cases, and each comes out as it says.
func TestRepairRules(t *testing.T) {
	files := map[string]bool{}
	for _, rule := range repair.Rules {
		name := strings.TrimPrefix(rule.Name, "repair.")
		files[name+".jsonl"] = true
		t.Run(name, func(t *testing.T) {
			used := false
			for _, c := range rows[ruleCase](t, "repair/rules/"+name+".jsonl") {
				got := mendDocument(c.Text, levelsByName[c.Level])
				for i, e := range c.Edits {
					parts := e.([]any)
					parts[1], parts[2] = fmt.Sprint(parts[1]), fmt.Sprint(parts[2])
					c.Edits[i] = parts
					used = used || parts[0] == name
				}
				edits := c.Edits
				if len(edits) == 0 {
					edits = nil
				}
				if got.json != c.JSON || got.refused != c.Refused || got.truncated != c.Truncated || !reflect.DeepEqual(got.edits, edits) {
					t.Errorf("%q at %s:\n got %q %s truncated=%t %v\nwant %q %s truncated=%t %v", c.Text, c.Level,
						got.json, got.refused, got.truncated, got.edits, c.JSON, c.Refused, c.Truncated, edits)
				}
				if got.refused == "" && levelsByName[c.Level] == rule.Level && rule.Level > repair.Syntax && usesRule(got, rule.Name) {
					if below := mendDocument(c.Text, rule.Level-1); below.refused == "" && usesRule(below, rule.Name) {
						t.Errorf("%q: %s applies below its level", c.Text, rule.Name)
					}
				}
			}
			if !used {
				t.Error("no case has an edit of the rule")
			}
		})
	}
	paths, err := filepath.Glob("testdata/repair/rules/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if !files[filepath.Base(path)] {
			t.Errorf("%s belongs to no rule", path)
		}
	}
}

func usesRule(m mended, name string) bool {
	for _, e := range m.result.Edits {
		if e.Name() == name {
			return true
		}
	}
	return false
}

// value decodes a document, numbers as they are spelled.
func value(tb testing.TB, s string) any {
	tb.Helper()
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		tb.Fatalf("%v: %q", err, s)
	}
	return v
}

// TestRepairPairs compares repair with what jsonrepair 3.15 makes of its own
// cases. Where the two part, a row of pairs_apart.jsonl says why.
func TestRepairPairs(t *testing.T) {
	why := map[string]string{}
	for _, row := range rows[struct{ Input, Why string }](t, "repair/pairs_apart.jsonl") {
		why[row.Input] = row.Why
	}
	pairs := rows[struct {
		Input  string
		Output *string
	}](t, "repair/jsonrepair_pairs.jsonl")
	apart := 0
	for _, p := range pairs {
		got := mendDocument(p.Input, repair.All)
		var same bool
		if p.Output == nil || got.refused != "" {
			same = p.Output == nil && got.refused != ""
		} else {
			same = reflect.DeepEqual(value(t, got.json), value(t, *p.Output))
		}
		if !same {
			apart++
		}
		if _, listed := why[p.Input]; same == listed {
			t.Errorf("%q: the same %t, listed as apart %t: %q %s", p.Input, same, listed, got.json, got.refused)
		}
		delete(why, p.Input)
	}
	for input := range why {
		t.Errorf("%q is listed and no case", input)
	}
	if 20*apart > len(pairs) {
		t.Errorf("%d of %d are apart", apart, len(pairs))
	}
}

// TestRepairReports: the texts of reports.jsonl come out as their users wanted.
func TestRepairReports(t *testing.T) {
	inputs := map[string]any{}
	for _, row := range rows[struct {
		ID    string
		Input any
	}](t, "reports.jsonl") {
		inputs[row.ID] = row.Input
	}
	for _, row := range rows[struct {
		ID, Level, Refused string
		JSON               any
		InProse            bool `json:"in_prose"`
	}](t, "repair/reports.jsonl") {
		s := inputs[row.ID].(string)
		got := mendDocument(s, levelsByName[row.Level])
		if row.InProse {
			src := source(s)
			r, fault := repair.Value(src, true, strings.IndexAny(s, "{["), len(s), levelsByName[row.Level], nil, nil)
			got = outcome(src, r, fault)
		}
		if got.refused != row.Refused || got.refused == "" && !reflect.DeepEqual(value(t, got.json), row.JSON) {
			t.Errorf("%s %q at %s: %q %s, wanted %v %s", row.ID, s, row.Level, got.json, got.refused, row.JSON, row.Refused)
		}
	}
}

// repairIsSound states what holds of repair for every text: see package repair.
func repairIsSound(s string) error {
	if !utf8.ValidString(s) {
		return nil
	}
	src := source(s)
	_, strict := repair.Document(src, true, repair.Off, nil)
	for level := repair.Off; level <= repair.All; level++ {
		r, fault := repair.Document(src, true, level, nil)
		if strict == nil && (fault != nil || len(r.Edits) > 0) {
			return fmt.Errorf("%s: valid, and not left as it is", level)
		}
		if err := resultIsSound(src, r, fault, level); err != nil {
			return fmt.Errorf("%s: %w", level, err)
		}
		if err := widthsAgree(s, level, r, fault); err != nil {
			return fmt.Errorf("%s: %w", level, err)
		}
		if i := strings.IndexAny(s, "{["); i >= 0 {
			r, fault := repair.Value(src, true, i, len(s), level, nil, nil)
			if err := resultIsSound(src, r, fault, level); err != nil {
				return fmt.Errorf("value at %s: %w", level, err)
			}
		}
	}
	return nil
}

func resultIsSound(src syntax.Source[uint8], r repair.Result, fault *syntax.Fault, level repair.Level) error {
	before := string(src.Units())
	if fault != nil {
		if fault.Code == syntax.OK || fault.Pos < 0 || fault.Pos > src.Len() {
			return fmt.Errorf("no fault: %v", *fault)
		}
		return nil
	}
	if r.Truncated && level < repair.All {
		return fmt.Errorf("something was supplied")
	}
	// Edits replayed on the input give the output.
	out, at := "", r.Start
	for _, e := range r.Edits {
		if int(e.Start) < at || e.End < e.Start || int(e.End) > r.End {
			return fmt.Errorf("edits out of order: %+v", r.Edits)
		}
		out += before[at:e.Start] + r.After(e)
		at = int(e.End)
	}
	out += before[at:r.End]
	fixed := repair.Apply(src, r)
	if string(fixed.Units()) != out {
		return fmt.Errorf("edits give %q, Apply %q", out, fixed.Units())
	}
	// The output is valid, and repaired no further.
	again, fault := repair.Document(fixed, true, repair.Off, nil)
	if fault != nil {
		return fmt.Errorf("%q is not valid: %s at %d", out, fault.Code, fault.Pos)
	}
	if len(again.Edits) > 0 {
		return fmt.Errorf("%q is repaired again", out)
	}
	return nil
}

// widthsAgree: code points in wider units give the same as UTF-8.
func widthsAgree(s string, level repair.Level, r repair.Result, fault *syntax.Fault) error {
	points := codePoints(s)
	wide := units[uint32](points)
	src := syntax.NewSource(wide)
	got, wrong := repair.Document(src, false, level, nil)
	if (fault == nil) != (wrong == nil) || fault != nil && fault.Code != wrong.Code {
		return fmt.Errorf("UTF-8 gives %v, code points %v", fault, wrong)
	}
	if fault != nil {
		return nil
	}
	utf8Out := string(repair.Apply(source(s), r).Units())
	wideOut := string(runes(repair.Apply(src, got).Units()))
	if utf8Out != wideOut || len(r.Edits) != len(got.Edits) {
		return fmt.Errorf("UTF-8 gives %q, code points %q", utf8Out, wideOut)
	}
	return nil
}

func runes(points []uint32) []rune {
	list := make([]rune, len(points))
	for i, c := range points {
		list[i] = rune(c)
	}
	return list
}

// FuzzRepair: whatever comes in, what comes out is valid, and a valid text is
// left as it is.
func FuzzRepair(f *testing.F) {
	for _, s := range repairSeeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 4000 {
			t.Skip("long texts say no more")
		}
		if err := repairIsSound(s); err != nil {
			t.Errorf("%s\n%v", show(s), err)
		}
	})
}

func repairSeeds(f *testing.F) []string {
	list := seeds(f)
	for _, p := range rows[struct{ Input string }](f, "repair/jsonrepair_pairs.jsonl") {
		list = append(list, p.Input)
	}
	for _, rule := range repair.Rules {
		for _, c := range rows[ruleCase](f, "repair/rules/"+strings.TrimPrefix(rule.Name, "repair.")+".jsonl") {
			list = append(list, c.Text)
		}
	}
	return list
}

// TestRepairPrefixes: below All no document that was cut off gives a value.
func TestRepairPrefixes(t *testing.T) {
	paths, err := filepath.Glob("testdata/JSONTestSuite/test_parsing/y_*.json")
	if err != nil {
		t.Fatal(err)
	}
	docs := []string{
		`{"name": "use {x} or [y]", "k:{}": [{"a": 1.5e3, "b": [true, null]}, "x, \"y\": z"], "t": "a\u00e9\\"}`,
		"{\n  \"a\": {\n    \"b\": [\n      1,\n      \"x}\"\n    ],\n    \"c\": {}\n  },\n  \"d\": \"e]\"\n}",
		`[{"a": "b"}, {"a": "}]"}, ["c: d", "// e", "f(", "` + "`" + `"]]`,
	}
	for _, path := range paths {
		if data, err := os.ReadFile(path); err == nil && utf8.Valid(data) && len(data) < 500 {
			docs = append(docs, string(data))
		}
	}
	for _, doc := range docs {
		if c := strings.TrimSpace(doc); c == "" || c[0] != '{' && c[0] != '[' {
			continue // a number cut off is a number
		}
		for i := range strings.TrimRight(doc, " \t\r\n") {
			for _, level := range []repair.Level{repair.Syntax, repair.Guess} {
				if got := mendDocument(doc[:i], level); got.refused == "" {
					t.Errorf("%q at %s gives %q", doc[:i], level, got.json)
				}
			}
			if got := mendDocument(doc[:i], repair.All); got.refused == "" && !got.truncated {
				t.Errorf("%q gives %q, and it does not say that it was cut off", doc[:i], got.json)
			}
		}
	}
}
