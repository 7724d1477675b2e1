package syntax

import (
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
	return NewExplainer(units, isUTF8).Explain(f)
}

// An Explainer explains many faults of one text. In the order of their places
// they cost, together, no more than the text's length.
type Explainer[U text.Unit] struct {
	units []U
	utf8  bool
	// Where faults are, and where what they are related to is, which is before.
	places, related *text.Locator[U]
}

// NewExplainer makes an Explainer; isUTF8 says that 8-bit units are UTF-8.
func NewExplainer[U text.Unit](units []U, isUTF8 bool) *Explainer[U] {
	return &Explainer[U]{units, isUTF8, text.NewLocator(units, isUTF8), text.NewLocator(units, isUTF8)}
}

// Explain is the function Explain.
func (v *Explainer[U]) Explain(f Fault) (string, text.Position) {
	if f.Pos < 0 || f.Pos > len(v.units) {
		return codes[f.Code].message, text.Position{}
	}
	p := v.places.Locate(f.Pos)
	return fill("%s (line %s, column %s)", v.sentence(f), strconv.Itoa(p.Line), strconv.Itoa(p.Column)), p
}

// char is the character at offset and its length; -1 at the end.
func (v *Explainer[U]) char(offset int) (rune, int) {
	if offset >= len(v.units) {
		return -1, 0
	}
	if b, ok := any(v.units).([]byte); ok && v.utf8 {
		return text.AtUTF8(b, offset)
	}
	return rune(v.units[offset]), 1
}

func (v *Explainer[U]) sentence(f Fault) string {
	format := codes[f.Code].message
	c, _ := v.char(f.Pos)
	switch f.Code {
	case ExpectedValue, ExpectedKey, ExpectedColon, TrailingCharacters:
		return fill(format, showChar(c))
	case ExpectedComma:
		closer := "}"
		if v.openedArray(f.Related) {
			closer = "]"
		}
		return fill(format, closer, showChar(c))
	case TrailingComma:
		member := "element"
		if c == '}' {
			member = "member"
		}
		return fill(format, member, showChar(c))
	case InvalidLiteral:
		return fill(format, v.fragment(f.Pos, unicode.IsLetter))
	case InvalidNumber, NumberOutOfRange:
		return fill(format, v.fragment(f.Pos, isNumberRune))
	case ControlCharacter:
		return fill(format, codePoint(c))
	case LoneSurrogate:
		if c != '\\' {
			return fill(format, codePoint(c))
		}
		return fill(format, v.escape(f.Pos, 6))
	case InvalidEscape:
		return fill(format, v.escape(f.Pos, 2))
	case InvalidUnicodeEscape:
		return fill(format, v.escape(f.Pos, 6))
	case DuplicateKey:
		s := fill(format, v.key(f.Pos))
		if f.Related >= 0 && f.Related < len(v.units) {
			p := v.related.Locate(f.Related)
			s += fill(", first at line %s, column %s", strconv.Itoa(p.Line), strconv.Itoa(p.Column))
		}
		return s
	case UnexpectedEnd:
		if f.Related < 0 || f.Related >= len(v.units) {
			return "expected a JSON value, found the end of the text"
		}
		p := v.related.Locate(f.Related)
		container := "object"
		if v.openedArray(f.Related) {
			container = "array"
		}
		return fill("found the end of the text in the %s opened at line %s, column %s", container, strconv.Itoa(p.Line), strconv.Itoa(p.Column))
	}
	return format
}

func (v *Explainer[U]) openedArray(opener int) bool {
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

// codePoint gives a character's number as Unicode writes it: U+200B.
func codePoint(c rune) string {
	digits := strings.ToUpper(strconv.FormatInt(int64(c), 16))
	return "U+" + strings.Repeat("0", max(4-len(digits), 0)) + digits
}

// fill puts values in the places of %s, in their order. Package fmt, which needs
// reflection, would be a fifth of the WebAssembly module that has this package.
func fill(format string, values ...string) string {
	parts := strings.SplitAfter(format, "%s")
	for i, value := range values {
		parts[i] = strings.TrimSuffix(parts[i], "%s") + value
	}
	return strings.Join(parts, "")
}

// invisible reports whether a character would not show, or not as itself.
func invisible(c rune) bool {
	return c != ' ' && !unicode.IsGraphic(c) || c != ' ' && unicode.IsSpace(c) || unicode.Is(unicode.Mn, c) || unicode.Is(unicode.Zs, c) && c != ' '
}

// fragment shows what stands from offset on while it belongs, at least one
// character.
func (v *Explainer[U]) fragment(offset int, belongs func(rune) bool) string {
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
func (v *Explainer[U]) escape(offset, length int) string {
	n := 0
	return v.fragment(offset, func(c rune) bool {
		n++
		return n < length && c != '"' && c != '\n'
	})
}

// key shows the name whose opening quote is at offset, decoded and cut.
func (v *Explainer[U]) key(offset int) string {
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
