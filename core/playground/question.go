package playground

import "github.com/jsonbeacon/jsonbeacon/core/wire"

// ReadWithoutSchema reads a Question that may not have a schema.
func ReadWithoutSchema(input []byte) (Question, error) {
	var q schemaless
	if err := wire.ReadMembers(&q.Question, input, wire.ExtractMembers); err != nil {
		return nil, err
	}
	if q.Schema != nil {
		return nil, &wire.Failure{Code: wire.BadRequest, Message: "this module has no JSON Schema"}
	}
	return &q, nil
}

type schemaless struct{ wire.Question }

func (q *schemaless) Asked() *wire.Question { return &q.Question }

func (q *schemaless) Answer() ([]byte, wire.Outcome, error) {
	o, _ := wire.Choose[struct{}](&q.Question, nil)
	return q.AppendExtracted(nil, &o), o, nil
}
