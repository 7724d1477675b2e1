package stream

import (
	"slices"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
)

// tag reads the tag at offset i, of a block of reasoning or of those that were
// asked for; whole is false while the text ends in it.
func (s *Machine[U]) tag(i int) (t extract.Markup, ok, whole bool) {
	names := s.names()
	t, ok, whole, looked := extract.MarkupAt(s.src, i, names, s.m.tagEnd)
	s.m.tagEnd = looked
	if ok && s.m.tags.name > 0 && t.Name >= s.reasoning() {
		// In a tag only those of its own name count.
		ok = t.Name-s.reasoning() == s.m.tags.name-1
	}
	return t, ok, whole
}

// reasoning is how many of the names are those of blocks of reasoning.
func (s *Machine[U]) reasoning() int {
	if s.opt.SkipReasoning {
		return len(extract.ReasoningTags())
	}
	return 0
}

// names are those of the tags that mean something, of blocks of reasoning first.
func (s *Machine[U]) names() []string {
	switch {
	case !s.opt.SkipReasoning:
		return s.opt.Tags
	case len(s.opt.Tags) == 0:
		return extract.ReasoningTags()
	case s.both == nil:
		s.both = slices.Concat(extract.ReasoningTags(), s.opt.Tags)
	}
	return s.both
}

// tagAt deals with the '<' at offset i of prose.
func (s *Machine[U]) tagAt(i int) step {
	t, ok, whole := s.tag(i)
	switch {
	case !whole:
		return wait
	case !ok:
		s.m.lessFrom = i + 1
	case t.Name < s.reasoning():
		s.reasoningTag(t)
	default:
		s.bodyTag(t)
	}
	return goOn
}

// goOnAt goes on in prose, behind what ends a text.
func (s *Machine[U]) goOnAt(i int) {
	m := s.m
	s.leaveFence()
	m.pos, m.fenceFrom, m.lessFrom, m.from = i, i, i, i
}

// reasoningTag: a block is a wall, which ends whatever is open; if it has only
// its closing tag, all that comes before it was reasoning.
func (s *Machine[U]) reasoningTag(t extract.Markup) {
	m := s.m
	switch {
	case t.Void:
		m.lessFrom = t.End
	case t.Closing:
		if m.tags.name > 0 && !m.tags.found {
			s.drop(&m.tags.outer, ByReasoning)
		}
		s.drop(&m.scope, ByReasoning)
		m.scope, m.tags = scope{}, tagState{}
		s.goOnAt(t.End)
	default:
		s.goOnAt(t.End)
		m.phase, m.block = thought, t.Name
	}
}

// thought looks for the end of a block of reasoning.
func (s *Machine[U]) thought() step {
	m := s.m
	i := s.nextLess()
	if i == s.src.Len() {
		return wait
	}
	t, ok, whole, looked := extract.MarkupAt(s.src, i, extract.ReasoningTags()[m.block:m.block+1], m.tagEnd)
	m.tagEnd = looked
	switch {
	case !whole:
		return wait
	case ok && t.Closing:
		s.goOnAt(t.End)
	default:
		m.lessFrom = i + 1
	}
	return goOn
}

// bodyTag: the body of a tag is a text of its own.
func (s *Machine[U]) bodyTag(t extract.Markup) {
	m, tags := s.m, &s.m.tags
	m.lessFrom = t.End
	switch {
	case t.Void:
	case tags.name == 0 && t.Closing:
	case tags.name == 0:
		tags.name, tags.depth, tags.cdata = t.Name-s.reasoning()+1, 1, true
		tags.outer = m.scope
		m.probe = t.End
		m.scope = scope{}
		if tags.found {
			m.scope.first, m.scope.object, m.scope.before = tags.outer.first, tags.outer.object, tags.outer.object
		}
		s.goOnAt(t.End)
	case !t.Closing:
		tags.depth++
	default:
		if tags.depth--; tags.depth > 0 {
			return
		}
		tags.name, tags.cdata = 0, false
		if tags.found {
			tags.outer.first, tags.outer.object = m.scope.first, m.scope.object
		}
		m.scope = tags.outer
		s.goOnAt(t.End)
	}
}

// unwrap steps over the beginning of a CDATA wrapper, which is not part of a
// tag's body; false: the text ends in what may become one.
func (s *Machine[U]) unwrap() bool {
	const opening = "<![CDATA["
	m := s.m
	m.probe = s.skipSpace(m.probe)
	i := m.probe
	for k := range len(opening) {
		if i+k == s.src.Len() {
			return false
		}
		if s.src.At(i+k) != uint32(opening[k]) {
			m.tags.cdata = false
			return true
		}
	}
	m.tags.cdata = false
	s.goOnAt(i + len(opening))
	return true
}
