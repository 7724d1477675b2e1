package syntax

import "github.com/jsonbeacon/jsonbeacon/core/text"

// Several units at once, in the lanes of a 64-bit word. The searches below mark
// the top bit of every lane that matches; a borrow may mark lanes above a match
// as well, so only the lowest mark counts.
//
// uint64(^U(0)) is a constant of each instantiation: the branches on it vanish.

const (
	ones8  = 0x0101010101010101
	ones16 = 0x0001000100010001
	ones32 = 0x0000000100000001
)

// lanes is how many units a word holds.
func lanes[U text.Unit]() int {
	switch uint64(^U(0)) {
	case 0xFF:
		return 8
	case 0xFFFF:
		return 4
	}
	return 2
}

// laneShift turns a bit's index in a word into its lane's.
func laneShift[U text.Unit]() int {
	switch uint64(^U(0)) {
	case 0xFF:
		return 3
	case 0xFFFF:
		return 4
	}
	return 5
}

// spaces is a word of spaces.
func spaces[U text.Unit]() uint64 {
	switch uint64(^U(0)) {
	case 0xFF:
		return ' ' * ones8
	case 0xFFFF:
		return ' ' * ones16
	}
	return ' ' * ones32
}

// stringStops marks what a string's plain run ends at: a quote, a backslash, a
// control character, a surrogate.
func stringStops[U text.Unit](x uint64) uint64 {
	switch uint64(^U(0)) {
	case 0xFF:
		return (((x ^ '"'*ones8) - ones8) | ((x ^ '\\'*ones8) - ones8) | (x - ' '*ones8)) &^ x & (0x80 * ones8)
	case 0xFFFF:
		s := x&(0xF800*ones16) ^ 0xD800*ones16
		return ((((x^'"'*ones16)-ones16)|((x^'\\'*ones16)-ones16)|(x-' '*ones16))&^x | (s-ones16)&^s) & (0x8000 * ones16)
	}
	s := x&(0x1FF800*ones32) ^ 0xD800*ones32
	return (((x ^ '"'*ones32) - ones32) | ((x ^ '\\'*ones32) - ones32) | (x - ' '*ones32) | (s - ones32)) & (0x80000000 * ones32)
}

// isSurrogate reports whether a unit is a surrogate code point; 8-bit units
// have none.
func isSurrogate(c uint32) bool { return c-0xD800 < 0x800 }

// joinLanes is the OR of a word's lanes.
func joinLanes[U text.Unit](x uint64) uint32 {
	switch uint64(^U(0)) {
	case 0xFF:
		x |= x >> 32
		x |= x >> 16
		return uint32((x | x>>8) & 0xFF)
	case 0xFFFF:
		x |= x >> 32
		return uint32((x | x>>16) & 0xFFFF)
	}
	return uint32(x | x>>32)
}

// fourLetters reports whether the units from i on spell the letters of w, the
// first in the lowest byte; they must lie within the text.
func fourLetters[U text.Unit](src Source[U], i int, w uint32) bool {
	if uint64(^U(0)) == 0xFF && i+8 <= src.Len() {
		return uint32(src.Word(i)) == w
	}
	return src.At(i) == w&255 && src.At(i+1) == w>>8&255 && src.At(i+2) == w>>16&255 && src.At(i+3) == w>>24
}

// eightDigits converts the 8 units from i on, which must lie within the text,
// if all are digits.
func eightDigits[U text.Unit](src Source[U], i int) (uint64, bool) {
	var x uint64
	switch uint64(^U(0)) {
	case 0xFF:
		x = src.Word(i)
	case 0xFFFF:
		a, b := src.Word(i), src.Word(i+4)
		if (a|b)&(0xFF00*ones16) != 0 {
			return 0, false
		}
		x = pack16(a) | pack16(b)<<32
	default:
		a, b, c, d := src.Word(i), src.Word(i+2), src.Word(i+4), src.Word(i+6)
		if (a|b|c|d)&(0xFFFFFF00*ones32) != 0 {
			return 0, false
		}
		x = pack32(a) | pack32(b)<<16 | pack32(c)<<32 | pack32(d)<<48
	}
	if (x&0xF0F0F0F0F0F0F0F0)|((x+0x0606060606060606)&0xF0F0F0F0F0F0F0F0)>>4 != 0x3333333333333333 {
		return 0, false
	}
	x -= '0' * ones8
	x = x*10 + x>>8
	return ((x&0x000000FF000000FF)*0x000F424000000064 + (x>>16&0x000000FF000000FF)*0x0000271000000001) >> 32, true
}

// pack16 joins the low bytes of 4 lanes, pack32 of 2.
func pack16(x uint64) uint64 {
	x = (x | x>>8) & 0x0000FFFF0000FFFF
	return (x | x>>16) & 0xFFFFFFFF
}

func pack32(x uint64) uint64 { return (x | x>>24) & 0xFFFF }
