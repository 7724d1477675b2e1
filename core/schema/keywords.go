package schema

import "strings"

// keyword is one of the table: what it makes of the rule, and who knows it.
type keyword struct {
	compile      func(c *compiler, r *rule, n int32) *Error
	since, until int
	vocabulary   string
}

// hasAny reports whether the dialect has a keyword's vocabulary.
func (d *dialect) hasAny(k keyword) bool {
	if k.vocabulary == "unevaluated" && d.year == 2019 {
		return d.has("applicator")
	}
	return k.vocabulary == "format" || d.has(k.vocabulary)
}

var types = map[string]kind{
	"null": kNull, "boolean": kTrue | kFalse, "number": kNumber | kInteger, "integer": kInteger,
	"string": kString, "array": kArray, "object": kObject,
}

// keywords are those that assert or apply; all others are annotations. It is
// filled by init, since what it holds refers to it.
var keywords map[string]keyword

func init() {
	rules := func(to func(*rule) *[]*rule) func(*compiler, *rule, int32) *Error {
		return func(c *compiler, r *rule, n int32) *Error {
			*to(r) = c.subs(r, n)
			return nil
		}
	}
	sub := func(to func(*rule) **rule) func(*compiler, *rule, int32) *Error {
		return func(c *compiler, r *rule, n int32) *Error {
			*to(r) = c.sub(r, n)
			return nil
		}
	}
	number := func(to func(*rule) **bound) func(*compiler, *rule, int32) *Error {
		return func(_ *compiler, r *rule, n int32) *Error {
			*to(r) = r.bound(n)
			return nil
		}
	}
	count := func(to func(*rule) *int) func(*compiler, *rule, int32) *Error {
		return func(_ *compiler, r *rule, n int32) *Error {
			*to(r) = r.count(n)
			return nil
		}
	}
	const all = 2020
	keywords = map[string]keyword{
		"$ref":          {func(c *compiler, r *rule, n int32) *Error { return c.reference(r, n, &r.ref) }, 2019, all, "core"},
		"$dynamicRef":   {compileDynamicRef, 2020, all, "core"},
		"$recursiveRef": {compileRecursiveRef, 2019, 2019, "core"},

		"allOf":                 {rules(func(r *rule) *[]*rule { return &r.allOf }), 4, all, "applicator"},
		"anyOf":                 {rules(func(r *rule) *[]*rule { return &r.anyOf }), 4, all, "applicator"},
		"oneOf":                 {rules(func(r *rule) *[]*rule { return &r.oneOf }), 4, all, "applicator"},
		"not":                   {sub(func(r *rule) **rule { return &r.not }), 4, all, "applicator"},
		"if":                    {sub(func(r *rule) **rule { return &r.condition }), 7, all, "applicator"},
		"then":                  {sub(func(r *rule) **rule { return &r.then }), 7, all, "applicator"},
		"else":                  {sub(func(r *rule) **rule { return &r.otherwise }), 7, all, "applicator"},
		"properties":            {compileProperties, 4, all, "applicator"},
		"patternProperties":     {compilePatternProperties, 4, all, "applicator"},
		"additionalProperties":  {sub(func(r *rule) **rule { return &r.additional }), 4, all, "applicator"},
		"propertyNames":         {sub(func(r *rule) **rule { return &r.names }), 6, all, "applicator"},
		"dependencies":          {compileDependents("dependencies"), 4, all, "applicator"},
		"dependentSchemas":      {compileDependents("dependentSchemas"), 2019, all, "applicator"},
		"items":                 {compileItems, 4, all, "applicator"},
		"additionalItems":       {compileAdditionalItems, 4, 2019, "applicator"},
		"prefixItems":           {compilePrefixItems, 2020, all, "applicator"},
		"contains":              {sub(func(r *rule) **rule { return &r.contains }), 6, all, "applicator"},
		"unevaluatedItems":      {sub(func(r *rule) **rule { return &r.unevaluatedItems }), 2019, all, "unevaluated"},
		"unevaluatedProperties": {sub(func(r *rule) **rule { return &r.unevaluatedMembers }), 2019, all, "unevaluated"},

		"type":              {compileType, 4, all, "validation"},
		"enum":              {compileEnum, 4, all, "validation"},
		"const":             {func(_ *compiler, r *rule, n int32) *Error { r.konst = n; return nil }, 6, all, "validation"},
		"multipleOf":        {number(func(r *rule) **bound { return &r.multipleOf }), 4, all, "validation"},
		"minimum":           {compileBound(false), 4, all, "validation"},
		"maximum":           {compileBound(true), 4, all, "validation"},
		"exclusiveMinimum":  {number(func(r *rule) **bound { return &r.exclusiveMinimum }), 6, all, "validation"},
		"exclusiveMaximum":  {number(func(r *rule) **bound { return &r.exclusiveMaximum }), 6, all, "validation"},
		"minLength":         {count(func(r *rule) *int { return &r.minLength }), 4, all, "validation"},
		"maxLength":         {count(func(r *rule) *int { return &r.maxLength }), 4, all, "validation"},
		"pattern":           {compilePattern, 4, all, "validation"},
		"minItems":          {count(func(r *rule) *int { return &r.minItems }), 4, all, "validation"},
		"maxItems":          {count(func(r *rule) *int { return &r.maxItems }), 4, all, "validation"},
		"uniqueItems":       {compileUnique, 4, all, "validation"},
		"minContains":       {count(func(r *rule) *int { return &r.minContains }), 2019, all, "validation"},
		"maxContains":       {count(func(r *rule) *int { return &r.maxContains }), 2019, all, "validation"},
		"minProperties":     {count(func(r *rule) *int { return &r.minMembers }), 4, all, "validation"},
		"maxProperties":     {count(func(r *rule) *int { return &r.maxMembers }), 4, all, "validation"},
		"required":          {compileRequired, 4, all, "validation"},
		"dependentRequired": {compileDependents("dependentRequired"), 2019, all, "validation"},

		"format": {compileFormat, 4, all, "format"},
	}
}

