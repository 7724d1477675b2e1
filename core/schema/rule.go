package schema

// rule is a compiled schema. What is nil, zero or, for a count, negative is not
// asked for.
type rule struct {
	res  *resource
	doc  *document
	node int32

	never bool // the schema false
	busy  bool // the search for cycles is in it
	clear bool // it has been in it

	ref       *rule
	only      bool // nothing but ref counts
	dynamic   *rule
	anchor    string // $dynamicRef's, if the dynamic scope has a say
	recursive *rule  // $recursiveRef's target, if the dynamic scope has a say

	types  kind
	enum   *choices
	konst  int32 // node; 0: none, for no keyword's value is node 0
	format *format

	minimum, maximum, exclusiveMinimum, exclusiveMaximum *bound
	multipleOf                                           *bound

	minLength, maxLength int
	pattern              *pattern

	minItems, maxItems       int
	unique                   bool
	prefix                   []*rule
	prefixKeyword            string
	items                    *rule // of what is behind prefix
	itemsKeyword             string
	contains                 *rule
	minContains, maxContains int
	unevaluatedItems         *rule

	minMembers, maxMembers int
	fields                 map[string]*field
	required               int
	patterns               []patternRule
	additional             *rule
	names                  *rule
	dependents             []dependent
	unevaluatedMembers     *rule

	allOf, anyOf, oneOf []*rule
	not                 *rule
	condition           *rule
	then, otherwise     *rule
}

// field is what is said of a member by its name.
type field struct {
	rule     *rule // nil: nothing
	required bool
	order    int // among the required
}

type patternRule struct {
	pattern *pattern
	rule    *rule
}

// dependent is what a member's presence asks for.
type dependent struct {
	keyword  string
	name     string
	rule     *rule
	required []string
}

// bound is the number in a keyword.
type bound struct {
	number  number
	small   int64
	isSmall bool
	node    int32
}

// choices are the values of enum.
type choices struct {
	node    int32
	strings map[string]struct{}
	others  []int32
}

// tracks reports whether the rule wants to know what its subschemas evaluated.
func (r *rule) tracks() bool { return r.unevaluatedItems != nil || r.unevaluatedMembers != nil }

// inPlace gives the subschemas that are applied to the same value.
func (r *rule) inPlace(visit func(*rule) bool) bool {
	for _, sub := range []*rule{r.ref, r.dynamic, r.not, r.condition, r.then, r.otherwise} {
		if sub != nil && !visit(sub) {
			return false
		}
	}
	for _, list := range [][]*rule{r.allOf, r.anyOf, r.oneOf} {
		for _, sub := range list {
			if !visit(sub) {
				return false
			}
		}
	}
	for _, d := range r.dependents {
		if d.rule != nil && !visit(d.rule) {
			return false
		}
	}
	return true
}
