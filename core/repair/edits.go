package repair

import (
	"slices"
	"sort"
)

// An Edit replaces the units from Start to End of the source. It is small and
// has no pointers: a hostile text may need one for every other unit.
type Edit struct {
	Start, End int32
	at, n      int32 // of what stands there instead, in the list's text
	Rule       uint8 // index into Rules
	Guess      bool  // the rule picked the likeliest of several readings
	Cont       bool  // a further part of what the edit before it began
}

// Name is the permanent name of the edit's rule, such as "repair.trailing_comma".
func (e Edit) Name() string { return Rules[e.Rule].Name }

// edits are a list in the order of the source, and what they put in.
type edits struct {
	list []Edit
	text []byte      // ASCII
	stop func() bool // see Value; nil: never
}

// manyEdits are gone through in less than some milliseconds, whatever is done with them.
const manyEdits = 1 << 14

// poll asks whether to stop, before every so many of a list's edits.
func (l *edits) poll(i int) {
	if i%manyEdits == manyEdits-1 {
		ask(l.stop)
	}
}

// after is what the edit puts in.
func (l *edits) after(e Edit) string {
	if e.at < 0 {
		return ascii[^e.at : ^e.at+1]
	}
	return string(l.text[e.at : e.at+e.n])
}

// ascii holds what edits of one character put in; their at is ^c.
var ascii = func() string {
	var b [128]byte
	for i := range b {
		b[i] = byte(i)
	}
	return string(b[:])
}()

// write gives an edit its text.
func (l *edits) write(e *Edit, after string) {
	e.n = int32(len(after))
	if len(after) == 1 {
		e.at = ^int32(after[0])
		return
	}
	e.at = int32(len(l.text))
	l.text = append(l.text, after...)
}

// add puts an edit in its place. Insertions at one place keep their order, and
// come before what is replaced there.
func (l *edits) add(e Edit, after string) {
	l.write(&e, after)
	if len(l.list) == cap(l.list) {
		l.grow()
	}
	l.list = append(l.list, e)
	for i := len(l.list) - 1; i > 0; i-- {
		b := l.list[i-1]
		if b.Start < e.Start || b.Start == e.Start && (b.End == b.Start || e.End > e.Start) {
			break
		}
		l.list[i-1], l.list[i] = b, b
		l.list[i-1] = e
	}
}

// grow makes room for as many edits again; append would copy more often.
func (l *edits) grow() {
	n := len(l.list)
	if n < manyEdits {
		l.list = slices.Grow(l.list, n+8)
		return
	}
	list := make([]Edit, 0, 2*n)
	for part := range slices.Chunk(l.list, manyEdits) {
		ask(l.stop)
		list = append(list, part...)
	}
	l.list = list
}

// from gives the index of the first edit that starts at offset or behind it.
func (l *edits) from(offset int) int {
	// It is mostly among the last ones.
	n := len(l.list)
	for step := 1; n-step >= 0; step *= 2 {
		if int(l.list[n-step].Start) < offset {
			low := n - step
			return low + sort.Search(n-low, func(i int) bool { return int(l.list[low+i].Start) >= offset })
		}
	}
	return sort.Search(n, func(i int) bool { return int(l.list[i].Start) >= offset })
}

// drop takes back the edits from offset on.
func (l *edits) drop(offset int) { l.list = l.list[:l.from(offset)] }

// inOrder reports whether the edits can be applied between start and end: they
// are in the order of the text and do not overlap.
func (l *edits) inOrder(start, end int) bool {
	at := int32(start)
	for i, e := range l.list {
		l.poll(i)
		if e.Start < at || e.End < e.Start {
			return false
		}
		at = e.End
	}
	return int(at) <= end
}

// compose gives the edits that do to a text what first does to it and second
// does to the outcome, whose offset 0 is base of the text. Where edits of both
// meet, they become one, under the name of the second.
func compose(base int, first, second edits, stop func() bool) edits {
	if len(first.list) == 0 && base == 0 {
		return second
	}
	out := edits{stop: stop}
	i := 0                // first.list[i] is next
	shift := -int32(base) // an offset of the outcome less this is one of the text
	push := func() {
		e := first.list[i]
		out.poll(len(out.list))
		out.add(e, first.after(e))
		shift += e.n - (e.End - e.Start)
		i++
	}
	for k, e := range second.list {
		out.poll(k)
		// What of first ends in front of this one stays as it is.
		for i < len(first.list) && first.list[i].Start+shift+first.list[i].n <= e.Start {
			push()
		}
		merged := e
		before, after := "", ""
		merged.Start = e.Start - shift
		if i < len(first.list) {
			f := first.list[i]
			if from := f.Start + shift; from < e.Start {
				before = first.after(f)[:e.Start-from]
				merged.Start = f.Start
			}
		}
		end := int32(-1)
		for i < len(first.list) {
			f := first.list[i]
			from := f.Start + shift
			if from >= e.End {
				break
			}
			shift += f.n - (f.End - f.Start)
			i++
			if to := from + f.n; to > e.End {
				after = first.after(f)[e.End-from:]
				end = f.End
			}
		}
		if end < 0 {
			end = e.End - shift
		}
		merged.End = end
		out.add(merged, before+second.after(e)+after)
	}
	for i < len(first.list) {
		push()
	}
	out.list = slices.Clip(out.list)
	return out
}
