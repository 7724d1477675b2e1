package extract

import (
	"slices"

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
		for leaf := range tape.Leaves(memory.state.Used()) {
			if !isBlankLeaf(src, leaf) {
				return false
			}
		}
		if status != syntax.More {
			return true
		}
	}
}

func isBlankLeaf[U text.Unit](src syntax.Source[U], leaf syntax.Leaf) bool {
	switch leaf.Tag {
	case syntax.TagNull:
		return true
	case syntax.TagString, syntax.TagStringEscape:
		return isPlaceholder(src.Units()[leaf.Start : leaf.Start+leaf.Length])
	}
	return false
}

// placeholders are the brackets that a placeholder fills whole.
var placeholders = map[uint32]uint32{'<': '>', '[': ']', '{': '}'}

// isPlaceholder: nothing, <…>, […], {…}, dots. "<b>x</b>" is one pair of
// brackets and another, and no placeholder.
func isPlaceholder[U text.Unit](s []U) bool {
	switch {
	case len(s) == 0:
		return true
	case len(s) == 3 && s[0] == '.' && s[1] == '.' && s[2] == '.':
		return true
	case len(s) == 1 && uint32(s[0]) == '…':
		return true
	case len(s) == 3 && uint64(^U(0)) == 0xFF && string([]byte{byte(s[0]), byte(s[1]), byte(s[2])}) == "…":
		return true
	}
	opener := uint32(s[0])
	closer, ok := placeholders[opener]
	if !ok || len(s) < 2 || uint32(s[len(s)-1]) != closer {
		return false
	}
	return !slices.ContainsFunc(s[1:len(s)-1], func(u U) bool { return uint32(u) == opener || uint32(u) == closer })
}
