package schema

import (
	"strings"

	failed "github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// messages say what is broken, by keyword; {e} is what was expected and {f}
// what was found.
var messages = map[string]string{
	"type":                  "expected {e}, found {f}",
	"enum":                  "expected one of {e}, found {f}",
	"const":                 "expected {e}, found {f}",
	"minimum":               "expected at least {e}, found {f}",
	"maximum":               "expected at most {e}, found {f}",
	"exclusiveMinimum":      "expected more than {e}, found {f}",
	"exclusiveMaximum":      "expected less than {e}, found {f}",
	"multipleOf":            "expected a multiple of {e}, found {f}",
	"minLength":             "expected at least {e} characters, found {f}",
	"maxLength":             "expected at most {e} characters, found {f}",
	"pattern":               "expected a match of {e}, found {f}",
	"format":                "expected the format {e}, found {f}",
	"minItems":              "expected at least {e} elements, found {f}",
	"maxItems":              "expected at most {e} elements, found {f}",
	"uniqueItems":           "expected unique elements, found {f} again",
	"contains":              "expected {e} element that fits contains, found {f}",
	"minContains":           "expected at least {e} elements that fit contains, found {f}",
	"maxContains":           "expected at most {e} elements that fit contains, found {f}",
	"minProperties":         "expected at least {e} members, found {f}",
	"maxProperties":         "expected at most {e} members, found {f}",
	"required":              "missing member {e}",
	"dependentRequired":     "missing member {e}, which another one requires",
	"dependencies":          "missing member {e}, which another one requires",
	"properties":            "no such member is allowed",
	"patternProperties":     "no such member is allowed",
	"additionalProperties":  "no such member is allowed",
	"unevaluatedProperties": "no such member is allowed",
	"propertyNames":         "the name {f} is not allowed",
	"items":                 "no such element is allowed",
	"prefixItems":           "no such element is allowed",
	"additionalItems":       "no such element is allowed",
	"unevaluatedItems":      "no such element is allowed",
	"anyOf":                 "expected one of the alternatives, found {f}",
	"oneOf":                 "expected one of the alternatives, found {f}",
	"not":                   "expected something else than {f}",
	"false":                 "nothing is allowed here",
}

const (
	// longestShown is how many characters of a value a message shows.
	longestShown = 60
	// longestFact is how long the JSON of a value may be that a violation has whole.
	longestFact = 200
)

func cut(s string) string { return cutTo(s, longestShown) }

func cutTo(s string, most int) string {
	count := 0
	for i := range s {
		if count++; count > most {
			return s[:i] + "…"
		}
	}
	return s
}

// message is the sentence of a violation.
func (r *reporter[U]) message(f *finding) string {
	expected, found := r.expected(f), r.wrong(f)
	text := messages[f.keyword]
	types, ofType := f.kind.(*failed.Type)
	_, several := f.kind.(*failed.OneOf)
	switch {
	case several && expected != "":
		text = "expected exactly one of the alternatives to fit, found {f} that do"
	case f.keyword == "contains":
		text = "expected an element that fits contains, found none"
	case ofType:
		text = messages["type"]
		expected = plain(expected, " or ")
		if !r.isNumberFor(types, f.node) {
			found = plain(found, "")
		}
	case f.keyword == "enum":
		expected = plainList(expected)
	}
	text = singular(text, expected)
	return strings.NewReplacer("{e}", cutTo(expected, 2*longestShown), "{f}", cut(found)).Replace(text)
}

// singular says one element, not one elements.
func singular(text, expected string) string {
	if expected != "1" {
		return text
	}
	return strings.NewReplacer("characters", "character", "elements that fit", "element that fits", "elements,", "element,",
		"members", "member").Replace(text)
}

// plain shows type names without quotes, several with a word between them.
func plain(json, between string) string {
	json = strings.Trim(json, "[]")
	return strings.ReplaceAll(strings.ReplaceAll(json, `","`, between), `"`, "")
}

// plainList shows the elements of an array with a space behind the commas
// between them.
func plainList(json string) string {
	var v value[uint8]
	source := []byte(json)
	if v.read(source) != nil || v.nodes[0].kind != kArray {
		return json
	}
	var list []string
	for c := int32(1); c < v.nodes[0].next; c = v.nodes[c].next {
		start, end := v.span(c)
		list = append(list, json[start:end])
	}
	return strings.Join(list, ", ")
}
