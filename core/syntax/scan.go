package syntax

import (
	"math/bits"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// State is where a reading stands. It holds no pointers, so it may live in
// memory that Go does not manage.
type State struct {
	pos   int    // the unit that is due; after an event, the one that made it
	token int    // start of the string or number under way
	used  int    // words written to the tape
	depth int    // open containers
	cur   uint64 // the innermost one, see below; 0 outside any
	// The last float on the tape that has no value yet, +1: each holds the one
	// before it.
	floats int
	due    due
	where  where
	check  bool          // stop behind every key
	keep   bool          // the last commas
	string partialString // as far as it has been read
	number partialNumber // the same, of one that is long
	commas int           // kept so far
	kept   [keptCommas]comma
	stack  [MaxDepth]uint64 // stack[d] is cur as it was outside container d
}

// A container in State.cur and on the stack: bit 0 is set for an object, bits 1
// to 31 are its opener's offset, the bits above count its commas.
const oneComma = 1 << 32

func isObject(cur uint64) bool { return cur&1 != 0 }
func openerOf(cur uint64) int  { return int(cur >> 1 & 0x7FFFFFFF) }
func commasOf(cur uint64) int  { return int(cur >> 32) }

// due is what a reading goes on with.
type due uint8

const (
	dueValue due = iota // a value: white space may come first
	dueFirst            // a value or key, or the closer, behind an opener, or behind a comma
	dueComma            // behind a value
	dueColon            // behind a key
	dueKeyed            // behind a key that has been checked
)

// where is what the scanner was reading when a unit did not fit.
type where uint8

const (
	inValue where = iota
	inKey
	inColon
	inComma
	inNumber
)

// event is why scan returned.
type event uint8

const (
	done       event = iota
	more             // the tape is full, or white space goes far; the reading stands between tokens
	escape           // a string goes far, or has a backslash, a surrogate or a fault at pos
	longNumber       // a number goes far
	keyRead          // with State.check: the last word on the tape is a key
	extreme          // a float that may overflow was put on the tape
	misfit           // the unit at pos does not fit
)

// scan reads on until something happens that is rare or final. It makes no
// calls, so that all it works with stays in registers; what is rare is done by
// the caller, Reader.Advance, which then calls it again.
//
// A token, or white space, is not read on to its end once scan is a stretch away
// from where it began: until the caller has had a chance to stop.
func scan[U text.Unit](src Source[U], st *State, tape Tape) event {
	var (
		i   = st.pos
		n   = min(src.Len(), i+stretch)
		t   = st.used
		cur = st.cur
		ev  event
		c   uint32
		s   int
		x   uint64
	)
	c = src.At(i)
	switch st.due {
	case dueComma:
		goto comma
	case dueColon, dueKeyed:
		goto colon
	case dueFirst:
		if c <= ' ' {
			goto space
		}
		goto spaced
	}
lead:
	for c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
		if i >= n {
			st.due = dueValue
			goto far
		}
		i++
		c = src.At(i)
	}

value:
	if c == '"' {
		i++
		s = i
		for i+lanes[U]() <= n {
			if x = stringStops(src.Word(i), ones[U](), uint64(^U(0))); x != 0 {
				i += bits.TrailingZeros64(x) >> laneShift[U]()
				c = src.At(i)
				goto stringEnd
			}
			i += lanes[U]()
		}
		if n < src.Len() {
			goto stringStop
		}
		for c = src.At(i); c >= ' ' && c != '"' && c != '\\' && !isSurrogate(c); c = src.At(i) {
			i++
		}
	stringEnd:
		if c == '"' {
			tape.put(t, TagString|uint64(i-s)<<4|uint64(s)<<32)
			t++
			i++
			c = src.At(i)
			goto comma
		}
	stringStop:
		st.due = dueComma
		ev = escape
		goto leave
	}
	if c-'0' <= 9 || c == '-' {
		var man, neg uint64
		var exp, digits int
		s = i
		if c == '-' {
			neg = 1
			i++
			c = src.At(i)
			if c-'0' > 9 {
				goto badNumber
			}
		}
		man = uint64(c - '0')
		digits = i
		i++
		c = src.At(i)
		if man != 0 {
			for c-'0' <= 9 {
				if i >= n {
					goto farNumber
				}
				man = man*10 + uint64(c-'0')
				i++
				c = src.At(i)
			}
			digits = i - digits
		} else {
			if c-'0' <= 9 {
				goto badNumber
			}
			digits = 0
		}
		if c == '.' {
			i++
			exp = i
			c = src.At(i)
			if c-'0' > 9 {
				goto badNumber
			}
			if man == 0 {
				for c == '0' {
					if i >= n {
						goto farNumber
					}
					i++
					c = src.At(i)
				}
			}
			digits -= i
			if lanes[U]() == 8 {
				for i+8 <= n {
					if x = src.Word(i); !areDigits(x) {
						break
					}
					man = man*100000000 + eightDigits(x)
					i += 8
				}
			}
			c = src.At(i)
			for c-'0' <= 9 {
				if i >= n {
					goto farNumber
				}
				man = man*10 + uint64(c-'0')
				i++
				c = src.At(i)
			}
			digits += i
			exp -= i
			if c|0x20 != 'e' {
				goto float
			}
		} else if c|0x20 != 'e' {
			if digits <= 17 {
				tape.put(t, TagInt|uint64((int64(man)^-int64(neg))+int64(neg))<<4)
				t++
				goto comma
			}
			if digits <= 18 || digits == 19 && man <= 1<<63-1 {
				tape.put(t, TagInt64)
				tape.put(t+1, uint64((int64(man)^-int64(neg))+int64(neg)))
				t += 2
				goto comma
			}
			if digits == 19 && neg == 0 {
				tape.put(t, TagUint64)
				tape.put(t+1, man)
				t += 2
				goto comma
			}
			tape.put(t, TagBig|uint64(i-s)<<4|uint64(s)<<32)
			t++
			goto comma
		}
		{
			var e, sign int
			i++
			c = src.At(i)
			if c == '-' || c == '+' {
				if c == '-' {
					sign = -1
				}
				i++
				c = src.At(i)
			}
			if c-'0' > 9 {
				goto badNumber
			}
			for c-'0' <= 9 {
				if i >= n {
					goto farNumber
				}
				if e < maxExponent {
					e = e*10 + int(c-'0')
				}
				i++
				c = src.At(i)
			}
			exp += (min(e, maxExponent) ^ sign) - sign
		}
	float:
		// Without its value for now: see floats.go.
		tape.put(t, uint64(exp)<<32|uint64(min(digits, 255))<<8|neg<<4|TagFloat)
		tape.put(t+1, man)
		tape.put(t+2, uint64(i-s)<<32|uint64(s))
		tape.put(t+3, uint64(st.floats))
		t += 4
		st.floats = t
		if exp+digits > maxDecimal {
			st.due = dueComma
			ev = extreme
			goto leave
		}
		goto comma
	}
	if c == '{' {
		if st.depth >= MaxDepth {
			goto badValue
		}
		st.push(st.depth, cur)
		st.depth++
		cur = uint64(i)<<1 | 1
		i++
		c = src.At(i)
		if c <= ' ' {
			goto space
		}
		if c == '}' {
			goto empty
		}
		goto key
	}
	if c == '[' {
		if st.depth >= MaxDepth {
			goto badValue
		}
		st.push(st.depth, cur)
		st.depth++
		cur = uint64(i) << 1
		i++
		c = src.At(i)
		if c <= ' ' {
			goto space
		}
		if c == ']' {
			goto empty
		}
		goto value
	}
	// The zero unit behind the text ends each comparison before the text does.
	if c == 't' && src.At(i+1) == 'r' && src.At(i+2) == 'u' && src.At(i+3) == 'e' {
		tape.put(t, TagTrue)
		i += 4
		goto literal
	}
	if c == 'n' && src.At(i+1) == 'u' && src.At(i+2) == 'l' && src.At(i+3) == 'l' {
		tape.put(t, TagNull)
		i += 4
		goto literal
	}
	if c == 'f' && src.At(i+1) == 'a' && src.At(i+2) == 'l' && src.At(i+3) == 's' && src.At(i+4) == 'e' {
		tape.put(t, TagFalse)
		i += 5
		goto literal
	}
	goto badValue

	// White space behind '{', '[' or a comma.
space:
	for {
		if c == '\n' || c == ' ' {
			i++
			for i+lanes[U]() <= n {
				if x = src.Word(i) ^ ' '*ones[U](); x != 0 {
					i += bits.TrailingZeros64(x) >> laneShift[U]()
					break
				}
				i += lanes[U]()
			}
		} else if c == '\t' {
			for i++; i < n && src.At(i) == '\t'; i++ {
			}
		} else if c == '\r' {
			i++
		} else if isObject(cur) {
			goto badKey
		} else {
			goto badValue
		}
		c = src.At(i)
		if c > ' ' {
			break
		}
		if i >= n && n < src.Len() {
			goto farSpace
		}
	}
spaced:
	if isObject(cur) {
		if c == '}' && commasOf(cur) == 0 {
			goto empty
		}
		goto key
	}
	if c == ']' && commasOf(cur) == 0 {
		goto empty
	}
	goto value

literal:
	t++
	c = src.At(i)
comma:
	if cur == 0 && st.depth == 0 {
		ev = done
		goto leave
	}
	if c != ',' && c <= ' ' {
		for {
			if c == '\n' || c == ' ' {
				i++
				for i+lanes[U]() <= n {
					if x = src.Word(i) ^ ' '*ones[U](); x != 0 {
						i += bits.TrailingZeros64(x) >> laneShift[U]()
						break
					}
					i += lanes[U]()
				}
			} else if c == '\t' {
				for i++; i < n && src.At(i) == '\t'; i++ {
				}
			} else if c == '\r' {
				i++
			} else {
				goto badComma
			}
			c = src.At(i)
			if c > ' ' {
				break
			}
			if i >= n && n < src.Len() {
				goto farGap
			}
		}
	}
	if c == ',' {
		cur += oneComma
		if st.keep {
			st.kept[st.commas&(keptCommas-1)] = comma{i, t, st.depth, cur}
			st.commas++
		}
		i++
		c = src.At(i)
		if c == ' ' {
			i++
			c = src.At(i)
		}
		if t >= tape.room {
			goto full
		}
		if c <= ' ' {
			goto space
		}
		if isObject(cur) {
			goto key
		}
		goto value
	}
	if isObject(cur) {
		if c != '}' {
			goto badComma
		}
		tape.put(t, TagObject|(cur>>32+1)<<4)
	} else {
		if c != ']' {
			goto badComma
		}
		tape.put(t, TagArray|(cur>>32+1)<<4)
	}
	t++
	st.depth--
	cur = st.pop(st.depth)
	i++
	c = src.At(i)
	goto comma

empty:
	tape.put(t, TagArray+cur&1)
	t++
	st.depth--
	cur = st.pop(st.depth)
	i++
	c = src.At(i)
	goto comma

key:
	if c != '"' {
		goto badKey
	}
	i++
	s = i
	for i+lanes[U]() <= n {
		if x = stringStops(src.Word(i), ones[U](), uint64(^U(0))); x != 0 {
			i += bits.TrailingZeros64(x) >> laneShift[U]()
			c = src.At(i)
			goto keyEnd
		}
		i += lanes[U]()
	}
	if n < src.Len() {
		goto keyStop
	}
	for c = src.At(i); c >= ' ' && c != '"' && c != '\\' && !isSurrogate(c); c = src.At(i) {
		i++
	}
keyEnd:
	if c != '"' {
		goto keyStop
	}
	tape.put(t, TagKey|uint64(i-s)<<4|uint64(s)<<32)
	t++
	i++
	if st.check {
		st.due = dueKeyed
		ev = keyRead
		goto leave
	}
	c = src.At(i)
colon:
	for c != ':' {
		if c > ' ' || c != ' ' && c != '\n' && c != '\r' && c != '\t' {
			st.where = inColon
			goto bad
		}
		if i >= n {
			st.due = dueColon
			goto far
		}
		i++
		c = src.At(i)
	}
	i++
	c = src.At(i)
	if c > ' ' {
		goto value
	}
	if c == ' ' {
		i++
		c = src.At(i)
		if c > ' ' {
			goto value
		}
	}
	goto lead

keyStop:
	st.due = dueColon
	ev = escape
	goto leave
farGap:
	st.due = dueComma
	goto far
full:
farSpace:
	st.due = dueFirst
far:
	ev = more
	goto leave
farNumber:
	ev = longNumber
	goto leave
badNumber:
	st.where = inNumber
	goto bad
badValue:
	st.where = inValue
	goto bad
badKey:
	st.where = inKey
	goto bad
badComma:
	st.where = inComma
bad:
	ev = misfit
leave:
	st.pos, st.used, st.cur, st.token = i, t, cur, s
	return ev
}
