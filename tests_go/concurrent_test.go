//go:build !jsonbeacon_checked

package tests_go

import (
	"sync"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
)

// TestConcurrent: calls at the same time share memory that is borrowed, and
// nothing else. (The checked build counts, in one place for all.)
func TestConcurrent(t *testing.T) {
	const goroutines, count = 8, 400
	type answer struct {
		found   extract.Extraction
		message string
	}
	ask := func(n uint64) (a answer) {
		var err error
		a.found, err = extract.JSON(generate(*seed, n), extract.Options{Select: extract.Last, Kind: extract.Any})
		if err != nil {
			a.message = err.Error()
		}
		return a
	}
	var want [count]answer
	for n := range uint64(count) {
		want[n] = ask(n)
	}
	var wait sync.WaitGroup
	for range goroutines {
		wait.Go(func() {
			for n := range uint64(count) {
				if got := ask(n); got != want[n] {
					t.Errorf("%s: %v, alone %v", show(generate(*seed, n)), got, want[n])
				}
			}
		})
	}
	wait.Wait()
}
