package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Session answers for the Options that widen the strict default: it collects
// candidates first and gives one outcome after the other, in the order in which
// they are to be tried.
type Session[U text.Unit] struct {
	// Interrupted, if there is one, is asked now and then.
	Interrupted func() bool
	// All gives every candidate in text order instead of the selected ones.
	All bool
	// Bare takes the whole text as one damaged document, a scalar or a container.
	Bare bool
	// Tape and State, if there is a State, take the value of a Bare session. Keys
	// that it repeats are then the builder's to find.
	Tape  syntax.Tape
	State *syntax.State

	src      syntax.Source[U]
	utf8     bool
	opt      Options
	started  bool
	stopped  bool
	leftOpen bool // the text ends in reasoning
	sources  []candidates
	attempts candidates
	kept     int           // of the source that the attempts are from
	tried    map[span]bool // by falling through
	repaired repair.Result // the Bare text
	mending  mending[U]
}

// NewSession makes a Session for one text.
func NewSession[U text.Unit](src syntax.Source[U], utf8 bool, opt Options) *Session[U] {
	s := &Session[U]{src: src, utf8: utf8, opt: opt}
	s.mending.most = leastMostWork + mostWorkPerUnit*src.Len()
	if opt.Fallthrough {
		s.tried = map[span]bool{}
	}
	return s
}

// An Outcome is one candidate, tried.
type Outcome[U text.Unit] struct {
	Result
	// Derived is the text of the value, with a zero unit behind it, where it is
	// not text[Start:End].
	Derived []U
	// Edits are what repair did to text[Start:End], at offsets of the text.
	Edits Edits
	// OnTape: the Session's tape holds the value, whole.
	OnTape bool
	// Truncated: the value was cut off, and repair closed it.
	Truncated bool
	// Final: no other candidate is to be tried after this one.
	Final bool
}

// Next gives the next outcome; false after the last. Before anything else comes
// an outcome with a fault and no candidate where there is none, or where there
// are too many.
func (s *Session[U]) Next() (Outcome[U], bool) {
	if !s.started {
		s.started = true
		if s.src.Len() > s.opt.maxLength() {
			return s.without(syntax.TooLong), true
		}
		if s.Bare {
			return s.repairBare(), true
		}
		s.collect()
		if s.stopped {
			return Outcome[U]{}, false
		}
		if s.All {
			for _, list := range s.sources {
				s.attempts.join(list, s.Stop)
			}
			s.sources, s.kept = nil, s.attempts.length()
			return s.next()
		}
		if o, ok := s.choose(); ok {
			return o, true
		}
		if s.attempts.length() == 0 {
			o := s.without(syntax.NotFound)
			if s.leftOpen {
				o.Reason = syntax.Truncated
			}
			return o, true
		}
	}
	return s.next()
}

// Release frees what a Bare session's outcome is in, for the next one.
func (s *Session[U]) Release() {
	repair.Release[U](s.repaired)
	s.repaired = repair.Result{}
}

// Stopped reports whether Interrupted ended the search: then nothing counts.
func (s *Session[U]) Stopped() bool { return s.stopped }

// Stop asks Interrupted and reports whether to stop.
func (s *Session[U]) Stop() bool {
	s.stopped = s.stopped || s.Interrupted != nil && s.Interrupted()
	return s.stopped
}

func (s *Session[U]) without(code syntax.Code) Outcome[U] {
	return Outcome[U]{
		Result: Result{
			Start: -1, End: -1, Reason: code.Reason(),
			Fault: syntax.Fault{Code: code, Pos: -1, Found: -1, Related: -1},
		},
		Final: true,
	}
}

// collect fills sources: one list of candidates, or, to fall through, one for
// each source.
func (s *Session[U]) collect() {
	c := newCutter(s)
	defer c.close()
	spans := []span{{0, s.src.Len()}}
	if s.opt.Reasoning == SkipReasoning {
		spans, s.leftOpen = c.whole.outsideReasoning()
	}
	tagged := s.tagged(c, spans)
	switch {
	case s.opt.Fallthrough && !s.All:
		s.sources = append(s.sources, tagged)
		if s.opt.Sources.Has(Fence) {
			found, _ := c.fenced(spans)
			s.sources = append(s.sources, found, c.otherFences(spans))
		}
		if s.opt.Sources.Has(Inline) {
			s.sources = append(s.sources, c.inline(spans))
		}
	case tagged.length() > 0:
		s.sources = append(s.sources, tagged)
	default:
		s.sources = append(s.sources, s.byRules(c, spans))
	}
}

// byRules collects as the rules say: JSON fences, or else the inline scan.
func (s *Session[U]) byRules(c *cutter[U], spans []span) candidates {
	if s.opt.Sources.Has(Fence) {
		if found, any := c.fenced(spans); any {
			return found
		}
	}
	if s.opt.Sources.Has(Inline) {
		return c.inline(spans)
	}
	return candidates{}
}

// tagged collects from the bodies of tags, each of them a text of its own.
func (s *Session[U]) tagged(c *cutter[U], spans []span) (found candidates) {
	if len(s.opt.Tags) == 0 {
		return candidates{}
	}
	for _, body := range bodiesOf(c.pieces(spans), s.opt.Tags) {
		list := s.byRules(c, body)
		for each := range list.all(s.Stop) {
			each.source = Tag
		}
		found.join(list, s.Stop)
		if s.Stop() {
			break
		}
	}
	return found
}

// choose fills attempts from the next source that has candidates; an outcome is
// given where Only finds several in the first of them.
func (s *Session[U]) choose() (Outcome[U], bool) {
	for len(s.sources) > 0 && s.attempts.length() == 0 {
		list := s.sources[0]
		s.sources = s.sources[1:]
		sel := selection{s.opt, new(tallies)}
		for each := range list.all(s.Stop) {
			c := *each
			t := sel.tallyFor(c.first)
			if t == nil {
				continue
			}
			if s.opt.Select == Largest {
				c.size = sizeOf(s.src, s.utf8, c)
			}
			t.add(c, s.opt.Select)
		}
		t := sel.result()
		if t.n > 1 && s.opt.Select == Only && len(s.tried) == 0 {
			s.sources = nil
			return s.ambiguous(t), true
		}
		s.kept = t.n
		if t.n == 0 {
			continue
		}
		s.attempts.add(t.selected)
		if !s.opt.Fallthrough {
			continue
		}
		for c := range list.all(s.Stop) {
			if sel.tallyFor(c.first) == t && c.start != t.selected.start {
				s.attempts.add(*c)
			}
		}
	}
	return Outcome[U]{}, false
}

func (s *Session[U]) ambiguous(t *tally) Outcome[U] {
	o := s.without(syntax.MultipleCandidates)
	at := t.second.start
	o.Start, o.End, o.Fault.Pos, o.Fault.Found = at, t.second.end, at, at
	if t.truncated {
		o.Reason = syntax.Truncated
	}
	return o
}
