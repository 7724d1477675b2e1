package repair

import (
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// checker is the memory of a strict reading whose value nobody wants.
type checker struct {
	state syntax.State
	words [256 + syntax.TapeSlack]uint64
	keys  syntax.KeySet
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// check reads a region strictly: one document, and nothing behind it unless in
// prose. It gives the document's end or, with the fault, an offset up to which
// nothing is wrong.
func check[U text.Unit](
	c *checker, src syntax.Source[U], utf8 bool, in region, stop func() bool,
) (end int, fault syntax.Fault, settled int) {
	r := syntax.NewReader(src, utf8, syntax.NewTape(c.words[:]), &c.state)
	r.CheckKeys(&c.keys)
	r.Start(in.start)
	status := r.Advance()
	for n := 0; status == syntax.More; n++ {
		if n%64 == 0 {
			ask(stop)
		}
		status = r.Advance()
	}
	if status == syntax.Failed {
		if f := r.Fault(); f.Found < in.limit {
			return 0, f, r.Settled()
		}
		return 0, r.EndAt(in.limit), 0
	}
	end = r.End()
	if end > in.limit {
		return 0, r.EndAt(in.limit), 0
	}
	if rest := syntax.SkipSpace(src, end); rest < in.limit && !in.prose {
		return 0, syntax.Fault{Code: syntax.TrailingCharacters, Pos: rest, Found: rest, Related: -1}, 0
	}
	return end, syntax.Fault{}, 0
}
