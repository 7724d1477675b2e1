package extract

import (
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
	found   candidates
	mending *mending[U]
	seen    repair.Searches
}

// newPiece makes a piece of a source that stands at base of the text.
func newPiece[U text.Unit](src syntax.Source[U], base int, c *cutter[U]) *piece[U] {
	p := &piece[U]{base: base, mending: &c.session.mending}
	p.Init(src, c.session.utf8, c.session.opt, syntax.Tape{}, c.memory)
	p.Count, p.Careful, p.Interrupted = true, true, c.interrupted
	p.Finder.collect = p
	return p
}

// span is where the piece stands in the text.
func (p *piece[U]) span() span { return span{p.base, p.base + p.src.Len()} }

// collect takes a candidate, repaired where it is malformed, if the Options say
// so and it can be.
func (p *piece[U]) collect(c candidate) {
	if c.source == Fence && c.fault.Code != syntax.OK && p.opt.Repair != repair.Off {
		p.mendFenced(&c)
	}
	if c.fault.Code != syntax.OK && c.mend == 0 && p.opt.Fallthrough && p.skipSpace(c.end) == p.src.Len() {
		c.cutOff = p.isCutOff(c.start, c.end)
	}
	p.found.add(c)
}

// take gives the candidates found since the last take, at their offsets in the
// text.
func (p *piece[U]) take() candidates {
	for c := range p.found.all(p.stop) {
		c.start += p.base
		c.end += p.base
		for _, at := range []*int{&c.fault.Pos, &c.fault.Found, &c.fault.Related} {
			if c.fault.Code != syntax.OK && *at >= 0 {
				*at += p.base
			}
		}
	}
	found := p.found
	p.found = candidates{}
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

// isJSON reports whether a fence whose content ends at end is a JSON fence.
func (p *piece[U]) isJSON(in fence, end int) bool {
	start := p.skipSpace(in.content)
	if start >= end || in.label != noLabel {
		return start < end && in.label == jsonLabel
	}
	first := p.src.At(start)
	return first == '{' || first == '['
}
