package wire

import (
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// Outcome is one candidate, tried, or what there is without one.
type Outcome = extract.Outcome[uint32]

// Choose gives the outcome that the rules choose, a value or a fault, and what check said of it. A
// value that check refuses gives way like one that does not parse.
func Choose[S any](q *Question, check func(*Outcome) (said S, refused bool)) (Outcome, S) {
	if q.Options.Plain() {
		o := q.plainly()
		said, _ := checked(&o, check)
		return o, said
	}
	type answer struct {
		Outcome
		said S
	}
	session := extract.NewSession(q.source(), false, q.Options)
	var first *answer
	for {
		o, ok := session.Next()
		if !ok {
			return first.Outcome, first.said
		}
		said, refused := checked(&o, check)
		switch {
		case o.Fault.Code == syntax.OK && !refused, o.Final:
			return o, said
		case first == nil:
			first = &answer{o, said}
		}
	}
}

func checked[S any](o *Outcome, check func(*Outcome) (S, bool)) (said S, refused bool) {
	if check != nil && o.Fault.Code == syntax.OK {
		return check(o)
	}
	return said, false
}

// plainly is the answer under the strict default.
func (q *Question) plainly() Outcome {
	var memory extract.Memory
	var f extract.Finder[uint32]
	f.Init(q.source(), false, q.Options, syntax.Tape{}, &memory)
	f.Count, f.Careful = true, true
	defer f.Close()
	f.Run()
	return Outcome{Result: f.Result}
}

// AppendExtracted appends what came of looking for JSON.
func (q *Question) AppendExtracted(dst []byte, o *Outcome) []byte {
	switch {
	case o.Fault.Code == syntax.NotFound && q.Optional:
		return append(dst, `{"value":null,"candidates":0,"repairs":[],"truncated":false}`...)
	case o.Fault.Code != syntax.OK:
		return q.AppendFault(dst, o)
	}
	dst = q.appendValue(append(dst, '{'), o)
	dst = append(dst, `,"source":"`...)
	dst = append(dst, o.Source.String()...)
	dst = append(dst, `","start":`...)
	dst = strconv.AppendInt(dst, int64(o.Start), 10)
	dst = append(dst, `,"end":`...)
	dst = strconv.AppendInt(dst, int64(o.End), 10)
	dst = append(dst, `,"candidates":`...)
	dst = strconv.AppendInt(dst, int64(o.Candidates), 10)
	return append(q.appendRepairs(append(dst, ','), o), '}')
}

// AppendFault appends what is wrong with the text: {"error": …}.
func (q *Question) AppendFault(dst []byte, o *Outcome) []byte {
	f := FailureOf(o, syntax.NewExplainer(q.Text, false))
	return append(f.AppendJSON(append(dst, `{"error":`...)), '}')
}

// FailureOf is what an outcome's fault is to a person.
func FailureOf(o *Outcome, by *syntax.Explainer[uint32]) *Failure {
	message, position := by.Explain(o.Fault)
	return &Failure{
		Code: o.Fault.Code.String(), Reason: o.Reason.String(), Message: message,
		Position: offsetOf(o.Fault.Pos), Line: position.Line, Column: position.Column,
		Start: offsetOf(o.Start), End: offsetOf(o.End),
	}
}

// offsetOf is nil where there is no place.
func offsetOf(i int) *int {
	if i < 0 {
		return nil
	}
	return &i
}

// appendValue appends a member "value".
func (q *Question) appendValue(dst []byte, o *Outcome) []byte {
	dst = append(dst, `"value":`...)
	if o.Derived != nil {
		return syntax.AppendValue(dst, syntax.NewSource(o.Derived), false, 0, len(o.Derived))
	}
	return syntax.AppendValue(dst, q.source(), false, o.Start, o.End)
}

// appendRepairs appends members that say what was changed.
func (q *Question) appendRepairs(dst []byte, o *Outcome) []byte {
	dst = append(dst, `"repairs":`...)
	dst = extract.AppendEdits(dst, q.source(), false, o.Edits, nil)
	dst = append(dst, `,"truncated":`...)
	return strconv.AppendBool(dst, o.Truncated)
}

// Repair answers what repair-json is asked: a text that is one damaged document.
func Repair(object []byte) ([]byte, error) {
	q := Question{Options: extract.Options{Repair: repair.All}}
	if err := ReadMembers(&q, object, RepairMembers); err != nil {
		return nil, err
	}
	s := extract.NewSession(q.source(), false, q.Options)
	s.Bare = true
	o, _ := s.Next()
	if o.Fault.Code != syntax.OK {
		return q.AppendFault(nil, &o), nil
	}
	dst := q.appendValue([]byte{'{'}, &o)
	return append(q.appendRepairs(append(dst, ','), &o), '}'), nil
}
