package tools

import "testing"

func TestSchemas(t *testing.T) {
	for _, c := range []struct {
		f             Func
		request, want string
	}{
		{SchemaCompile, `{"schema":{"type":"object"}}`, `{"result":{"valid":true}}`},
		{SchemaCompile, `{"schema":"{\"type\":\n 3}"}`, `{"result":{"error":{"message":"at /type: expected one of \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\", \"string\", found 3",` +
			`"path":"/type","line":2,"column":2}}}`},
		{SchemaValidate, `{"schema":{"$ref":"a"},"schema_registry":{"a":{"const":12345678901234567890}},"instance":12345678901234567890}`, `{"result":{"valid":true}}`},
		{SchemaValidate, `{"schema":{"items":{"format":"ipv4"}},"formats":true,"instance":"[\n\"x\"]"}`, `{"result":{"valid":false,"count":1,"violations":[` +
			`{"path":"/0","keyword":"format","message":"expected the format \"ipv4\", found \"x\"","expected":"ipv4","found":"x","offset":2,"line":2,"column":1}]}}`},
		{SchemaValidate, `{"schema":{},"instance":"["}`, `{"error":{"code":"request.invalid","message":"instance: found the end of the text in the array opened at line 1, column 1 (line 1, column 2)"}}`},
		{SchemaValidate, `{"schema":{"$ref":"#"},"instance":1}`, `{"result":{"error":{"message":"at the top level: the schema refers to itself without going into the value","path":"","line":1,"column":1}}}`},
		{SchemaValidate, `{"schema":{"anyOf":[{"items":{"$ref":"#"},"minItems":1},{"items":{"$ref":"#"},"minItems":1}]},"instance":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}`,
			`{"error":{"code":"request.invalid","message":"the value takes too many steps to check: the schema refers to itself too often"}}`},
	} {
		if got := c.f(c.request); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.request, got, c.want)
		}
	}
}
