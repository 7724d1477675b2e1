package tools

import (
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

type listing struct {
	text    givenText
	options candidates.Options
}

var listingMembers = []wire.Member[listing]{
	wire.RawText("The text, read as Markdown.", func(l *listing, v []byte) error { return l.text.decode(v) }),
	wire.TruthMember("repair", "Try three conservative repairs on each candidate: comments and trailing commas taken out, strings and "+
		"containers closed.", false, func(l *listing, b bool) { l.options.Repair = b }),
	wire.CountMember("max_results", "How many are listed, the best first.", 1, candidates.MaxResults, candidates.DefaultResults,
		func(l *listing, n int) { l.options.MaxResults = n }),
}

// CandidateList lists everything in a text that may be JSON: json-candidate-list 1.0.0.
func CandidateList(request string) string {
	return serve(request, func(object []byte) ([]byte, error) {
		var l listing
		if err := wire.ReadMembers(&l, object, listingMembers); err != nil {
			return nil, err
		}
		text, invalid := l.text.text, l.text.invalid
		if invalid >= 0 && len(text) <= candidates.MaxBytes {
			return nil, faultOf(text, syntax.Fault{Code: syntax.InvalidUTF8, Pos: invalid})
		}
		found, err := candidates.Find(text, l.options)
		var limit *candidates.LimitError
		if errors.As(err, &limit) {
			return nil, faultOf(text, syntax.Fault{Code: limit.Code, Pos: limit.Offset})
		}
		if err != nil {
			return nil, err
		}
		return found.AppendJSON(nil), nil
	})
}

// faultOf is the failure of a text at a place in bytes, or at none if that is
// negative.
func faultOf(text string, fault syntax.Fault) *wire.Failure {
	f := &wire.Failure{Code: fault.Code.String(), Reason: fault.Code.Reason().String()}
	message, place := syntax.Explain([]byte(text), true, fault)
	f.Message, f.Line, f.Column = message, place.Line, place.Column
	if fault.Pos >= 0 {
		position := utf8.RuneCountInString(text[:fault.Pos])
		f.Position = &position
	}
	return f
}

// givenText is a text of a request. What JSON can spell beside UTF-8, unpaired
// surrogates, and bytes that are not UTF-8 are replaced by U+FFFD in it, and
// invalid is the offset of the first; -1 if there is none.
type givenText struct {
	text    string
	invalid int
}

// decode reads a string as JSON spells it.
func (g *givenText) decode(spelt []byte) error {
	g.invalid = -1
	if i := firstInvalid(spelt); i >= 0 {
		var before string
		if err := json.Unmarshal(append(spelt[:i:i], '"'), &before); err != nil {
			return err
		}
		g.invalid = len(before)
	}
	return json.Unmarshal(spelt, &g.text)
}

// firstInvalid gives the offset of the first escape of an unpaired surrogate,
// or byte that is not UTF-8, in a string as JSON spells it.
func firstInvalid(spelt []byte) int {
	for i := 0; i < len(spelt); {
		if spelt[i] != '\\' {
			c, length := utf8.DecodeRune(spelt[i:])
			if c == utf8.RuneError && length == 1 {
				return i
			}
			i += length
			continue
		}
		if spelt[i+1] != 'u' {
			i += 2
			continue
		}
		unit := hex4(spelt[i+2:])
		switch {
		case unit>>11 != 0xD800>>11:
			i += 6
		case unit < 0xDC00 && spelt[i+6] == '\\' && spelt[i+7] == 'u' && hex4(spelt[i+8:])>>10 == 0xDC00>>10:
			i += 12
		default:
			return i
		}
	}
	return -1
}

// hex4 reads four hex digits, which are there.
func hex4(s []byte) (v uint32) {
	for _, c := range s[:4] {
		switch {
		case c <= '9':
			v = v<<4 | uint32(c-'0')
		default:
			v = v<<4 | uint32(c|0x20-'a'+10)
		}
	}
	return v
}
