package repair

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestLayerIsTakenOffInParts: to decode a part of the prose gives what decoding all of it gives.
func TestLayerIsTakenOffInParts(t *testing.T) {
	tokens := map[string][]string{
		"{": {`\"a\"`, `\"b\": `, ": ", ", ", "1", "{", "[", "}", "]", "}}", `\\`, `\n`, `\"x\\\"y\"`, `"`, " ", "'", "some prose ", "\n\n", "null", "/*"},
		"[": {"&quot;a&quot;", "&quot;b&quot;: ", ": ", ", ", "1", "{", "[", "}", "]", "}}", "&amp;", "&quot;", `"`, " ", "&#39;", "some prose ", "\n\n", "&lbrace;"},
	}
	whole := map[string]string{"{": `{\"a\": [{\"b\": \"x\"}, 12, \"some more text\"]}`, "[": "[{&quot;a&quot;: 1, &quot;b&quot;: &quot;x &amp; y&quot;}]"}
	r := rand.New(rand.NewPCG(1, 2))
	sound := 0
	for range 20_000 {
		kind := []string{"{", "["}[r.IntN(2)]
		s := kind + tokens[kind][0]
		if r.IntN(2) == 0 {
			s = strings.Repeat(" ", r.IntN(nearEnd)) + whole[kind]
		}
		for range r.IntN(40) {
			s += tokens[kind][r.IntN(len(tokens[kind]))]
		}
		start := strings.IndexAny(s, "{[")
		in := region{start: start, limit: len(s), prose: true}
		units := append([]byte(s), 0)
		u := unitsOf(syntax.NewSource(units[:len(s)]), true, nil)
		for _, l := range layers {
			if !l.covers(&u, in) {
				continue
			}
			for level := Syntax; level <= All; level++ {
				got, ok := attemptLayer(&u, in, level, l)
				want, wantOK, isSound := attemptDecoded(&u, in, level, l)
				if ok != wantOK || ok && !reflect.DeepEqual(got, want) {
					t.Fatalf("%q at %s: %+v, want %+v", s, level, got, want)
				}
				if isSound && want.End-start < len(s)-start-nearEnd {
					sound++
				}
			}
		}
	}
	if sound < 1000 {
		t.Errorf("%d texts had a sound value in front of much prose", sound)
	}
}
