package syntax

import "github.com/jsonbeacon/jsonbeacon/core/text"

// Several units at once, in the lanes of a 64-bit word. The searches below mark
// the top bit of every lane that matches; a borrow may mark lanes above a match
// as well, so only the lowest mark counts.
//
// uint64(^U(0)) is a constant of each instantiation: the branches on it vanish.

// ones has a 1 in every lane: times a character, it is a word of them.
func ones[U text.Unit]() uint64 { return ^uint64(0) / uint64(^U(0)) }

// tops has the top bit of every lane.
func tops[U text.Unit]() uint64 { return ones[U]() * (uint64(^U(0))>>1 + 1) }

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

// stringStops marks what a string's plain run ends at: a quote, a backslash, a
// control character, a surrogate. o is ones, unit the greatest unit, both of
// one width: arguments, since the compiler would not inline it generic.
func stringStops(x, o, unit uint64) uint64 {
	marks := (((x ^ '"'*o) - o) | ((x ^ '\\'*o) - o) | (x - ' '*o)) &^ x
	if unit > 0xFF {
		s := x&(o*(unit&^0x7FF)) ^ 0xD800*o
		marks |= (s - o) &^ s
	}
	return marks & (o * (unit>>1 + 1))
}

// StringStops marks the top bit of the bytes of a word that a string's plain run
// ends at. Only the lowest mark counts.
func StringStops(x uint64) uint64 { return stringStops(x, ones[uint8](), 0xFF) }

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

// areDigits reports whether the 8 lanes of a word are ASCII digits.
func areDigits(x uint64) bool {
	return (x&0xF0F0F0F0F0F0F0F0)|((x+0x0606060606060606)&0xF0F0F0F0F0F0F0F0)>>4 == 0x3333333333333333
}

// eightDigits is the number that 8 digits spell, the first in the lowest lane:
// pairs, then fours, then all of them (Lemire 2021, §4).
func eightDigits(x uint64) uint64 {
	x -= 0x3030303030303030
	x = x*10 + x>>8
	return ((x&0x000000FF000000FF)*0x000F424000000064 + (x>>16&0x000000FF000000FF)*0x0000271000000001) >> 32
}
