package tools

import (
	"encoding/json"
	"errors"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// SchemaRequest is a schema with what it is compiled with. A schema is JSON, or
// a string that holds its JSON text.
type SchemaRequest struct {
	Schema   json.RawMessage            `json:"schema"`
	Registry map[string]json.RawMessage `json:"schema_registry"`
	Formats  bool                       `json:"formats"`
}

var schemas schema.Cache

// Compile compiles the schema, or finds what it was compiled to before.
func (r *SchemaRequest) Compile() (*schema.Schema, error) {
	opt := schema.Options{Formats: r.Formats, Registry: make(map[string][]byte, len(r.Registry))}
	for uri, source := range r.Registry {
		opt.Registry[uri] = textOf(source)
	}
	return schemas.Compile(textOf(r.Schema), opt)
}

func textOf(source json.RawMessage) []byte {
	var s string
	if len(source) > 0 && source[0] == '"' && json.Unmarshal(source, &s) == nil {
		return []byte(s)
	}
	return source
}

// SchemaCompile says whether a schema is one: {"valid": true}, or {"error": {…}}
// with the message and the place.
func SchemaCompile(request string) string {
	return Serve(request, func(r SchemaRequest) (any, error) {
		_, err := r.Compile()
		var fault *schema.Error
		if errors.As(err, &fault) {
			return map[string]json.RawMessage{"error": fault.JSON()}, nil
		}
		return map[string]bool{"valid": true}, err
	})
}

type instance struct {
	SchemaRequest
	Instance json.RawMessage `json:"instance"` // JSON, or a string that holds its JSON text
}

// SchemaValidate checks an instance: {"valid": true}, or {"valid": false,
// "count": …, "violations": […]}, or {"error": {…}} of the schema.
func SchemaValidate(request string) string {
	return Serve(request, func(r instance) (any, error) {
		s, err := r.Compile()
		var fault *schema.Error
		if errors.As(err, &fault) {
			return map[string]json.RawMessage{"error": fault.JSON()}, nil
		}
		source := textOf(r.Instance)
		result, wrong := schema.ValidateText(s, source)
		switch {
		case wrong != nil:
			message, _ := syntax.Explain(source, true, *wrong)
			return nil, errors.New("instance: " + message)
		case result.Verdict == schema.Overload:
			return nil, errors.New(schema.TooManySteps)
		case result.Verdict == schema.Valid:
			return map[string]bool{"valid": true}, nil
		}
		out := result.AppendJSON(nil, text.NewLocator(source, true).Locate)
		return json.RawMessage(append([]byte(`{"valid":false,`), out[1:]...)), nil
	})
}
