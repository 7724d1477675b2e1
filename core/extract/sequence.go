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
	if p.opt.Repair < repair.Guess || p.opt.Kind == Object || len(p.found) < 2 {
		return
	}
	joined := p.found[:0] // never more than what it is made of
	for list := p.found; len(list) > 0 && p.aborted == Done; {
		n := p.sequence(list)
		if c, ok := p.joined(list[:n]); ok {
			joined = append(joined, c)
		} else {
			joined = copyTo(joined, list[:n], p.stop)
		}
		list = list[n:]
	}
	p.found = joined
}

// sequence counts the values of one kind that stand in a row.
func (p *piece[U]) sequence(list []candidate) int {
	complete := func(c candidate) bool { return c.fault.Code == syntax.OK || c.mend > 0 }
	n := 1
	for complete(list[0]) && n < len(list) && complete(list[n]) && list[n].first == list[0].first &&
		p.between(list[n-1].end) == list[n].start {
		n++
	}
	return n
}

// between steps over white space and commas.
func (p *piece[U]) between(i int) int {
	for i = p.skipSpace(i); p.src.At(i) == ','; i = p.skipSpace(i + 1) {
	}
	return i
}

// joined is the array of several values. Where an object is preferred to an array,
// an array of objects is not less than one of them.
func (p *piece[U]) joined(list []candidate) (candidate, bool) {
	if len(list) == 1 {
		return candidate{}, false
	}
	last := list[len(list)-1]
	r, wrong := repair.Within(p.src, p.utf8, list[0].start, last.end, p.opt.Repair, p.stop)
	c := candidate{start: list[0].start, end: last.end, source: Inline}
	if wrong != nil || !p.mend(&c, r) {
		return c, false
	}
	if p.opt.Kind == Auto {
		c.first = list[0].first
	}
	return c, true
}
