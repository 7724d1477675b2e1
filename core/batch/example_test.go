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
