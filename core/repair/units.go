package repair

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"slices"
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
	strict strict      // nil: none
	stop   func() bool // see Value; nil: never
	steps  uint
	work   int // units gone over between two steps
	// What was searched for in this text before; nil: nothing.
	searches *Searches
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

// pollAt is poll for what goes over single units.
func (u *units) pollAt(i int) {
	u.work++
	if i%(1<<16) == 0 {
		ask(u.stop)
	}
}

// worked is what has been gone over so far, in units: within a small factor of what was read.
func (u *units) worked() int { return int(u.steps) + u.work }

// isStop tells a stop from no panic; any other goes on.
func isStop(panicked any) bool {
	if panicked != nil && panicked != (stopped{}) {
		panic(panicked)
	}
	return panicked != nil
}

func ask(stop func() bool) {
	if stop != nil && stop() {
		panic(stopped{})
	}
}

// askAt asks every so many units, the last time at asked, and says when it did.
func askAt(stop func() bool, asked, i int) int {
	if uint(i-asked) < 1<<14 {
		return asked
	}
	ask(stop)
	return i
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

// stretch is how many units are searched before a look at whether to stop.
const stretch = 1 << 20

// index gives the first c, which is ASCII, from i on before limit; limit if there
// is none.
func (u *units) index(i, limit int, c byte) int {
	for limit-i > stretch {
		if k := u.indexNear(i, i+stretch, c); k < i+stretch {
			return k
		}
		i += stretch
		ask(u.stop)
	}
	return u.indexNear(i, limit, c)
}

func (u *units) indexNear(i, limit int, c byte) int {
	if i >= limit {
		return limit
	}
	var n int
	switch {
	case u.w8 != nil:
		n = bytes.IndexByte(u.w8[i:limit], c)
	case u.w16 != nil:
		n = slices.Index(u.w16[i:limit], uint16(c))
	default:
		n = slices.Index(u.w32[i:limit], uint32(c))
	}
	k := limit
	if n >= 0 {
		k = i + n
	}
	u.work += k - i
	if counting {
		Reads += k - i + 1
	}
	return k
}

// plainRun gives the first unit from i on, before limit, that a string in
// double quotes does not take as it is.
func (u *units) plainRun(i, limit int) int { return u.inStretches(i, limit, (*units).plainNear) }

// inStretches is what near gives for i and limit, where it is where near stops,
// and limit if it does not. Between stretches it asks whether to stop.
func (u *units) inStretches(i, limit int, near func(u *units, i, limit int) int) int {
	for limit-i > stretch {
		k := near(u, i, i+stretch)
		u.work += k - i
		if k < i+stretch {
			return k
		}
		i = k
		ask(u.stop)
	}
	k := near(u, i, limit)
	u.work += k - i
	return k
}

func (u *units) plainNear(i, limit int) int {
	if counting {
		defer func(start int) { Reads += i - start + 1 }(i)
	}
	if u.w8 != nil {
		s := u.w8[:limit]
		for i+8 <= len(s) {
			if stops := syntax.StringStops(binary.LittleEndian.Uint64(s[i:])); stops != 0 {
				return i + bits.TrailingZeros64(stops)>>3
			}
			i += 8
		}
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

// lastLine gives the start of the last line that begins between i and limit; -1
// if none does.
func (u *units) lastLine(i, limit int) int {
	if i = u.index(i, limit, '\n'); i == limit {
		return -1
	}
	if u.w8 != nil {
		i += bytes.LastIndexByte(u.w8[i:limit], '\n')
	} else {
		for k := limit - 1; k > i; k-- {
			u.pollAt(k)
			if u.wide(k) == '\n' {
				i = k
				break
			}
		}
	}
	return i + 1
}

// A word of 8 bytes: a 1 in each, and the top bit of each.
const ones, tops = ^uint64(0) / 0xFF, ^uint64(0) / 0xFF << 7

// quotedRun is plainRun for a string in other quotes: it ends at every ASCII
// character that may close one, and at what lies beyond ASCII.
func (u *units) quotedRun(i, limit int) int {
	if counting {
		defer func(start int) { Reads += i - start + 1 }(i)
	}
	if u.w8 != nil {
		s := u.w8[:limit]
		for i+8 <= len(s) {
			x := binary.LittleEndian.Uint64(s[i:])
			stops := syntax.StringStops(x) | (((x^'\''*ones)-ones)|((x^'`'*ones)-ones))&^x&tops | x&tops
			if stops != 0 {
				return i + bits.TrailingZeros64(stops)>>3
			}
			i += 8
		}
	}
	for i < limit {
		c := u.unit(i)
		if c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' || c == '\'' || c == '`' {
			break
		}
		i++
	}
	return i
}

// spaces gives the first unit from i on, before limit, that is no space.
func (u *units) spaces(i, limit int) int { return u.inStretches(i, limit, (*units).spacesNear) }

func (u *units) spacesNear(i, limit int) int {
	if counting {
		defer func(start int) { Reads += i - start + 1 }(i)
	}
	if u.w8 != nil {
		s := u.w8[:limit]
		for i+8 <= len(s) {
			if x := binary.LittleEndian.Uint64(s[i:]) ^ ' '*ones; x != 0 {
				return i + bits.TrailingZeros64(x)>>3
			}
			i += 8
		}
		for i < len(s) && s[i] == ' ' {
			i++
		}
		return i
	}
	for i < limit && u.wide(i) == ' ' {
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
