package batch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/batch"
)

// fenced is a reply of about 2 KB: prose, and an object in a fence.
func fenced(k int) string {
	var b strings.Builder
	b.WriteString("Sure! Here is what you asked for.\n\n```json\n{\n  \"items\": [\n")
	for i := range 11 {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "    {\"id\": %d, \"name\": \"Item number %d of the list\", \"price\": %d.99, \"tags\": [\"alpha\", \"beta\"], "+
			"\"in_stock\": true, \"note\": \"Ships within %d days, \\\"maybe\\\".\"}", k*1000+i, i, i, i)
	}
	b.WriteString("\n  ]\n}\n```\n\nLet me know if anything is missing.")
	return b.String()
}

// columnOf lays texts out with offsets of 32 bits.
func columnOf(texts ...string) *batch.Column {
	c := &batch.Column{Length: len(texts), Offsets32: []int32{0}}
	for _, t := range texts {
		c.Data = append(c.Data, t...)
		c.Offsets32 = append(c.Offsets32, int32(len(c.Data)))
	}
	return c
}

// itemsType is the type of what is fenced.
var itemsType = batch.Type{Kind: batch.StructType, Children: []batch.Type{{Kind: batch.ListType, Name: "items", Children: []batch.Type{{
	Kind: batch.StructType, Children: []batch.Type{
		{Kind: batch.Int64Type, Name: "id"},
		{Kind: batch.StringType, Name: "name"},
		{Kind: batch.Float64Type, Name: "price", Nullable: true},
		{Kind: batch.ListType, Name: "tags", Children: []batch.Type{{Kind: batch.StringType}}},
		{Kind: batch.BoolType, Name: "in_stock", Nullable: true},
		{Kind: batch.StringType, Name: "note"},
	},
}}}}}

// BenchmarkTyped is BenchmarkColumn with a typed column.
func BenchmarkTyped(b *testing.B) {
	texts := make([]string, 4096)
	for i := range texts {
		texts[i] = fenced(i)
	}
	column := columnOf(texts...)
	into, err := batch.NewInto(itemsType)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(column.Data)))
	for b.Loop() {
		if _, err := batch.Run(batch.Job{Column: column, Into: into, Threads: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkColumn(b *testing.B) {
	texts := make([]string, 4096)
	for i := range texts {
		texts[i] = fenced(i)
	}
	column := columnOf(texts...)
	for _, threads := range []int{1, 2} {
		b.Run(fmt.Sprint("threads=", threads), func(b *testing.B) {
			b.SetBytes(int64(len(column.Data)))
			for b.Loop() {
				if _, err := batch.Run(batch.Job{Column: column, Threads: threads}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
