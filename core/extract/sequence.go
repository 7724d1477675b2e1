package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// joinSequences makes one candidate of values that stand in a row in prose,
// separated by white space and commas only: JSON lines, or an array that lost
// its brackets. To take one of them would lose the others without a word. Who
// asks for objects has said that an array is not what he wants.
func (p *piece[U]) joinSequences() {
	if p.opt.Repair < repair.Guess || p.opt.Kind == Object || p.found.length() < 2 {
		return
	}
	kept := 0 // never more than what it is made of
	for i := 0; i < p.found.length() && p.aborted == Done; {
		end := p.sequence(i)
		if c, ok := p.joined(i, end); ok {
			*p.found.at(kept) = c
			kept, i = kept+1, end
		}
		for ; i < end; i++ {
			*p.found.at(kept) = *p.found.at(i)
			kept++
		}
	}
	p.found.cut(kept)
}

// sequence gives the end of the values of one kind that stand in a row from the
// one with this index on.
func (p *piece[U]) sequence(start int) int {
	complete := func(c *candidate) bool { return c.fault.Code == syntax.OK || c.mend > 0 }
	first := p.found.at(start)
	end := start + 1
	for last := first; complete(last) && end < p.found.length(); end++ {
		next := p.found.at(end)
		if !complete(next) || next.first != first.first || p.between(last.end) != next.start {
			break
		}
		last = next
	}
	return end
}

// between steps over white space and commas.
func (p *piece[U]) between(i int) int {
	for i = p.skipSpace(i); p.src.At(i) == ','; i = p.skipSpace(i + 1) {
	}
	return i
}

// joined is the array of several values. Where an object is preferred to an array,
// an array of objects is not less than one of them.
func (p *piece[U]) joined(start, end int) (candidate, bool) {
	if end-start == 1 {
		return candidate{}, false
	}
	first, last := p.found.at(start), p.found.at(end-1)
	r, wrong := repair.Within(p.src, p.utf8, first.start, last.end, p.opt.Repair, p.stop)
	c := candidate{start: first.start, end: last.end, source: Inline}
	if wrong != nil || !p.mend(&c, r) {
		return c, false
	}
	if p.opt.Kind == Auto {
		c.first = first.first
	}
	return c, true
}
