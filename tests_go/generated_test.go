package tests_go

import (
	"flag"
	"iter"
	"slices"
	"testing"
)

var (
	texts = flag.Uint64("texts", 50_000, "how many texts are generated")
	seed  = flag.Uint64("seed", 1, "another set of generated texts")
)

// TestGenerated: the engine follows the oracle on texts of every family.
func TestGenerated(t *testing.T) {
	holdsForGenerated(t, *texts, followsOracle)
}

// TestEverySmallText: the same for every sequence of few tokens.
func TestEverySmallText(t *testing.T) {
	var small func(s string, tokens int, yield func(string) bool) bool
	small = func(s string, tokens int, yield func(string) bool) bool {
		if !yield(s) {
			return false
		}
		for _, token := range []string{"{", "}", "[", "]", `"`, ",", ":", "1", "x", " ", `\`, `"a":`} {
			if tokens > 0 && !small(s+token, tokens-1, yield) {
				return false
			}
		}
		return true
	}
	holds(t, followsOracle, func(yield func(string) bool) { small("", 3, yield) })
}

// complete are texts to be cut off, and changed, at every place.
var complete = []string{
	`{"a": [1, -2.5e+3, true, false, null], "b\u00e9": {"c": "\ud83d\ude00\n€"}, "": ""}`,
	"Prose [1] {x} first.\n```json\n{\"k\": [1, {\"a\": \"b\"}]}\n```\nthen\r\n~~~ JSON x\r\n[1,2]\r\n~~~\r\n",
	`[1, "a [2, \" {", {"a": 1}] and [3, 4] 😀 {"b": {"c": []}} [[5]]`,
	`[1,"[2,",3 x] {"a":1,"a":2} {}`,
	"\uFEFF" + ` {"a":{"b":[{}]},"A":18446744073709551616,"\u0041":2} [0]`,
}

// TestCutOffAtEveryPlace: the same for every beginning of a text.
func TestCutOffAtEveryPlace(t *testing.T) {
	holds(t, followsOracle, func(yield func(string) bool) {
		for _, s := range complete {
			for i := range len(s) + 1 {
				if !yield(s[:i]) {
					return
				}
			}
		}
	})
}

// TestChangedAtEveryPlace: the same with one character replaced or put in, by one
// that the grammar turns on.
func TestChangedAtEveryPlace(t *testing.T) {
	holds(t, followsOracle, func(yield func(string) bool) {
		for _, s := range complete {
			for i := range len(s) {
				for _, c := range `{}[]",:\u0'-` + "\n" {
					if !yield(s[:i]+string(c)+s[i+1:]) || !yield(s[:i]+string(c)+s[i:]) {
						return
					}
				}
			}
		}
	})
}

func holdsForGenerated(t *testing.T, count uint64, law func(string) error) {
	t.Helper()
	holds(t, law, func(yield func(string) bool) {
		for n := range count {
			if !yield(generate(*seed, n)) {
				return
			}
		}
	})
}

// holds tells the shortest of the first texts for which a law does not hold.
func holds(t *testing.T, law func(string) error, texts iter.Seq[string]) {
	t.Helper()
	var failing []string
	for s := range texts {
		if law(s) != nil {
			failing = append(failing, s)
		}
		if len(failing) == 20 {
			break
		}
	}
	slices.SortFunc(failing, func(a, b string) int { return len(a) - len(b) })
	for _, s := range failing[:min(3, len(failing))] {
		t.Errorf("%s\n%v", show(s), law(s))
	}
}
