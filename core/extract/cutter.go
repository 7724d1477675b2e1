package extract

import (
	"iter"
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// cutter cuts a text into pieces, of which there is one at a time: a text may
// fall into a million, each of which takes memory while it is looked through.
type cutter[U text.Unit] struct {
	session     *Session[U]
	whole       *piece[U] // all of the text
	last        *piece[U] // that was cut
	memory      *Memory
	interrupted func() bool
}

// memories are reused: most of one is the stack of a reader that pieces, which
// have no tape, do not need.
var memories = sync.Pool{New: func() any { return new(Memory) }}

func newCutter[U text.Unit](s *Session[U]) *cutter[U] {
	c := &cutter[U]{session: s, memory: memories.Get().(*Memory)}
	if s.Interrupted != nil {
		c.interrupted = s.Stop // which goes on answering true
	}
	c.whole = newPiece(s.src, 0, c)
	return c
}

// close gives borrowed memory back.
func (c *cutter[U]) close() {
	c.whole.Close()
	memories.Put(c.memory)
}

func (c *cutter[U]) cut(s span) *piece[U] {
	if s == c.whole.span() {
		return c.whole
	}
	if c.last != nil && s == c.last.span() {
		return c.last
	}
	units := make([]U, s.end-s.start+1)
	copy(units, c.session.src.Units()[s.start:s.end])
	c.last = newPiece(syntax.NewSource(units[:s.end-s.start]), s.start, c)
	return c.last
}

// pieces gives a piece for each of the spans, which must not be kept.
func (c *cutter[U]) pieces(spans []span) iter.Seq[*piece[U]] {
	return func(yield func(*piece[U]) bool) {
		for _, s := range spans {
			p := c.cut(s)
			goesOn := !p.stop() && yield(p)
			p.Close()
			if !goesOn {
				break
			}
		}
	}
}

// fenced collects from the JSON fences and reports whether there are any.
func (c *cutter[U]) fenced(spans []span) (found candidates, any bool) {
	for p := range c.pieces(spans) {
		_, isFenced := p.scanFences(0, false)
		any = any || isFenced
		found.join(p.take(), p.stop)
	}
	return found, any
}

// inline collects by the inline scan. A value that is all there is comes from
// the whole text (rule 0).
func (c *cutter[U]) inline(spans []span) (found candidates) {
	filled, whole := 0, false
	for p := range c.pieces(spans) {
		start := p.skipLead()
		if start == p.src.Len() {
			continue
		}
		filled++
		p.scanInline(0)
		if p.found.length() == 1 {
			c := p.found.at(0)
			whole = c.fault.Code == syntax.OK && c.start == start && p.skipSpace(c.end) == p.src.Len()
		}
		p.joinSequences()
		found.join(p.take(), p.stop)
	}
	if filled == 1 && whole {
		found.at(0).source = Whole
	}
	return found
}

// otherFences collects from the fences that are no JSON fences, each a text of
// its own.
func (c *cutter[U]) otherFences(spans []span) (found candidates) {
	for p := range c.pieces(spans) {
		for i := 0; ; {
			in, ok := p.nextFence(i)
			if !ok || p.stop() {
				break
			}
			var end int
			end, i = p.closer(in, in.content)
			if p.isJSON(in, end) {
				continue
			}
			q := c.cut(span{p.base + in.content, p.base + max(end, in.content)})
			q.scanInline(0)
			taken := q.take()
			for each := range taken.all(p.stop) {
				each.source = Fence
			}
			found.join(taken, p.stop)
			q.Close()
		}
	}
	return found
}
