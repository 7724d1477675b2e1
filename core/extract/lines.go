package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// OpenedFence is an opened code fence, for who reads a text while it arrives. It
// holds no pointers.
type OpenedFence struct{ in fence }

// FenceRun is how many units like the one at offset i stand there.
func FenceRun[U text.Unit](src syntax.Source[U], i int) int { return runLength(src, i, src.At(i)) }

// StartsLine reports whether at most 3 spaces stand before i on its line, in a
// text that begins at from.
func StartsLine[U text.Unit](src syntax.Source[U], i, from int) bool {
	k := i
	for k > from && i-k < 4 && src.At(k-1) == ' ' {
		k--
	}
	return i-k < 4 && (k == from || src.At(k-1) == '\n')
}

// OpenFence reads the line of a fence, which must be there whole, behind its run
// at offset i; false: it opens no fence.
func OpenFence[U text.Unit](src syntax.Source[U], i, run int) (OpenedFence, bool) {
	in, ok := opener(src, i, run)
	return OpenedFence{in}, ok
}

// Content is the offset of the line behind the opener's.
func (f OpenedFence) Content() int { return f.in.content }

// Char is the fence's character.
func (f OpenedFence) Char() uint32 { return f.in.char }

// IsJSON reports whether the fence is a JSON fence if its content starts with
// this character.
func (f OpenedFence) IsJSON(first uint32) bool {
	return f.in.label == jsonLabel || f.MayBeJSON() && (first == '{' || first == '[')
}

// MayBeJSON reports whether any content makes the fence a JSON fence.
func (f OpenedFence) MayBeJSON() bool { return f.in.label != otherLabel }

// CloseFence reports whether the line in which i is the first unit that is no
// space closes the fence, and gives the offset behind it. The line must be there
// whole.
func CloseFence[U text.Unit](src syntax.Source[U], f OpenedFence, i int) (next int, ok bool) {
	return closesAt(src, f.in, i)
}

// A Markup is an opening or closing tag.
type Markup struct {
	Name          int // index into the names that were looked for
	Start, End    int
	Closing, Void bool // </json>, <json/>
}

// MarkupAt reads the tag, with one of names in lower case, whose '<' is at
// offset i. It cannot tell yet (whole is false) while the text ends in what may
// become one; from is how far it has looked for the tag's end, and where it goes
// on when it is asked again.
func MarkupAt[U text.Unit](src syntax.Source[U], i int, names []string, from int) (m Markup, ok, whole bool, looked int) {
	if !mayBeTag(src, i+1, names) {
		return m, false, true, 0
	}
	for k := max(from, i+1); k < src.Len(); k++ {
		if c := src.At(k); c == '>' || c == '<' {
			t, ok := readTag(src, i, names)
			return Markup{t.name, t.start, t.end, t.closing, t.empty}, ok, true, 0
		}
	}
	return m, false, false, src.Len()
}

// mayBeTag reports whether what stands at offset i, behind '<', may be a tag's
// with one of names, as far as it goes.
func mayBeTag[U text.Unit](src syntax.Source[U], i int, names []string) bool {
	if src.At(i) == '/' {
		i++
	}
	for _, name := range names {
		k := 0
		for k < len(name) && i+k < src.Len() {
			c := src.At(i + k)
			if c-'A' < 26 {
				c |= 0x20
			}
			if c != uint32(name[k]) {
				break
			}
			k++
		}
		if i+k >= src.Len() || k == len(name) && nameAt(src, i, name) > 0 {
			return true
		}
	}
	return false
}

// ReasoningTags are the names of the blocks that SkipReasoning ignores.
func ReasoningTags() []string { return reasoningTags }
