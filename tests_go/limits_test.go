package tests_go

import (
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestMaxDepth: MaxDepth containers are read, one more is not, whatever they are
// and however they are asked for; and the tape's slack holds what closes them.
func TestMaxDepth(t *testing.T) {
	for _, c := range []struct{ opener, core, closer string }{
		{`[`, ``, `]`}, {`{"a":`, `1`, `}`}, {`[1,`, `"x"`, `]`}, {`{"\u0061":1,"b": `, `1.5`, ` } `},
	} {
		for _, depth := range []int{syntax.MaxDepth, syntax.MaxDepth + 1} {
			s := strings.Repeat(c.opener, depth) + c.core + strings.Repeat(c.closer, depth)
			for _, document := range []bool{false, true} {
				for _, call := range calls(extract.Options{}, document) {
					got := ask(units[uint16](codePoints(s)), call, lawMemory)
					switch {
					case depth == syntax.MaxDepth && got.Code != "":
						t.Errorf("%q %d deep, %s: %s", c.opener, depth, call, got.Code)
					case depth > syntax.MaxDepth && (got.Code != "json.too_deep" || got.Pos != len(c.opener)*syntax.MaxDepth):
						t.Errorf("%q %d deep, %s: %q at %d", c.opener, depth, call, got.Code, got.Pos)
					}
				}
			}
		}
	}
}

// TestMaxLength: a text as long as Options.MaxLength is read, a longer one is
// not looked at.
func TestMaxLength(t *testing.T) {
	for _, document := range []bool{false, true} {
		for _, s := range []string{"[1]", "[1] "} {
			c := call{opt: extract.Options{MaxLength: 3}, document: document, words: largeTape}
			got := ask(units[uint16](codePoints(s)), c, lawMemory)
			want := map[int]string{3: "", 4: "extract_json.too_long"}[len(s)]
			if got.Code != want || got.Code != "" && (got.Reason != "too_long" || got.Pos != -1) {
				t.Errorf("document=%t, %d units: %+v", document, len(s), got)
			}
		}
	}
}

// TestTapeSlack: between two looks at the tape's end no more is written than the
// slack holds; the words behind it stay as they are.
func TestTapeSlack(t *testing.T) {
	const deep = syntax.MaxDepth
	for _, s := range []string{
		strings.Repeat(`{"\n":`, deep) + `1.5` + strings.Repeat(`}`, deep),
		strings.Repeat(`[`, deep) + `1e5` + strings.Repeat(`]`, deep),
		`[1,` + strings.Repeat(`{"\n":`, deep-1) + `1.5` + strings.Repeat(`}`, deep-1) + `]`,
	} {
		const guard = ^uint64(0)
		tape := make([]uint64, 1+syntax.TapeSlack+1000)
		for i := range tape {
			tape[i] = guard
		}
		var state syntax.State
		r := syntax.NewReader(syntax.NewSource(units[uint8](codePoints(s))), false, syntax.NewTape(tape[:1+syntax.TapeSlack]), &state)
		r.Start(0)
		status := r.Advance()
		for status == syntax.More {
			status = r.Advance()
		}
		if status != syntax.Done || tape[1+syntax.TapeSlack] != guard {
			t.Errorf("%s: %d words written", show(s), state.Used())
		}
	}
}

// TestInterrupted: a long search ends when it is asked to, from whatever it is
// doing, and a new one is not impaired.
func TestInterrupted(t *testing.T) {
	const length = 1 << 21
	for name, s := range map[string]string{
		"prose":  strings.Repeat("[x] ", length/4),
		"fences": strings.Repeat("```\nx\n```\n", length/10),
		"value":  "[" + strings.Repeat("1,", length/2) + "1]",
		"values": strings.Repeat(`{"a":1} `, length/8),
	} {
		text := units[uint8](codePoints(s))
		for _, after := range []int{0, 3} {
			var memory extract.Memory
			tape := syntax.NewTape(make([]uint64, largeTape+syntax.TapeSlack))
			var f extract.Finder[uint8]
			f.Init(syntax.NewSource(text), false, extract.Options{Select: extract.Last, Kind: extract.Any}, tape, &memory)
			asked := 0
			f.Count, f.Careful, f.Deliver = true, true, true
			f.Interrupted = func() bool { asked++; return asked > after }
			if got := f.Run(); got != extract.Interrupted || asked != after+1 {
				t.Errorf("%s: %d, asked %d times", name, got, asked)
			}
			f.Close()
		}
	}
}

// TestInterruptedSession: one yes ends all of it, whichever of the many pieces that a text falls into
// it is in, and none of them asks again.
func TestInterruptedSession(t *testing.T) {
	const length = 1 << 20
	for name, c := range map[string]struct {
		unit string
		opt  extract.Options
	}{
		"reasoning":   {"<think>{'a': 1,}</think> [1] ", extract.Options{Reasoning: extract.SkipReasoning}},
		"tags":        {`<r>{"a": 1}</r> `, extract.Options{Tags: []string{"r"}, Select: extract.Last}},
		"fallthrough": {"{'a': 1,} ", extract.Options{Fallthrough: true}},
		"fences":      {"```json\n{'a': 1,}\n```\n", extract.Options{Repair: repair.Guess}},
		"code":        {"```py\n[1,]\n```\n", extract.Options{Fallthrough: true}},
		"prose":       {"{'a': 1,} and ", extract.Options{Repair: repair.All}},
		"sequence":    {"{'a': 1,} ", extract.Options{Repair: repair.All}},
	} {
		text := units[uint8](codePoints(strings.Repeat(c.unit, length/len(c.unit))))
		search := func(after int) (asked int, stopped bool) {
			s := extract.NewSession(syntax.NewSource(text), false, c.opt)
			s.Interrupted = func() bool { asked++; return asked == after }
			s.Next()
			return asked, s.Stopped()
		}
		all, _ := search(0)
		if all < length>>16 {
			t.Errorf("%s: asked %d times only", name, all)
		}
		for _, after := range []int{1, all / 4, all / 2, all - 1} {
			if asked, stopped := search(after); !stopped || asked != after {
				t.Errorf("%s: stopped at %d of %d: %v, asked %d times", name, after, all, stopped, asked)
			}
		}
	}
}
