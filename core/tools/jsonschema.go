package tools

import (
	"bytes"
	"encoding/json"
)

// A Schema is as much of JSON Schema 2020-12 as contracts are written in.
type Schema struct {
	Dialect     string      `json:"$schema,omitempty"`
	Title       string      `json:"title,omitempty"`
	Description string      `json:"description,omitempty"`
	Type        any         `json:"type,omitempty"` // a name or several
	Const       any         `json:"const,omitempty"`
	Enum        []any       `json:"enum,omitempty"`
	Pattern     string      `json:"pattern,omitempty"`
	MinLength   int         `json:"minLength,omitempty"`
	Minimum     *int        `json:"minimum,omitempty"`
	Maximum     *int        `json:"maximum,omitempty"`
	Items       *Schema     `json:"items,omitempty"`
	MinItems    int         `json:"minItems,omitempty"`
	Unique      bool        `json:"uniqueItems,omitempty"`
	Properties  *Properties `json:"properties,omitempty"`
	Required    []string    `json:"required,omitempty"`
	Additional  any         `json:"additionalProperties,omitempty"` // a bool or a Schema
	AnyOf       []Schema    `json:"anyOf,omitempty"`
	Default     any         `json:"default,omitempty"`

	required bool // by the object that has it as a property
}

// Properties are the members of an object, in the order in which they are to be read.
type Properties []Property

// A Property is one of them.
type Property struct {
	Name   string
	Schema Schema
}

// MarshalJSON writes them as an object.
func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for i, property := range p {
		b.WriteByte("{,"[min(i, 1)])
		if err := e.Encode(plain(property.Name)); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := e.Encode(property.Schema); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// object is the schema of an object that has these members and no others.
func object(properties ...Property) Schema {
	s := Schema{Type: "object", Properties: (*Properties)(&properties), Additional: false}
	for _, p := range properties {
		if p.Schema.required {
			s.Required = append(s.Required, p.Name)
		}
	}
	return s
}

// must is a member that the object always has.
func must(name string, s Schema) Property {
	s.required = true
	return Property{name, s}
}

func may(name string, s Schema) Property { return Property{name, s} }

// offset is a place in the text.
func offset(what string) Schema {
	return Schema{Type: "integer", Minimum: new(int), Description: what}
}

// from1 is a count.
func from1(what string) Schema {
	one := 1
	return Schema{Type: "integer", Minimum: &one, Description: what}
}

// input is the schema of a request.
func input[R any](members []member[R]) Schema {
	properties := make([]Property, len(members))
	for i, m := range members {
		properties[i] = Property{m.Name, m.Schema}
	}
	s := object(properties...)
	s.Dialect = dialect
	return s
}

const dialect = "https://json-schema.org/draft/2020-12/schema"
