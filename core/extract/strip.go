package extract

import (
	"unicode"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// keptUnits maps offsets in a value that had units taken out to offsets in the
// text: in each row, how many units stand before the first that was taken out.
type keptUnits struct {
	start int // of the value in the text
	cuts  []cut
}

type cut struct {
	at      int // offset in what is left
	removed int // units removed at and before it
}

func (k keptUnits) offset(i int) int {
	removed := 0
	for _, c := range k.cuts {
		if c.at > i {
			break
		}
		removed = c.removed
	}
	return k.start + i + removed
}

// stripInvisible gives the value at src[start:end] without its invisible
// characters, raw or escaped, with a zero unit behind it; nil if it has none.
// U+200C and U+200D stay where the script or the emoji sequence next to them
// uses them (Unicode 16, §23.2).
func stripInvisible[U text.Unit](
	src syntax.Source[U], isUTF8 bool, start, end int, stop func() bool,
) ([]U, keptUnits) {
	var (
		out  []U
		kept = keptUnits{start: start}
		from = start
		last rune
	)
	take := func(i, n int) {
		if out == nil {
			out = make([]U, 0, end-start+1)
		}
		out = append(out, src.Units()[from:i]...)
		from = i + n
		kept.cuts = append(kept.cuts, cut{len(out), from - start - len(out)})
	}
	for i, due := start, start; i < end; {
		if i >= due {
			if due += 1 << 16; stop() {
				break
			}
		}
		c, n := charAt(src, isUTF8, i)
		if syntax.IsInvisible(c) {
			next := rune(-1)
			if i+n < end {
				next, _ = charAt(src, isUTF8, i+n)
			}
			if !joins(c, last, next) {
				take(i, n)
				i += n
				continue
			}
		}
		last = c
		i += n
	}
	if out == nil {
		return nil, kept
	}
	out = append(out, src.Units()[from:end]...)
	return append(out, 0)[:len(out)], kept
}

// charAt is the character at offset i of a value, an escape decoded, and its
// length in units.
func charAt[U text.Unit](src syntax.Source[U], isUTF8 bool, i int) (rune, int) {
	c := src.At(i)
	switch {
	case c == '\\':
		return syntax.EscapeAt(src, i)
	case isUTF8 && c >= utf8.RuneSelf:
		b, _ := any(src.Units()).([]byte)
		return utf8.DecodeRune(b[i:])
	}
	return rune(c), 1
}

// joining are scripts whose spelling uses U+200C and U+200D.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Mandaic, unicode.Nko, unicode.Mongolian, unicode.Phags_Pa,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
	unicode.Tibetan, unicode.Balinese, unicode.Javanese,
}

// joins reports whether a joiner between two characters is part of the text.
func joins(c, before, after rune) bool {
	switch c {
	case 0x200C:
		return unicode.In(before, joining...) || unicode.In(after, joining...)
	case 0x200D:
		return unicode.In(before, joining...) || unicode.In(after, joining...) || isEmoji(before) && isEmoji(after)
	}
	return false
}

// isEmoji: what stands beside U+200D in an emoji sequence (UTS #51): a
// pictograph, a skin tone, or the selector that asks for the coloured form.
func isEmoji(c rune) bool {
	return c == 0xFE0F || c >= 0x1F000 && c <= 0x1FAFF || c >= 0x2190 && c <= 0x2BFF && unicode.Is(unicode.So, c)
}
