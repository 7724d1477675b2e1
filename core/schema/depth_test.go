package schema

import (
	"fmt"
	"strings"
	"testing"
)

// nested is a schema of which so many are applied to one value within one
// another, and again to each of its elements.
func nested(chain int) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/d0","$defs":{`)
	for n := range chain - 4 {
		fmt.Fprintf(&b, `"d%d":{"$ref":"#/$defs/d%d"},`, n, n+1)
	}
	fmt.Fprintf(&b, `"d%d":{"items":{"$ref":"#"},"not":{"type":"string"}}}}`, chain-4)
	return b.String()
}

// TestNesting checks at the limit: 511 arrays within one another. A stack that
// overflows cannot be recovered from.
func TestNesting(t *testing.T) {
	text := []byte(strings.Repeat("[", 511) + strings.Repeat("]", 511))
	most := MaxNesting / 512
	for chain, want := range map[int]Verdict{most: Valid, most + 1: Overload} {
		s, err := Compile([]byte(nested(chain)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.chain != chain {
			t.Fatalf("%d schemas within one another, want %d", s.chain, chain)
		}
		if r, _ := ValidateText(s, text); r.Verdict != want {
			t.Errorf("%d: verdict %d, want %d", chain, r.Verdict, want)
		}
	}
}
