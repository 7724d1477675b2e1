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

// tokens reads token by token, from offset i on. It gives where it stopped and
// what is due there. The usual is done here and without a call but for strings;
// what is cut by the text's end, and what is rare, is done in the labels below.
func (s *Machine[U]) tokens(i int, next due) (int, due, result, int) {
	var (
		v   = &s.m.value
		src = s.src
		n   = src.Len()
		top = &s.m.frames[max(v.depth-1, 0)]
		out = s.out
		w   = s.used
		c   uint32
		r   result
		at  int
		// Where the string or number under way begins.
		token = v.token
	)
	switch next {
	case dueName, dueMember:
		goto name
	case dueColon:
		goto colon
	case dueComma:
		goto comma
	case inString, inName:
		goto text
	case inNumber:
		goto number
	}

value: // or, if next is dueElement, ']'
	if w >= s.room {
		r, at = readFull, 0
		goto leave
	}
	c = src.At(i)
	if c == ' ' {
		i++
		c = src.At(i)
	}
	if c <= ' ' {
		i = syntax.SkipIndent(src, i)
		c = src.At(i)
	}
	switch {
	case c == '"':
		token = i
		i = syntax.IndexStringEnd(src, i+1)
		if src.At(i) != '"' {
			next = inString
			goto text
		}
		i++
		goto scalar
	case c-'0' <= 9 || c == '-':
		token = i
		for i++; src.At(i)-'0' <= 9; i++ {
		}
		if end := src.At(i); (end == ',' || end == '}' || end == ']' || end == '\n') && c-'1' <= 8 && i-token <= 300 {
			goto scalar
		}
		i = token + 1
		v.number = digits
		if c == '-' {
			v.number = minus
		} else if c == '0' {
			v.number = zero
		}
		next = inNumber
		goto number
	case c == '{' || c == '[':
		if v.depth == syntax.MaxDepth {
			r, at = readTooDeep, i
			goto leave
		}
		if v.depth > 0 && v.loud {
			if !v.told {
				w = s.resume(w)
			}
			record := &out[w]
			record.Kind, record.Start = Entered, uint32(i)
			top.place(record)
			w++
		}
		top = &s.m.frames[v.depth]
		top.opener, top.count, top.object = uint32(i), 0, c == '{'
		v.depth++
		i++
		if c == '{' {
			next = dueMember
			goto name
		}
		next = dueElement
		goto value
	case c == ']' && next == dueElement:
		goto closer
	case c == 't' || c == 'f' || c == 'n':
		end, found := literal(s, i, c)
		if end == 0 && found < n {
			r, at = readFailed, found
			goto leave
		}
		if end == 0 {
			r, at = readMore, 0
			goto leave
		}
		token, i = i, end
		goto scalar
	case i+len("False") >= n && (c == 'T' || c == 'F' || c == 'N' || c == '.' || c == '+'):
		r, at = readMore, 0
		goto leave // what is wrong is decided by what follows
	}
	goto misfit

comma: // or the closer
	next = dueComma
	c = src.At(i)
	if c <= ' ' {
		i = syntax.SkipIndent(src, i)
		c = src.At(i)
	}
	if c == ',' {
		if v.pending && v.depth == 1 {
			r, at = readShown, 0
			goto leave
		}
		top.count++
		i++
		if !top.object {
			next = dueValue
			goto value
		}
		next = dueName
		goto name
	}
	if c == '}' && top.object || c == ']' && !top.object {
		goto closer
	}
	goto misfit

name: // or, if next is dueMember, '}'
	c = src.At(i)
	if c == ' ' {
		i++
		c = src.At(i)
	}
	if c <= ' ' {
		i = syntax.SkipIndent(src, i)
		c = src.At(i)
	}
	if c != '"' {
		if c == '}' && next == dueMember {
			goto closer
		}
		goto misfit
	}
	token = i
	i = syntax.IndexStringEnd(src, i+1)
	if src.At(i) != '"' {
		next = inName
		goto text
	}
	top.key, top.keyLen = uint32(token+1), uint32(i-token-1)
	i++

colon:
	next = dueColon
	c = src.At(i)
	if c == ' ' {
		i++
		c = src.At(i)
	}
	if c <= ' ' {
		i = syntax.SkipIndent(src, i)
		c = src.At(i)
	}
	if c != ':' {
		goto misfit
	}
	i++
	next = dueValue
	goto value

closer:
	switch {
	case w >= s.room:
		r, at = readFull, 0
		goto leave
	case v.pending && v.depth == 1:
		r, at = readShown, 0
		goto leave
	}
	i++
	if v.depth > 1 && v.loud {
		if !v.told {
			w = s.resume(w)
		}
		out[w].Kind, out[w].End = Left, uint32(i)
		w++
	}
	v.depth--
	if v.depth == 0 {
		r, at = readDone, i
		goto leave
	}
	top = &s.m.frames[v.depth-1]
	goto comma

text: // in a string or a name, that has a unit that is not plain or is not all there
	i = syntax.IndexStringEnd(src, i)
	if i == n {
		r, at = readMore, 0
		goto leave
	}
	switch src.At(i) {
	case '"':
		i++
		if next == inString {
			if w >= s.room {
				i--
				r = readFull
				goto leave
			}
			goto scalar
		}
		top.key, top.keyLen = uint32(token+1), uint32(i-token-2)
		goto colon
	case '\\':
		length, found := syntax.EscapeLength(src, i)
		if length == 0 && found == n {
			r, at = readMore, 0
			goto leave
		}
		if length > 0 {
			i += length
			goto text
		}
		r, at = readFailed, found
		goto leave
	}
	r, at = readFailed, i
	goto leave

number: // that is no plain integer, or not all there
	v.token = token
	i = s.number(i)
	switch {
	case i == n:
		r, at = readMore, 0
		goto leave
	case !v.number.isWhole(), v.number == zero && src.At(i)-'0' <= 9:
		r, at = readFailed, i
		goto leave
	case w >= s.room:
		r, at = readFull, 0
		goto leave
	case (v.number == power || i-token > 300) && !s.isSmall(i) && !s.inRange(token):
		r, at = readFailed, token
		goto leave
	}

scalar: // is complete, from token on
	if v.loud {
		if !v.told {
			w = s.resume(w)
		}
		// Field by field: a Record that is made first and copied then takes twice
		// as long as all the rest of a number.
		record := &out[w]
		record.Kind, record.Start, record.End = Member, uint32(token), uint32(i)
		top.place(record)
		w++
	}
	goto comma

misfit:
	if i == n {
		r, at = readMore, 0
		goto leave
	}
	if s.opt.IgnoreInvisible {
		if k := syntax.InvisibleAt(src, false, i); k > 0 {
			i += k
			switch next {
			case dueValue, dueElement:
				goto value
			case dueName, dueMember:
				goto name
			case dueColon:
				goto colon
			}
			goto comma
		}
	}
	r, at = readFailed, i
	goto leave

leave:
	v.token = token
	s.used = w
	return i, next, r, at
}

// literal reads the literal at offset i; end is 0 where it is misspelt, which
// shows at found, or not all there.
func literal[U text.Unit](s *Machine[U], i int, first uint32) (end, found int) {
	word := "null"
	switch first {
	case 't':
		word = "true"
	case 'f':
		word = "false"
	}
	for k := 1; k < len(word); k++ {
		if s.src.At(i+k) != uint32(word[k]) {
			return 0, i + k
		}
	}
	return i + len(word), -1
}
