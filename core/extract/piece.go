package extract

import (
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// piece is a stretch of the text that is looked through on its own: what stands
// between two walls, or in a tag. No value or fence reaches beyond it, since it
// is a source of its own.
type piece[U text.Unit] struct {
	Finder[U]
	base    int // offset of the piece in the text
	found   []candidate
	mending *mending[U]
	seen    repair.Searches
}

// memories are reused: most of one is the stack of a reader that a piece, which
// has no tape, does not need.
var memories = sync.Pool{New: func() any { return new(Memory) }}

// newPiece cuts a piece out of a source that itself starts at base. Pieces of one text have one
// interrupted, which goes on answering true.
func newPiece[U text.Unit](
	src syntax.Source[U], utf8 bool, base int, s span, opt Options, m *mending[U], interrupted func() bool,
) *piece[U] {
	if s.start != 0 || s.end != src.Len() {
		units := make([]U, s.end-s.start+1)
		copy(units, src.Units()[s.start:s.end])
		src = syntax.NewSource(units[:s.end-s.start])
	}
	p := &piece[U]{base: base + s.start, mending: m}
	p.Init(src, utf8, opt, syntax.Tape{}, memories.Get().(*Memory))
	p.Count, p.Careful, p.Interrupted = true, true, interrupted
	p.Finder.collect = p
	return p
}

// Close gives borrowed memory back. It may be called again.
func (p *piece[U]) Close() {
	p.Finder.Close()
	if p.Finder.memory != nil {
		memories.Put(p.Finder.memory)
		p.Finder.memory, p.tallies = nil, nil
	}
}

func (p *piece[U]) length() int { return p.src.Len() }

// collect takes a candidate, repaired where it is malformed, if the Options say
// so and it can be.
func (p *piece[U]) collect(c candidate) {
	if c.source == Fence && c.fault.Code != syntax.OK && p.opt.Repair != repair.Off {
		p.mendFenced(&c)
	}
	if c.fault.Code != syntax.OK && c.mend == 0 && p.opt.Fallthrough && p.skipSpace(c.end) == p.src.Len() {
		c.cutOff = p.isCutOff(c.start, c.end)
	}
	p.found = append(withRoom(p.found, 1, p.stop), c)
}

// take gives the candidates found since the last take, at their offsets in the
// text.
func (p *piece[U]) take() []candidate {
	for i := range p.found {
		if i%manyCandidates == manyCandidates-1 && p.stop() {
			break
		}
		c := &p.found[i]
		c.start += p.base
		c.end += p.base
		for _, at := range []*int{&c.fault.Pos, &c.fault.Found, &c.fault.Related} {
			if c.fault.Code != syntax.OK && *at >= 0 {
				*at += p.base
			}
		}
	}
	found := p.found
	p.found = nil
	return found
}

// unwrap takes a CDATA wrapper off a tag's body.
func (p *piece[U]) unwrap(s span) span {
	const opening, closing = "<![CDATA[", "]]>"
	start, end := p.skipSpace(s.start), p.trimEnd(s.start, s.end)
	if end-start < len(opening)+len(closing) || !p.spells(start, opening) || !p.spells(end-len(closing), closing) {
		return s
	}
	return span{start + len(opening), end - len(closing)}
}

// fenced collects from the JSON fences and reports whether there are any.
func fenced[U text.Unit](pieces []*piece[U]) (found []candidate, any bool) {
	for _, p := range pieces {
		if p.stop() {
			break
		}
		_, isFenced := p.scanFences(0, false)
		any = any || isFenced
		found = joinLists(found, p.take(), p.stop)
	}
	return found, any
}

// inline collects by the inline scan. A value that is all there is comes from
// the whole text (rule 0).
func inline[U text.Unit](pieces []*piece[U]) (found []candidate) {
	var filled []*piece[U]
	for _, p := range pieces {
		if p.stop() {
			break
		}
		if p.skipLead() < p.src.Len() {
			filled = append(filled, p)
		}
	}
	for _, p := range filled {
		if p.stop() {
			break
		}
		p.scanInline(0)
		if len(filled) == 1 && len(p.found) == 1 {
			if c := &p.found[0]; c.fault.Code == syntax.OK && c.start == p.skipLead() && p.skipSpace(c.end) == p.src.Len() {
				c.source = Whole
			}
		}
		p.joinSequences()
		found = joinLists(found, p.take(), p.stop)
	}
	return found
}

// otherFences collects from the fences that are no JSON fences, each a text of
// its own.
func otherFences[U text.Unit](pieces []*piece[U]) (found []candidate) {
	for _, p := range pieces {
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
			q := newPiece(p.src, p.utf8, p.base, span{in.content, max(end, in.content)}, p.opt, p.mending, p.Interrupted)
			q.scanInline(0)
			taken := q.take()
			for k := range taken {
				taken[k].source = Fence
			}
			found = joinLists(found, taken, p.stop)
			q.Close()
		}
	}
	return found
}

// isJSON reports whether a fence whose content ends at end is a JSON fence.
func (p *piece[U]) isJSON(in fence, end int) bool {
	start := p.skipSpace(in.content)
	if start >= end || in.label != noLabel {
		return start < end && in.label == jsonLabel
	}
	first := p.src.At(start)
	return first == '{' || first == '['
}
