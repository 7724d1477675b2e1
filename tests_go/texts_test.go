package tests_go

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// A text of the tests is a Go string: UTF-8 in which surrogates may stand, as
// Python's "surrogatepass" writes them, so that everything a Python string can
// hold can be said. A byte that is none of this is U+DC80 to U+DCFF, as for
// "surrogateescape".

// codePoints decodes a text.
func codePoints(s string) []uint32 {
	list := make([]uint32, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := uint32(r)
		if r == utf8.RuneError && n == 1 {
			c = 0xDC00 + uint32(s[i])
			if s[i] == 0xED && i+2 < len(s) && s[i+1]&0xE0 == 0xA0 && s[i+2]&0xC0 == 0x80 {
				c, n = 0xD000|uint32(s[i+1]&0x3F)<<6|uint32(s[i+2]&0x3F), 3
			}
		}
		list = append(list, c)
		i += n
	}
	return list
}

// surrogate is a text of one surrogate.
func surrogate(c uint32) string {
	return string([]byte{0xED, byte(0x80 | c>>6&0x3F), byte(0x80 | c&0x3F)})
}

// widths are the bytes a unit that can hold a text may have.
func widths(points []uint32) []int {
	switch widest := slices.Max(append(points, 0)); {
	case widest <= 0xFF:
		return []int{1, 2, 4}
	case widest <= 0xFFFF:
		return []int{2, 4}
	}
	return []int{4}
}

// units is a text in units of one width, with the zero unit behind it.
func units[U text.Unit](points []uint32) []U {
	list := make([]U, len(points)+1)
	for i, c := range points {
		list[i] = U(c)
	}
	return list[:len(points)]
}

// show is a text as a failing test prints it.
func show(s string) string {
	const most = 2000
	if len(s) > most {
		return fmt.Sprintf("%q… (%d bytes)", s[:most], len(s))
	}
	return fmt.Sprintf("%q", s)
}
