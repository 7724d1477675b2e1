package syntax

import (
	"math/bits"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// partialString is what finishString knows of a string so far.
type partialString struct {
	open  bool
	saved int    // units that decoding takes away
	raw   uint64 // OR of the units
	chars uint32 // OR of what the escapes stand for
}

// finishString reads a string on from where scan left it, at its first unit
// that is not plain (an escape, a surrogate, a control character or the end) or
// a stretch behind its beginning. It puts the string's words on the tape, or
// returns the fault. lax lets escapes of unpaired surrogates through. Where
// State.string is open then, the string goes on.
func finishString[U text.Unit](src Source[U], st *State, tape Tape, lax bool) (Fault, bool) {
	var (
		i     = st.pos
		pause = i + stretch
		n     = min(src.Len(), pause)
		saved int
		raw   uint64
		chars uint32
	)
	if st.string.open {
		saved, raw, chars = st.string.saved, st.string.raw, st.string.chars
		st.string.open = false
	} else {
		raw = orOf(src, st.token, i)
	}
	for {
		if i >= pause {
			st.string = partialString{true, saved, raw, chars}
			st.pos = i
			return Fault{}, true
		}
		for i+lanes[U]() <= n {
			x := src.Word(i)
			if stop := stringStops(x, ones[U](), uint64(^U(0))); stop != 0 {
				i += bits.TrailingZeros64(stop) >> laneShift[U]()
				raw |= x & (1<<(bits.TrailingZeros64(stop)>>laneShift[U]()<<laneShift[U]()) - 1)
				break
			}
			raw |= x
			i += lanes[U]()
		}
		c := src.At(i)
		switch {
		case c == '"':
			tag := uint64(TagString)
			if st.due == dueColon {
				tag = TagKey
				if st.check {
					st.due = dueKeyed
				}
			}
			span := uint64(i-st.token)<<4 | uint64(st.token)<<32
			st.pos = i + 1
			if saved == 0 && i-st.token < stretch { // it only stands far from where scan began
				tape.put(st.used, tag|span)
				st.used++
				return Fault{}, true
			}
			tape.put(st.used, tag+(TagStringEscape-TagString)|span)
			tape.put(st.used+1, uint64(i-st.token-saved)<<32|uint64(joinLanes[U](raw)|chars))
			st.used += 2
			return Fault{}, true
		case c < ' ':
			return Fault{ControlCharacter, i, i, -1}, false
		case isSurrogate(c):
			return Fault{LoneSurrogate, i, i, -1}, false
		case c != '\\':
			raw |= uint64(c)
			i++
		default:
			esc := readEscape(src, i)
			if lax && esc.fault.Code == LoneSurrogate {
				esc = escapeResult{char: utf8.RuneError, length: 6}
			}
			if esc.fault.Code != OK {
				return esc.fault, false
			}
			chars |= esc.char
			saved += esc.length - 1
			i += esc.length
		}
	}
}

// orOf is the OR of words and units, for joinLanes.
func orOf[U text.Unit](src Source[U], i, end int) (or uint64) {
	for ; i+lanes[U]() <= end; i += lanes[U]() {
		or |= src.Word(i)
	}
	for ; i < end; i++ {
		or |= uint64(src.At(i))
	}
	return or
}

// escapeResult is one escape: the code point it stands for and its length in
// units, that of both halves for a pair of surrogates.
type escapeResult struct {
	char   uint32
	length int
	fault  Fault
}

// EscapeAt gives the character that the escape at offset i stands for, and its
// length in units; i must be in a string that has been read.
func EscapeAt[U text.Unit](src Source[U], i int) (rune, int) {
	esc := readEscape(src, i)
	return rune(esc.char), esc.length
}

// simpleEscapes gives what a letter behind a backslash stands for.
var simpleEscapes = [128]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// readEscape reads the escape whose backslash is at i.
func readEscape[U text.Unit](src Source[U], i int) escapeResult {
	c := src.At(i + 1)
	if c < 128 && simpleEscapes[c] != 0 {
		return escapeResult{char: uint32(simpleEscapes[c]), length: 2}
	}
	if c != 'u' {
		return escapeResult{fault: Fault{InvalidEscape, i, i + 1, -1}}
	}
	high, bad := readHex4(src, i+2)
	if bad >= 0 {
		return escapeResult{fault: Fault{InvalidUnicodeEscape, i, bad, -1}}
	}
	if !isSurrogate(high) {
		return escapeResult{char: high, length: 6}
	}
	lone := func(found int) escapeResult {
		return escapeResult{fault: Fault{LoneSurrogate, i, found, -1}}
	}
	if high >= 0xDC00 {
		return lone(i + 5)
	}
	// A high one is judged by what follows: the next character, or the next
	// escape, which is whole before it is judged.
	if src.At(i+6) != '\\' {
		return lone(i + 6)
	}
	if c := src.At(i + 7); c < 128 && simpleEscapes[c] != 0 {
		return lone(i + 7)
	} else if c != 'u' {
		return escapeResult{fault: Fault{InvalidEscape, i + 6, i + 7, -1}}
	}
	low, bad := readHex4(src, i+8)
	if bad >= 0 {
		return escapeResult{fault: Fault{InvalidUnicodeEscape, i + 6, bad, -1}}
	}
	if low-0xDC00 >= 0x400 {
		return lone(i + 11)
	}
	return escapeResult{char: 0x10000 + (high-0xD800)<<10 + (low - 0xDC00), length: 12}
}

// readHex4 reads four hex digits; bad is the first unit that is none, or -1.
func readHex4[U text.Unit](src Source[U], i int) (v uint32, bad int) {
	for k := i; k < i+4; k++ {
		c := src.At(k)
		switch {
		case c-'0' <= 9:
			c -= '0'
		case (c|0x20)-'a' <= 5 && c < 0x80:
			c = (c | 0x20) - 'a' + 10
		default:
			return 0, k
		}
		v = v<<4 | c
	}
	return v, -1
}

// EscapeLength gives the length in units of the escape at offset i, that of both
// halves for a pair of surrogates. 0: there is no escape, and found is the unit
// that shows it: the text's length where the text ends before that is decided.
func EscapeLength[U text.Unit](src Source[U], i int) (length, found int) {
	esc := readEscape(src, i)
	if esc.fault.Code != OK {
		return 0, min(esc.fault.Found, src.Len())
	}
	return esc.length, i
}
