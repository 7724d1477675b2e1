package schema

import (
	"cmp"
	"slices"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// types are the kinds that the names of types stand for.
var types = map[string]kind{
	"null": kNull, "boolean": kTrue | kFalse, "number": kNumber | kInteger, "integer": kInteger,
	"string": kString, "array": kArray, "object": kObject,
}

// quick checks an instance on its index. It can only say that the instance is
// valid, or that it does not know: then the library is asked, which has the
// last word on what a schema means.
type quick[U text.Unit] struct {
	v           value[U]
	steps       int
	interrupted func() bool // asked now and then; may be nil
	stopped     bool        // by interrupted
	buf         []byte
	digits      []byte
}

// quickSteps is how many steps a quick check may take for each value; it is not
// worth more.
const quickSteps = 1 << 5

func (q *quick[U]) valid(r *rule) bool {
	q.steps, q.stopped = quickSteps*(len(q.v.nodes)+quickSteps), false
	return q.check(r, 0)
}

func (q *quick[U]) check(r *rule, n int32) bool {
	nd := &q.v.nodes[n]
	if q.steps--; q.steps < 0 || r.unsure {
		return false
	}
	if q.steps&0xFFFF == 0 && q.interrupted != nil && q.interrupted() {
		q.steps, q.stopped = 0, true
		return false
	}
	if r.types != 0 && nd.kind&r.types == 0 && !(nd.kind == kNumber && r.types&kInteger != 0 && q.isInteger(n)) {
		return false
	}
	if r.choices != nil && !q.isChoice(r.choices, n) {
		return false
	}
	ok := true
	switch nd.kind {
	case kNumber:
		ok = q.number(r, n)
	case kString:
		ok = q.text(r, n)
	case kArray:
		ok = q.array(r, n)
	case kObject:
		ok = q.object(r, n)
	}
	for _, sub := range r.all {
		ok = ok && q.check(sub, n)
	}
	for _, list := range r.any {
		ok = ok && q.oneOf(list, n)
	}
	return ok
}

func (q *quick[U]) oneOf(list []*rule, n int32) bool {
	for _, sub := range list {
		if q.check(sub, n) {
			return true
		}
	}
	return false
}

func (q *quick[U]) isInteger(n int32) bool {
	return q.v.nodes[n].plain || q.parsed(n).isInteger()
}

func (q *quick[U]) parsed(n int32) number {
	q.digits = q.v.literal(q.digits[:0], n)
	return parseNumber(q.digits)
}

func (q *quick[U]) isChoice(c *choices, n int32) bool {
	switch k := q.v.nodes[n].kind; k {
	case kString:
		return c.strings[string(q.v.str(n, &q.buf))]
	case kNumber:
		x := q.parsed(n)
		return slices.ContainsFunc(c.numbers, func(m number) bool { return x.compare(m) == 0 })
	default:
		return c.literal&k != 0
	}
}

func (q *quick[U]) number(r *rule, n int32) bool {
	return (r.least == nil || q.compare(n, r.least) >= 0) && (r.most == nil || q.compare(n, r.most) <= 0) &&
		(r.above == nil || q.compare(n, r.above) > 0) && (r.below == nil || q.compare(n, r.below) < 0)
}

func (q *quick[U]) compare(n int32, b *bound) int {
	if b.isSmall && q.v.nodes[n].plain {
		q.digits = q.v.literal(q.digits[:0], n)
		if i, ok := smallInt(q.digits); ok {
			return cmp.Compare(i, b.small)
		}
	}
	return q.parsed(n).compare(b.number)
}

func (q *quick[U]) text(r *rule, n int32) bool {
	if r.minLength >= 0 || r.maxLength >= 0 {
		chars := q.v.chars(n)
		if chars < r.minLength || r.maxLength >= 0 && chars > r.maxLength {
			return false
		}
	}
	if r.pattern != nil {
		s := q.v.str(n, &q.buf)
		if q.steps -= len(s) * r.pattern.size / patternUnit; q.steps < 0 || !r.pattern.re.Match(s) {
			return false
		}
	}
	return r.format == nil || r.format.Validate(string(q.v.str(n, &q.buf))) == nil
}

func (q *quick[U]) array(r *rule, n int32) bool {
	nodes := q.v.nodes
	count := int(nodes[n].count)
	if count < r.minItems || r.maxItems >= 0 && count > r.maxItems {
		return false
	}
	if r.prefix == nil && r.items == nil {
		return true
	}
	i := 0
	for c := n + 1; c < nodes[n].next; c = nodes[c].next {
		of := r.items
		if i < len(r.prefix) {
			of = r.prefix[i]
		}
		if of != nil && !q.check(of, c) {
			return false
		}
		i++
	}
	return true
}

func (q *quick[U]) object(r *rule, n int32) bool {
	nodes := q.v.nodes
	count := int(nodes[n].count)
	if count < r.minMembers || r.maxMembers >= 0 && count > r.maxMembers {
		return false
	}
	if r.fields == nil && r.additional == nil {
		return true
	}
	present := 0
	for c := n + 1; c < nodes[n].next; c = nodes[c+1].next {
		of := r.additional
		if f := r.fields[string(q.v.str(c, &q.buf))]; f != nil {
			if f.required {
				present++
			}
			if f.rule != nil {
				of = f.rule
			}
		}
		if of != nil && !q.check(of, c+1) {
			return false
		}
	}
	return present == r.required
}
