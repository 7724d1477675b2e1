package repair

import (
	"slices"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestDocumentTo: the tape holds what a reading of the repaired document writes,
// and the verdict is Document's, but for repeated keys.
func TestDocumentTo(t *testing.T) {
	written, continued := 0, 0
	for _, s := range cases(t) {
		for _, s := range []string{s, `{"first": [1, 2.5, {"three": "\n", "four": -0.1e3}], "damaged": ` + s + `, "last": [true, "x", 1e5]}`} {
			src := syntax.NewSource(append([]byte(s), 0)[:len(s)])
			words, st := make([]uint64, 4096), new(syntax.State)
			got, fault, whole := DocumentTo(src, true, All, syntax.NewTape(words), st, nil)
			want, refused := Document(src, true, All, nil)
			if fault != nil || refused != nil {
				if refused == nil || fault == nil && !mayRepeat(got, src) || fault != nil && *fault != *refused {
					t.Errorf("%q: fault %v, want %v", s, fault, refused)
				}
				continue
			}
			if !whole {
				t.Errorf("%q: not on the tape", s)
				continue
			}
			out := Apply(src, got)
			fresh, state := make([]uint64, 4096), new(syntax.State)
			r := syntax.NewReader(out, true, syntax.NewTape(fresh), state)
			r.Start(0)
			if len(got.Edits) == 0 {
				r = syntax.NewReader(src, true, syntax.NewTape(fresh), state)
				r.Start(got.Start)
			}
			if r.Advance() != syntax.Done || !slices.Equal(meaning(words[:st.Used()]), meaning(fresh[:state.Used()])) {
				t.Errorf("%q: the tape is not that of %q", s, out.Units())
			}
			if !mayRepeat(got, src) && !slices.Equal(got.Edits, want.Edits) {
				t.Errorf("%q: edits %v, want %v", s, got.Edits, want.Edits)
			}
			written++
			if len(got.Edits) > 0 && got.unchanged() > 20 {
				continued++
			}
		}
	}
	if written < 500 || continued < 200 {
		t.Errorf("only %d documents on the tape, %d of them from a comma on", written, continued)
	}
}

// mayRepeat reports whether what a result makes of the text repeats a key.
func mayRepeat(r Result, src syntax.Source[uint8]) bool {
	_, fault := Document(Apply(src, r), true, Off, nil)
	return fault != nil && fault.Code == syntax.DuplicateKey
}

// meaning leaves out the words of a float that have none.
func meaning(words []uint64) (list []uint64) {
	for i := 0; i < len(words); i++ {
		list = append(list, words[i])
		switch words[i] & 15 {
		case syntax.TagInt64, syntax.TagUint64, syntax.TagStringEscape, syntax.TagKeyEscape:
			i++
			list = append(list, words[i])
		case syntax.TagFloat:
			list = append(list, words[i+1])
			i += 3
		}
	}
	return list
}
