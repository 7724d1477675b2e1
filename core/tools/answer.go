package tools

import (
	"encoding/json"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// question is one text, as code points, and what is asked of it.
type question struct {
	text     []uint32
	options  extract.Options
	optional bool // it is no failure if there is no JSON at all
	schema   SchemaRequest
	compiled *schema.Schema // nil: any value is good
}

type outcome = extract.Outcome[uint32]

// checked is an outcome and, of a value, what the schema says of it.
type checked struct {
	outcome
	said schema.Result
}

func (q *question) source() syntax.Source[uint32] { return syntax.NewSource(q.text) }

// compile compiles the schema, if there is one.
func (q *question) compile() (err error) {
	if q.schema.Schema == nil {
		return nil
	}
	q.compiled, err = q.schema.Compile()
	return q.schema.failure(err)
}

// answer gives the outcome that the rules choose: a value, or a fault. A value that the schema
// refuses gives way like one that does not parse; one of which nothing can be known does not.
func (q *question) answer() checked {
	if q.options.Plain() {
		return q.check(q.plainly())
	}
	s := extract.NewSession(q.source(), false, q.options)
	var first *checked
	for {
		o, ok := s.Next()
		if !ok {
			return *first
		}
		c := q.check(o)
		good := o.Fault.Code == syntax.OK && c.said.Verdict != schema.Invalid
		switch {
		case good, o.Final:
			return c
		case first == nil:
			first = &c
		}
	}
}

// check holds a value against the schema.
func (q *question) check(o outcome) checked {
	c := checked{outcome: o}
	switch {
	case q.compiled == nil, o.Fault.Code != syntax.OK:
	case o.Derived != nil:
		c.said = schema.Validate(q.compiled, syntax.NewSource(o.Derived), false, 0, len(o.Derived), nil)
	default:
		c.said = schema.Validate(q.compiled, q.source(), false, o.Start, o.End, nil)
	}
	return c
}

// plainly is the answer under the strict default.
func (q *question) plainly() outcome {
	var memory extract.Memory
	var f extract.Finder[uint32]
	f.Init(q.source(), false, q.options, syntax.Tape{}, &memory)
	f.Count, f.Careful = true, true
	defer f.Close()
	f.Run()
	return outcome{Result: f.Result}
}

// refused is a fault in the one JSON form that every door shows.
type refused struct {
	Error *Failure `json:"error"`
}

// refused says what is wrong with the text.
func (q *question) refused(o *outcome) refused {
	message, position := syntax.Explain(q.text, false, o.Fault)
	return refused{&Failure{
		Code: o.Fault.Code.String(), Reason: o.Reason.String(), Message: plain(message),
		Position: offsetOf(o.Fault.Pos), Line: position.Line, Column: position.Column,
		Start: offsetOf(o.Start), End: offsetOf(o.End),
	}}
}

func offsetOf(i int) *int {
	if i < 0 {
		return nil
	}
	return &i
}

// appendValue appends a member "value".
func (q *question) appendValue(dst []byte, o *outcome) []byte {
	dst = append(dst, `"value":`...)
	if o.Derived != nil {
		return syntax.AppendValue(dst, syntax.NewSource(o.Derived), false, 0, len(o.Derived))
	}
	return syntax.AppendValue(dst, q.source(), false, o.Start, o.End)
}

// appendRepairs appends members that say what was changed.
func (q *question) appendRepairs(dst []byte, o *outcome) []byte {
	dst = append(dst, `"repairs":`...)
	dst = extract.AppendEdits(dst, q.source(), false, o.Edits, nil)
	dst = append(dst, `,"truncated":`...)
	return strconv.AppendBool(dst, o.Truncated)
}

// extracted is an outcome in the one JSON form that every door shows.
func (q *question) extracted(o *outcome) json.RawMessage {
	dst := q.appendValue([]byte{'{'}, o)
	dst = append(dst, `,"source":"`...)
	dst = append(dst, o.Source.String()...)
	dst = append(dst, `","start":`...)
	dst = strconv.AppendInt(dst, int64(o.Start), 10)
	dst = append(dst, `,"end":`...)
	dst = strconv.AppendInt(dst, int64(o.End), 10)
	dst = append(dst, `,"candidates":`...)
	dst = strconv.AppendInt(dst, int64(o.Candidates), 10)
	dst = q.appendRepairs(append(dst, ','), o)
	return append(dst, '}')
}

// repaired is the same of a text that was one damaged document.
func (q *question) repaired(o *outcome) json.RawMessage {
	dst := q.appendValue([]byte{'{'}, o)
	return append(q.appendRepairs(append(dst, ','), o), '}')
}

// nothing is what stands for no JSON at all, where that is no failure.
var nothing = json.RawMessage(`{"value":null,"candidates":0,"repairs":[],"truncated":false}`)
