package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// isBlank reports whether every leaf of a value is null, an empty string, an
// empty container or a placeholder: the template that a model prints when it
// declines.
func (s *Session[U]) isBlank(o *Outcome[U]) bool {
	src, start, _ := s.value(o)
	var memory sideMemory
	tape := syntax.NewTape(memory.words[:])
	r := syntax.NewReader(src, s.utf8, tape, &memory.state)
	r.IgnoreInvisible(s.opt.Invisible != KeepInvisible)
	r.Start(start)
	for {
		status := r.Advance()
		if s.Stop() {
			return false
		}
		for leaf := range tape.Leaves(memory.state.Used()) {
			if !isBlankLeaf(src, s.utf8, leaf) {
				return false
			}
		}
		if status != syntax.More {
			return true
		}
	}
}

func isBlankLeaf[U text.Unit](src syntax.Source[U], isUTF8 bool, leaf syntax.Leaf) bool {
	switch leaf.Tag {
	case syntax.TagNull:
		return true
	case syntax.TagString, syntax.TagStringEscape:
		return isPlaceholder(src, isUTF8, leaf.Start, leaf.Start+leaf.Length)
	}
	return false
}

// placeholders are the brackets that a placeholder fills whole.
var placeholders = map[rune]rune{'<': '>', '[': ']', '{': '}'}

// isPlaceholder: a string's text is nothing, <…>, […], {…}, or dots. One like
// "<b>x</b>" is one pair of brackets and another, and no placeholder.
func isPlaceholder[U text.Unit](src syntax.Source[U], isUTF8 bool, start, end int) bool {
	if start == end {
		return true
	}
	first, n := charAt(src, isUTF8, start)
	closer, ok := placeholders[first]
	if !ok {
		return first == '…' && start+n == end || first == '.' && isDots(src, isUTF8, start, end)
	}
	last := first
	for i := start + n; i < end; i += n {
		last, n = charAt(src, isUTF8, i)
		if last == first || last == closer && i+n < end {
			return false
		}
	}
	return last == closer
}

func isDots[U text.Unit](src syntax.Source[U], isUTF8 bool, start, end int) bool {
	dots := 0
	for n := 0; start < end; start += n {
		var c rune
		if c, n = charAt(src, isUTF8, start); c != '.' || dots == 3 {
			return false
		}
		dots++
	}
	return dots == 3
}
