package repair

import (
	"slices"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Apply gives the repaired document: the edits applied to what it occupied of
// the source, in units of the same width.
func Apply[U text.Unit](src syntax.Source[U], r Result) syntax.Source[U] {
	out := append(applied(src.Units(), r), 0)
	return syntax.NewSource(out[:len(out)-1])
}

// inOrder reports whether the edits can be applied: they are in the order of
// the text and do not overlap.
func inOrder(r Result) bool {
	at := r.Start
	for _, e := range r.Edits {
		if e.Start < at || e.End < e.Start {
			return false
		}
		at = e.End
	}
	return at <= r.End
}

func applied[U text.Unit](units []U, r Result) []U {
	size := r.End - r.Start + 1
	for _, e := range r.Edits {
		size += len(e.After)
	}
	out := make([]U, 0, size)
	at := r.Start
	for _, e := range r.Edits {
		out = append(out, units[at:e.Start]...)
		for i := range len(e.After) {
			out = append(out, U(e.After[i]))
		}
		at = e.End
	}
	return append(out, units[at:r.End]...)
}

// compose gives the edits that do to a text what first does to it and second
// does to the outcome, whose offset 0 is base of the text. Where edits of both
// meet, they become one, under the name of the second.
func compose(base int, first, second []Edit) []Edit {
	if len(first) == 0 && base == 0 {
		return second
	}
	var list []Edit
	var i, shift int // first[i] is next; an offset of the outcome - shift is one of the text
	shift = -base
	push := func() {
		list = append(list, first[i])
		shift += len(first[i].After) - (first[i].End - first[i].Start)
		i++
	}
	for _, e := range second {
		// Edits of first that end before this one begins stay as they are.
		for i < len(first) {
			from := first[i].Start + shift
			if from+len(first[i].After) > e.Start {
				break
			}
			push()
		}
		merged := e
		before, after := "", ""
		start := e.Start - shift
		if i < len(first) {
			if from := first[i].Start + shift; from < e.Start {
				before = first[i].After[:e.Start-from]
				start = first[i].Start
			}
		}
		end := -1
		for i < len(first) {
			f := first[i]
			from := f.Start + shift
			if from >= e.End {
				break
			}
			to := from + len(f.After)
			shift += len(f.After) - (f.End - f.Start)
			i++
			if to > e.End {
				after = f.After[e.End-from:]
				end = f.End
			}
		}
		if end < 0 {
			end = e.End - shift
		}
		merged.Start, merged.End, merged.After = start, end, before+e.After+after
		list = append(list, merged)
	}
	for i < len(first) {
		push()
	}
	return slices.Clip(list)
}
