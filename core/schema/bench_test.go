package schema

import (
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

const orderSchema = `{"type":"object","properties":{"order":{"type":"string","pattern":"^[A-Z]{2}[0-9]+$"},"items":{"type":"array","minItems":1,"items":` +
	`{"type":"object","properties":{"id":{"type":"integer","minimum":1},"name":{"type":"string","minLength":1,"maxLength":50},` +
	`"price":{"type":"number","minimum":0},"kind":{"enum":["book","toy","food"]},"tags":{"type":"array","items":{"type":"string"},"maxItems":5}},` +
	`"required":["id","name","price"],"additionalProperties":false}},"total":{"type":"number"}},"required":["order","items"]}`

// BenchmarkValidate checks an order of 13 items, about 1 KB.
func BenchmarkValidate(b *testing.B) {
	s, err := Compile([]byte(orderSchema), Options{})
	if err != nil {
		b.Fatal(err)
	}
	item := `{"id": 1, "name": "item 1", "price": 9.99, "kind": "toy", "tags": ["a", "b"]}`
	text := `{"order": "AB1234", "items": [` + strings.Repeat(item+", ", 12) + item + `], "total": 129.87}`
	units := append([]byte(text), 0)[:len(text)]
	src := syntax.NewSource(units)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if Validate(s, src, false, 0, len(text), nil).Verdict != Valid {
			b.Fatal("invalid")
		}
	}
}

func BenchmarkIndex(b *testing.B) {
	item := `{"id": 1, "name": "item 1", "price": 9.99, "kind": "toy", "tags": ["a", "b"]}`
	text := `{"order": "AB1234", "items": [` + strings.Repeat(item+", ", 12) + item + `], "total": 129.87}`
	units := append([]byte(text), 0)[:len(text)]
	v := value[uint8]{src: syntax.NewSource(units)}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		v.index(0, len(text))
	}
}

// BenchmarkCompile compiles a schema that has not been compiled before.
func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		if _, err := Compile([]byte(orderSchema), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
