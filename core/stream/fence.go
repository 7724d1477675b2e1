package stream

import (
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// lineWhole reports whether the line with offset i is there whole.
func (s *Machine[U]) lineWhole(i int) bool {
	m := s.m
	m.line = syntax.IndexNewline(s.src, max(i, m.line))
	if m.line == s.src.Len() {
		return false
	}
	m.line = 0
	return true
}

// fenceLine deals with a run of a fence's characters in prose.
func (s *Machine[U]) fenceLine(i int) step {
	m := s.m
	starts := extract.StartsLine(s.src, i, m.from)
	if starts && s.isRun(i) && !s.lineWhole(i) {
		return wait // before the run is counted, which may grow for long
	}
	run := extract.FenceRun(s.src, i)
	if starts && run < 3 && i+run == s.src.Len() {
		return wait
	}
	m.fenceFrom = i + run
	if !starts || run < 3 {
		return goOn
	}
	if m.inFence == otherFence {
		if next, ok := extract.CloseFence(s.src, m.fence, i); ok {
			m.inFence, m.fenceFrom = noFence, next
		}
		return goOn
	}
	in, ok := extract.OpenFence(s.src, i, run)
	switch {
	case !ok:
	case in.MayBeJSON():
		m.fence, m.at, m.fenceFrom = in, in.Content(), in.Content()
		m.back, m.phase = m.phase, fenceStart
	default:
		m.fence, m.inFence, m.fenceFrom = in, otherFence, in.Content()
	}
	return goOn
}

// isRun reports whether three units like the one at offset i stand there.
func (s *Machine[U]) isRun(i int) bool {
	char := s.src.At(i)
	return s.src.At(i+1) == char && s.src.At(i+2) == char
}

// closes reports whether the first unit of the content that is not white space,
// at offset i, closes the fence, or, by a tag, its text.
func (s *Machine[U]) closes(i int) (ok bool, then step) {
	m := s.m
	switch c := s.src.At(i); {
	case c == '<' && s.markup():
		_, isTag, whole := s.tag(i)
		if !whole {
			return false, wait
		}
		if isTag {
			m.lessFrom, m.fenceFrom, m.pos = i, i, i
		}
		return isTag, goOn
	case c == m.fence.Char():
		if !s.lineWhole(i) {
			return false, wait
		}
		next, closed := extract.CloseFence(s.src, m.fence, i)
		if closed {
			m.fenceFrom, m.pos = next, next
		}
		return closed, goOn
	}
	return false, goOn
}

// fenceStart looks at the first character of a fence that may be a JSON fence.
func (s *Machine[U]) fenceStart() step {
	m := s.m
	i := s.skipSpace(m.at)
	m.at = i
	if i == s.src.Len() {
		return wait
	}
	pos := m.pos
	empty, then := s.closes(i)
	m.pos = pos // the text goes on as if the fence were not there
	if then == wait {
		return wait
	}
	first := s.src.At(i)
	if empty || !m.fence.IsJSON(first) {
		m.phase, m.inFence = m.back, otherFence
		if empty {
			m.inFence = noFence
		}
		return goOn
	}
	if !m.scope.fenced {
		m.scope.fenced = true
		s.dropOwn(&m.scope, ByFence)
	}
	m.inFence = jsonFence
	m.fenceFrom, m.lessFrom = i, i
	s.start(i, extract.Fence)
	if first == '{' || first == '[' {
		s.announce(i, uint8(first), extract.Fence)
		return goOn
	}
	s.announce(i, 0, extract.Fence)
	s.failed(syntax.ExpectedValue, i)
	m.phase = fenceRest
	return goOn
}

// failInFence: the value in a JSON fence has failed at offset i.
func (s *Machine[U]) failInFence(i int) step {
	m := s.m
	// White space in front of the closer is no content.
	end := s.skipSpace(max(i, m.probe))
	m.probe = end
	if end == s.src.Len() {
		return wait
	}
	closed, then := s.closes(end)
	if then == wait {
		return wait
	}
	if closed {
		s.failed(syntax.UnexpectedEnd, s.trimEnd(end))
		s.leaveFence()
		return goOn
	}
	fault, _ := s.diagnose(m.value.start)
	s.failed(fault.Code, fault.Pos)
	m.phase, m.fenceFrom = fenceRest, i
	return goOn
}

// trimEnd takes white space away in front of end.
func (s *Machine[U]) trimEnd(end int) int {
	for end > 0 {
		switch s.src.At(end - 1) {
		case ' ', '\t', '\n', '\r':
			end--
		default:
			return end
		}
	}
	return end
}

func (s *Machine[U]) leaveFence() { s.m.inFence, s.m.phase = noFence, prose }

// fenceEnd looks at what follows the value in a JSON fence.
func (s *Machine[U]) fenceEnd() step {
	m := s.m
	i := s.skipSpace(max(m.at, m.probe))
	m.probe = i
	if i == s.src.Len() {
		return wait
	}
	closed, then := s.closes(i)
	switch {
	case then == wait:
		return wait
	case closed:
		s.completed(m.at)
		s.leaveFence()
	default:
		s.failed(syntax.TrailingCharacters, i)
		m.phase, m.fenceFrom = fenceRest, i
	}
	return goOn
}

// fenceRest looks for the end of a JSON fence that is malformed.
func (s *Machine[U]) fenceRest() step {
	m, n := s.m, s.src.Len()
	run, less := s.nextRun(), n
	if s.markup() {
		less = s.nextLess()
	}
	switch {
	case less < run:
		return s.tagAt(less)
	case run == n:
		return wait
	}
	closed, then := s.closes(run)
	switch {
	case then == wait:
		return wait
	case closed:
		s.leaveFence()
	default:
		m.fenceFrom = run + extract.FenceRun(s.src, run)
	}
	return goOn
}
