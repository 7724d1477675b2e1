package stream

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// due is what the reading goes on with.
type due uint8

const (
	dueValue   due = iota
	dueElement     // a value or ']', behind '['
	dueMember      // a name or '}', behind '{'
	dueName        // behind a comma
	dueColon
	dueComma // or the closer
	inString
	inName
	inNumber
)

// number is how far a number has come.
type number uint8

const (
	minus number = iota
	zero
	digits
	point
	fraction
	exponent
	sign
	power
)

// result is how a reading ended.
type result uint8

const (
	readMore   result = iota // with the text so far
	readFull                 // without room for records
	readShown                // a value that was not told has shown what it is
	readDone                 // with the value: at is behind it
	readFailed               // at is the unit that shows it
	readTooDeep
)

// read goes on with the value under way.
func (s *Machine[U]) read() (result, int) {
	i, due, r, at := s.tokens(s.m.pos, s.m.value.due)
	s.m.pos, s.m.value.due = i, due
	return r, at
}

// tokens reads token by token, from offset i on.
func (s *Machine[U]) tokens(i int, next due) (int, due, result, int) {
	var (
		v   = &s.m.value
		src = s.src
		n   = src.Len()
		top *frame
	)
	if v.depth > 0 {
		top = &v.frames[v.depth-1]
	}
	for {
		if s.used >= s.room {
			return i, next, readFull, 0
		}
		switch next {
		case inString, inName:
			i = syntax.IndexStringEnd(src, i)
			if i == n {
				return i, next, readMore, 0
			}
			switch src.At(i) {
			case '"':
				i++
				if next == inString {
					s.keyed(Member, v.token, i)
					next = dueComma
					continue
				}
				top.key, top.keyLen = uint32(v.token+1), uint32(i-v.token-2)
				next = dueColon
			case '\\':
				length, found := syntax.EscapeLength(src, i)
				if length == 0 && found == n {
					return i, next, readMore, 0
				}
				if length == 0 {
					return i, next, readFailed, found
				}
				i += length
				continue
			default:
				return i, next, readFailed, i
			}
		case inNumber:
			if i = s.number(i); i == n {
				return i, next, readMore, 0
			}
			if !v.number.isWhole() || v.number == zero && src.At(i)-'0' <= 9 {
				return i, next, readFailed, i
			}
			if (v.number == power || i-v.token > 300) && !s.isSmall(i) && !s.inRange(v.token) {
				return i, next, readFailed, v.token
			}
			s.keyed(Member, v.token, i)
			next = dueComma
			continue
		}
		c := src.At(i)
		if c <= ' ' {
			i = syntax.SkipIndent(src, i)
			c = src.At(i)
		}
		if i == n {
			return i, next, readMore, 0
		}
		switch next {
		case dueComma:
			if c == ',' {
				if v.pending && v.depth == 1 {
					return i, next, readShown, 0
				}
				top.count++
				i++
				next = dueValue
				if top.object {
					next = dueName
				}
				continue
			}
			if c == '}' && top.object || c == ']' && !top.object {
				goto closer
			}
		case dueColon:
			if c == ':' {
				i++
				next = dueValue
				continue
			}
		case dueName, dueMember:
			if c == '"' {
				v.token = i
				i++
				next = inName
				continue
			}
			if c == '}' && next == dueMember {
				goto closer
			}
		default:
			switch {
			case c == '"':
				v.token = i
				i++
				next = inString
				continue
			case c == '-' || c-'0' <= 9:
				v.token, v.number = i, digits
				if c == '-' {
					v.number = minus
				} else if c == '0' {
					v.number = zero
				}
				i++
				next = inNumber
				continue
			case c == '{' || c == '[':
				if v.depth == syntax.MaxDepth {
					return i, next, readTooDeep, i
				}
				if v.depth > 0 {
					s.keyed(Entered, i, 0)
				}
				top = &v.frames[v.depth]
				*top = frame{opener: uint32(i), object: c == '{'}
				v.depth++
				i++
				next = dueElement
				if c == '{' {
					next = dueMember
				}
				continue
			case c == ']' && next == dueElement:
				goto closer
			case c == 't' || c == 'f' || c == 'n':
				end, found := literal(s, i, c)
				if found == n {
					return i, next, readMore, 0
				}
				if end == 0 {
					return i, next, readFailed, found
				}
				s.keyed(Member, i, end)
				i = end
				next = dueComma
				continue
			case i+len("False") >= n && (c == 'T' || c == 'F' || c == 'N' || c == '.' || c == '+'):
				// What is wrong is decided by what follows.
				return i, next, readMore, 0
			}
		}
		if s.opt.IgnoreInvisible {
			if k := syntax.InvisibleAt(src, false, i); k > 0 {
				i += k
				continue
			}
		}
		return i, next, readFailed, i

	closer:
		if v.pending && v.depth == 1 {
			return i, next, readShown, 0
		}
		i++
		v.depth--
		if v.depth == 0 {
			return i, next, readDone, i
		}
		top = &v.frames[v.depth-1]
		s.left(i)
		next = dueComma
	}
}

// left tells that the container that was innermost is complete.
func (s *Machine[U]) left(end int) {
	v := &s.m.value
	if !v.loud {
		return
	}
	if !v.told {
		v.depth++ // it is still open for who hears of it now
		s.resume()
		v.depth--
	}
	s.put(Record{Kind: Left, End: uint32(end)})
}

var literals = map[uint32]string{'t': "true", 'f': "false", 'n': "null"}

// literal reads the literal at offset i; end is 0 where it is misspelt, which
// shows at found, or not all there.
func literal[U text.Unit](s *Machine[U], i int, first uint32) (end, found int) {
	word := literals[first]
	for k := 1; k < len(word); k++ {
		if s.src.At(i+k) != uint32(word[k]) {
			return 0, i + k
		}
	}
	return i + len(word), -1
}

// isSmall reports whether the number that ends at offset i cannot be beyond a
// float's range: it is short, and so is its exponent.
func (s *Machine[U]) isSmall(i int) bool {
	return i-s.m.value.token <= 200 && (s.src.At(i-2)-'0' > 9 || s.src.At(i-3)-'0' > 9)
}

func (n number) isWhole() bool { return n == zero || n == digits || n == fraction || n == power }

// number goes on with a number to the first unit that is not part of it.
func (s *Machine[U]) number(i int) int {
	state := s.m.value.number
	for ; ; i++ {
		c := s.src.At(i)
		digit := c-'0' <= 9
		switch {
		case digit && (state == digits || state == fraction || state == power):
		case digit && state == minus:
			state = digits
			if c == '0' {
				state = zero
			}
		case digit && state == point:
			state = fraction
		case digit && (state == exponent || state == sign):
			state = power
		case c == '.' && (state == zero || state == digits):
			state = point
		case c|0x20 == 'e' && (state == zero || state == digits || state == fraction):
			state = exponent
		case (c == '+' || c == '-') && state == exponent:
			state = sign
		default:
			s.m.value.number = state
			return i
		}
	}
}
