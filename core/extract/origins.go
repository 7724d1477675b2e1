package extract

import (
	"slices"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Places gives where offsets of the value, as they come from a reading of it, stand in the text as it came.
func (o *Outcome[U]) Places(units []U, isUTF8 bool, offsets []int) []text.Position {
	if o.Derived != nil {
		offsets = o.Origins(units, offsets)
	}
	locator := text.NewLocator(units, isUTF8)
	places := make([]text.Position, len(offsets))
	for i, offset := range offsets {
		places[i] = locator.Locate(offset)
	}
	return places
}

// Origins gives for offsets of Derived where in the text stood what stands there. What an edit put
// in stood where the edit was made; what stripping took out is passed over.
func (o *Outcome[U]) Origins(units []U, offsets []int) []int {
	return o.origins(units, o.Edits.Len(), o.Edits.At, offsets)
}

func (o *Outcome[U]) origins(units []U, n int, edit func(int) Edit, offsets []int) []int {
	due := slices.Clone(offsets)
	slices.Sort(due)
	due = slices.Compact(due)
	t := trace[U]{units: units, at: o.Start, end: o.End, n: n, edit: edit}
	found := make(map[int]int, len(due))
	for i, unit := range o.Derived {
		if len(found) == len(due) {
			break
		}
		place := t.find(unit)
		if due[len(found)] == i {
			found[i] = place
		}
	}
	places := make([]int, len(offsets))
	for i, offset := range offsets {
		place, ok := found[offset]
		if !ok {
			place = o.End
		}
		places[i] = place
	}
	return places
}

// trace goes through a part of the text with its edits made.
type trace[U text.Unit] struct {
	units   []U
	at, end int
	n, next int
	edit    func(int) Edit // of n
	after   string         // the rest of what the last edit put in
	made    int            // where it was made
}

// find goes on to the next such unit, and gives its place in the text. The units of Derived are a
// subsequence of the trace's. Structural characters and quotes are never taken out, so that the
// first match is the right one wherever a value begins.
func (t *trace[U]) find(unit U) int {
	for {
		switch {
		case t.after != "":
			c := t.after[0] // what repair puts in is ASCII
			t.after = t.after[1:]
			if U(c) == unit {
				return t.made
			}
		case t.next < t.n && t.edit(t.next).Start <= t.at:
			e := t.edit(t.next)
			t.after, t.made, t.at = e.After, e.Start, e.End
			t.next++
		case t.at < t.end:
			t.at++
			if t.units[t.at-1] == unit {
				return t.at - 1
			}
		default:
			return t.end
		}
	}
}
