package batch_test

import (
	"fmt"

	"github.com/jsonbeacon/jsonbeacon/core/batch"
)

func ExampleRun() {
	column := &batch.Column{
		Length:    2,
		Offsets32: []int32{0, 14, 20},
		Data:      []byte(`Sure: {"a": 1}Sorry.`),
	}
	result, err := batch.Run(batch.Job{Column: column, Threads: 2})
	if err != nil {
		panic(err)
	}
	for i, field := range batch.Table {
		if field.Name == "value" || field.Name == "code" {
			fmt.Printf("%s: %s\n", field.Name, result.Fields[i].Data)
		}
	}
	// Output:
	// value: {"a":1}
	// code: json.not_found
}

func ExampleNewInto() {
	into, err := batch.NewInto(batch.Type{Kind: batch.StructType, Children: []batch.Type{
		{Kind: batch.StringType, Name: "name", Nullable: true},
		{Kind: batch.Uint8Type, Name: "age"},
	}})
	if err != nil {
		panic(err)
	}
	column := &batch.Column{
		Length:    2,
		Offsets32: []int32{0, 23, 34},
		Data:      []byte(`{"name":"Ada","age":36}{"age":300}`),
	}
	result, err := batch.Run(batch.Job{Column: column, Into: into})
	if err != nil {
		panic(err)
	}
	typed := result.Typed()
	fmt.Printf("%s %d, %d null\n", typed[1].Data, typed[2].Data[0], typed[0].Nulls)
	for i, field := range batch.Table {
		if field.Name == "message" {
			fmt.Printf("%s\n", result.Fields[i].Data)
		}
	}
	// Output:
	// Ada 36, 1 null
	// 1 schema violation at /age: expected at most 255, found 300 (line 1, column 8)
}
