package schema

import (
	"encoding/json"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// graph is what the library compiled of a schema, with hooks that count the
// steps of the one check that uses it.
type graph struct {
	root    *jsonschema.Schema
	schemas map[*jsonschema.Schema]bool
	order   []*jsonschema.Schema
	formats map[*jsonschema.Schema]*jsonschema.Format // without the hooks
	dynamic bool                                      // what a reference names may depend on the dynamic scope
	meter   meter
}

// add makes known what a schema leads to.
func (g *graph) add(s *jsonschema.Schema) {
	from := len(g.order)
	g.visit(s)
	for ; from < len(g.order); from++ {
		inPlace(g.order[from], g.visit)
		inside(g.order[from], g.visit)
	}
}

func (g *graph) visit(s *jsonschema.Schema) {
	if !g.schemas[s] {
		g.schemas[s] = true
		g.order = append(g.order, s)
	}
}

// inPlace visits the subschemas that are applied to the same value.
func inPlace(s *jsonschema.Schema, visit func(*jsonschema.Schema)) {
	for _, sub := range []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else} {
		if sub != nil {
			visit(sub)
		}
	}
	if s.DynamicRef != nil {
		visit(s.DynamicRef.Ref)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, sub := range list {
			visit(sub)
		}
	}
	for _, sub := range s.DependentSchemas {
		visit(sub)
	}
	for _, sub := range s.Dependencies {
		if sub, ok := sub.(*jsonschema.Schema); ok {
			visit(sub)
		}
	}
}

// inside visits the subschemas that are applied to members and elements.
func inside(s *jsonschema.Schema, visit func(*jsonschema.Schema)) {
	for _, sub := range s.Properties {
		visit(sub)
	}
	for _, sub := range s.PatternProperties {
		visit(sub)
	}
	for _, sub := range s.PrefixItems {
		visit(sub)
	}
	for _, sub := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		switch sub := sub.(type) {
		case *jsonschema.Schema:
			visit(sub)
		case []*jsonschema.Schema:
			for _, sub := range sub {
				visit(sub)
			}
		}
	}
	for _, sub := range []*jsonschema.Schema{s.Items2020, s.Contains, s.PropertyNames, s.UnevaluatedItems, s.UnevaluatedProperties} {
		if sub != nil {
			visit(sub)
		}
	}
}

// chain gives how many schemas can be applied to one value within one another.
// A schema that is applied to the value that it is being applied to has no
// meaning (2020-12, Core §9.4.1), and is refused.
func (g *graph) chain(v *survey) (int, *Error) {
	var (
		longest = map[*jsonschema.Schema]int{} // 0: not known, -1: in the search
		cycle   *jsonschema.Schema
		search  func(s *jsonschema.Schema) int
	)
	search = func(s *jsonschema.Schema) int {
		switch {
		case longest[s] > 0:
			return longest[s]
		case longest[s] < 0:
			cycle = s
			return 0
		}
		longest[s] = -1
		most := 0
		inPlace(s, func(sub *jsonschema.Schema) { most = max(most, search(sub)) })
		longest[s] = most + 1
		return most + 1
	}
	most := 0
	for _, s := range g.order {
		most = max(most, search(s))
		if cycle != nil {
			return 0, v.at(cycle.Location, "the schema refers to itself without going into the value")
		}
	}
	if g.dynamic {
		most = len(g.order) // the library applies no schema twice to a value within itself
	}
	return most, nil
}

// prepare puts the hooks in, and takes out what is decided elsewhere.
func (g *graph) prepare(assert bool) {
	weights := weights{}
	for _, s := range g.order {
		g.dynamic = g.dynamic || s.DynamicRef != nil && s.DynamicRef.Anchor != "" ||
			s.RecursiveRef != nil && s.RecursiveRef.RecursiveAnchor
		if s.Bool != nil {
			continue
		}
		format := s.Format
		switch {
		case format == nil:
		case s.DraftVersion < 2019 && !assert:
			format = nil // the library asserts it in the drafts that let it be either
		case !libraryFormats[format.Name]:
			format = formats[format.Name]
		}
		g.formats[s] = format
		s.Format = g.meter.hook(s, format, weights)
		if s.DraftVersion == 4 && s.Types != nil {
			if want := s.Types.ToStrings(); slices.Contains(want, "integer") && !slices.Contains(want, "number") {
				s.Extensions = append(s.Extensions, integer4{want})
			}
		}
		if s.UniqueItems {
			s.UniqueItems = false
			s.Extensions = append(s.Extensions, unique{&g.meter})
		}
		if s.PropertyNames != nil {
			s.Extensions = append(s.Extensions, names{s.PropertyNames})
			s.PropertyNames = nil
		}
	}
}

// numbers counts the numbers that a number is compared with.
func (g *graph) numbers() int {
	count := 1
	for _, s := range g.order {
		if s.Enum != nil {
			for _, v := range s.Enum.Values {
				count += numbersIn(v)
			}
		}
		if s.Const != nil {
			count += numbersIn(*s.Const)
		}
	}
	return count
}

func numbersIn(v any) (count int) {
	switch v := v.(type) {
	case json.Number:
		return 1
	case []any:
		for _, e := range v {
			count += numbersIn(e)
		}
	case map[string]any:
		for _, e := range v {
			count += numbersIn(e)
		}
	}
	return count
}
