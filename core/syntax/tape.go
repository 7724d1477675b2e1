package syntax

import "iter"

// A tape holds one value in post-order. The low 4 bits of a word are its tag.
// A span is offset<<32 | length<<4 in units of the source, quotes left out.
// pybind/engine/engine.h mirrors these; a test compares the two.
const (
	TagNull = iota
	TagTrue
	TagFalse
	TagInt          // value<<4, signed
	TagInt64        // the next word is the value
	TagUint64       // the next word is the value
	TagBig          // span of an integer beyond 64 bits, sign included
	TagFloat        // 4 words: tag, the bits of a float64, 2 of no meaning
	TagString       // span of a string without escapes
	TagKey          // the same, a member's name
	TagStringEscape // span, still escaped, or very long; next word: decoded length<<32 | OR of its code points
	TagKeyEscape
	TagArray  // element count<<4
	TagObject // member count<<4: that many key, value pairs stand below it
)

// Limits. RFC 8259 §9 allows each.
const (
	// MaxDepth is how deep containers may nest.
	MaxDepth = 512
	// MaxLength is how many units a text may have: what a span can address.
	MaxLength = 1<<28 - 1
	// TapeSlack is the room a tape needs beyond the words asked for: its end is
	// looked at behind commas only, and MaxDepth keys of 2 words, a value of 4
	// and MaxDepth closers may follow one.
	TapeSlack = 3*MaxDepth + 4
)

// wordsOf is the length of a value's words on the tape, by tag.
var wordsOf = [16]int{1, 1, 1, 1, 2, 2, 1, 4, 1, 1, 2, 2, 1, 1, 1, 1}

// hasMembers reports whether an object of two members or more is on the tape:
// only such a value can repeat a key.
func (t Tape) hasMembers(used int) bool {
	for i := 0; i < used; {
		w := t.get(i)
		if w&15 == TagObject && w>>4 >= 2 {
			return true
		}
		i += wordsOf[w&15]
	}
	return false
}

// A Leaf is a scalar of a value.
type Leaf struct {
	Tag           int
	Start, Length int // its span, of a string or a big integer
}

// Leaves gives the scalars in the words of a tape, without the names of members.
func (t Tape) Leaves(used int) iter.Seq[Leaf] {
	return func(yield func(Leaf) bool) {
		for i := 0; i < used; {
			w := t.get(i)
			tag := int(w & 15)
			i += wordsOf[tag]
			switch tag {
			case TagKey, TagKeyEscape, TagArray, TagObject:
				continue
			}
			if !yield(Leaf{tag, int(w >> 32), int(w >> 4 & MaxLength)}) {
				return
			}
		}
	}
}
