package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// next tries the candidate that is due.
func (s *Session[U]) next() (Outcome[U], bool) {
	for !s.stopped {
		c, ok := s.attempts.next()
		if !ok {
			if !s.opt.Fallthrough || len(s.sources) == 0 {
				return Outcome[U]{}, false
			}
			s.choose()
			continue
		}
		// The inline scan finds again what stands in a fence or a tag.
		sp := span{c.start, c.end}
		if s.opt.Fallthrough {
			if s.tried[sp] {
				continue
			}
			s.tried[sp] = true
		}
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
	if c.mend > 0 {
		m := s.mending.list[c.mend-1]
		o.Fault, o.Reason = syntax.Fault{}, syntax.NoReason
		o.Derived, o.Edits, o.Truncated = m.units, m.edits, m.truncated
	}
	if o.Fault.Code == syntax.OK && s.opt.Invisible == StripInvisible {
		s.strip(&o)
	}
	if o.Fault.Code == syntax.OK && s.opt.Blank == RejectBlank && s.isBlank(&o) {
		o.Fault = syntax.Fault{Code: syntax.BlankValue, Pos: c.start, Found: c.start, Related: -1}
		o.Reason = o.Fault.Code.Reason()
	}
	// The answer is missing, and an earlier draft is not it.
	o.Final = (o.Fault.Code == syntax.UnexpectedEnd || c.cutOff) && !s.All
	return o
}

// strip takes the invisible characters out of a value that has any.
func (s *Session[U]) strip(o *Outcome[U]) {
	src, start, end := s.value(o)
	units, kept := stripInvisible(src, s.utf8, start, end, s.Stop)
	if units == nil {
		return
	}
	// Names that differed in such a character only are repeated now.
	var memory sideMemory
	r := syntax.NewReader(syntax.NewSource(units), s.utf8, syntax.NewTape(memory.words[:]), &memory.state)
	r.CheckKeys(&memory.keys)
	r.Start(0)
	status := r.Advance()
	for status == syntax.More && !s.Stop() {
		status = r.Advance()
	}
	if status == syntax.Done {
		o.Derived = units
		return
	}
	f := r.Fault()
	if o.Derived != nil {
		// Repair has moved the places already.
		f.Pos, f.Found, f.Related = o.Start, o.Start, -1
	} else {
		f.Pos, f.Found = kept.offset(f.Pos), kept.offset(f.Found)
	}
	if f.Related >= 0 && o.Derived == nil {
		f.Related = kept.offset(f.Related)
	}
	o.Fault, o.Reason = f, f.Code.Reason()
}

// value is the text that an outcome's value stands in, and where.
func (s *Session[U]) value(o *Outcome[U]) (src syntax.Source[U], start, end int) {
	if o.Derived != nil {
		return syntax.NewSource(o.Derived), 0, len(o.Derived)
	}
	return s.src, o.Start, o.End
}

// repairBare repairs the text as one document.
func (s *Session[U]) repairBare() Outcome[U] {
	var o Outcome[U]
	var r repair.Result
	var fault *syntax.Fault
	if s.State != nil {
		r, fault, o.OnTape = repair.DocumentTo(s.src, s.utf8, s.opt.Repair, s.Tape, s.State, s.Stop)
	} else {
		r, fault = repair.Document(s.src, s.utf8, s.opt.Repair, s.Stop)
	}
	o.Start, o.End, o.Candidates, o.Edits, o.Truncated = r.Start, r.End, 1, editsOf(&r, 0), r.Truncated
	switch {
	case fault != nil:
		o.Fault, o.Reason = *fault, fault.Code.Reason()
		o.Start, o.End = 0, s.src.Len()
	case len(r.Edits) > 0:
		o.Derived = repair.Apply(s.src, r).Units()
		s.repaired = r
	}
	return o
}