func compileDynamicRef(c *compiler, r *rule, n int32) *Error {
	if err := c.reference(r, n, &r.dynamic); err != nil {
		return err
	}
	to := r.dynamic
	if name := to.doc.stringAt(to.node, "$dynamicAnchor"); name != "" && name == fragmentOf(r.doc, n) {
		r.anchor, c.dynamic = name, true
	}
	return nil
}

func compileRecursiveRef(c *compiler, r *rule, n int32) *Error {
	if err := c.reference(r, n, &r.dynamic); err != nil {
		return err
	}
	if r.dynamic.res != nil && r.dynamic.res.recursive && r.dynamic.node == r.dynamic.res.node {
		r.recursive, c.dynamic = r.dynamic, true
	}
	return nil
}

func compileProperties(c *compiler, r *rule, n int32) *Error {
	var buf []byte
	v := &r.doc.v
	if v.nodes[n].kind != kObject {
		return nil
	}
	for m := n + 1; m < v.nodes[n].next; m = v.nodes[m+1].next {
		r.field(string(v.str(m, &buf))).rule = c.sub(r, m+1)
	}
	return nil
}

func (r *rule) field(name string) *field {
	if r.fields == nil {
		r.fields = map[string]*field{}
	}
	f := r.fields[name]
	if f == nil {
		f = &field{}
		r.fields[name] = f
	}
	return f
}

func compileRequired(_ *compiler, r *rule, n int32) *Error {
	for _, name := range r.doc.v.strings(n) {
		if f := r.field(name); !f.required {
			f.required, f.order = true, r.required
			r.required++
		}
	}
	return nil
}

func compilePatternProperties(c *compiler, r *rule, n int32) *Error {
	v := &r.doc.v
	if v.nodes[n].kind != kObject {
		return nil
	}
	for m := n + 1; m < v.nodes[n].next; m = v.nodes[m+1].next {
		p, err := r.patternAt(m)
		if err != nil {
			return err
		}
		r.patterns = append(r.patterns, patternRule{p, c.sub(r, m+1)})
	}
	return nil
}

func compilePattern(_ *compiler, r *rule, n int32) (err *Error) {
	if r.doc.v.nodes[n].kind == kString {
		r.pattern, err = r.patternAt(n)
	}
	return err
}

