package batch

import (
	"encoding/binary"
	"math/bits"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// The text is JSON as AppendValue writes it: without white space, and with no
// escape that need not be.

// scalarEnd is where a number or literal ends.
func scalarEnd(s []byte, i int) int {
	for ; i < len(s); i++ {
		if c := s[i]; c == ',' || c == '}' || c == ']' {
			break
		}
	}
	return i
}

// plainEnd is the first quote or backslash of the inside of a string, from i on.
func plainEnd(s []byte, i int) int {
	for ; i+8 <= len(s); i += 8 {
		if stops := syntax.StringStops(binary.LittleEndian.Uint64(s[i:])); stops != 0 {
			return i + bits.TrailingZeros64(stops)>>3
		}
	}
	for s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// stringEnd is the closing quote of the string whose inside begins at i.
func stringEnd(s []byte, i int) int {
	for {
		if i = plainEnd(s, i); s[i] == '"' {
			return i
		}
		i += 2
	}
}

// syntaxEnd is where the value ends that begins at i.
func syntaxEnd(s []byte, i int) int {
	switch s[i] {
	case '"':
		return stringEnd(s, i+1) + 1
	case '{', '[':
	default:
		return scalarEnd(s, i)
	}
	for depth := 0; ; i++ {
		switch s[i] {
		case '"':
			i = stringEnd(s, i+1)
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
}

// appendUnescaped appends the characters of the string whose inside begins at i,
// and returns where it ends.
func appendUnescaped(dst, s []byte, i int) ([]byte, int) {
	for {
		start := i
		i = plainEnd(s, i)
		dst = append(dst, s[start:i]...)
		if s[i] == '"' {
			return dst, i + 1
		}
		switch c := s[i+1]; c {
		case 'u': // below U+0020
			dst = append(dst, hexDigit(s[i+4])<<4|hexDigit(s[i+5]))
			i += 6
		default:
			dst = append(dst, escaped[c])
			i += 2
		}
	}
}

// escaped is what AppendValue writes a letter behind a backslash for.
var escaped = [256]byte{'"': '"', '\\': '\\', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func hexDigit(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c - 'a' + 10
}
