package stream

import (
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Options are those of extract.Options that say where candidates are.
type Options struct {
	Kind            extract.Kind
	Sources         extract.Sources
	SkipReasoning   bool
	IgnoreInvisible bool     // between tokens
	Tags            []string // in lower case
}

// Machine reads on in one text, for one feed.
type Machine[U text.Unit] struct {
	src  syntax.Source[U]
	opt  Options
	m    *Memory
	out  []Record
	used int
	room int
	both []string // see names
}

// MinRecords is how many records a feed must have room for, at least.
const MinRecords = slack + 1

// Status is how a feed ended.
type Status uint8

// The statuses.
const (
	// Fed: all that there is of the text has been read.
	Fed Status = iota
	// Full: there is no room for more records. Take them and go on.
	Full
)

// step is how a part of a feed ended.
type step uint8

const (
	goOn step = iota
	wait      // for more text
	full
)

// Feed reads on in what there is of a text: all that was there before, and more.
// It writes what happens to out and gives the number of records. resumed says
// that it goes on with the same chunk: behind Full, or, where a chunk is read in
// steps, behind Fed.
func Feed[U text.Unit](src syntax.Source[U], opt Options, m *Memory, out []Record, resumed bool) (int, Status) {
	s := Machine[U]{src: src, opt: opt, m: m, out: out, room: len(out) - slack}
	if !resumed {
		m.value.told = false
	}
	for {
		if s.used >= s.room {
			return s.used, Full
		}
		switch s.step() {
		case wait:
			return s.used, Fed
		case full:
			return s.used, Full
		}
	}
}

func (s *Machine[U]) step() step {
	switch s.m.phase {
	case opener:
		return s.opener()
	case inValue:
		return s.readValue()
	case fenceStart:
		return s.fenceStart()
	case fenceEnd:
		return s.fenceEnd()
	case fenceRest:
		return s.fenceRest()
	case thought:
		return s.thought()
	}
	return s.look()
}

// An OpenString is the string value that the text ends in, as far as it goes.
type OpenString struct {
	Start, End int // behind its quote; an escape that is cut is left out
	Key        Record
}

// OpenString gives it, if there is one in a candidate that was told.
func (m *Memory) OpenString() (o OpenString, ok bool) {
	v := &m.value
	if m.phase != inValue || v.due != inString || !v.loud || v.depth == 0 {
		return o, false
	}
	o.Start, o.End = v.token+1, m.pos
	m.frames[v.depth-1].place(&o.Key)
	return o, true
}

func (s *Machine[U]) fences() bool { return s.opt.Sources.Has(extract.Fence) }

// inline reports whether brackets in prose can be candidates.
func (s *Machine[U]) inline() bool {
	return s.opt.Sources.Has(extract.Inline) && !s.m.scope.fenced
}

func (s *Machine[U]) markup() bool { return s.opt.SkipReasoning || len(s.opt.Tags) > 0 }

// look finds what comes next in prose, or behind a failed value: a bracket, a
// line of a fence, a tag.
func (s *Machine[U]) look() step {
	m, n := s.m, s.src.Len()
	if m.tags.cdata && !s.unwrap() {
		return wait
	}
	bracket, run, less := n, n, n
	switch {
	case m.phase == skip:
		bracket = syntax.IndexBracket(s.src, m.brackets.behind(m.pos))
		m.brackets.at, m.pos = bracket, bracket
	case s.inline():
		bracket = syntax.IndexOpener(s.src, m.openers.behind(m.pos))
		m.openers.at, m.pos = bracket, bracket
	}
	if s.fences() {
		run = s.nextRun()
	}
	if s.markup() {
		less = s.nextLess()
	}
	switch next := min(bracket, run, less); {
	case next == n:
		return wait
	case next == less:
		return s.tagAt(less)
	case next == run:
		return s.fenceLine(run)
	case m.phase == skip:
		m.pos++
		if s.src.At(bracket)|0x20 == '{' {
			m.open++
		} else if m.open--; m.open == 0 {
			m.phase = prose
		}
	default:
		m.phase, m.probe = opener, bracket+1
	}
	return goOn
}

// nextRun finds the next unit of a fence's line, and nextLess the next '<'.
func (s *Machine[U]) nextRun() int {
	m := s.m
	m.runs.at = syntax.IndexFence(s.src, m.runs.behind(m.fenceFrom))
	return m.runs.at
}

func (s *Machine[U]) nextLess() int {
	m := s.m
	m.less.at = syntax.IndexLess(s.src, m.less.behind(m.lessFrom))
	return m.less.at
}

// skipSpace gives the first offset from i on that is not white space.
func (s *Machine[U]) skipSpace(i int) int {
	i = syntax.SkipIndent(s.src, i)
	for s.opt.IgnoreInvisible {
		n := syntax.InvisibleAt(s.src, false, i)
		if n == 0 {
			break
		}
		i = syntax.SkipIndent(s.src, i+n)
	}
	return i
}

// opener decides what the bracket at pos is by the first character behind it.
func (s *Machine[U]) opener() step {
	m, i := s.m, s.m.pos
	m.probe = s.skipSpace(m.probe)
	if m.probe == s.src.Len() {
		return wait
	}
	first := s.src.At(i)
	like, ends := begins(first, s.src.At(m.probe))
	known := !ends && m.hasFailed(i)
	if ends || known && !like {
		m.phase = prose
		m.pos++
		return goOn
	}
	s.start(i, extract.Inline)
	m.value.like, m.value.pending = like, !like
	if like {
		s.announce(i, uint8(first), extract.Inline)
	}
	if known {
		return s.malformed()
	}
	return goOn
}

// begins says by the character behind an opener whether it is JSON-like, and, if
// not, whether the value has failed there.
func begins(opener, next uint32) (like, ends bool) {
	switch next {
	case '"':
		return true, false
	case '}', '\'':
		like = opener == '{'
		return like, !like
	case '{', '[', ']':
		like = opener == '['
		return like, !like
	case '-', 't', 'f', 'n':
		return false, opener == '{'
	}
	return false, opener == '{' || next-'0' > 9
}

// start begins to read a value.
func (s *Machine[U]) start(i int, source extract.Source) {
	m := s.m
	v := &m.value
	v.start, v.source, v.depth, v.due, v.loud, v.told, v.pending = i, source, 0, dueValue, false, false, false
	m.pos, m.phase = i, inValue
}

// readValue goes on with the value under way.
func (s *Machine[U]) readValue() step {
	m, v := s.m, &s.m.value
	result, at := s.read()
	switch result {
	case readMore:
		return wait
	case readFull:
		return full
	case readShown:
		// It has shown what it is: it is told now, from its beginning.
		first := uint8(s.src.At(v.start))
		s.start(v.start, v.source)
		s.announce(v.start, first, v.source)
		return goOn
	case readDone:
		m.lessFrom = max(m.lessFrom, at)
		m.fenceFrom = max(m.fenceFrom, at)
		if m.inFence == jsonFence {
			m.phase, m.at = fenceEnd, at
			return goOn
		}
		s.completed(at)
		m.phase, m.pos = prose, at
		return goOn
	}
	switch {
	case m.inFence == jsonFence:
		return s.failInFence(at)
	case v.like || result == readTooDeep:
		return s.malformed()
	}
	m.fail(at)
	s.takeBack()
	m.phase, m.pos = prose, v.start+1
	return goOn
}

// malformed tells that the value in prose has failed, and goes on behind it.
func (s *Machine[U]) malformed() step {
	m, v := s.m, &s.m.value
	if !v.loud && v.pending {
		s.announce(v.start, uint8(s.src.At(v.start)), v.source)
	}
	fault, open := s.diagnose(v.start)
	s.failed(fault.Code, fault.Pos)
	m.phase, m.pos, m.open = skip, fault.Found, open
	if open == 0 {
		m.phase = prose
	}
	return goOn
}
