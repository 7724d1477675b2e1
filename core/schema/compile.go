package schema

import (
	"bytes"
	"math"
)

// Limits of schemas.
const (
	// MaxValues is how many values and names of members a schema and the
	// documents that it refers to may have.
	MaxValues = 1 << 18
)

// Options are what a schema is compiled with.
type Options struct {
	Registry map[string][]byte // JSON texts in UTF-8, by URI
	Formats  bool              // the keyword format is an assertion
	Draft    int               // of a schema without $schema: 4, 6, 7, 2019 or 2020; 0: 2020
}

// Schema is a compiled schema.
type Schema struct {
	root    *rule
	dynamic bool // the dynamic scope has a say
}

type compiler struct {
	store   *store
	opt     Options
	rules   map[target]*rule
	queue   []*rule
	dynamic bool
}

// Compile compiles a schema: a JSON text in UTF-8.
func Compile(source []byte, opt Options) (*Schema, error) {
	s, fault := compile(rootURI, source, opt)
	if fault != nil {
		return nil, fault
	}
	return s, nil
}

func compile(uri string, source []byte, opt Options) (*Schema, *Error) {
	store, fault := newStore(opt)
	if fault != nil {
		return nil, fault
	}
	fallback := &dialect{draft: draft2020, meta: draft2020.uri}
	for _, d := range drafts {
		if d.year == opt.Draft {
			fallback = &dialect{draft: d, meta: d.uri}
		}
	}
	doc, fault := store.open(uri, source, fallback)
	if fault != nil {
		return nil, fault
	}
	c := &compiler{store: store, opt: opt, rules: map[target]*rule{}}
	if fault := c.checkSchemas(); fault != nil {
		return nil, fault
	}
	root := c.rule(target{doc, 0})
	for len(c.queue) > 0 {
		r := c.queue[0]
		c.queue = c.queue[1:]
		if fault := c.fill(r); fault != nil {
			return nil, fault
		}
		if fault := c.checkSchemas(); fault != nil {
			return nil, fault
		}
	}
	for _, r := range c.rules {
		if fault := findCycle(r); fault != nil {
			return nil, fault
		}
	}
	return &Schema{root, c.dynamic}, nil
}

// rule gives the rule of a schema, which fill makes what it should be.
func (c *compiler) rule(t target) *rule {
	if r := c.rules[t]; r != nil {
		return r
	}
	r := &rule{
		doc: t.doc, node: t.node, res: t.doc.of[t.node],
		minLength: -1, maxLength: -1, minItems: -1, maxItems: -1, minContains: -1, maxContains: -1,
		minMembers: -1, maxMembers: -1,
	}
	c.rules[t] = r
	c.queue = append(c.queue, r)
	return r
}

// findCycle refuses a schema that is applied to the value it is being applied
// to: it has no meaning (2020-12, Core §9.4.1).
func findCycle(r *rule) *Error {
	if r.clear {
		return nil
	}
	if r.busy {
		return r.doc.fault(r.node, "the schema refers to itself without going into the value")
	}
	r.busy = true
	var fault *Error
	r.inPlace(func(sub *rule) bool {
		fault = findCycle(sub)
		return fault == nil
	})
	r.busy, r.clear = false, true
	return fault
}

func (c *compiler) fill(r *rule) *Error {
	v := &r.doc.v
	switch v.nodes[r.node].kind {
	case kFalse:
		r.never = true
		return nil
	case kObject:
	default:
		return nil
	}
	if err := c.scopes(r.res); err != nil {
		return err
	}
	if r.res.dialect.year < 2019 {
		if at := v.member(r.node, "$ref"); at >= 0 && v.nodes[at].kind == kString {
			return c.reference(r, at, &r.ref) // and all other members are ignored
		}
	}
	var buf []byte
	for n := r.node + 1; n < v.nodes[r.node].next; n = v.nodes[n+1].next {
		k, ok := keywords[string(v.str(n, &buf))]
		if !ok || r.res.dialect.year < k.since || r.res.dialect.year > k.until || !r.res.dialect.hasAny(k) {
			continue
		}
		if err := k.compile(c, r, n+1); err != nil {
			return err
		}
	}
	r.only = r.ref != nil && r.isRefOnly()
	return nil
}

// isRefOnly reports whether no keyword beside $ref has a say.
func (r *rule) isRefOnly() bool {
	v := &r.doc.v
	var buf []byte
	for n := r.node + 1; n < v.nodes[r.node].next; n = v.nodes[n+1].next {
		name := string(v.str(n, &buf))
		if _, ok := keywords[name]; ok && name != "$ref" {
			return false
		}
	}
	return true
}

// scopes compiles the dynamic anchors of a resource that has been entered: any
// $dynamicRef may end there.
func (c *compiler) scopes(res *resource) *Error {
	if res.rules != nil {
		return nil
	}
	res.rules = map[string]*rule{}
	for name, n := range res.dynamic {
		res.rules[name] = c.rule(target{res.doc, n})
	}
	res.root = c.rule(target{res.doc, res.node})
	return nil
}

func (c *compiler) reference(r *rule, at int32, to **rule) *Error {
	var buf []byte
	t, err := c.store.resolve(r.res, string(r.doc.v.str(at, &buf)), at)
	if err != nil {
		return err
	}
	*to = c.rule(t)
	return nil
}

func (c *compiler) sub(r *rule, n int32) *rule { return c.rule(target{r.doc, n}) }

func (c *compiler) subs(r *rule, n int32) (rules []*rule) {
	for _, s := range r.doc.v.under(n, list) {
		rules = append(rules, c.sub(r, s))
	}
	return rules
}

// bound reads a number.
func (r *rule) bound(n int32) *bound {
	v := &r.doc.v
	if v.nodes[n].kind != kNumber {
		return nil
	}
	s := v.literal(nil, n)
	b := &bound{number: parseNumber(s), node: n}
	if v.nodes[n].plain {
		b.small, b.isSmall = smallInt(s)
	}
	return b
}

// count reads a number of things; more than any text can hold is all the same.
func (r *rule) count(n int32) int {
	b := r.bound(n)
	switch {
	case b == nil || b.number.negative || !b.number.isInteger():
		return -1
	case b.number.point > 15:
		return math.MaxInt
	}
	digits := append(bytes.Clone(b.number.digits), bytes.Repeat([]byte("0"), int(b.number.point)-len(b.number.digits))...)
	return int(decimal(digits))
}

// strings reads an array of strings.
func (v *value[U]) strings(n int32) (list []string) {
	var buf []byte
	if v.nodes[n].kind != kArray {
		return nil
	}
	for c := n + 1; c < v.nodes[n].next; c = v.nodes[c].next {
		if v.nodes[c].kind == kString {
			list = append(list, string(v.str(c, &buf)))
		}
	}
	return list
}
