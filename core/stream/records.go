package stream

import (
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Record is one thing that happened. Offsets are units of the text.
// pybind/engine/stream.h mirrors it.
type Record struct {
	Kind   Kind
	Detail uint8 // an extract.Source, a syntax.Code or a Cause
	First  uint8 // Opened: the candidate's first character, 0 if it is no bracket
	_      uint8
	Start  uint32
	End    uint32
	// Where it stands in the innermost open container: the name of the member, or,
	// where KeyLen is NoKey, the index of the element.
	Key, KeyLen uint32
}

// NoKey is the KeyLen of an element.
const NoKey = 1<<32 - 1

// Kind is what a Record tells.
type Kind uint8

// The kinds.
const (
	Opened    Kind = iota // a candidate: Start, Detail (Source), First
	Resumed               // it was opened in an earlier feed
	Entered               // a container in it was opened: Start, Key; in this feed or in an earlier one
	Member                // a scalar is complete: Start, End, Key
	Left                  // the innermost container is complete: End
	Completed             // the candidate: Start, End, Detail (Source)
	Failed                // the candidate: Start, End (where), Detail (Code)
	Dropped               // what was opened from Start on is no candidate: Start, Detail (Cause)
)

// Cause is why candidates were dropped.
type Cause uint8

// The causes.
const (
	InProse     Cause = iota // it only looked like one
	ByFence                  // there is a JSON fence
	ByTag                    // there is a tag with a candidate in it
	ByReasoning              // it was in a block of reasoning
	ByKind                   // there is an object, and arrays counted in want of one
)

// slack is the room that must be left before a token is read: it may be the
// first of a feed, and what is open is told before it.
const slack = syntax.MaxDepth + 8

// put writes a record.
func (s *Machine[U]) put(r Record) {
	s.out[s.used] = r
	s.used++
}

// place says where in a container its current member stands.
func (f *frame) place(r *Record) {
	if f.object {
		r.Key, r.KeyLen = f.key, f.keyLen
	} else {
		r.Key, r.KeyLen = f.count, NoKey
	}
}

// resume tells what is open, in records from w on, and gives the next.
func (s *Machine[U]) resume(w int) int {
	v := &s.m.value
	v.told = true
	s.out[w] = Record{Kind: Resumed, Detail: uint8(v.source), Start: s.m.frames[0].opener}
	w++
	for d := 1; d < v.depth; d++ {
		s.out[w] = Record{Kind: Entered, Start: s.m.frames[d].opener}
		s.m.frames[d-1].place(&s.out[w])
		w++
	}
	return w
}

// announce tells that a candidate opened, if it counts.
func (s *Machine[U]) announce(start int, first uint8, source extract.Source) {
	m, sc := s.m, &s.m.scope
	v := &m.value
	v.loud, v.told = false, false
	switch {
	case len(s.opt.Tags) > 0 && m.tags.name == 0 && m.tags.found,
		s.opt.Kind == extract.Object && first != '{',
		s.opt.Kind == extract.Array && first != '[',
		s.opt.Kind == extract.Auto && first != '{' && sc.object:
		return
	case m.tags.name > 0 && !m.tags.found:
		m.tags.found = true
		s.drop(&m.tags.outer, ByTag)
	}
	if s.opt.Kind == extract.Auto && first == '{' && !sc.object {
		s.drop(sc, ByKind)
	}
	sc.object = sc.object || first == '{'
	if sc.first == 0 {
		sc.first = start + 1
	}
	if sc.own == 0 {
		sc.own = start + 1
	}
	v.loud, v.told = true, true
	if m.tags.name > 0 {
		source = extract.Tag
	}
	v.source = source
	s.put(Record{Kind: Opened, Detail: uint8(source), First: first, Start: uint32(start)})
}

// drop tells that what was told of a scope, and of those before it with which it
// counts, no longer does.
func (s *Machine[U]) drop(sc *scope, why Cause) {
	s.dropFrom(sc.first, why)
	sc.first, sc.own, sc.object = 0, 0, false
}

// dropOwn is the same for what was told of this scope.
func (s *Machine[U]) dropOwn(sc *scope, why Cause) {
	s.dropFrom(sc.own, why)
	if sc.first == sc.own {
		sc.first = 0
	}
	sc.own, sc.object = 0, sc.before
}

func (s *Machine[U]) dropFrom(first int, why Cause) {
	if first > 0 {
		s.put(Record{Kind: Dropped, Detail: uint8(why), Start: uint32(first - 1)})
	}
}

// takeBack tells that the candidate that is being read is prose.
func (s *Machine[U]) takeBack() {
	sc, first := &s.m.scope, s.m.value.start+1
	if !s.m.value.loud {
		return
	}
	s.dropFrom(first, InProse)
	if sc.first == first {
		sc.first = 0
	}
	if sc.own == first {
		sc.own = 0
	}
}

// failed tells that the candidate is malformed.
func (s *Machine[U]) failed(code syntax.Code, at int) {
	if s.m.value.loud {
		s.put(Record{Kind: Failed, Detail: uint8(code), Start: uint32(s.m.value.start), End: uint32(at)})
	}
}

// completed tells that the candidate is complete.
func (s *Machine[U]) completed(end int) {
	if v := &s.m.value; v.loud {
		s.put(Record{Kind: Completed, Detail: uint8(v.source), Start: uint32(v.start), End: uint32(end)})
	}
}
