package tests_go

import (
	"fmt"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// readerIsSound: a Reader on any units, from any offset, stays within the text
// and the tape, comes to an end, and tells places in the order it says.
func readerIsSound[U text.Unit](units []U, isUTF8 bool) error {
	var (
		keys  syntax.KeySet
		state syntax.State
	)
	for _, words := range []int{1, 64} {
		tape := syntax.NewTape(make([]uint64, words+syntax.TapeSlack))
		for _, check := range []bool{false, true} {
			for start := range len(units) + 1 {
				r := syntax.NewReader(syntax.NewSource(units), isUTF8, tape, &state)
				if check {
					r.CheckKeys(&keys)
				}
				r.Start(start)
				if err := readToTheEnd(&r, &state, units, isUTF8, start); err != nil {
					return fmt.Errorf("from %d, %d words, check=%t: %w", start, words, check, err)
				}
			}
		}
	}
	return nil
}

func readToTheEnd[U text.Unit](r *syntax.Reader[U], state *syntax.State, units []U, isUTF8 bool, start int) error {
	length := len(units)
	for range length + 2 {
		switch r.Advance() {
		case syntax.Done:
			if r.End() <= start || r.End() > length || state.Used() == 0 {
				return fmt.Errorf("a value until %d, in %d words", r.End(), state.Used())
			}
			return nil
		case syntax.Failed:
			f := r.Fault()
			if f.Pos < start || f.Pos > f.Found || f.Found > length || f.Related >= f.Pos && f.Pos > 0 {
				return fmt.Errorf("%+v", f)
			}
			message, place := syntax.Explain(units, isUTF8, f)
			if message == "" || place.Line < 1 {
				return fmt.Errorf("%+v is explained as %q", f, message)
			}
			opener := -1
			for _, c := range r.Open(nil) {
				if c.Opener <= opener || c.Opener > f.Found || c.Commas < 0 {
					return fmt.Errorf("%+v, open: %+v", f, r.Open(nil))
				}
				opener = c.Opener
			}
			return nil
		}
	}
	return fmt.Errorf("reads without end")
}

// TestReaderIsSound: on every sort of generated text.
func TestReaderIsSound(t *testing.T) {
	holdsForGenerated(t, *texts/50, readersAreSound)
}

func readersAreSound(s string) error {
	s = s[:min(len(s), 100)]
	points := codePoints(s)
	bytes := append(make([]byte, 0, len(s)+1), s...)
	if err := readerIsSound(bytes, false); err != nil {
		return fmt.Errorf("bytes: %w", err)
	}
	if err := readerIsSound(bytes, true); err != nil { // even if they are not UTF-8
		return fmt.Errorf("UTF-8: %w", err)
	}
	if err := readerIsSound(units[uint16](points), false); err != nil { // even if they do not fit
		return fmt.Errorf("16 bits: %w", err)
	}
	return readerIsSound(units[uint32](points), false)
}
