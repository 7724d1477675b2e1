package tools

import (
	"errors"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
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
	places := o.Places(q.Text, false, said.Offsets())
	f := wire.Failure{
		Code: ValidationFailed, Reason: schemaReason, Message: said.Summary(places[0]),
		Violations: said.AppendViolations(nil, places),
	}
	return append(f.AppendJSON([]byte(`{"error":`)), '}')
}
