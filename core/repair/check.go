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
	open  []syntax.Container
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// check reads a region strictly: one document, and nothing behind it unless in
// prose. It gives the document's end or, with the fault, where the machine can
// take over, in memory of the checker's.
func check[U text.Unit](c *checker, src syntax.Source[U], utf8 bool, in region) (end int, fault syntax.Fault, s Stand) {
	r := syntax.NewReader(src, utf8, syntax.NewTape(c.words[:]), &c.state)
	r.CheckKeys(&c.keys)
	r.KeepCommas()
	r.Start(in.start)
	status := r.Advance()
	for status == syntax.More {
		status = r.Advance()
	}
	if status == syntax.Failed {
		fault = r.Fault()
		s = StandOf(&r, r.Settled(), c.open[:0])
	} else {
		end = r.End()
		rest := syntax.SkipSpace(src, end)
		if end <= in.limit && (rest >= in.limit || in.prose) {
			return end, syntax.Fault{}, Stand{}
		}
		fault = syntax.Fault{Code: syntax.TrailingCharacters, Pos: rest, Found: rest, Related: -1}
		if isCloser(src.At(end - 1)) {
			s = StandOf(&r, end, c.open[:0])
		}
	}
	if s.Open != nil {
		c.open = s.Open
	}
	if fault.Found >= in.limit || end > in.limit {
		fault = r.EndAt(in.limit)
	}
	if s.Settled > in.limit {
		s = Stand{}
	}
	return 0, fault, s
}
