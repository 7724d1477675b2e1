package tools

import (
	"errors"

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
	f := wire.Failure{Code: ValidationFailed, Reason: schemaReason, Message: said.Summary(text.Position{Line: list[0].Line, Column: list[0].Column}), Violations: list}
	return append(f.AppendJSON([]byte(`{"error":`)), '}')
}
