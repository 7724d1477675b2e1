package repair

import (
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// checker is what a strict reading works with.
type checker struct {
	tape  syntax.Tape
	st    *syntax.State
	keyed bool // look for repeated keys
	whole bool // the tape holds all that was read last

	// Its own memory, for a value that nobody wants.
	state syntax.State
	words [256 + syntax.TapeSlack]uint64
	keys  syntax.KeySet
	open  []syntax.Container // where the machine takes over
	spare []syntax.Container
	units units // what the machine reads
	stop  func() bool
	// Of the prose that the value stands in.
	searches *Searches
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

func takeChecker(stop func() bool) *checker {
	c := checkers.Get().(*checker)
	c.forget()
	c.stop = stop
	return c
}

// forget has the checker read for the verdict alone.
func (c *checker) forget() {
	c.tape, c.st, c.keyed, c.whole = syntax.NewTape(c.words[:]), &c.state, true, false
	c.units = units{}
}

func (c *checker) release() {
	if c.searches != nil {
		c.searches.Work += c.units.worked()
	}
	c.forget()
	c.stop, c.searches = nil, nil
	checkers.Put(c)
}

// check reads a region strictly: one document, and nothing behind it unless in
// prose. It gives the document's end or, with the fault, where the machine can
// take over, in memory of the checker's.
func check[U text.Unit](c *checker, src syntax.Source[U], utf8 bool, in region) (end int, fault syntax.Fault, s Stand) {
	r := syntax.NewReader(src, utf8, c.tape, c.st)
	if c.keyed {
		r.CheckKeys(&c.keys)
	}
	if c.keyed || !c.whole || !r.Continue(in.same, &c.spare) {
		r.KeepCommas()
		r.Start(in.start)
	}
	status := r.Advance()
	c.whole = status != syntax.More
	for asked := in.start; status == syntax.More; status = r.Advance() {
		asked = askAt(c.stop, asked, r.End())
	}
	read := r.End()
	if status == syntax.Failed {
		read = r.Fault().Found
	}
	c.units.work += read - in.start
	if in.made && status == syntax.Failed {
		return 0, r.Fault(), s
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
