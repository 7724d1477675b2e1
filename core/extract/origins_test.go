package extract

import (
	"slices"
	"testing"
)

// TestOrigins: every unit of what was derived, and its end.
func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		text, derived string
		edits         []Edit
		want          []int
	}{
		{"x [1,,2] y", "[1,2]", []Edit{{Start: 4, End: 5}}, []int{2, 3, 5, 6, 7, 8}},
		{"x {a:1", `{"a":1}`, []Edit{{Start: 3, End: 3, After: `"`}, {Start: 4, End: 4, After: `"`}, {Start: 6, End: 6, After: "}"}}, []int{2, 3, 3, 4, 4, 5, 6, 6}},
		{"x ['12'] y", `["2"]`, []Edit{{Start: 3, End: 4, After: `"`}, {Start: 6, End: 7, After: `"`}}, []int{2, 3, 5, 6, 7, 8}},
		{`x ["\u200b",b] y`, `["",b]`, nil, []int{2, 3, 10, 11, 12, 13, 14}}, // not the b of the escape
		{"x [ y", "[]]", []Edit{{Start: 3, End: 3, After: "]"}, {Start: 3, End: 3, After: "]"}}, []int{2, 3, 3, 3}},
	} {
		end := len(c.text)
		if c.text[end-1] == 'y' {
			end -= 2
		}
		o := Outcome[byte]{Result: Result{Start: 2, End: end}, Derived: []byte(c.derived)}
		edit := func(i int) Edit { return c.edits[i] }
		var offsets []int
		for i := range len(c.derived) + 1 {
			offsets = append(offsets, i)
		}
		if got := o.origins([]byte(c.text), len(c.edits), edit, offsets); !slices.Equal(got, c.want) {
			t.Errorf("%s: %d, want %d", c.text, got, c.want)
		}
		slices.Reverse(offsets)
		slices.Reverse(c.want)
		if got := o.origins([]byte(c.text), len(c.edits), edit, offsets); !slices.Equal(got, c.want) {
			t.Errorf("%s from the end: %d, want %d", c.text, got, c.want)
		}
	}
}
