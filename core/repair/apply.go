package repair

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Apply gives the repaired document: the edits applied to what it occupied of
// the source, in units of the same width.
func Apply[U text.Unit](src syntax.Source[U], r Result) syntax.Source[U] {
	if t, ok := r.output.(*reading[U]); ok {
		return t.out
	}
	return withZero(applied(nil, src.Units(), r, nil))
}

// withZero makes a source of units that have room for one more.
func withZero[U text.Unit](units []U) syntax.Source[U] {
	return syntax.NewSource(append(units, 0)[:len(units)])
}

// applied makes the edits, in the memory of out if that is enough, with room for
// one unit more. stop is asked now and then.
func applied[U text.Unit](out, units []U, r Result, stop func() bool) []U {
	log := edits{stop: stop}
	size := r.End - r.Start + 1
	for i, e := range r.Edits {
		log.poll(i)
		size += int(e.n)
	}
	if cap(out) < size {
		out = make([]U, 0, size)
	}
	out = out[:0]
	at := int32(r.Start)
	for i, e := range r.Edits {
		if i%(1<<14) == 1<<14-1 {
			ask(stop)
		}
		out = appendUnits(out, units[at:e.Start], stop)
		if e.at < 0 {
			out = append(out, U(^e.at))
		} else {
			for _, c := range r.text[e.at : e.at+e.n] {
				out = append(out, U(c))
			}
		}
		at = e.End
	}
	return appendUnits(out, units[at:r.End], stop)
}

func appendUnits[U text.Unit](out, units []U, stop func() bool) []U {
	for len(units) > stretch {
		out = append(out, units[:stretch]...)
		units = units[stretch:]
		ask(stop)
	}
	return append(out, units...)
}
