package syntax

import (
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// invisibles are the ranges of characters that show nothing and that copying,
// chat windows and models leave between tokens: soft hyphen, zero-width and
// directional marks, byte order mark.
var invisibles = [...][2]rune{
	{0x00AD, 0x00AD},
	{0x061C, 0x061C},
	{0x200B, 0x200F},
	{0x202A, 0x202E},
	{0x2060, 0x2064},
	{0x2066, 0x2069},
	{0xFEFF, 0xFEFF},
}

// IsInvisible reports whether c is one of the characters that
// Reader.IgnoreInvisible steps over.
func IsInvisible(c rune) bool {
	if c < 0xAD {
		return false
	}
	for _, r := range invisibles {
		if c >= r[0] && c <= r[1] {
			return true
		}
	}
	return false
}

// InvisibleAt gives the length in units of the invisible character at offset i,
// 0 if there is none.
func InvisibleAt[U text.Unit](src Source[U], isUTF8 bool, i int) int {
	c := src.At(i)
	if c < 0xAD {
		return 0
	}
	if isUTF8 && uint64(^U(0)) == 0xFF {
		var b [utf8.UTFMax]byte
		for k := range min(len(b), src.Len()-i) {
			b[k] = byte(src.At(i + k))
		}
		if r, n := utf8.DecodeRune(b[:]); IsInvisible(r) {
			return n
		}
		return 0
	}
	if IsInvisible(rune(c)) {
		return 1
	}
	return 0
}

// IgnoreInvisible has the reader take invisible characters between tokens for
// white space.
func (r *Reader[U]) IgnoreInvisible(ignore bool) { r.ignore = ignore }

// stepOver goes on behind an invisible character that did not fit, if it stands
// between tokens.
func (r *Reader[U]) stepOver() bool {
	st := r.st
	n := 0
	if r.ignore && st.where != inNumber {
		n = InvisibleAt(r.src, r.utf8, st.pos)
	}
	if n == 0 {
		return false
	}
	st.pos += n
	switch st.where {
	case inColon:
		st.due = dueColon
	case inComma:
		st.due = dueComma
	case inValue:
		st.due = dueValue
		if st.depth > 0 && !isObject(st.cur) {
			st.due = dueFirst
		}
	default:
		st.due = dueFirst
	}
	return true
}
