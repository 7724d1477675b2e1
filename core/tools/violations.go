package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// The codes and the reason of what a schema decides.
const (
	SchemaInvalid    = "schema.invalid" // the schema itself is at fault
	ValidationFailed = "schema.validation_failed"
	schemaReason     = "schema"
)

var schemaMember = member[question]{
	"schema",
	Schema{
		Type: []string{"null", "object", "boolean", "string"}, Default: json.RawMessage("null"),
		Description: "A JSON Schema, or its text: what the value must be.",
	},
	func(q *question, v json.RawMessage) error {
		if !isSchema(v) && string(v) != "null" {
			return wrong("null, or a JSON Schema: an object, a boolean or the text of one")
		}
		if string(v) != "null" {
			q.schema.Schema = v
		}
		return nil
	},
}

var registryMember = member[question]{
	"schema_registry",
	Schema{
		Type: []string{"null", "object"}, Additional: Schema{Type: []string{"object", "boolean", "string"}},
		Default:     json.RawMessage("null"),
		Description: "The JSON Schemas that $ref may reach, by URI; nothing is ever fetched.",
	},
	func(q *question, v json.RawMessage) error {
		what := wrong("null, or an object of JSON Schemas by URI, each once")
		if string(v) == "null" {
			return nil
		}
		d := json.NewDecoder(bytes.NewReader(v))
		if t, _ := d.Token(); t != json.Delim('{') {
			return what
		}
		q.schema.Registry = map[string]json.RawMessage{}
		for d.More() {
			var document json.RawMessage
			uri, _ := d.Token()
			name, _ := uri.(string)
			if _, again := q.schema.Registry[name]; again || d.Decode(&document) != nil || !isSchema(document) {
				return what
			}
			q.schema.Registry[name] = document
		}
		return nil
	},
}

// isSchema reports whether a JSON value can be a schema, or its text.
func isSchema(v json.RawMessage) bool {
	return v[0] == '{' || v[0] == '"' || v[0] == 't' || v[0] == 'f'
}

// failure is the error of a request whose schema is at fault.
func (r *SchemaRequest) failure(err error) error {
	var fault *schema.Error
	if !errors.As(err, &fault) {
		return err
	}
	f, path := schemaFailure(fault.Error()), plain(fault.Path)
	f.Path, f.Document = &path, plain(fault.Document)
	source := r.Schema
	if fault.Document != "" {
		source = r.Registry[fault.Document]
	}
	if len(source) > 0 && source[0] == '"' { // lines of what was given as a text
		f.Line, f.Column = fault.Place.Line, fault.Place.Column
	}
	return f
}

func schemaFailure(message string) *Failure {
	return &Failure{Code: SchemaInvalid, Reason: schemaReason, Message: plain(message)}
}

// A Violation is one thing that a value lacks, in the one JSON form that every door shows.
type Violation struct {
	Path     plain           `json:"path"`
	Keyword  plain           `json:"keyword"`
	Message  plain           `json:"message"`
	Line     int             `json:"line"`
	Column   int             `json:"column"`
	Expected json.RawMessage `json:"expected,omitempty"`
	Found    json.RawMessage `json:"found,omitempty"`
}

// violated says what the schema holds against a value, with the places in the text as it came.
func (q *question) violated(c *checked) refused {
	found := c.said.Violations
	offsets := make([]int, len(found))
	for i := range found {
		offsets[i] = found[i].Offset
	}
	if c.Derived != nil {
		offsets = c.Origins(q.text, offsets)
	}
	locator := text.NewLocator(q.text, false)
	list := make([]Violation, len(found))
	for i, v := range found {
		p := locator.Locate(offsets[i])
		list[i] = Violation{
			plain(v.Path), plain(v.Keyword), plain(v.Message), p.Line, p.Column,
			json.RawMessage(v.Expected), json.RawMessage(v.Found),
		}
	}
	return refused{&Failure{
		Code: ValidationFailed, Reason: schemaReason, Message: plain(summary(c.said.Count, &list[0])), Violations: list,
	}}
}

// summary says how many violations there are, and the first.
func summary(count int, first *Violation) string {
	many := "1 schema violation"
	if count != 1 {
		many = fmt.Sprintf("%d schema violations, the first", count)
	}
	where := "the top level"
	if first.Path != "" {
		where = visible(string(first.Path), 100)
	}
	return fmt.Sprintf("%s at %s: %s (line %d, column %d)", many, where, visible(string(first.Message), 200), first.Line, first.Column)
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
