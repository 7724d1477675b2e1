package schema

import (
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// meter counts the steps of a check. The library asks a schema's format of
// every value, of whatever type, before it applies the schema's subschemas: so
// a format is where the steps are counted.
type meter struct {
	left        int
	interrupted func() bool // asked now and then; may be nil
}

// longText is how many bytes are looked at in one step.
const longText = 1 << 6

// stop is the panic that ends a check.
type stop struct{ verdict Verdict }

func (m *meter) start(steps int, interrupted func() bool) {
	m.left, m.interrupted = steps, interrupted
}

// spend takes steps away, and ends the check where there are none left.
func (m *meter) spend(n int) {
	before := m.left
	m.left -= n
	if m.left < 0 {
		panic(stop{Overload})
	}
	if m.interrupted != nil && before>>12 != m.left>>12 && m.interrupted() {
		panic(stop{Interrupted})
	}
}

// hook is a schema's format, if it has one, that also counts.
func (m *meter) hook(s *jsonschema.Schema, format *jsonschema.Format, weights weights) *jsonschema.Format {
	own, each, names := weights.of(s)
	size := 0
	if p, ok := s.Pattern.(*pattern); ok {
		size = p.size
	}
	h := &jsonschema.Format{Validate: func(v any) error {
		steps := own
		switch v := v.(type) {
		case json.Number:
			steps += stepsOf(len(v))
		case string:
			steps += len(v)*size/patternUnit + len(v)/longText
		case []any:
			steps += len(v) * each
		case map[string]any:
			steps += len(v) * each
			if names > 0 {
				for name := range v {
					steps += len(name) * names / patternUnit
				}
			}
		}
		m.spend(steps)
		if format != nil {
			return format.Validate(v)
		}
		return nil
	}}
	if format != nil {
		h.Name = format.Name
	}
	return h
}

// weights are what is compared before a schema's hook is asked, in steps.
type weights map[*jsonschema.Schema]int

// of gives what a schema costs once, for each member or element, and for each
// character of a member's name.
func (w weights) of(s *jsonschema.Schema) (own, each, names int) {
	own = 1 + len(s.Required)
	for _, list := range s.DependentRequired {
		own += 1 + len(list)
	}
	for _, list := range s.Dependencies {
		if list, ok := list.([]string); ok {
			own += 1 + len(list)
		}
	}
	inPlace(s, func(sub *jsonschema.Schema) { own += w.weight(sub) })
	widest, all := 0, 0
	inside(s, func(sub *jsonschema.Schema) {
		widest = max(widest, w.weight(sub))
	})
	for p, sub := range s.PatternProperties {
		all += w.weight(sub)
		names += p.(*pattern).size
	}
	each = 1 + all + widest
	if s.Contains != nil || s.UnevaluatedItems != nil || s.UnevaluatedProperties != nil {
		each += widest // for these come on top of the others
	}
	return own, each, names
}

func (w weights) weight(s *jsonschema.Schema) int {
	if w[s] == 0 {
		cost := 0
		if s.Enum != nil {
			cost += costOf(s.Enum.Values)
		}
		if s.Const != nil {
			cost += costOf(*s.Const)
		}
		w[s] = 1 + cost/costOfNumber
	}
	return w[s]
}

// costOfNumber is what comparing two numbers takes, for which the library makes
// fractions of both; comparing anything else takes 1.
const costOfNumber = 1 << 7

func costOf(v any) int {
	cost := 1
	switch v := v.(type) {
	case json.Number:
		cost = costOfNumber
	case []any:
		for _, e := range v {
			cost += costOf(e)
		}
	case map[string]any:
		for _, e := range v {
			cost += costOf(e)
		}
	}
	return cost
}
