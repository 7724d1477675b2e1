package tools

import (
	"bytes"
	"encoding/json"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
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
		b.Write(syntax.AppendQuoted(nil, property.Name))
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
func input[R any](members []wire.Member[R]) Schema {
	properties := make([]Property, len(members))
	for i := range members {
		properties[i] = Property{members[i].Name, schemaOf(&members[i])}
	}
	s := object(properties...)
	s.Dialect = dialect
	return s
}

// schemaOf is the schema of a member of a request.
func schemaOf[R any](m *wire.Member[R]) Schema {
	s := Schema{Description: m.Description, required: m.Required}
	if m.Default != "" {
		s.Default = json.RawMessage(m.Default)
	}
	null := Schema{Type: "null"}
	switch m.Takes {
	case wire.Text:
		s.Type = "string"
	case wire.Choice:
		s.Enum = anys(m.Names)
	case wire.ChoiceOrNull:
		s.Enum = append([]any{nil}, anys(m.Names[1:])...)
	case wire.Truth:
		s.Type = "boolean"
	case wire.TagNames:
		name := Schema{Type: "string", Pattern: tagName}
		s.AnyOf = []Schema{null, name, {Type: "array", Items: &name, MinItems: 1}}
	case wire.Finders:
		name := Schema{Enum: anys(m.Names)}
		s.AnyOf = []Schema{name, {Type: "array", Items: &name, MinItems: 1}}
	case wire.Count:
		s.Type, s.Minimum, s.Maximum = "integer", &m.Low, &m.High
	case wire.CountOrNull:
		s.AnyOf = []Schema{null, {Type: "integer", Minimum: &m.Low}}
	case wire.SchemaOrNull:
		s.Type = []string{"null", "object", "boolean", "string"}
	case wire.Registry:
		s.Type, s.Additional = []string{"null", "object"}, Schema{Type: []string{"object", "boolean", "string"}}
	}
	return s
}

// tagName is what package wire takes for the name of a tag, as a pattern.
const tagName = "^[^\\x00-,/;-@\\[-^`{-\\x7f]+$"

func anys(names []string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = name
	}
	return out
}

const dialect = "https://json-schema.org/draft/2020-12/schema"
