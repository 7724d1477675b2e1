package repair

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Apply gives the repaired document: the edits applied to what it occupied of
// the source, in units of the same width.
func Apply[U text.Unit](src syntax.Source[U], r Result) syntax.Source[U] {
	if out, ok := r.output.(*syntax.Source[U]); ok {
		return *out
	}
	out := append(applied(src.Units(), r), 0)
	return syntax.NewSource(out[:len(out)-1])
}

func applied[U text.Unit](units []U, r Result) []U {
	size := r.End - r.Start + 1
	for _, e := range r.Edits {
		size += int(e.n)
	}
	out := make([]U, 0, size)
	at := int32(r.Start)
	for _, e := range r.Edits {
		out = append(out, units[at:e.Start]...)
		if e.at < 0 {
			out = append(out, U(^e.at))
		} else {
			for _, c := range r.text[e.at : e.at+e.n] {
				out = append(out, U(c))
			}
		}
		at = e.End
	}
	return append(out, units[at:r.End]...)
}
