// Package text says where things stand in a text: lines, columns and the
// character at a place. It knows nothing of JSON.
//
// A text is a slice of units. A unit of 8, 16 or 32 bits holds one code point,
// as CPython stores its strings, so an offset is a count of code points. Go
// callers have UTF-8 in 8-bit units; the functions whose names end in UTF8 are
// for those, and their offsets count bytes.
package text

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"
)

// Unit is what a text is made of.
type Unit interface {
	uint8 | uint16 | uint32
}

// Position is a place as people count: lines and columns from 1, columns in
// code points.
type Position struct {
	Line, Column int
}

// Locate gives the position of offset. A line ends at "\n" or "\r\n", and at a
// "\r" that ends the text; no other "\r" ends one.
func Locate[U Unit](units []U, offset int) Position {
	start, line := lineStart(units, offset)
	return Position{line, offset - start + 1}
}

// LocateUTF8 is Locate for UTF-8, where offset counts bytes.
func LocateUTF8(units []byte, offset int) Position {
	start, line := lineStart(units, offset)
	return Position{line, utf8.RuneCount(units[start:offset]) + 1}
}

// lineStart finds the line that offset stands in.
func lineStart[U Unit](units []U, offset int) (start, line int) {
	line = 1
	for {
		i := slices.Index(units[start:offset], '\n')
		if i < 0 {
			break
		}
		start += i + 1
		line++
	}
	// A "\r" that ends the text ends its line: what is behind it is the next.
	if offset == len(units) && offset > start && units[offset-1] == '\r' {
		return offset, line + 1
	}
	return start, line
}

// CountUTF8 counts the code points of valid UTF-8.
func CountUTF8(units []byte) int {
	const lowest = 0x0101010101010101 // bit of each byte
	n := len(units)
	for ; len(units) >= 8; units = units[8:] {
		word := binary.NativeEndian.Uint64(units)
		n -= bits.OnesCount64(word >> 7 &^ (word >> 6) & lowest) // 10xxxxxx goes on with a character
	}
	for _, c := range units {
		if c&0xC0 == 0x80 {
			n--
		}
	}
	return n
}

// AtUTF8 gives the character at offset, which must be in the text, and its
// length in bytes.
func AtUTF8(units []byte, offset int) (rune, int) {
	return utf8.DecodeRune(units[offset:])
}
