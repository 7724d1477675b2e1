package tests_go

import (
	"flag"
	"slices"
	"testing"
)

var (
	texts = flag.Uint64("texts", 50_000, "how many texts are generated")
	seed  = flag.Uint64("seed", 1, "another set of generated texts")
)

// TestGenerated: the engine follows the oracle on texts of every family.
func TestGenerated(t *testing.T) {
	follows(t, func(yield func(string) bool) {
		for n := range *texts {
			if !yield(generate(*seed, n)) {
				return
			}
		}
	})
}

// follows tells the shortest of the first failing texts.
func follows(t *testing.T, texts func(yield func(string) bool)) {
	t.Helper()
	var failing []string
	for s := range texts {
		if followsOracle(s) != nil {
			failing = append(failing, s)
		}
		if len(failing) == 20 {
			break
		}
	}
	slices.SortFunc(failing, func(a, b string) int { return len(a) - len(b) })
	for _, s := range failing[:min(3, len(failing))] {
		t.Errorf("%s\n%v", show(s), followsOracle(s))
	}
}
