package extract

import (
	"slices"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// An Extraction is a JSON value found in a text. Offsets count bytes.
type Extraction struct {
	JSON       string // the value: text[Start:End], unless an option changed it
	Source     Source
	Start, End int
	Candidates int // how many were kept under Options.Kind
}

// JSON finds the JSON object or array in a text, which must be UTF-8. The error
// is an *Error.
func JSON(text string, opt Options) (Extraction, error) {
	if !opt.Plain() {
		return tryAll(text, opt)
	}
	return run(text, opt, (*Finder[uint8]).Run)
}

// Document takes a text that is one JSON document, scalars included, strictly.
// The error is an *Error.
func Document(text string) (Extraction, error) {
	return run(text, Options{}, (*Finder[uint8]).RunDocument)
}

// Repair repairs a text that is one damaged JSON document, scalars included, up
// to a level, and gives the repaired JSON. The error is an *Error.
func Repair(text string, level repair.Level) (Extraction, []Edit, error) {
	if !utf8.ValidString(text) {
		return Extraction{}, nil, invalidUTF8(text)
	}
	units := withZero(text)
	s := NewSession(syntax.NewSource(units), true, Options{Repair: level})
	s.Bare = true
	o, _ := s.Next()
	e, err := o.extraction(units)
	return e, slices.Collect(o.Edits.All()), err
}

// All gives every candidate of a text in order, each as an Extraction or as the
// *Error that choosing it would be.
func All(text string, opt Options) ([]Extraction, []error) {
	if !utf8.ValidString(text) {
		return []Extraction{{}}, []error{invalidUTF8(text)}
	}
	units := withZero(text)
	s := NewSession(syntax.NewSource(units), true, opt)
	s.All = true
	var found []Extraction
	var errors []error
	for o, ok := s.Next(); ok; o, ok = s.Next() {
		e, err := o.extraction(units)
		found, errors = append(found, e), append(errors, err)
	}
	return found, errors
}

// withZero gives a text's bytes with a zero behind them.
func withZero(s string) []byte {
	return append(append(make([]byte, 0, len(s)+1), s...), 0)[:len(s)]
}

func run(s string, opt Options, how func(*Finder[uint8]) Status) (Extraction, error) {
	if !utf8.ValidString(s) {
		return Extraction{}, invalidUTF8(s)
	}
	units := withZero(s)
	var memory Memory
	var f Finder[uint8]
	f.Init(syntax.NewSource(units), true, opt, syntax.Tape{}, &memory)
	f.Count, f.Careful = true, true
	defer f.Close()
	how(&f)
	return (&Outcome[uint8]{Result: f.Result}).extraction(units)
}

// tryAll answers with the first outcome that is a value, or with the first of
// the errors.
func tryAll(s string, opt Options) (Extraction, error) {
	if !utf8.ValidString(s) {
		return Extraction{}, invalidUTF8(s)
	}
	units := withZero(s)
	session := NewSession(syntax.NewSource(units), true, opt)
	var first error
	for {
		o, ok := session.Next()
		if !ok {
			return Extraction{}, first
		}
		e, err := o.extraction(units)
		switch {
		case err == nil, o.Final:
			return e, err
		case first == nil:
			first = err
		}
	}
}

// extraction is an outcome in Go's own terms.
func (o *Outcome[U]) extraction(text []byte) (Extraction, error) {
	r := &o.Result
	if r.Fault.Code != syntax.OK {
		return Extraction{}, &Error{
			Code: r.Fault.Code, Reason: r.Reason,
			Offset: r.Fault.Pos, Start: r.Start, End: r.End,
			fault: r.Fault, text: text,
		}
	}
	json := string(text[r.Start:r.End])
	if derived, ok := any(o.Derived).([]byte); ok && derived != nil {
		json = string(derived)
	}
	return Extraction{json, r.Source, r.Start, r.End, r.Candidates}, nil
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
