package extract

import (
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// AppendEdits appends edits to a source in their JSON form: an array of objects
// with the members rule, start, end, before, after and guess. A lone surrogate
// in what was replaced is written as an escape.
func AppendEdits[U text.Unit](dst []byte, src syntax.Source[U], isUTF8 bool, edits []repair.Edit) []byte {
	dst = append(dst, '[')
	for i, e := range edits {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"rule":"`...)
		dst = append(dst, e.Name()...)
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
