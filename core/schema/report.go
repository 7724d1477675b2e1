package schema

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	failed "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// reporter turns what the library says of an instance into violations.
type reporter[U text.Unit] struct {
	v      *value[U]
	tables *tables[U]
	root   int32   // the instance
	survey *survey // where the schema's values are spelt; may be nil
	found  []finding
	cyclic bool
}

// finding is a violation before its sentence is made.
type finding struct {
	node    int32
	depth   int // of the value in the instance
	keyword string
	schema  string // where the keyword's schema is, and what tells findings of one keyword apart
	kind    jsonschema.ErrorKind
	missing []string // the names of members that are not there, a violation each
}

// count is how many violations a finding is.
func (f *finding) count() int { return max(1, len(f.missing)) }

func countAll(found []finding) (count int) {
	for i := range found {
		count += found[i].count()
	}
	return count
}

// ranks are the places of the keywords among the violations of one value.
var ranks = rankOf("type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
	"minLength", "maxLength", "pattern", "format", "minItems", "maxItems", "uniqueItems", "prefixItems", "items",
	"additionalItems", "contains", "minContains", "maxContains", "minProperties", "maxProperties", "propertyNames",
	"properties", "patternProperties", "additionalProperties", "required", "dependencies", "dependentRequired", "false",
	"anyOf", "oneOf", "not", "unevaluatedItems", "unevaluatedProperties")

func rankOf(keywords ...string) map[string]int {
	ranks := make(map[string]int, len(keywords))
	for i, k := range keywords {
		ranks[k] = i
	}
	return ranks
}

// sort puts the findings into an order that does not depend on that of Go's
// maps, in which the library goes through schemas and objects.
func (r *reporter[U]) sort() {
	slices.SortStableFunc(r.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(ranks[a.keyword], ranks[b.keyword]), strings.Compare(a.schema, b.schema))
	})
}

func (r *reporter[U]) add(e *jsonschema.ValidationError, n int32, keyword string) *finding {
	if n < 0 {
		n = r.root
	}
	r.found = append(r.found, finding{node: n, depth: len(e.InstanceLocation), keyword: keyword, schema: e.SchemaURL, kind: e.ErrorKind})
	return &r.found[len(r.found)-1]
}

// gather collects the violations of an error and its causes.
func (r *reporter[U]) gather(e *jsonschema.ValidationError) {
	n := r.tables.at(r.root, e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *failed.Schema, *failed.Group, *failed.Reference, *failed.AllOf:
		for _, cause := range e.Causes {
			r.gather(cause)
		}
	case *failed.AnyOf:
		r.alternatives(e, n, "anyOf")
	case *failed.OneOf:
		if k.Subschemas != nil {
			r.add(e, n, "oneOf")
		} else {
			r.alternatives(e, n, "oneOf")
		}
	case *failed.Required:
		r.missing(e, n, "required", "", k.Missing)
	case *failed.Dependency:
		r.missing(e, n, "dependencies", k.Prop, k.Missing)
	case *failed.DependentRequired:
		r.missing(e, n, "dependentRequired", k.Prop, k.Missing)
	case *failed.AdditionalProperties:
		for _, name := range k.Properties {
			r.add(e, r.tables.child(n, name), "additionalProperties")
		}
	case *failed.AdditionalItems:
		count := int(r.v.nodes[n].count)
		for i := count - k.Count; i < count; i++ {
			r.add(e, r.tables.item(n, i), "additionalItems")
		}
	case *failed.PropertyNames:
		r.add(e, r.tables.child(n, k.Property)-1, "propertyNames")
	case *failed.UniqueItems:
		r.add(e, r.tables.item(n, k.Duplicates[1]), "uniqueItems")
	case *failed.Contains:
		r.add(e, n, "contains")
	case *failed.Not:
		r.add(e, n, "not")
	case *failed.FalseSchema:
		r.add(e, n, keywordOf(e.SchemaURL))
	case *failed.RefCycle:
		r.cyclic = true
	default:
		if path := k.KeywordPath(); len(path) > 0 {
			r.add(e, n, path[0])
		} else {
			r.add(e, n, "false")
		}
	}
}

func (r *reporter[U]) missing(e *jsonschema.ValidationError, n int32, keyword, of string, names []string) {
	f := r.add(e, n, keyword)
	f.schema += "\x00" + of
	f.missing = names
}

// keywordOf gives the keyword whose subschema a location is; "false": there is
// none that says more.
func keywordOf(location string) string {
	_, pointer := splitLocation(location)
	tokens := strings.Split(pointer, "/")
	if len(tokens) >= 3 {
		switch k := tokens[len(tokens)-2]; k {
		case "properties", "patternProperties", "prefixItems", "items":
			return k
		}
	}
	switch k := tokens[len(tokens)-1]; k {
	case "items", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties":
		return k
	}
	return "false"
}

// alternatives reports that none of several subschemas holds, and, where one
// of them is closer than the others, what it lacks. The causes are the
// subschemas' errors.
func (r *reporter[U]) alternatives(e *jsonschema.ValidationError, n int32, keyword string) {
	whole := r.found
	var closest []finding
	best, tied := 0, false
	types := &failed.Type{}
	for i, cause := range e.Causes {
		r.found = nil
		r.gather(cause)
		if t := r.typeOnly(n); t != nil && types != nil {
			types.Got, types.Want = t.Got, append(types.Want, t.Want...)
		} else {
			types = nil
		}
		switch distance := r.distance(n, len(e.InstanceLocation)); {
		case i == 0 || distance < best:
			closest, best, tied = r.found, distance, false
		case distance == best:
			tied = true
		}
	}
	r.found = whole
	f := r.add(e, n, keyword)
	switch {
	case types != nil && len(types.Want) > 0:
		f.kind = types // all that they lack is the type
	case !tied:
		r.found = append(r.found, closest...)
	}
}

// typeOnly is what is asked for where the type is all that is wrong.
func (r *reporter[U]) typeOnly(n int32) *failed.Type {
	if len(r.found) != 1 || r.found[0].node != n {
		return nil
	}
	t, _ := r.found[0].kind.(*failed.Type)
	return t
}

// distance says how far a value is from an alternative: one that wants another
// type, or another value of a member that tells the alternatives apart, is
// farther than any that wants the members otherwise.
func (r *reporter[U]) distance(n int32, depth int) int {
	far := 0
	for i := range r.found {
		f := &r.found[i]
		if f.keyword == "type" && f.node == n {
			far = 1 << 21
		}
		isMember := f.depth == depth+1 && r.v.nodes[n].kind == kObject
		if (f.keyword == "const" || f.keyword == "enum") && (f.node == n || isMember) {
			far = max(far, 1<<20)
		}
	}
	return far + countAll(r.found)
}

func (r *reporter[U]) result() Result {
	if r.cyclic {
		return Result{Verdict: Overload}
	}
	r.sort()
	result := Result{Verdict: Invalid, Count: countAll(r.found)}
	for i := range r.found {
		for k := range r.found[i].count() {
			if len(result.Violations) == MaxViolations {
				return result
			}
			f := r.found[i]
			if f.missing != nil {
				f.missing = f.missing[k : k+1]
			}
			result.Violations = append(result.Violations, r.violation(&f))
		}
	}
	return result
}

// splitLocation splits what the library names a place by; fragmentOf is what it
// has of a pointer.
func splitLocation(location string) (uri, pointer string) {
	uri, pointer, _ = strings.Cut(location, "#")
	pointer, _ = url.PathUnescape(pointer)
	return uri, pointer
}

func fragmentOf(pointer string) string { return (&url.URL{Path: pointer}).EscapedPath() }
