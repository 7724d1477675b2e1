package extract

import (
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// An Extraction is a JSON value found in a text. Offsets count bytes.
type Extraction struct {
	JSON       string // text[Start:End], the value as it stands there
	Source     Source
	Start, End int
	Candidates int // how many were kept under Options.Kind
}

// JSON finds the JSON object or array in a text, which must be UTF-8. The error
// is an *Error.
func JSON(text string, opt Options) (Extraction, error) {
	return run(text, opt, (*Finder[uint8]).Run)
}

// Document takes a text that is one JSON document, scalars included, strictly.
// The error is an *Error.
func Document(text string) (Extraction, error) {
	return run(text, Options{}, (*Finder[uint8]).RunDocument)
}

func run(s string, opt Options, how func(*Finder[uint8]) Status) (Extraction, error) {
	if !utf8.ValidString(s) {
		return Extraction{}, invalidUTF8(s)
	}
	units := append(make([]byte, 0, len(s)+1), s...)
	var memory Memory
	f := NewFinder(syntax.NewSource(units), true, opt, syntax.Tape{}, &memory)
	f.Count, f.Careful = true, true
	defer f.Close()
	r := &f.Result
	if how(&f) == Failed {
		return Extraction{}, &Error{
			Code: r.Fault.Code, Reason: r.Reason,
			Offset: r.Fault.Pos, Start: r.Start, End: r.End,
			fault: r.Fault, text: units,
		}
	}
	return Extraction{s[r.Start:r.End], r.Source, r.Start, r.End, r.Candidates}, nil
}

func invalidUTF8(s string) *Error {
	i := 0
	for {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n <= 1 {
			break
		}
		i += n
	}
	return &Error{
		Code: syntax.InvalidUTF8, Reason: syntax.InvalidUTF8.Reason(),
		Offset: i, Start: -1, End: -1,
		fault: syntax.Fault{Code: syntax.InvalidUTF8, Pos: i, Found: i, Related: -1}, text: []byte(s),
	}
}

// An Error says why there is no Extraction. Offsets count bytes and are -1
// where they do not apply.
type Error struct {
	Code       syntax.Code
	Reason     syntax.Reason
	Offset     int // the place of the fault
	Start, End int // of the candidate that has it

	fault syntax.Fault
	text  []byte
}

// Error gives the message, with line and column.
func (e *Error) Error() string {
	message, _ := syntax.Explain(e.text, true, e.fault)
	return message
}

// Position gives the line and column of the fault; ok is false if it has no
// place.
func (e *Error) Position() (p text.Position, ok bool) {
	if e.Offset < 0 {
		return p, false
	}
	return text.LocateUTF8(e.text, e.Offset), true
}
