//go:build jsonbeacon_checked

package tests_go

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

var repairSearch = flag.Int("repair.search", 3000, "patterns to try for a cost that is not linear")

// The cost of repair is counted in units read, for each unit of the text.
const mostRepairReads = 100

// repairPatterns are repeated, between a text before and one after, to find
// text that is read again and again.
var (
	repairPatterns = []string{
		"{a:", "'", `"a" "b" `, "[1 2 ", "//x\n", `x" y`, `{"a":"b" c" `, "[1,", `{"a":{`, `["a"b",`, "“", "`", `"x, "y `,
		`{"a":1}}`, "{}\n", "a,", `\"`, `{\"a\":`, "&quot;", "/*", "...", "<x>", "f(", "(1,", "0x1,", "1_0,", "}", "\n", " ",
		`"\u`, "\u200b", "#\n", "```\n", "> {\n", "[a,b c", `,"a`, `"},{"`, `], "`, `"""`, "'''", `{"a": "x}, `, `["a", b"`,
		`"a"+`, "long text after a quote ",
	}
	repairAtoms  = []string{`"`, "'", ",", ":", "{", "}", "[", "]", "a", "1", "\n", " ", `": "`, `", "`, "true", `\`}
	repairBefore = []string{"", `{"a": "x`, `{"a": `, "[", `["`, "{", `{"a": [{"b": "`, "'", `{"a": 'x`, `"`, `{"a": "x" `, `["x" `, "[“"}
	repairAfter  = []string{"", `"}`, "]}", `"]`, "'"}
)

// readsPerUnit counts what repair reads.
func readsPerUnit(s string, level repair.Level, inProse bool) float64 {
	src := source(s)
	repair.Reads = 0
	if i := strings.IndexAny(s, "{["); inProse && i >= 0 {
		repair.Value(src, true, i, len(s), level, nil, nil)
	} else {
		repair.Document(src, true, level, nil)
	}
	return float64(repair.Reads) / float64(len(s))
}

// TestRepairCost: no pattern makes repair read the text more often when it is
// longer.
func TestRepairCost(t *testing.T) {
	for _, unit := range repairPatterns {
		for _, before := range repairBefore {
			for _, level := range []repair.Level{repair.Guess, repair.All} {
				s := before + strings.Repeat(unit, 1<<14/len(unit))
				if n := readsPerUnit(s, level, false); n > mostRepairReads {
					t.Errorf("%q, then %q again and again, at %s: %.0f reads a unit", before, unit, level, n)
				}
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	atoms := append(repairAtoms, repairPatterns...)
	for range *repairSearch {
		unit := ""
		for range 1 + r.IntN(4) {
			unit += pick(atoms)
		}
		before, after := pick(repairBefore), pick(repairAfter)
		level, inProse := repair.Level(1+r.IntN(3)), r.IntN(3) == 0
		s := before + strings.Repeat(unit, 1<<12/len(unit)) + after
		if n := readsPerUnit(s, level, inProse); n > mostRepairReads {
			t.Errorf("%q, %q again and again, %q at %s, in prose %t: %.0f reads a unit", before, unit, after, level, inProse, n)
		}
	}
}

// TestRepairAsksWhetherToStop: however long one token or what stands between two
// is, repair asks again before it has read much more.
func TestRepairAsksWhetherToStop(t *testing.T) {
	const length, most = 4 << 20, 13 << 18 // syntax reads some 3 << 20 units at a time
	for name, unit := range map[string]string{
		"['a',_,]": "7", "['a',1._,]": "7", "['a',1e-_,]": "7", "['a',_1,]": "\t", "['a','_',]": "x", "['a',[_],]": "'b',1,],[",
		`{\"a\":[_1]}`: `\"b\",`, "{&quot;a&quot;:[_1]}": "&quot;b&quot;,", `{\n_\"a\":1}`: " ", "['a',_]": "x", "{a:_}": "x ",
		"{a:'b'_}": " ", "['a'/*_*/]": "x", "['a' _]": "/*x*/", `["_"]`: `x"y `, `{"a":1,_"a":2}`: `"a":1,`, `{"a":1}_`: "}", "_": "{}\n",
		`["a_`: " ]", `{"a": "http://_`: "x", `{'a': 1}_`: "\n", `{"a" _ "b"}`: "\n", `{"a": '''_'''}`: "\n", `[“_”]`: "x",
	} {
		before, after, _ := strings.Cut(name, "_")
		src := source(before + strings.Repeat(unit, length/len(unit)) + after)
		reads := func() int { return syntax.Reads + repair.Reads }
		last, longest := reads(), 0
		stop := func() bool {
			longest, last = max(longest, reads()-last), reads()
			return false
		}
		repair.Document(src, true, repair.All, stop)
		if stop(); longest > most {
			t.Errorf("%s with %q again and again: %d units read before it asked", name, unit, longest)
		}
	}
}

// TestRepairInProseCost: where many values stand in one line, none is a reason to look to its end again.
func TestRepairInProseCost(t *testing.T) {
	const length = 1 << 16
	for _, unit := range []string{"{'a': 1,} ", "{a: x} ", "{'a': x, b: 2} and ", `["a" "b"] `, "{'a': 1 /* x */} ", `{"a": "x" y"} `, "\n{'a': 1,}"} {
		s := strings.Repeat(unit, length/len(unit))
		repair.Reads, syntax.Reads = 0, 0
		extract.All(s, extract.Options{Repair: repair.All})
		if n := float64(repair.Reads+syntax.Reads) / float64(len(s)); n > mostRepairReads {
			t.Errorf("%q again and again: %.0f reads a unit", unit, n)
		}
	}
}

// proseUnits are read on from for nothing: an opener, and what leaves open where it ends.
var proseUnits = []string{
	"{a: 'x} ", `{a: "x} `, "{'a': 'x} ", "{{'a'} ", "['//],  ", "{`»<}'", "\n]{«", "{:][':]'", "[,\n[':]", "[/*}x»", `[\"x}“ `, "[«`“1]x",
	`{ '}\\" `, "{/*true]", `{"}“`, `{a: '"}],`, " //}x['(", "/*\n-]a{", "{“,.'}", "[1{a: '«](]", `{\"a\": 'x} `, "{&quot;a&quot;: &quot;x} ",
}

// TestRepairInProseIsLinear: where the openers of a text, one after the other, have repair read on
// to its end, a text twice as long takes not much more than twice as many reads.
func TestRepairInProseIsLinear(t *testing.T) {
	const length, most = 20 << 10, 2.6
	reads := func(unit string, length int, opt extract.Options) float64 {
		s := strings.Repeat(unit, length/len(unit))
		repair.Reads, syntax.Reads = 0, 0
		extract.All(s, opt)
		return float64(repair.Reads + syntax.Reads)
	}
	check := func(unit string, opt extract.Options) {
		if once, twice := reads(unit, length, opt), reads(unit, 2*length, opt); twice > most*once {
			t.Errorf("%q again and again, %+v: %.0f reads, and %.0f where it is twice as long", unit, opt, once, twice)
		}
	}
	for _, unit := range proseUnits {
		for _, level := range []repair.Level{repair.Guess, repair.All} {
			check(unit, extract.Options{Repair: level})
		}
	}
	wide := extract.Options{Fallthrough: true, Invisible: extract.StripInvisible, Tags: []string{"x"}, Reasoning: extract.SkipReasoning}
	r := rand.New(rand.NewPCG(1, 2))
	atoms := append(strings.Split("{[}]a\"'«»:, \n1\\/#`", ""), "{a: '", `{"a": "`, "['", "“", "/*", "//", "</x>", "<x>", `\"`, "&quot;", "true")
	for range *repairSearch / 300 {
		unit := string("{["[r.IntN(2)])
		for range 1 + r.IntN(6) {
			unit += atoms[r.IntN(len(atoms))]
		}
		opt := extract.Options{}
		if r.IntN(3) == 0 {
			opt = wide
		}
		opt.Repair = repair.Level(1 + r.IntN(3))
		check(unit, opt)
	}
}
