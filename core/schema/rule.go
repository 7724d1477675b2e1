package schema

import (
	"encoding/json"
	"math/big"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// rule is what the quick check knows of a schema. What is nil, or for a count
// negative, is not asked for. All that a rule asks for together is all that the
// schema asks for; where that cannot be said so, the rule is unsure.
type rule struct {
	unsure bool // what the schema asks for is known to the library alone

	types   kind
	choices *choices

	least, most, above, below *bound
	minLength, maxLength      int
	pattern                   *pattern
	format                    *jsonschema.Format

	minItems, maxItems int
	prefix             []*rule
	items              *rule // of what is behind prefix

	minMembers, maxMembers int
	fields                 map[string]*field
	required               int
	additional             *rule

	all []*rule   // of $ref and allOf
	any [][]*rule // of anyOf: one of each list
}

// field is what is said of a member by its name.
type field struct {
	rule     *rule
	required bool
}

// bound is the number in a keyword.
type bound struct {
	number  number
	small   int64
	isSmall bool
}

// choices are scalars, of which the value must be one.
type choices struct {
	strings map[string]bool
	numbers []number
	literal kind // null, true, false
}

// compileQuick gives the rule of a compiled schema.
func compileQuick(g *graph) *rule {
	c := quickCompiler{g.formats, map[*jsonschema.Schema]*rule{}}
	r := c.rule(g.root)
	if r.unsure {
		return nil
	}
	return r
}

type quickCompiler struct {
	formats map[*jsonschema.Schema]*jsonschema.Format
	rules   map[*jsonschema.Schema]*rule
}

func (c quickCompiler) rule(s *jsonschema.Schema) *rule {
	if r := c.rules[s]; r != nil {
		return r
	}
	r := &rule{}
	c.rules[s] = r
	if s.Bool != nil {
		r.fill(&jsonschema.Schema{})
		r.unsure = !*s.Bool
		return r
	}
	r.fill(s)
	r.format = c.formats[s]
	r.unsure = r.unsure || s.RecursiveRef != nil || s.DynamicRef != nil || s.Not != nil || s.OneOf != nil || s.If != nil ||
		s.PatternProperties != nil || s.Dependencies != nil || s.DependentRequired != nil || s.DependentSchemas != nil ||
		s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil || s.Contains != nil || s.MultipleOf != nil ||
		s.Extensions != nil || s.PropertyNames != nil || s.UniqueItems
	c.apply(r, s)
	return r
}

// fill reads the keywords without subschemas.
func (r *rule) fill(s *jsonschema.Schema) {
	if s.Types != nil {
		for _, name := range s.Types.ToStrings() {
			r.types |= types[name]
		}
	}
	if s.Enum != nil {
		r.choose(s.Enum.Values)
	}
	if s.Const != nil {
		if r.choices != nil {
			r.unsure = true
		}
		r.choose([]any{*s.Const})
	}
	r.least, r.most, r.above, r.below = boundOf(s.Minimum), boundOf(s.Maximum), boundOf(s.ExclusiveMinimum), boundOf(s.ExclusiveMaximum)
	r.minLength, r.maxLength = countOf(s.MinLength), countOf(s.MaxLength)
	r.minItems, r.maxItems = countOf(s.MinItems), countOf(s.MaxItems)
	r.minMembers, r.maxMembers = countOf(s.MinProperties), countOf(s.MaxProperties)
	r.pattern, _ = s.Pattern.(*pattern)
}

// apply reads the keywords with subschemas, and those that are read with them.
func (c quickCompiler) apply(r *rule, s *jsonschema.Schema) {
	for name, sub := range s.Properties {
		r.field(name).rule = c.rule(sub)
	}
	for _, name := range s.Required {
		if f := r.field(name); !f.required {
			f.required = true
			r.required++
		}
	}
	r.additional = c.either(s.AdditionalProperties)
	prefix := s.PrefixItems
	r.items = c.either(s.Items2020)
	if s.DraftVersion < 2020 {
		if list, ok := s.Items.([]*jsonschema.Schema); ok {
			prefix, r.items = list, c.either(s.AdditionalItems)
		} else {
			r.items = c.either(s.Items)
		}
	}
	for _, sub := range prefix {
		r.prefix = append(r.prefix, c.rule(sub))
	}
	for _, sub := range slices.Concat([]*jsonschema.Schema{s.Ref}, s.AllOf) {
		if sub != nil {
			r.all = append(r.all, c.rule(sub))
		}
	}
	if s.AnyOf != nil {
		var list []*rule
		for _, sub := range s.AnyOf {
			list = append(list, c.rule(sub))
		}
		r.any = append(r.any, list)
	}
}

// either reads what is a schema, a bool or nothing.
func (c quickCompiler) either(sub any) *rule {
	switch sub := sub.(type) {
	case bool:
		if !sub {
			return &rule{unsure: true}
		}
	case *jsonschema.Schema:
		if sub != nil {
			return c.rule(sub)
		}
	}
	return nil
}

func (r *rule) field(name string) *field {
	if r.fields == nil {
		r.fields = map[string]*field{}
	}
	if r.fields[name] == nil {
		r.fields[name] = &field{}
	}
	return r.fields[name]
}

func (r *rule) choose(values []any) {
	r.choices = &choices{strings: map[string]bool{}}
	for _, v := range values {
		switch v := v.(type) {
		case string:
			r.choices.strings[v] = true
		case json.Number:
			r.choices.numbers = append(r.choices.numbers, parseNumber([]byte(v)))
		case nil:
			r.choices.literal |= kNull
		case bool:
			r.choices.literal |= map[bool]kind{false: kFalse, true: kTrue}[v]
		} // a container that is one of them is left to the library
	}
}

func countOf(n *int) int {
	if n == nil {
		return -1
	}
	return *n
}

func boundOf(x *big.Rat) *bound {
	if x == nil {
		return nil
	}
	digits, _ := x.FloatPrec() // it was a decimal number
	b := &bound{number: parseNumber([]byte(x.FloatString(digits)))}
	if x.IsInt() && x.Num().IsInt64() {
		b.small, b.isSmall = x.Num().Int64(), true
	}
	return b
}
