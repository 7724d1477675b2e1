package syntax

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// AppendValue appends a value that has been read, from offset start to end, in
// the one form that every door of this project shows: without white space,
// numbers as they are spelt, members in their order, and in strings nothing
// escaped but '"', '\' and U+0000 to U+001F. The result is UTF-8.
func AppendValue[U text.Unit](dst []byte, src Source[U], isUTF8 bool, start, end int) []byte {
	if bytes, ok := any(src).(Source[uint8]); ok && isUTF8 {
		return appendBytes(dst, bytes, start, end)
	}
	inString := false
	for i := start; i < end; {
		c, n := rune(src.At(i)), 1
		switch {
		case c == '"':
			inString = !inString
			dst = append(dst, '"')
			i++
			continue
		case !inString && (c <= ' ' || InvisibleAt(src, isUTF8, i) > 0):
			i += max(1, InvisibleAt(src, isUTF8, i))
			continue
		case c == '\\':
			c, n = EscapeAt(src, i)
		}
		dst = appendChar(dst, c)
		i += n
	}
	return dst
}

// appendBytes is AppendValue for UTF-8.
func appendBytes(dst []byte, src Source[uint8], start, end int) []byte {
	// Nothing is longer than what it stands for, but for an escape that goes beyond the end.
	const slack = 16
	n := len(dst)
	dst = slices.Grow(dst, end-start+slack)
	dst = dst[:cap(dst)]
	in := src.Units()[:end]
	for i := start; i < len(in); {
		c := in[i]
		dst[n] = c // and the next one over it, if it does not belong there
		switch kept := outside[c]; {
		case kept < other:
			n += int(kept)
			i++
		case c == '"':
			i, n = appendString(dst, n+1, src, i+1, end)
		case InvisibleAt(src, true, i) > 0:
			i += InvisibleAt(src, true, i)
		default:
			n++
			i++
		}
	}
	return dst[:n]
}

const other = 2

// outside says how many bytes are kept of one outside of strings; other: it is a
// quote, or no ASCII.
var outside = func() (kept [256]uint8) {
	for c := range kept {
		switch {
		case c == '"', c >= utf8.RuneSelf:
			kept[c] = other
		case c > ' ':
			kept[c] = 1
		}
	}
	return kept
}()

// appendString puts the string whose inside starts at offset i, with its closing
// quote, behind the first n bytes of dst, which has the room. It returns where
// it got to in both.
func appendString(dst []byte, n int, src Source[uint8], i, end int) (from, to int) {
	in := src.Units()[:end]
	for {
		var stops uint64
		for i+8 <= len(in) && stops == 0 {
			word := binary.LittleEndian.Uint64(in[i:])
			binary.LittleEndian.PutUint64(dst[n:], word)
			plain := 8
			if stops = StringStops(word); stops != 0 {
				plain = bits.TrailingZeros64(stops) >> 3
			}
			i, n = i+plain, n+plain
		}
		for ; stops == 0 && i < len(in) && in[i] != '"' && in[i] != '\\'; i, n = i+1, n+1 {
			dst[n] = in[i]
		}
		switch {
		case i >= len(in):
			return i, n
		case in[i] == '"':
			dst[n] = '"'
			return i + 1, n + 1
		}
		c, length := rune(in[i]), 1
		if c == '\\' {
			if second := uint8(src.At(i + 1)); keptEscapes[second] {
				dst[n], dst[n+1] = '\\', second
				i, n = i+2, n+2
				continue
			}
			c, length = EscapeAt(src, i)
		}
		n = len(appendChar(dst[:n], c))
		i += length
	}
}

// keptEscapes are the characters behind a backslash that appendChar would write
// there again.
var keptEscapes = [256]bool{'"': true, '\\': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// AppendQuoted appends UTF-8 as a JSON string in which nothing is escaped that
// need not be.
func AppendQuoted[T string | []byte](dst []byte, s T) []byte {
	units := append([]byte(s), 0)[:len(s)]
	return append(AppendText(append(dst, '"'), NewSource(units), true, 0, len(units)), '"')
}

// AppendText appends src[start:end], which is text and not JSON, as the inside
// of a string.
func AppendText[U text.Unit](dst []byte, src Source[U], isUTF8 bool, start, end int) []byte {
	for i := start; i < end; i++ {
		if c := src.At(i); isUTF8 && c >= utf8.RuneSelf {
			dst = append(dst, byte(c))
		} else {
			dst = appendChar(dst, rune(c))
		}
	}
	return dst
}

// shortEscapes are the characters with an escape of two characters, and its
// second.
var shortEscapes = [' ']byte{'\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

func appendChar(dst []byte, c rune) []byte {
	const hex = "0123456789abcdef"
	switch {
	case c == '"' || c == '\\':
		return append(dst, '\\', byte(c))
	case isSurrogate(uint32(c)): // only in text that is not JSON
		return append(dst, '\\', 'u', hex[c>>12], hex[c>>8&15], hex[c>>4&15], hex[c&15])
	case c >= ' ':
		return utf8.AppendRune(dst, c)
	case shortEscapes[c] != 0:
		return append(dst, '\\', shortEscapes[c])
	}
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

// AppendIndented appends what AppendValue gave, a member or element a line,
// indented by so many spaces a level.
func AppendIndented(dst, value []byte, indent int) []byte {
	depth := 0
	line := func() {
		dst = append(dst, '\n')
		for range depth * indent {
			dst = append(dst, ' ')
		}
	}
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch c {
		case '"':
			start := i
			for i++; value[i] != '"'; i++ {
				if value[i] == '\\' {
					i++
				}
			}
			dst = append(dst, value[start:i+1]...)
		case '{', '[':
			dst = append(dst, c)
			if value[i+1] == c+2 { // its closer
				i++
				dst = append(dst, value[i])
				continue
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			dst = append(dst, c)
		case ',':
			dst = append(dst, c)
			line()
		case ':':
			dst = append(dst, c, ' ')
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
