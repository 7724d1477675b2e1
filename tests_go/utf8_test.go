package tests_go

import (
	"errors"
	"fmt"
	"testing"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

// utf8FollowsOracle: the functions for UTF-8 answer the same, in bytes. In text
// that is not UTF-8 they name the first bad byte.
func utf8FollowsOracle(s string) error {
	if !utf8.ValidString(s) {
		return refusesIllFormed(s)
	}
	points := codePoints(s)
	found := oracle.Candidates(points)
	offsets := byteOffsets(s)
	for _, opt := range options() {
		want := oracle.Choose(found, oracle.Selects[opt.Select], oracle.Kinds[opt.Kind])
		got, err := extract.JSON(s, opt)
		if err := sameInBytes(s, got, err, want, offsets); err != nil {
			return fmt.Errorf("select=%s kind=%s: %w", oracle.Selects[opt.Select], oracle.Kinds[opt.Kind], err)
		}
	}
	got, err := extract.Document(s)
	if err := sameInBytes(s, got, err, oracle.Parse(points), offsets); err != nil {
		return fmt.Errorf("document: %w", err)
	}
	return nil
}

// byteOffsets is the offset in bytes of each code point, and of the end; the
// last is for -1.
func byteOffsets(s string) []int {
	var list []int
	for i := range s {
		list = append(list, i)
	}
	return append(list, len(s), -1)
}

func sameInBytes(s string, got extract.Extraction, err error, want oracle.Answer, offsets []int) error {
	inBytes := func(offset int) int { return offsets[(offset+len(offsets))%len(offsets)] }
	start, end := inBytes(want.Start), inBytes(want.End)
	if want.Code == "" {
		wanted := extract.Extraction{JSON: s[start:end], Start: start, End: end, Candidates: want.Candidates, Source: got.Source}
		if err != nil || got != wanted || got.Source.String() != want.Source {
			return fmt.Errorf("got %+v, %v\nwant %+v, %s", got, err, wanted, want.Source)
		}
		return nil
	}
	var e *extract.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if e.Code.String() != want.Code || e.Reason.String() != want.Reason ||
		e.Offset != inBytes(want.Pos) || e.Start != start || e.End != end {
		return fmt.Errorf("got %s, %s at %d in [%d, %d], want %+v", e.Code, e.Reason, e.Offset, e.Start, e.End, want)
	}
	if !utf8.ValidString(e.Error()) {
		return fmt.Errorf("the message is not UTF-8: %q", e.Error())
	}
	return nil
}

func refusesIllFormed(s string) error {
	good := 0
	for good < len(s) {
		r, n := utf8.DecodeRuneInString(s[good:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		good += n
	}
	_, err := extract.JSON(s, extract.Options{})
	var e *extract.Error
	if !errors.As(err, &e) || e.Code != syntax.InvalidUTF8 || e.Offset != good || !utf8.ValidString(e.Error()) {
		return fmt.Errorf("got %v, want %s at %d", err, syntax.InvalidUTF8, good)
	}
	return nil
}

// TestGeneratedUTF8: the functions for UTF-8 answer as the oracle does.
func TestGeneratedUTF8(t *testing.T) {
	holdsForGenerated(t, *texts, utf8FollowsOracle)
}
