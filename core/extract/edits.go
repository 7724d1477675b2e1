package extract

import (
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

// editsOf gives what repair did to a source that starts at base of the text.
// Where stop, asked now and then, answers true, they are not all.
func editsOf(r *repair.Result, base int, stop func() bool) []Edit {
	list := make([]Edit, len(r.Edits))
	for i, e := range r.Edits {
		if i%(1<<14) == 1<<14-1 && stop() {
			break
		}
		list[i] = Edit{e.Name(), int(e.Start) + base, int(e.End) + base, r.After(e), e.Guess}
	}
	return list
}

// usualEdit is room for an edit's JSON.
const usualEdit = 112

// AppendEdits appends edits to a source in their JSON form: an array of objects
// with the members rule, start, end, before, after and guess. A lone surrogate
// in what was replaced is written as an escape. Where stop, asked now and then if it is not nil,
// answers true, the rest is left out.
func AppendEdits[U text.Unit](dst []byte, src syntax.Source[U], isUTF8 bool, edits []Edit, stop func() bool) []byte {
	dst = append(slices.Grow(dst, usualEdit*len(edits)), '[')
	for i, e := range edits {
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
		dst = syntax.AppendText(dst, src, isUTF8, e.Start, e.End)
		dst = append(dst, `","after":"`...)
		after := append([]byte(e.After), 0)[:len(e.After)]
		dst = syntax.AppendText(dst, syntax.NewSource(after), true, 0, len(after))
		dst = append(dst, `","guess":`...)
		dst = strconv.AppendBool(dst, e.Guess)
		dst = append(dst, '}')
	}
	return append(dst, ']')
}
