package extract

import (
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// outcomes are those of a text with repair, of which repair may work so much; less than none: as
// much as the text allows.
func outcomes(s string, level repair.Level, most int) (list []Outcome[byte], work int) {
	units := append([]byte(s), 0)
	session := NewSession(syntax.NewSource(units[:len(s)]), true, Options{Repair: level})
	session.All = true
	if most >= 0 {
		session.mending.most = most
	}
	for o, ok := session.Next(); ok; o, ok = session.Next() {
		list = append(list, o)
	}
	return list, session.mending.work
}

// TestMostWork: an opener is tried as long as repair has not worked more than it may; then the value
// is malformed, as it is without repair.
func TestMostWork(t *testing.T) {
	const text = "First {'a': 1,}, then {'b': 2,}."
	_, first := outcomes("First {'a': 1,}, then ('b': 2,).", repair.All, -1)
	if first == 0 {
		t.Fatal("repair has not counted its work")
	}
	strict, _ := outcomes(text, repair.Off, -1)
	for _, c := range []struct {
		most int
		code syntax.Code
	}{{first, syntax.OK}, {first - 1, strict[1].Fault.Code}} {
		got, _ := outcomes(text, repair.All, c.most)
		if len(got) != 2 || got[0].Fault.Code != syntax.OK || got[1].Fault.Code != c.code {
			t.Fatalf("%d: %+v", c.most, got)
		}
		if c.code != syntax.OK && got[1].Result != strict[1].Result {
			t.Errorf("%+v, want %+v", got[1].Result, strict[1].Result)
		}
	}
}

// TestMostWorkIsGenerous: values that repair reads once each take a small part of what it may work,
// however many there are, and however they are damaged.
func TestMostWorkIsGenerous(t *testing.T) {
	const length = 1 << 18
	for _, unit := range []string{
		"{'a': 1,} ", "{a: x} ", "{'a': 1, /* x */ 'b': (2, 3)} and ", `["a" "b"] `, `{"a": "x" y"} `, "\n\n{'a': [1,", "{“a”: True} ",
		`{\"a\": \"x\"} `, "{&quot;a&quot;: 1} ", "{'a': {'b': [1, 2, {'c': 'd',},],},}\n", "{name} [see below] [1-3] ", "{a: 'x}\n\n",
	} {
		s := strings.Repeat(unit, length/len(unit))
		if _, work := outcomes(s, repair.All, -1); work > mostWorkPerUnit/2*len(s) {
			t.Errorf("%q again and again: repair has gone over %d units for each", unit, work/len(s))
		}
	}
}
