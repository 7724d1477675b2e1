package schema

import (
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// drafts are the versions of the specification, by the end of their
// meta-schema's URI.
var drafts = []struct {
	path  string
	year  int // 4, 6, 7, 2019, 2020: they compare as they should
	draft *jsonschema.Draft
}{
	{"draft/2020-12/schema", 2020, jsonschema.Draft2020},
	{"draft/2019-09/schema", 2019, jsonschema.Draft2019},
	{"draft-07/schema", 7, jsonschema.Draft7},
	{"draft-06/schema", 6, jsonschema.Draft6},
	{"draft-04/schema", 4, jsonschema.Draft4},
	{"schema", 2020, jsonschema.Draft2020},
}

// metaPath is the path of a URI of json-schema.org.
func metaPath(uri string) (path string, ok bool) {
	rest, ok := strings.CutPrefix(uri, "http://")
	if !ok {
		rest = strings.TrimPrefix(uri, "https://")
	}
	return strings.CutPrefix(rest, "json-schema.org/")
}

// yearOf gives the draft whose meta-schema a URI is, or 0. http and https are
// one, as are an empty fragment and none.
func yearOf(uri string) int {
	path, ok := metaPath(strings.TrimSuffix(uri, "#"))
	for _, d := range drafts {
		if ok && d.path == path {
			return d.year
		}
	}
	return 0
}

func draftOf(year int) *jsonschema.Draft {
	for _, d := range drafts {
		if d.year == year {
			return d.draft
		}
	}
	return jsonschema.Draft2020
}

// shape is how a keyword's value holds subschemas.
type shape uint8

const (
	one     shape = 1 << iota // the value is one
	list                      // its elements are
	members                   // its members' values are
)

// subschemas are the keywords whose values hold subschemas, and the drafts that
// have them, both ends included. What stands elsewhere is no schema, whatever
// it looks like.
var subschemas = map[string]struct {
	shape        shape
	since, until int
}{
	"definitions":           {members, 4, 2020},
	"$defs":                 {members, 2019, 2020},
	"not":                   {one, 4, 2020},
	"allOf":                 {list, 4, 2020},
	"anyOf":                 {list, 4, 2020},
	"oneOf":                 {list, 4, 2020},
	"if":                    {one, 7, 2020},
	"then":                  {one, 7, 2020},
	"else":                  {one, 7, 2020},
	"properties":            {members, 4, 2020},
	"patternProperties":     {members, 4, 2020},
	"additionalProperties":  {one, 4, 2020},
	"propertyNames":         {one, 6, 2020},
	"dependencies":          {members, 4, 2020},
	"dependentSchemas":      {members, 2019, 2020},
	"unevaluatedProperties": {one, 2019, 2020},
	"items":                 {one | list, 4, 2020},
	"additionalItems":       {one, 4, 2020},
	"prefixItems":           {list, 2020, 2020},
	"contains":              {one, 6, 2020},
	"unevaluatedItems":      {one, 2019, 2020},
	"contentSchema":         {one, 2019, 2020},
}

// under gives the subschemas that a keyword's value holds.
func (v *value[U]) under(n int32, of shape) (subs []int32) {
	nd := &v.nodes[n]
	switch {
	case nd.kind == kArray && of&list != 0:
		for c := n + 1; c < nd.next; c = v.nodes[c].next {
			subs = append(subs, c)
		}
	case nd.kind == kObject && of&members != 0:
		for c := n + 1; c < nd.next; c = v.nodes[c+1].next {
			subs = append(subs, c+1)
		}
	case of&one != 0:
		subs = append(subs, n)
	}
	return subs
}

// counts are the keywords whose value is a number of things.
var counts = map[string]bool{
	"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "minContains": true, "maxContains": true,
	"minProperties": true, "maxProperties": true,
}
