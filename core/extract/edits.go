package extract

import (
	"iter"
	"slices"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// An Edit is one change that repair made: text[Start:End] was replaced.
type Edit struct {
	Rule       string // its permanent name, such as "repair.trailing_comma"
	Start, End int
	After      string
	Guess      bool // another reading was possible
}

// Edits are the changes that repair made, in the order of the text. They are
// kept as repair lists them, in a third of the memory, without pointers.
type Edits struct {
	log  *repair.Result // nil: none
	list []repair.Edit  // of those, these
	base int            // offset in the text of the source that was repaired
}

// editsOf are those of a source that starts at base of the text.
func editsOf(r *repair.Result, base int) Edits {
	if len(r.Edits) == 0 {
		return Edits{}
	}
	log := r.Log()
	return Edits{&log, log.Edits, base}
}

// Len is their number.
func (l Edits) Len() int { return len(l.list) }

// At gives one of them.
func (l Edits) At(i int) Edit {
	e := l.list[i]
	return Edit{e.Name(), int(e.Start) + l.base, int(e.End) + l.base, l.log.After(e), e.Guess}
}

// All gives each.
func (l Edits) All() iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		for i := range l.Len() {
			if !yield(l.At(i)) {
				return
			}
		}
	}
}

// Cut gives the first n, or all where there are fewer, and the rest.
func (l Edits) Cut(n int) (first, rest Edits) {
	n = min(n, l.Len())
	first, rest = l, l
	first.list, rest.list = l.list[:n], l.list[n:]
	return first, rest
}

const (
	usualEdit = 112     // bytes: room for an edit's JSON
	longText  = 1 << 20 // units: longer text is written in parts
)

// AppendEdits appends edits to a source in their JSON form: an array of objects
// with the members rule, start, end, before, after and guess. A lone surrogate
// in what was replaced is written as an escape. Where stop, asked now and then if it is not nil,
// answers true, something is left out.
func AppendEdits[U text.Unit](dst []byte, src syntax.Source[U], isUTF8 bool, edits Edits, stop func() bool) []byte {
	dst = append(slices.Grow(dst, usualEdit*edits.Len()), '[')
	var after []byte
	for i := range edits.Len() {
		e := edits.At(i)
		if i%1024 == 1023 && stop != nil && stop() {
			break
		}
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"rule":"`...)
		dst = append(dst, e.Rule...)
		dst = append(dst, `","start":`...)
		dst = strconv.AppendInt(dst, int64(e.Start), 10)
		dst = append(dst, `,"end":`...)
		dst = strconv.AppendInt(dst, int64(e.End), 10)
		dst = append(dst, `,"before":"`...)
		for start := e.Start; start < e.End; start += longText {
			if start > e.Start && stop != nil && stop() {
				break
			}
			dst = syntax.AppendText(dst, src, isUTF8, start, min(start+longText, e.End))
		}
		dst = append(dst, `","after":"`...)
		after = append(append(after[:0], e.After...), 0)
		dst = syntax.AppendText(dst, syntax.NewSource(after[:len(e.After)]), true, 0, len(e.After))
		dst = append(dst, `","guess":`...)
		dst = strconv.AppendBool(dst, e.Guess)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}