func (r *rule) patternAt(n int32) (*pattern, *Error) {
	var buf []byte
	source := string(r.doc.v.str(n, &buf))
	p, err := compileRegexp(source)
	if err != nil {
		return nil, r.doc.fault(n, "the regular expression %q %s", cut(source), err)
	}
	return p, nil
}

func compileDependents(keyword string) func(*compiler, *rule, int32) *Error {
	return func(c *compiler, r *rule, n int32) *Error {
		var buf []byte
		v := &r.doc.v
		if v.nodes[n].kind != kObject {
			return nil
		}
		for m := n + 1; m < v.nodes[n].next; m = v.nodes[m+1].next {
			d := dependent{keyword: keyword, name: string(v.str(m, &buf))}
			if v.nodes[m+1].kind == kArray {
				d.required = v.strings(m + 1)
			} else if keyword != "dependentRequired" {
				d.rule = c.sub(r, m+1)
			}
			r.dependents = append(r.dependents, d)
		}
		return nil
	}
}

func compileItems(c *compiler, r *rule, n int32) *Error {
	if r.res.dialect.year < 2020 && r.doc.v.nodes[n].kind == kArray {
		r.prefix, r.prefixKeyword = c.subs(r, n), "items"
		if m := r.doc.v.member(r.node, "additionalItems"); m >= 0 {
			r.items, r.itemsKeyword = c.sub(r, m), "additionalItems"
		}
		return nil
	}
	r.items, r.itemsKeyword = c.sub(r, n), "items"
	return nil
}

// additionalItems is read with items, without which it means nothing.
func compileAdditionalItems(*compiler, *rule, int32) *Error { return nil }

func compilePrefixItems(c *compiler, r *rule, n int32) *Error {
	r.prefix, r.prefixKeyword = c.subs(r, n), "prefixItems"
	return nil
}

func compileType(_ *compiler, r *rule, n int32) *Error {
	var buf []byte
	if r.doc.v.nodes[n].kind == kString {
		r.types = types[string(r.doc.v.str(n, &buf))]
	}
	for _, name := range r.doc.v.strings(n) {
		r.types |= types[name]
	}
	return nil
}

func compileEnum(_ *compiler, r *rule, n int32) *Error {
	v := &r.doc.v
	if v.nodes[n].kind != kArray {
		return nil
	}
	var buf []byte
	r.enum = &choices{node: n, strings: map[string]struct{}{}}
	for c := n + 1; c < v.nodes[n].next; c = v.nodes[c].next {
		if v.nodes[c].kind == kString {
			r.enum.strings[string(v.str(c, &buf))] = struct{}{}
		} else {
			r.enum.others = append(r.enum.others, c)
		}
	}
	return nil
}

// compileBound reads minimum and maximum; in draft 4 a boolean beside them says
// that they are exclusive.
func compileBound(upper bool) func(*compiler, *rule, int32) *Error {
	return func(_ *compiler, r *rule, n int32) *Error {
		inclusive, exclusive, beside := &r.minimum, &r.exclusiveMinimum, "exclusiveMinimum"
		if upper {
			inclusive, exclusive, beside = &r.maximum, &r.exclusiveMaximum, "exclusiveMaximum"
		}
		if m := r.doc.v.member(r.node, beside); r.res.dialect.year == 4 && m >= 0 && r.doc.v.nodes[m].kind == kTrue {
			inclusive = exclusive
		}
		*inclusive = r.bound(n)
		return nil
	}
}

func compileUnique(_ *compiler, r *rule, n int32) *Error {
	r.unique = r.doc.v.nodes[n].kind == kTrue
	return nil
}

func compileFormat(c *compiler, r *rule, n int32) *Error {
	var buf []byte
	if (c.opt.Formats || r.res.dialect.assertsFormat()) && r.doc.v.nodes[n].kind == kString {
		if f, ok := formats[string(r.doc.v.str(n, &buf))]; ok {
			r.format = &f
		}
	}
	return nil
}

// fragmentOf is the fragment of a reference, as it is written.
func fragmentOf(d *document, n int32) string {
	var buf []byte
	_, fragment, _ := strings.Cut(string(d.v.str(n, &buf)), "#")
	return fragment
}
