package schema

import (
	"errors"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Verdict is the outcome of a check.
type Verdict uint8

const (
	// Valid: the instance is what the schema asks for.
	Valid Verdict = iota
	// Invalid: it is not, and the violations say why.
	Invalid
	// Overload: nothing is known, for the check takes too many steps.
	Overload
	// Interrupted: nothing is known, for the caller ended it.
	Interrupted
)

// Violation is one thing that an instance lacks.
type Violation struct {
	Path    string // JSON Pointer; a missing member's is the one it would have
	Keyword string
	Message string
	// Expected and Found are JSON texts, empty where there is none: what the
	// keyword asks for, and what the instance has.
	Expected, Found string
	Offset          int // where the value begins in the text; of a missing member, its object
}

// A Result is what a check found. The violations stand in the order in which
// the text has the values, and for one value in that of the keywords in the
// specification.
type Result struct {
	Verdict    Verdict
	Violations []Violation
	Count      int // of all violations
}

// indexes are kept for the next check, by the width of their units.
var indexes [3]sync.Pool

func poolOf[U text.Unit]() *sync.Pool {
	switch uint64(^U(0)) {
	case 1<<8 - 1:
		return &indexes[0]
	case 1<<16 - 1:
		return &indexes[1]
	}
	return &indexes[2]
}

// keptNodes is how large an index may be to be kept for the next check.
const keptNodes = 1 << 16

// Validate checks src[start:end], which has been read and is JSON. utf8 says
// that 8-bit units are UTF-8 and not code points. interrupted, if there is one,
// is asked now and then.
func Validate[U text.Unit](s *Schema, src syntax.Source[U], utf8 bool, start, end int, interrupted func() bool) Result {
	pool := poolOf[U]()
	q, _ := pool.Get().(*quick[U])
	if q == nil {
		q = &quick[U]{}
	}
	q.v.src, q.v.utf8, q.interrupted = src, utf8, interrupted
	q.v.index(start, end)
	result := q.verdict(s)
	q.v.src, q.interrupted = syntax.Source[U]{}, nil
	if cap(q.v.nodes) <= keptNodes {
		pool.Put(q)
	}
	return result
}

func (q *quick[U]) verdict(s *Schema) Result {
	switch {
	case (q.v.depth+1)*s.chain > MaxNesting:
		return Result{Verdict: Overload}
	case s.quick != nil && q.valid(s.quick):
		return Result{}
	case s.quick != nil && q.stopped:
		return Result{Verdict: Interrupted}
	}
	return ask(s, &q.v, q.interrupted)
}

// ask has the library check the instance.
func ask[U text.Unit](s *Schema, v *value[U], interrupted func() bool) (result Result) {
	if len(v.nodes) > MaxInstance {
		return Result{Verdict: Overload}
	}
	g := s.take()
	defer func() {
		switch end := recover().(type) {
		case nil:
		case stop:
			result = Result{Verdict: end.verdict}
		default:
			panic(end) // and the graph is not used again
		}
		s.put(g)
	}()
	g.meter.start(MaxSteps+stepsPerValue*len(v.nodes), interrupted)
	b := builder[U]{v: v, charge: func(steps int) { g.meter.spend(steps * s.numbers) }}
	err := g.root.Validate(b.build(0))
	var violation *jsonschema.ValidationError
	if !errors.As(err, &violation) {
		return Result{}
	}
	r := &reporter[U]{v: v, tables: &tables[U]{v: v}, survey: s.survey}
	r.gather(violation)
	return r.result()
}

// ValidateText checks a JSON text in UTF-8 that has not been read before.
func ValidateText(s *Schema, source []byte) (Result, *syntax.Fault) {
	units := append(source[:len(source):len(source)], 0)[:len(source)]
	src := syntax.NewSource(units)
	end, fault := readWhole(src)
	if fault != nil {
		return Result{}, fault
	}
	return Validate(s, src, true, 0, end, nil), nil
}
