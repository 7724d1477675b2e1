package ahead

import (
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Status says what is known of a text.
type Status uint8

// The statuses; pybind/engine/ahead.h mirrors them.
const (
	// Unsettled: nothing; the text needs a call of its own.
	Unsettled Status = iota
	// Value: the tape holds it, whole. Its keys may repeat.
	Value
	// Fault: the Result is one.
	Fault
)

// Found is what a Finder found in a text.
type Found struct {
	extract.Result
	Status Status
	Words  int  // of the Value, on the tape
	Fits   bool // the Value is valid under the Finder's Schema
}

// A Finder finds one text after the other.
type Finder struct {
	Options extract.Options
	Count   bool           // Result.Candidates must be exact
	Schema  *schema.Schema // nil: none is asked
	// Stopped, if there is one, is asked now and then; once it answers true, texts
	// are Unsettled.
	Stopped func() bool
	Memory  *extract.Memory
}

// pollFrom is how long a text must be for Stopped to be asked in its midst.
const pollFrom = 1 << 16

// Find looks through a text of code points, and writes its value to the tape. A
// tape with as much room as the text has units has room for every value: a
// number of 4 words takes 3 units and a comma.
func Find[U text.Unit](f *Finder, src syntax.Source[U], tape syntax.Tape) (found Found) {
	if f.Options.Plain() {
		found = plainly(f, src, tape)
	} else {
		found = inSession(f, src, tape)
	}
	if found.Status == Value && f.Schema != nil {
		said := schema.Validate(f.Schema, src, false, found.Start, found.End, f.Stopped)
		found.Fits = said.Verdict == schema.Valid
	}
	return found
}

// plainly finds under the strict default.
func plainly[U text.Unit](f *Finder, src syntax.Source[U], tape syntax.Tape) (found Found) {
	var finder extract.Finder[U]
	finder.Init(src, false, f.Options, tape, f.Memory)
	finder.Count, finder.Deliver = f.Count, true
	if src.Len() >= pollFrom {
		finder.Interrupted = f.Stopped
	}
	switch finder.Run() {
	case extract.Done:
		found = Found{Result: finder.Result, Status: Value, Words: finder.Used()}
	case extract.Failed:
		found = Found{Result: finder.Result, Status: Fault}
	}
	finder.Close()
	return found
}

// inSession finds with options beyond the strict default, where the first
// outcome is a value that stands in the text as it is.
func inSession[U text.Unit](f *Finder, src syntax.Source[U], tape syntax.Tape) (found Found) {
	s := extract.NewSession(src, false, f.Options)
	s.Interrupted = f.Stopped
	o, ok := s.Next()
	if !ok || s.Stopped() || o.Fault.Code != syntax.OK || o.Derived != nil || o.Edits.Len() > 0 || o.Truncated {
		return found
	}
	r := syntax.NewReader(src, false, tape, &f.Memory.Reader)
	r.IgnoreInvisible(f.Options.Invisible != extract.KeepInvisible)
	r.Start(o.Start)
	if r.Advance() == syntax.Done {
		found = Found{Result: o.Result, Status: Value, Words: f.Memory.Reader.Used()}
	}
	return found
}
