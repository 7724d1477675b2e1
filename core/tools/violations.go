package tools

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/text"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

// The codes and the reason of what a schema decides.
const (
	SchemaInvalid    = "schema.invalid" // the schema itself is at fault
	ValidationFailed = "schema.validation_failed"
	schemaReason     = "schema"
)

// failure is the error of a request whose schema is at fault.
func (r *SchemaRequest) failure(err error) error {
	var fault *schema.Error
	if !errors.As(err, &fault) {
		return err
	}
	f := schemaFailure(fault.Error())
	f.Path, f.Document = &fault.Path, fault.Document
	source := r.Schema
	if fault.Document != "" {
		source = r.Registry[fault.Document]
	}
	if len(source) > 0 && source[0] == '"' { // lines of what was given as a text
		f.Line, f.Column = fault.Place.Line, fault.Place.Column
	}
	return f
}

func schemaFailure(message string) *wire.Failure {
	return &wire.Failure{Code: SchemaInvalid, Reason: schemaReason, Message: message}
}

// violated says what the schema holds against a value, with the places in the text as it came.
func (q *Question) violated(o *wire.Outcome, said *schema.Result) []byte {
	found := said.Violations
	offsets := make([]int, len(found))
	for i := range found {
		offsets[i] = found[i].Offset
	}
	if o.Derived != nil {
		offsets = o.Origins(q.Text, offsets)
	}
	locator := text.NewLocator(q.Text, false)
	list := make([]wire.Violation, len(found))
	for i, v := range found {
		p := locator.Locate(offsets[i])
		list[i] = wire.Violation{
			Path: v.Path, Keyword: v.Keyword, Message: v.Message, Line: p.Line, Column: p.Column,
			Expected: v.Expected, Found: v.Found,
		}
	}
	f := wire.Failure{Code: ValidationFailed, Reason: schemaReason, Message: summary(said.Count, &list[0]), Violations: list}
	return append(f.AppendJSON([]byte(`{"error":`)), '}')
}

// summary says how many violations there are, and the first.
func summary(count int, first *wire.Violation) string {
	many := "1 schema violation"
	if count != 1 {
		many = fmt.Sprintf("%d schema violations, the first", count)
	}
	where := "the top level"
	if first.Path != "" {
		where = visible(first.Path, 100)
	}
	return fmt.Sprintf("%s at %s: %s (line %d, column %d)", many, where, visible(first.Message, 200), first.Line, first.Column)
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
