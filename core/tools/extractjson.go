package tools

import (
	"bytes"
	"encoding/json"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

// ExtractJSON takes the JSON object or array out of a text.
func ExtractJSON(request string) string {
	return serve(request, func(object []byte) ([]byte, error) {
		q, err := ReadQuestion(object)
		if err != nil {
			return nil, err
		}
		answer, _, err := q.Answer()
		return answer, err
	})
}

// A Question is what extract-json is asked, and the schema that is in it.
type Question struct {
	wire.Question
	compiled *schema.Schema // nil: any value is good
}

// ReadQuestion reads the object of a request to extract-json.
func ReadQuestion(object []byte) (*Question, error) {
	var q Question
	if err := wire.ReadMembers(&q.Question, object, wire.ExtractMembers); err != nil {
		return nil, err
	}
	if q.Schema == nil {
		return &q, nil
	}
	// Copies, so that a schema that is kept does not keep the whole request.
	request := SchemaRequest{bytes.Clone(q.Schema), make(map[string]json.RawMessage, len(q.Registry)), q.Formats}
	for uri, document := range q.Registry {
		request.Registry[uri] = bytes.Clone(document)
	}
	var err error
	q.compiled, err = request.Compile()
	return &q, request.failure(err)
}

// Answer gives what came of it, in its JSON form, and the candidate that was chosen.
func (q *Question) Answer() ([]byte, wire.Outcome, error) {
	o, said := wire.Choose(&q.Question, q.check)
	switch said.Verdict {
	case schema.Overload:
		return nil, o, schemaFailure(schema.TooManySteps)
	case schema.Invalid:
		return q.violated(&o, &said), o, nil
	}
	return q.AppendExtracted(nil, &o), o, nil
}

// check holds a value against the schema. One of which nothing can be known is not refused.
func (q *Question) check(o *wire.Outcome) (said schema.Result, refused bool) {
	switch {
	case q.compiled == nil:
	case o.Derived != nil:
		said = schema.Validate(q.compiled, syntax.NewSource(o.Derived), false, 0, len(o.Derived), nil)
	default:
		said = schema.Validate(q.compiled, syntax.NewSource(q.Text), false, o.Start, o.End, nil)
	}
	return said, said.Verdict == schema.Invalid
}
