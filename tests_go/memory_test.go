package tests_go

import (
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestNoAllocation: a value that is found at once costs no memory of Go's.
func TestNoAllocation(t *testing.T) {
	for name, s := range map[string]string{
		"whole":   `{"a": [1, 2.5e300, "x\n", "é"], "b": {"c": null}}`,
		"fence":   "Here:\n```json\n{\"a\": 1}\n```\n",
		"prose":   `Here: {"a": 1, "b": 2}. Done.`,
		"parts":   `[1, [2, 3], {"a": 4}]`,
		"nothing": "There is nothing here.",
	} {
		text := units[uint16](codePoints(s))
		var memory extract.Memory
		tape := syntax.NewTape(make([]uint64, smallTape+syntax.TapeSlack))
		allocs := testing.AllocsPerRun(100, func() {
			var f extract.Finder[uint16]
			f.Init(syntax.NewSource(text), false, extract.Options{}, tape, &memory)
			f.Deliver = true
			status := f.Run()
			for status == extract.More {
				status = f.Resume()
			}
			f.Close()
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
}
