package schema

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	failed "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

func (r *reporter[U]) violation(f *finding) Violation {
	v := Violation{Path: r.path(f), Keyword: f.keyword, Message: r.message(f), Offset: r.v.offset(f.node)}
	if expected := r.expected(f); len(expected) <= longestFact {
		v.Expected = expected
	}
	if found := r.foundJSON(f); len(found) <= longestFact {
		v.Found = found
	}
	return v
}

// path is where a violation is: of a member that is missing, where it would be.
func (r *reporter[U]) path(f *finding) string {
	p := r.v.path(nil, f.node)
	if f.missing != nil {
		p = appendToken(p, f.missing[0])
	}
	return string(p)
}

// expected is the JSON text of what the keyword asks for, as the schema spells
// it where it can be known; empty: nothing that can be said so.
func (r *reporter[U]) expected(f *finding) string {
	switch k := f.kind.(type) {
	case *failed.Type:
		return typeNames(k.Want)
	case *failed.Enum:
		return r.spelt(f, k.Want)
	case *failed.Const:
		return r.spelt(f, k.Want)
	case *failed.Minimum:
		return r.speltNumber(f, k.Want)
	case *failed.Maximum:
		return r.speltNumber(f, k.Want)
	case *failed.ExclusiveMinimum:
		return r.speltNumber(f, k.Want)
	case *failed.ExclusiveMaximum:
		return r.speltNumber(f, k.Want)
	case *failed.MultipleOf:
		return r.speltNumber(f, k.Want)
	case *failed.Pattern:
		return quoted(k.Want)
	case *failed.Format:
		return quoted(k.Want)
	case *failed.Contains:
		return "1"
	case *failed.MinContains:
		return strconv.Itoa(k.Want)
	case *failed.MaxContains:
		return strconv.Itoa(k.Want)
	case *failed.OneOf:
		if k.Subschemas != nil {
			return "1"
		}
	}
	if f.missing != nil {
		return quoted(f.missing[0])
	}
	if _, want, ok := countsOf(f.kind); ok {
		return strconv.Itoa(want)
	}
	return ""
}

// countsOf gives what a keyword that counts found and asks for.
func countsOf(k jsonschema.ErrorKind) (got, want int, ok bool) {
	switch k := k.(type) {
	case *failed.MinLength:
		return k.Got, k.Want, true
	case *failed.MaxLength:
		return k.Got, k.Want, true
	case *failed.MinItems:
		return k.Got, k.Want, true
	case *failed.MaxItems:
		return k.Got, k.Want, true
	case *failed.MinProperties:
		return k.Got, k.Want, true
	case *failed.MaxProperties:
		return k.Got, k.Want, true
	}
	return 0, 0, false
}

// wrong is what a message says was found: a JSON text, or what a container is.
func (r *reporter[U]) wrong(f *finding) string {
	switch k := f.kind.(type) {
	case *failed.Type:
		if !r.isNumberFor(k, f.node) {
			return quoted(k.Got)
		}
	case *failed.MinContains:
		return strconv.Itoa(len(k.Got))
	case *failed.MaxContains:
		return strconv.Itoa(len(k.Got))
	case *failed.Contains:
		return "0"
	case *failed.OneOf:
		if k.Subschemas != nil {
			return strconv.Itoa(len(k.Subschemas))
		}
	case *failed.FalseSchema, *failed.AdditionalProperties, *failed.AdditionalItems:
		return ""
	}
	if f.missing != nil {
		return ""
	}
	if got, _, ok := countsOf(f.kind); ok {
		return strconv.Itoa(got)
	}
	switch r.v.nodes[f.node].kind {
	case kObject:
		return "an object"
	case kArray:
		return "an array"
	}
	start, end := r.v.span(f.node)
	return string(syntax.AppendValue(nil, r.v.src, r.v.utf8, start, min(end, start+longestFact*12)))
}

// foundJSON is what was found, where it is a JSON text.
func (r *reporter[U]) foundJSON(f *finding) string {
	found := r.wrong(f)
	if found == "an object" || found == "an array" {
		return ""
	}
	return found
}

// isNumberFor reports whether a value is a number where an integer is asked
// for: then its type says less than the number does.
func (r *reporter[U]) isNumberFor(k *failed.Type, n int32) bool {
	return r.v.nodes[n].kind == kNumber && slices.Contains(k.Want, "integer")
}

// spelt is the value of the finding's keyword as the schema has it.
func (r *reporter[U]) spelt(f *finding, want any) string {
	if r.survey != nil {
		uri, pointer := splitLocation(f.schema)
		if t, ok := r.survey.locate(uri, pointer+"/"+f.keyword); ok && t.doc.v.nodes[t.node].kind&(kTrue|kFalse) == 0 {
			start, end := t.doc.v.span(t.node)
			return string(syntax.AppendValue(nil, t.doc.v.src, true, start, end))
		}
	}
	text, _ := json.Marshal(want)
	return string(text)
}

func (r *reporter[U]) speltNumber(f *finding, want *big.Rat) string {
	digits, _ := want.FloatPrec()
	return r.spelt(f, json.Number(want.FloatString(digits)))
}

func quoted(s string) string { return string(syntax.AppendQuoted(nil, s)) }

// typeOrder is that of JSON Schema: 2020-12, Validation §6.1.1.
var typeOrder = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// typeNames is one type's name as JSON, or the array of several.
func typeNames(want []string) string {
	var names []string
	for _, t := range typeOrder {
		if slices.Contains(want, t) && !(t == "integer" && slices.Contains(want, "number")) {
			names = append(names, quoted(t))
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return "[" + strings.Join(names, ",") + "]"
}
