package schema_test

import (
	"fmt"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
)

func ExampleCompile() {
	s, err := schema.Compile([]byte(`{"properties":{"n":{"type":"integer","maximum":9}}}`), schema.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, _ := schema.ValidateText(s, []byte(`{"n": 10}`))
	for _, v := range result.Violations {
		fmt.Println(v.Path, v.Keyword, v.Offset, v.Message)
	}
	_, err = schema.Compile([]byte(`{"properties":{"n":{"type":"int"}}}`), schema.Options{})
	fmt.Println(err)
	// Output:
	// /n maximum 6 expected at most 9, found 10
	// at /properties/n/type: expected one of "array", "boolean", "integer", "null", "number", "object", "string", found "int"
}
