package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// candidate is a span of the text that is, or set out to be, a JSON value.
type candidate struct {
	start, end int
	size       int  // in code points; counted for Largest only
	first      byte // '{', '[' or, for neither, 0
	source     Source
	fault      syntax.Fault // Code OK: it is a value
	mend       int32        // it was repaired: which of Session.mending, from 1
	cutOff     bool         // it is malformed and ends with the text as well
}

// tally counts candidates of equal standing and keeps the selected one.
type tally struct {
	n         int
	selected  candidate
	second    span
	truncated bool // one of them ends with the text
}

func (t *tally) add(c candidate, by Select) {
	t.n++
	t.truncated = t.truncated || c.fault.Code == syntax.UnexpectedEnd
	if t.n == 2 {
		t.second = span{c.start, c.end}
	}
	switch {
	case t.n == 1, by == Last, by == Largest && c.size > t.selected.size:
		t.selected = c
	}
}

// mayTake reports whether a further candidate may become the selected one.
func (t *tally) mayTake(by Select) bool {
	return t.n == 0 || by == Last || by == Largest
}

// selection applies Options to candidates as they come.
type selection struct {
	opt Options
	*tallies
}

// tallies are kept apart from a Finder: they are not cleared for every text,
// and most texts need none.
type tallies struct {
	// Under Auto everything but objects, counted apart in case there are none.
	others tally
	kept   tally
}

// clear forgets what was counted; the rest is written before it is read.
func (t *tallies) clear() {
	t.others.n, t.others.truncated = 0, false
	t.kept.n, t.kept.truncated = 0, false
}

// tallyFor is where a candidate counts; nil: it does not.
func (s *selection) tallyFor(first byte) *tally {
	switch {
	case s.opt.Kind == Any, s.opt.Kind == Object && first == '{', s.opt.Kind == Array && first == '[':
		return &s.kept
	case s.opt.Kind == Auto && first == '{':
		return &s.kept
	case s.opt.Kind == Auto && s.kept.n == 0:
		return &s.others
	}
	return nil
}

func (f *Finder[U]) add(c candidate) {
	if f.collect != nil {
		f.collect.collect(c)
		return
	}
	t := f.tallyFor(c.first)
	if t == nil {
		return
	}
	if f.opt.Select == Largest {
		c.size = sizeOf(f.src, f.utf8, c)
	}
	t.add(c, f.opt.Select)
}

// sizeOf is the length of a candidate in code points.
func sizeOf[U text.Unit](src syntax.Source[U], isUTF8 bool, c candidate) int {
	if isUTF8 {
		return text.CountUTF8(any(src.Units()).([]byte)[c.start:c.end])
	}
	return c.end - c.start
}

// mayTake reports whether a candidate with this first character may be selected.
func (s *selection) mayTake(first byte) bool {
	t := s.tallyFor(first)
	return t != nil && t.mayTake(s.opt.Select)
}

// settles reports whether a value with this first character, the first that may
// be the result, is the result, whatever follows.
func (f *Finder[U]) settles(first byte) bool {
	return f.opt.Select == First && !f.Count && f.collect == nil && (f.opt.Kind != Auto || first == '{') &&
		f.tallyFor(first) != nil
}

// empty reports whether nothing has been kept.
func (s *selection) empty() bool { return s.kept.n == 0 && s.others.n == 0 }

func (s *selection) result() *tally {
	if s.kept.n == 0 && s.opt.Kind == Auto {
		return &s.others
	}
	return &s.kept
}
