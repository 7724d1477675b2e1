package schema

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// TooManySteps says why there is no verdict.
const TooManySteps = "the value takes too many steps to check: the schema refers to itself too often"

// Offsets are those at which the violations stand.
func (r *Result) Offsets() []int {
	offsets := make([]int, len(r.Violations))
	for i := range offsets {
		offsets[i] = r.Violations[i].Offset
	}
	return offsets
}

// AppendViolations appends the violations in the one JSON form that every door
// shows, each with its place in the reply.
func (r *Result) AppendViolations(dst []byte, places []text.Position) []byte {
	dst = append(dst, '[')
	for i := range r.Violations {
		v := &r.Violations[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = syntax.AppendQuoted(append(dst, `{"path":`...), v.Path)
		dst = syntax.AppendQuoted(append(dst, `,"keyword":`...), v.Keyword)
		dst = syntax.AppendQuoted(append(dst, `,"message":`...), v.Message)
		dst = appendInt(append(dst, `,"line":`...), places[i].Line)
		dst = appendInt(append(dst, `,"column":`...), places[i].Column)
		if v.Expected != "" {
			dst = append(append(dst, `,"expected":`...), v.Expected...)
		}
		if v.Found != "" {
			dst = append(append(dst, `,"found":`...), v.Found...)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// Summary says how many violations there are, and the first, with its place.
func (r *Result) Summary(place text.Position) string {
	many := "1 schema violation"
	if r.Count != 1 {
		many = fmt.Sprintf("%d schema violations, the first", r.Count)
	}
	first := &r.Violations[0]
	where := "the top level"
	if first.Path != "" {
		where = visible(first.Path, 100)
	}
	return fmt.Sprintf("%s at %s: %s (line %d, column %d)", many, where, visible(first.Message, 200), place.Line, place.Column)
}

// blanks are letters and symbols, by their category, that nothing is drawn for.
const blanks = "\u115f\u1160\u2800\u3164\uffa0"

// visible is a text on one line in which every character shows, cut behind so many.
func visible(s string, most int) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case most == 0:
			return b.String() + "…"
		case c == '\t':
			b.WriteString("    ")
		case c == ' ', unicode.In(c, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S) && !strings.ContainsRune(blanks, c):
			b.WriteRune(c)
		default:
			fmt.Fprintf(&b, "<U+%04X>", c)
		}
		most--
	}
	return b.String()
}
