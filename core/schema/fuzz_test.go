package schema

import "testing"

// FuzzValidate checks that no schema and no instance panics, and that what the
// quick check takes for valid is valid.
func FuzzValidate(f *testing.F) {
	for schema, instance := range map[string]string{
		orderSchema: `{"order":"AB1","items":[{"id":1,"name":"a","price":1e1}]}`,
		`{"$id":"x:a","$defs":{"b":{"$anchor":"c","$dynamicAnchor":"d"}},"$dynamicRef":"#d","$ref":"#/$defs/b"}`:           `[1]`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","id":"#a","maximum":1,"exclusiveMaximum":true,"$ref":"#"}`:   `1.0`,
		`{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"items":{"$recursiveRef":"#"}}`: `[[]]`,
		`{"oneOf":[{"const":1},{"enum":[[],{}]}],"not":{"required":["a"]},"if":{"minLength":2},"else":false}`:              `"a"`,
		`{"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{"minProperties":2}},"dependencies":{"a":["c"]}}`:        `{"a":1}`,
		`{"patternProperties":{"^a":{"multipleOf":0.1}},"unevaluatedProperties":false,"propertyNames":{"format":"date"}}`:  `{"a":1e-400}`,
		`{"contains":{"type":"null"},"minContains":0,"maxContains":1,"unevaluatedItems":{"pattern":"\\d"}}`:                `[null,"1"]`,
		`{"prefixItems":[{}],"items":{"anyOf":[{"type":"string"},{"$ref":"#/items/anyOf/0"}]},"uniqueItems":true}`:         `[1,"a","a"]`,
	} {
		f.Add([]byte(schema), []byte(instance), true)
	}
	f.Fuzz(func(t *testing.T, source, instance []byte, formats bool) {
		s, fault := compile(source, Options{Formats: formats})
		if fault != nil {
			_ = fault.JSON()
			return
		}
		q := quick[uint8]{}
		if q.v.read(instance) != nil {
			return
		}
		quickly := s.quick != nil && (q.v.depth+1)*s.chain <= MaxNesting && q.valid(s.quick)
		r := ask(s, &q.v, nil)
		if quickly && r.Verdict != Valid && r.Verdict != Overload {
			t.Errorf("%v", r)
		}
		if (r.Verdict == Invalid) != (r.Count > 0) {
			t.Errorf("%v", r)
		}
		_ = r.AppendJSON(nil, nil)
	})
}
