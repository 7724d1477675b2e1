//go:build jsonbeacon_checked

package syntax

import (
	"slices"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// TestStretch: where tokens and white space are read a stretch at a time, what
// comes out is the same, and no Advance reads on for longer.
func TestStretch(t *testing.T) {
	var texts []string
	for _, n := range []int{1, 60, 127, 128, 129, 300, 2000} {
		for _, long := range []string{
			strings.Repeat("7", n),
			"-" + strings.Repeat("90", n) + ".5",
			strings.Repeat("123", n) + "e-" + strings.Repeat("3", n),
			"0." + strings.Repeat("0", n) + strings.Repeat("4", 900) + "e+000" + strings.Repeat("1", 3),
			"-0." + strings.Repeat("0", 3*n) + "E7",
			"9007199254740993" + strings.Repeat("0", n) + "1.0e-" + strings.Repeat("0", n) + "12",
			"1e" + strings.Repeat("9", n),
			strings.Repeat("1", n) + ".",
			strings.Repeat("1", n) + "e+",
			strings.Repeat("1", n) + ".x",
			"0" + strings.Repeat("1", n),
			"-" + strings.Repeat("x", n),
			`"` + strings.Repeat("x", n) + `"`,
			`"` + strings.Repeat("x", n) + "\x01" + `"`,
			`"` + strings.Repeat(`x\n`, n) + `"`,
			`"` + strings.Repeat(`x`, n) + `\q`,
			strings.Repeat(" ", n) + "1",
			strings.Repeat("\n", n) + "null",
			strings.Repeat("\t", n) + "?",
			strings.Repeat("\r\n\t ", n) + "[]",
		} {
			for _, around := range []string{
				"_", "[_]", "[_", `{"a":_}`, `{"a":_,"b":1}`, "[1,_,2]", "[1 _,2]", "[1,[_],2]", "[1.5,{}_,2]",
				"[" + strings.Repeat("12,", 40) + "_,3]", "[" + strings.Repeat(`"x",`, 31) + "_,3]", `{"a":1, _:2}`, `{"a" _:2}`,
				`{_}`, `[_,]`, "[" + strings.Repeat("[_],", 3) + "1e300]",
			} {
				texts = append(texts, strings.ReplaceAll(around, "_", long))
			}
		}
	}
	for _, s := range texts {
		compareStretches[uint8](t, s)
		compareStretches[uint16](t, s)
		compareStretches[uint32](t, s)
	}
}

func compareStretches[U text.Unit](t *testing.T, s string) {
	defer func(before int) { stretch = before }(stretch)
	units := make([]U, len(s)+1)
	for i := range len(s) {
		units[i] = U(s[i])
	}
	src := NewSource(units[:len(s)])
	for _, checked := range []bool{false, true} {
		stretch = 1 << 20
		words, fault, _ := readAll(src, checked)
		stretch = 64
		parts, found, most := readAll(src, checked)
		if !slices.Equal(words, parts) || fault != found {
			t.Fatalf("%.60q, %d units: %v, %+v; at once %v, %+v", s, len(s), parts, found, words, fault)
		}
		if most > 1000 {
			t.Fatalf("%.60q, %d units: %d in one Advance", s, len(s), most)
		}
	}
}

// readAll gives the words of all parts, those of no meaning left out, the fault,
// and the most units that one Advance has gone on by. The tape is short.
func readAll[U text.Unit](src Source[U], checkKeys bool) (all []uint64, fault Fault, most int) {
	var (
		st    State
		keys  KeySet
		words [8 + TapeSlack]uint64
		tape  = NewTape(words[:])
	)
	r := NewReader(src, false, tape, &st)
	if checkKeys {
		r.CheckKeys(&keys)
	}
	r.Start(0)
	for status := More; status == More; {
		from := st.pos
		status = r.Advance()
		if status == Failed {
			return nil, r.Fault(), most // what was read of it is nobody's
		}
		most = max(most, st.pos-from)
		for i := 0; i < st.used; i += wordsOf[tape.get(i)&15] {
			w := tape.get(i)
			switch w & 15 {
			case TagStringEscape, TagKeyEscape:
				if tape.get(i+1)>>32 == w>>4&MaxLength { // it has no escape
					w -= TagStringEscape - TagString
				} else {
					all = append(all, tape.get(i+1))
				}
			case TagInt64, TagUint64, TagFloat:
				all = append(all, tape.get(i+1))
			}
			all = append(all, w)
		}
	}
	return all, Fault{Pos: st.pos}, most
}
