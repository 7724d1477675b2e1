package schema

import "strings"

// draft is a version of the specification.
type draft struct {
	year       int    // 4, 6, 7, 2019, 2020: they compare as they should
	uri        string // of its meta-schema
	id         string // the keyword that identifies a resource
	vocabulary string // the prefix of its vocabularies' URIs
}

var (
	draft4    = &draft{4, "http://json-schema.org/draft-04/schema", "id", ""}
	draft6    = &draft{6, "http://json-schema.org/draft-06/schema", "$id", ""}
	draft7    = &draft{7, "http://json-schema.org/draft-07/schema", "$id", ""}
	draft2019 = &draft{2019, "https://json-schema.org/draft/2019-09/schema", "$id", "https://json-schema.org/draft/2019-09/vocab/"}
	draft2020 = &draft{2020, "https://json-schema.org/draft/2020-12/schema", "$id", "https://json-schema.org/draft/2020-12/vocab/"}
)

var drafts = []*draft{draft2020, draft2019, draft7, draft6, draft4}

// draftOf gives the draft whose meta-schema a URI is, or nil. http and https
// are one, as are an empty fragment and none.
func draftOf(uri string) *draft {
	uri = strings.TrimSuffix(uri, "#")
	rest, ok := strings.CutPrefix(uri, "http://")
	if !ok {
		rest = strings.TrimPrefix(uri, "https://")
	}
	for _, d := range drafts {
		if _, own, _ := strings.Cut(d.uri, "://"); own == rest {
			return d
		}
	}
	if rest == "json-schema.org/schema" {
		return draft2020
	}
	return nil
}

// dialect is what a resource is read as: a draft, less the vocabularies that
// its meta-schema leaves out.
type dialect struct {
	*draft
	meta       string          // the meta-schema's URI
	vocabulary map[string]bool // by name, such as "validation"; nil: all of the default
}

func (d *dialect) has(vocabulary string) bool {
	switch {
	case d.year < 2019 || vocabulary == "core":
		return true
	case d.vocabulary == nil:
		return !strings.HasPrefix(vocabulary, "format") || vocabulary == "format-annotation"
	}
	return d.vocabulary[vocabulary]
}

// assertsFormat reports whether the meta-schema says that format is more than an
// annotation (2020-12, Validation §7.2.2).
func (d *dialect) assertsFormat() bool {
	return d.vocabulary != nil && (d.year == 2019 && d.vocabulary["format"] || d.year >= 2020 && d.vocabulary["format-assertion"])
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
