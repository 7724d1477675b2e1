package stream

import (
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// aside is the memory of a strict reading.
type aside struct {
	state syntax.State
	words [256 + syntax.TapeSlack]uint64
	open  []syntax.Container
}

var asides = sync.Pool{New: func() any { return new(aside) }}

// diagnose reads a value that has failed once more, for what is wrong with it and
// how many containers are open there. What has failed is not read again behind
// that, so this at most doubles what is read of a text. (That is also why it does
// not look for repeated keys: one in front of where a value fails, and the rest
// would be read for every one.)
func (s *Machine[U]) diagnose(start int) (fault syntax.Fault, open int) {
	a := asides.Get().(*aside)
	defer asides.Put(a)
	r := syntax.NewReader(s.src, false, syntax.NewTape(a.words[:]), &a.state)
	r.IgnoreInvisible(s.opt.IgnoreInvisible)
	r.Start(start)
	status := r.Advance()
	for status == syntax.More {
		status = r.Advance()
	}
	a.open = r.Open(a.open[:0])
	return r.Fault(), len(a.open)
}
