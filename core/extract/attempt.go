package extract

import (
	"slices"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// next tries the candidate that is due.
func (s *Session[U]) next() (Outcome[U], bool) {
	for !s.stopped {
		if len(s.attempts) == 0 {
			if !s.opt.Fallthrough || len(s.sources) == 0 {
				return Outcome[U]{}, false
			}
			s.choose()
			continue
		}
		c := s.attempts[0]
		s.attempts = s.attempts[1:]
		// The inline scan finds again what stands in a fence or a tag.
		sp := span{c.start, c.end}
		if s.opt.Fallthrough && slices.Contains(s.tried, sp) {
			continue
		}
		s.tried = append(s.tried, sp)
		return s.try(c), true
	}
	return Outcome[U]{}, false
}

// try makes an outcome of a candidate.
func (s *Session[U]) try(c candidate) Outcome[U] {
	o := Outcome[U]{Result: Result{
		Start: c.start, End: c.end, Candidates: s.kept, Source: c.source,
		Fault: c.fault, Reason: c.fault.Code.Reason(),
	}}
	if o.Fault.Code == syntax.OK && s.opt.Invisible == StripInvisible {
		s.strip(&o)
	}
	if o.Fault.Code == syntax.OK && s.opt.Blank == RejectBlank && s.isBlank(&o) {
		o.Fault = syntax.Fault{Code: syntax.BlankValue, Pos: c.start, Found: c.start, Related: -1}
		o.Reason = o.Fault.Code.Reason()
	}
	// The answer is missing, and an earlier draft is not it.
	o.Final = o.Fault.Code == syntax.UnexpectedEnd && !s.All
	return o
}

// strip takes the invisible characters out of a value that has any.
func (s *Session[U]) strip(o *Outcome[U]) {
	units, kept := stripInvisible(s.src, s.utf8, o.Start, o.End)
	if units == nil {
		return
	}
	// Names that differed in such a character only are repeated now.
	var memory sideMemory
	r := syntax.NewReader(syntax.NewSource(units), s.utf8, syntax.NewTape(memory.words[:]), &memory.state)
	r.CheckKeys(&memory.keys)
	r.Start(0)
	status := r.Advance()
	for status == syntax.More {
		status = r.Advance()
	}
	if status == syntax.Done {
		o.Derived = units
		return
	}
	f := r.Fault()
	f.Pos, f.Found = kept.offset(f.Pos), kept.offset(f.Found)
	if f.Related >= 0 {
		f.Related = kept.offset(f.Related)
	}
	o.Fault, o.Reason = f, f.Code.Reason()
}

// source is the text of an outcome's value and where the value starts in it.
func (s *Session[U]) source(o *Outcome[U]) (syntax.Source[U], int) {
	if o.Derived != nil {
		return syntax.NewSource(o.Derived), 0
	}
	return s.src, o.Start
}
