package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// longestFragment is how many characters of a text a message shows.
const longestFragment = 40

// Explain says a fault in a sentence for a person and for the model that made
// the mistake, with its place: "expected a JSON value, found 'c' (line 1,
// column 30)". The position's zero value means that the fault has no place.
func Explain[U text.Unit](units []U, isUTF8 bool, f Fault) (string, text.Position) {
	v := view[U]{units, isUTF8}
	if f.Pos < 0 || f.Pos > len(units) {
		return codes[f.Code].message, text.Position{}
	}
	p := v.locate(f.Pos)
	return fmt.Sprintf("%s (line %d, column %d)", v.sentence(f), p.Line, p.Column), p
}

// view is a text to show parts of.
type view[U text.Unit] struct {
	units []U
	utf8  bool
}

func (v view[U]) locate(offset int) text.Position {
	if b, ok := any(v.units).([]byte); ok && v.utf8 {
		return text.LocateUTF8(b, offset)
	}
	return text.Locate(v.units, offset)
}

// char is the character at offset and its length; -1 at the end.
func (v view[U]) char(offset int) (rune, int) {
	if offset >= len(v.units) {
		return -1, 0
	}
	if b, ok := any(v.units).([]byte); ok && v.utf8 {
		return text.AtUTF8(b, offset)
	}
	return rune(v.units[offset]), 1
}

func (v view[U]) sentence(f Fault) string {
	format := codes[f.Code].message
	c, _ := v.char(f.Pos)
	switch f.Code {
	case ExpectedValue, ExpectedKey, ExpectedColon, TrailingCharacters:
		return fmt.Sprintf(format, showChar(c))
	case ExpectedComma:
		closer := '}'
		if v.openedArray(f.Related) {
			closer = ']'
		}
		return fmt.Sprintf(format, closer, showChar(c))
	case TrailingComma:
		member := "element"
		if c == '}' {
			member = "member"
		}
		return fmt.Sprintf(format, member, showChar(c))
	case InvalidLiteral:
		return fmt.Sprintf(format, v.fragment(f.Pos, unicode.IsLetter))
	case InvalidNumber, NumberOutOfRange:
		return fmt.Sprintf(format, v.fragment(f.Pos, isNumberRune))
	case ControlCharacter:
		return fmt.Sprintf(format, codePoint(c))
	case LoneSurrogate:
		if c != '\\' {
			return fmt.Sprintf(format, codePoint(c))
		}
		return fmt.Sprintf(format, v.escape(f.Pos, 6))
	case InvalidEscape:
		return fmt.Sprintf(format, v.escape(f.Pos, 2))
	case InvalidUnicodeEscape:
		return fmt.Sprintf(format, v.escape(f.Pos, 6))
	case DuplicateKey:
		s := fmt.Sprintf(format, v.key(f.Pos))
		if f.Related >= 0 && f.Related < len(v.units) {
			p := v.locate(f.Related)
			s += fmt.Sprintf(", first at line %d, column %d", p.Line, p.Column)
		}
		return s
	case UnexpectedEnd:
		if f.Related < 0 || f.Related >= len(v.units) {
			return "expected a JSON value, found the end of the text"
		}
		p := v.locate(f.Related)
		container := "object"
		if v.openedArray(f.Related) {
			container = "array"
		}
		return fmt.Sprintf("found the end of the text in the %s opened at line %d, column %d", container, p.Line, p.Column)
	}
	return format
}

func (v view[U]) openedArray(opener int) bool {
	return opener >= 0 && opener < len(v.units) && v.units[opener] == '['
}

// showChar shows a character as messages do: 'c', "'", U+200B, the end of the text.
func showChar(c rune) string {
	switch {
	case c < 0:
		return "the end of the text"
	case c == '\'':
		return `"'"`
	case invisible(c):
		return codePoint(c)
	}
	return "'" + string(c) + "'"
}

func codePoint(c rune) string { return fmt.Sprintf("U+%04X", c) }

// invisible reports whether a character would not show, or not as itself.
func invisible(c rune) bool {
	return c != ' ' && !unicode.IsGraphic(c) || c != ' ' && unicode.IsSpace(c) || unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Zs, c) && c != ' '
}

// fragment shows what stands from offset on while it belongs, at least one
// character.
func (v view[U]) fragment(offset int, belongs func(rune) bool) string {
	var b strings.Builder
	for n := 0; ; n++ {
		c, length := v.char(offset)
		if c < 0 || n > 0 && !belongs(c) {
			break
		}
		if n == longestFragment {
			b.WriteRune('…')
			break
		}
		if invisible(c) {
			b.WriteString(codePoint(c))
		} else {
			b.WriteRune(c)
		}
		offset += length
	}
	return "'" + b.String() + "'"
}

func isNumberRune(c rune) bool {
	return c >= '0' && c <= '9' || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E'
}

// escape shows the escape at offset: at most length characters.
func (v view[U]) escape(offset, length int) string {
	n := 0
	return v.fragment(offset, func(c rune) bool {
		n++
		return n < length && c != '"' && c != '\n'
	})
}

// key shows the name whose opening quote is at offset, decoded and cut.
func (v view[U]) key(offset int) string {
	end := offset + 1
	for end < len(v.units) && v.units[end] != '"' {
		if v.units[end] == '\\' {
			end++
		}
		end++
	}
	var b strings.Builder
	for i, n := offset+1, 0; i < end; n++ {
		if n == longestFragment {
			b.WriteRune('…')
			break
		}
		c, length := v.char(i)
		if c == '\\' {
			esc := readEscape(NewSource(append(append([]U{}, v.units[i:min(i+12, len(v.units))]...), 0)[:min(12, len(v.units)-i)]), 0)
			c, length = rune(esc.char), max(esc.length, 1)
		}
		b.WriteRune(c)
		i += length
	}
	return strconv.Quote(b.String())
}
