package oracle

import (
	"math"
	"strconv"
)

// literal reads a word of which the first letter stands here.
func (r *reader) literal(word string, value any) any {
	start := r.at
	for _, letter := range word {
		if r.due() != uint32(letter) {
			r.fault("invalid_literal", start)
		}
		r.at++
	}
	return value
}

func isDigit(c uint32) bool { return '0' <= c && c <= '9' }

func (r *reader) number() any {
	start := r.at
	if r.peek(0) == '-' {
		r.at++
	}
	if r.peek(0) == '0' && isDigit(r.peek(1)) {
		r.fault("invalid_number", start)
	}
	r.digits(start)
	exact := true
	if r.peek(0) == '.' {
		exact = false
		r.at++
		r.digits(start)
	}
	if r.peek(0) == 'e' || r.peek(0) == 'E' {
		exact = false
		r.at++
		if r.peek(0) == '+' || r.peek(0) == '-' {
			r.at++
		}
		r.digits(start)
	}
	spelling := ""
	for _, c := range r.text[start:r.at] {
		spelling += string(rune(c))
	}
	if exact {
		if spelling == "-0" {
			return Int("0")
		}
		return Int(spelling)
	}
	value, _ := strconv.ParseFloat(spelling, 64)
	if math.IsInf(value, 0) {
		r.fault("number_out_of_range", start)
	}
	return value
}

// digits reads one digit or more, of a number that starts at start.
func (r *reader) digits(start int) {
	if !isDigit(r.due()) {
		r.fault("invalid_number", start)
	}
	for isDigit(r.peek(0)) {
		r.at++
	}
}

// string reads a string and decodes it.
func (r *reader) string() string {
	var decoded []rune
	r.at++
	for {
		c := r.due()
		switch {
		case c == '"':
			r.at++
			return string(decoded)
		case c == '\\':
			decoded = append(decoded, r.escaped())
			continue
		case isSurrogate(c):
			r.fault("lone_surrogate", r.at) // raw in the text: judged as it stands, never paired
		case c < 0x20:
			r.fault("control_character", r.at)
		}
		decoded = append(decoded, rune(c))
		r.at++
	}
}

func isSurrogate(c uint32) bool { return 0xD800 <= c && c <= 0xDFFF }
func isLow(c uint32) bool       { return 0xDC00 <= c && c <= 0xDFFF } // the others are high

// escaped reads what an escape, or a pair of surrogate escapes, stands for.
func (r *reader) escaped() rune {
	backslash := r.at
	c, unicode := r.escape()
	switch {
	case !unicode || !isSurrogate(c):
		return rune(c)
	case isLow(c):
		r.fault("lone_surrogate", backslash)
	}
	// A high one is judged when the next character, or the next whole escape,
	// has been read; a fault in that escape comes before.
	if r.due() != '\\' {
		r.fault("lone_surrogate", backslash)
	}
	low, unicode := r.escape()
	if !unicode || !isLow(low) {
		r.fault("lone_surrogate", backslash)
	}
	return rune(0x10000 + (c-0xD800)<<10 + (low - 0xDC00))
}

var simpleEscapes = map[uint32]uint32{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads one escape: a character or, for \u, a UTF-16 unit.
func (r *reader) escape() (c uint32, unicode bool) {
	backslash := r.at
	r.at++
	letter := r.due()
	if c, ok := simpleEscapes[letter]; ok {
		r.at++
		return c, false
	}
	if letter != 'u' {
		r.fault("invalid_escape", backslash)
	}
	r.at++
	for range 4 {
		digit, ok := hexDigit(r.due())
		if !ok {
			r.fault("invalid_unicode_escape", backslash)
		}
		c = c*16 + digit
		r.at++
	}
	return c, true
}

func hexDigit(c uint32) (uint32, bool) {
	switch {
	case isDigit(c):
		return c - '0', true
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10, true
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10, true
	}
	return 0, false
}
