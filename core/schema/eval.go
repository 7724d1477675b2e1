package schema

import (
	"slices"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Limits of a check.
const (
	// MaxSteps is how many applications of a rule to a value a check of a small
	// instance may take; a large one is given stepsPerValue more for each value.
	// Subschemas that refer to one another twice, twenty deep, would take a million.
	MaxSteps      = 1 << 22
	stepsPerValue = 1 << 9
	// MaxNesting is how deep applications may nest: that of the instance times
	// that of references from one schema to the next.
	MaxNesting = 10000
)

// eval is one check of one instance.
type eval[U text.Unit] struct {
	v           *value[U]
	dynamic     bool
	scope       []*resource // the dynamic scope, the outermost first
	steps       int
	depth       int
	stopped     bool // the steps are used up, or it was interrupted
	interrupted func() bool
	asked       bool
	report      *report // nil: the verdict is all that is asked for
	skip        map[int32]bool
	buf         []byte
	digits      []byte
	free        []*marks
}

func newEval[U text.Unit](v *value[U], s *Schema) *eval[U] {
	return &eval[U]{v: v, dynamic: s.dynamic, steps: MaxSteps + stepsPerValue*len(v.nodes)}
}

// spend takes steps away; false: there are none left.
func (e *eval[U]) spend(n int) bool {
	before := e.steps
	e.steps -= n
	if e.steps < 0 {
		e.stopped = true
	} else if e.interrupted != nil && before>>16 != e.steps>>16 && e.interrupted() {
		e.stopped, e.asked = true, true
	}
	return !e.stopped
}

// check applies a rule to a value, and says in m what it evaluated, where that
// is asked for. With a report it goes on behind the first violation.
func (e *eval[U]) check(r *rule, n int32, m *marks) bool {
	outer := len(e.scope)
	for r.only {
		if e.dynamic {
			e.scope = append(e.scope, r.res)
		}
		r = r.ref
		e.steps--
	}
	if r.never {
		e.scope = e.scope[:outer]
		return e.fail(r, n, "false", nothing, nothing)
	}
	if !e.spend(1) || e.skip[n] || e.depth > MaxNesting {
		e.scope = e.scope[:outer]
		e.stopped = e.stopped || e.depth > MaxNesting
		return !e.stopped
	}
	e.depth++
	if e.dynamic {
		e.scope = append(e.scope, r.res)
	}
	ok := e.apply(r, n, m)
	e.scope = e.scope[:outer]
	e.depth--
	return ok && !e.stopped
}

// apply does the work of check. Every step returns false only where there is no
// report; ok gathers the verdict.
func (e *eval[U]) apply(r *rule, n int32, m *marks) bool {
	if r.tracks() {
		own := e.newMarks(e.v.nodes[n].count)
		ok := e.applyAll(r, n, own)
		if ok || e.report != nil && !e.stopped {
			ok = e.unevaluated(r, n, own) && ok
		}
		if m != nil && ok {
			m.merge(own)
		}
		e.release(own)
		return ok
	}
	return e.applyAll(r, n, m)
}

func (e *eval[U]) applyAll(r *rule, n int32, m *marks) bool {
	ok := e.general(r, n)
	quick := e.report == nil
	if !ok && quick {
		return false
	}
	switch e.v.nodes[n].kind {
	case kNumber:
		ok = e.numeric(r, n) && ok
	case kString:
		ok = e.textual(r, n) && ok
	case kArray:
		ok = e.array(r, n, m) && ok
	case kObject:
		ok = e.object(r, n, m) && ok
	}
	if !ok && quick {
		return false
	}
	return e.combined(r, n, m) && ok
}

// general checks the keywords for values of any type.
func (e *eval[U]) general(r *rule, n int32) bool {
	ok := true
	nd := &e.v.nodes[n]
	if r.types != 0 && nd.kind&r.types == 0 && !(nd.kind == kNumber && r.types&kInteger != 0 && e.isInteger(r, n)) {
		found := typeName(nd.kind)
		if nd.kind == kNumber && r.types&kInteger != 0 {
			found = ofInstance
		}
		ok = e.fail(r, n, "type", typeNames(r.types), found)
	}
	if ok || e.report != nil {
		if r.konst != 0 && !equal(e, e.v, n, &r.doc.v, r.konst) {
			ok = e.fail(r, n, "const", ofSchema(r.konst), ofInstance)
		}
		if r.enum != nil && !e.isChoice(r, n) {
			ok = e.fail(r, n, "enum", ofSchema(r.enum.node), ofInstance)
		}
	}
	return ok
}

func (e *eval[U]) isChoice(r *rule, n int32) bool {
	if e.v.nodes[n].kind == kString {
		_, ok := r.enum.strings[string(e.v.str(n, &e.buf))]
		return ok
	}
	return slices.ContainsFunc(r.enum.others, func(c int32) bool { return equal(e, e.v, n, &r.doc.v, c) })
}

// isInteger reports whether a number has no fraction, however it is spelt; in
// draft 4, Core §3.5, how it is spelt is what counts.
func (e *eval[U]) isInteger(r *rule, n int32) bool {
	return e.v.nodes[n].plain || r.res.dialect.year > 4 && e.number(n).isInteger()
}

func (e *eval[U]) number(n int32) number {
	e.digits = e.v.literal(e.digits[:0], n)
	return parseNumber(e.digits)
}

func (e *eval[U]) numeric(r *rule, n int32) bool {
	ok := true
	if r.minimum != nil && e.compare(n, r.minimum) < 0 {
		ok = e.fail(r, n, "minimum", ofSchema(r.minimum.node), ofInstance)
	}
	if r.maximum != nil && e.compare(n, r.maximum) > 0 {
		ok = e.fail(r, n, "maximum", ofSchema(r.maximum.node), ofInstance)
	}
	if r.exclusiveMinimum != nil && e.compare(n, r.exclusiveMinimum) <= 0 {
		ok = e.fail(r, n, "exclusiveMinimum", ofSchema(r.exclusiveMinimum.node), ofInstance)
	}
	if r.exclusiveMaximum != nil && e.compare(n, r.exclusiveMaximum) >= 0 {
		ok = e.fail(r, n, "exclusiveMaximum", ofSchema(r.exclusiveMaximum.node), ofInstance)
	}
	if r.multipleOf != nil && len(r.multipleOf.number.digits) > 0 && !e.number(n).isMultipleOf(r.multipleOf.number) {
		ok = e.fail(r, n, "multipleOf", ofSchema(r.multipleOf.node), ofInstance)
	}
	return ok
}

func (e *eval[U]) compare(n int32, b *bound) int {
	if b.isSmall && e.v.nodes[n].plain {
		e.digits = e.v.literal(e.digits[:0], n)
		if i, ok := smallInt(e.digits); ok {
			switch {
			case i < b.small:
				return -1
			case i > b.small:
				return 1
			}
			return 0
		}
	}
	return e.number(n).compare(b.number)
}

func (e *eval[U]) textual(r *rule, n int32) bool {
	ok := true
	if r.minLength >= 0 || r.maxLength >= 0 {
		chars := e.v.chars(n)
		if chars < r.minLength {
			ok = e.fail(r, n, "minLength", number1(r.minLength), number1(chars))
		}
		if r.maxLength >= 0 && chars > r.maxLength {
			ok = e.fail(r, n, "maxLength", number1(r.maxLength), number1(chars))
		}
	}
	if r.pattern != nil && (ok || e.report != nil) && !e.matches(r.pattern, n) {
		ok = e.fail(r, n, "pattern", quoted(r.pattern.source), ofInstance)
	}
	if r.format != nil && (ok || e.report != nil) && !r.format.holds(string(e.v.str(n, &e.buf))) {
		ok = e.fail(r, n, "format", quoted(r.format.name), ofInstance)
	}
	return ok
}

// matches reports whether a string has a match of the expression. Its time is
// bounded by both lengths, and that is what it costs.
func (e *eval[U]) matches(p *pattern, n int32) bool {
	s := e.v.str(n, &e.buf)
	return e.spend(1+len(s)*p.size/256) && p.matches(s)
}
