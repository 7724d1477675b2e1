package schema

import (
	"strconv"
	"unicode/utf8"
)

// appendRune appends a character; half of a pair becomes U+FFFD.
func appendRune(dst []byte, c rune) []byte { return utf8.AppendRune(dst, c) }

func appendInt(dst []byte, i int) []byte { return strconv.AppendInt(dst, int64(i), 10) }

// appendToken appends a reference token of a JSON Pointer, escaped by RFC 6901 §3.
func appendToken[T string | []byte](dst []byte, token T) []byte {
	dst = append(dst, '/')
	for i := range len(token) {
		switch token[i] {
		case '~':
			dst = append(dst, "~0"...)
		case '/':
			dst = append(dst, "~1"...)
		default:
			dst = append(dst, token[i])
		}
	}
	return dst
}
