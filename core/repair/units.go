package repair

import (
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// units is a text in units of any width. The rules are written once against it
// and stand in one table, which a type parameter would not allow.
type units struct {
	w8     []uint8
	w16    []uint16
	w32    []uint32
	isUTF8 bool
	stop   func() bool // see Value; nil: never
	steps  uint
}

func unitsOf[U text.Unit](src syntax.Source[U], isUTF8 bool, stop func() bool) (u units) {
	u.isUTF8, u.stop = isUTF8, stop
	switch s := any(src.Units()).(type) {
	case []uint8:
		u.w8 = s
	case []uint16:
		u.w16 = s
	case []uint32:
		u.w32 = s
	}
	return u
}

// Reads counts the units read, where the build counts them.
var Reads int

// stopped is what a reading panics with when it is to stop; mend recovers.
type stopped struct{}

// poll asks now and then whether to stop.
func (u *units) poll() {
	const every = 1 << 10
	if u.steps++; u.steps%every == 0 {
		ask(u.stop)
	}
}

func ask(stop func() bool) {
	if stop != nil && stop() {
		panic(stopped{})
	}
}

// unit gives unit i, which must be in the text.
func (u *units) unit(i int) uint32 {
	if counting {
		Reads++
	}
	if i < len(u.w8) {
		return uint32(u.w8[i])
	}
	return u.wide(i)
}

func (u *units) wide(i int) uint32 {
	if u.w16 != nil {
		return uint32(u.w16[i])
	}
	return u.w32[i]
}

// char gives the character at i, which must be in the text, and its length.
func (u *units) char(i int) (rune, int) {
	c := u.unit(i)
	if c >= utf8.RuneSelf && u.isUTF8 {
		return utf8.DecodeRune(u.w8[i:])
	}
	return rune(c), 1
}

// plainRun gives the first unit from i on, before limit, that a string in
// double quotes does not take as it is.
func (u *units) plainRun(i, limit int) int {
	if counting {
		defer func(start int) { Reads += i - start + 1 }(i)
	}
	if u.w8 != nil {
		s := u.w8[:limit]
		for i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' {
			i++
		}
		return i
	}
	for i < limit {
		if c := u.wide(i); c < ' ' || c == '"' || c == '\\' || c-0xD800 < 0x800 {
			break
		}
		i++
	}
	return i
}

func isSpace(c uint32) bool  { return c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t') }
func isDigit(c uint32) bool  { return c-'0' <= 9 }
func isLetter(c uint32) bool { return c < utf8.RuneSelf && (c|0x20)-'a' < 26 }
func isHex(c uint32) bool    { return isDigit(c) || c < utf8.RuneSelf && (c|0x20)-'a' < 6 }
func isCloser(c uint32) bool { return c == '}' || c == ']' || c == ')' }

// isNameUnit reports whether a unit can be part of an unquoted name. Characters
// beyond ASCII can, but for the punctuation that stands in for JSON's.
func isNameUnit(c uint32) bool {
	return isLetter(c) || isDigit(c) || c == '_' || c == '$' || c == '-' || c >= utf8.RuneSelf
}
