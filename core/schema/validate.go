package schema

import (
	"sync"

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

// MaxViolations is how many violations a check lists; it counts on.
const MaxViolations = 100

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
// the instance and, for one value, the specification name them.
type Result struct {
	Verdict    Verdict
	Violations []Violation
	Count      int // of all violations
}

// checker is the memory of a check.
type checker[U text.Unit] struct {
	value value[U]
	eval  eval[U]
}

var checkers [3]sync.Pool

func poolOf[U text.Unit]() *sync.Pool {
	switch uint64(^U(0)) {
	case 1<<8 - 1:
		return &checkers[0]
	case 1<<16 - 1:
		return &checkers[1]
	}
	return &checkers[2]
}

// keptNodes is how large an index may be to be kept for the next check.
const keptNodes = 1 << 16

// Validate checks src[start:end], which has been read and is JSON. utf8 says
// that 8-bit units are UTF-8 and not code points. interrupted, if there is one,
// is asked now and then.
func Validate[U text.Unit](s *Schema, src syntax.Source[U], utf8 bool, start, end int, interrupted func() bool) Result {
	pool := poolOf[U]()
	c, _ := pool.Get().(*checker[U])
	if c == nil {
		c = &checker[U]{}
	}
	c.value.src, c.value.utf8 = src, utf8
	c.value.index(start, end)
	result := c.run(s, interrupted)
	c.value.src = syntax.Source[U]{}
	if cap(c.value.nodes) <= keptNodes {
		pool.Put(c)
	}
	return result
}

func (c *checker[U]) run(s *Schema, interrupted func() bool) Result {
	e := &c.eval
	e.begin(&c.value, s, interrupted)
	ok := e.check(s.root, 0, nil)
	switch {
	case e.asked:
		return Result{Verdict: Interrupted}
	case e.stopped:
		return Result{Verdict: Overload}
	case ok:
		return Result{}
	}
	e.begin(&c.value, s, interrupted)
	e.report = &report{most: MaxViolations}
	e.check(s.root, 0, nil)
	if e.asked {
		return Result{Verdict: Interrupted}
	}
	r := Result{Verdict: Invalid, Count: e.report.count}
	for i := range e.report.found {
		r.Violations = append(r.Violations, e.violation(&e.report.found[i]))
	}
	if r.Count == 0 { // saying why would have taken too many steps
		r.Violations = []Violation{{Message: "the value does not fit the schema", Offset: c.value.offset(0)}}
		r.Count = 1
	}
	e.report = nil
	return r
}

// begin forgets the check before.
func (e *eval[U]) begin(v *value[U], s *Schema, interrupted func() bool) {
	fresh := newEval(v, s)
	fresh.interrupted = interrupted
	fresh.buf, fresh.digits, fresh.free, fresh.scope = e.buf, e.digits, e.free, e.scope[:0]
	*e = *fresh
}

func (e *eval[U]) violation(f *finding) Violation {
	v := Violation{Path: e.path(f), Keyword: f.keyword, Message: e.message(f), Offset: e.v.offset(f.node)}
	if expected := e.json(f, f.expected); len(expected) <= longestFact {
		v.Expected = expected
	}
	if f.found.of == inInstance && e.v.nodes[f.node].kind&(kArray|kObject) != 0 {
		return v
	}
	if found := e.json(f, f.found); len(found) <= longestFact {
		v.Found = found
	}
	return v
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
