package extract

import (
	"strings"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// mended is what repair made of a candidate.
type mended[U text.Unit] struct {
	edits     Edits
	truncated bool
	units     []U // the repaired value, with a zero unit behind it
}

// mending is what repair has made of candidates of one text, and what it may cost.
type mending[U text.Unit] struct {
	list []*mended[U]
	work int // that repair has done in prose, in units that it has gone over
	most int // after which it does no more
}

// In prose, repair reads on from an opener until it knows, to the end of the text if it must, and
// what it has read for nothing the next opener may have it read again. So that the text as a whole
// takes linear time, openers are tried until repair has gone over so many units: values that it
// reads once each take less for each unit than the second.
const (
	leastMostWork   = 1 << 22
	mostWorkPerUnit = 64
)

// repairs reports whether malformed candidates are repaired as they are collected.
func (f *Finder[U]) repairs() bool { return f.collect != nil && f.opt.Repair != repair.Off }

// mendInline repairs the failed value whose opener stands at offset i of the
// prose and gives it as a candidate. It does not where repair has worked too much
// on this text: then the value stays malformed.
func (p *piece[U]) mendInline(i int, fail *failure) (candidate, bool) {
	if p.mending.work > p.mending.most {
		return candidate{}, false
	}
	before := p.seen.Work
	defer func() { p.mending.work += p.seen.Work - before }()
	var r repair.Result
	var ok bool
	if p.opt.Invisible == KeepInvisible {
		r, ok = repair.Failed(p.src, p.utf8, i, p.src.Len(), p.opt.Repair, fail.fault, fail.standAt(i), &p.seen, p.stop)
	} else {
		// The reading that failed has stepped over characters that repair takes out.
		var wrong *syntax.Fault
		r, wrong = repair.Value(p.src, p.utf8, i, p.src.Len(), p.opt.Repair, &p.seen, p.stop)
		ok = wrong == nil
	}
	c := candidate{start: i, source: Inline, fault: fail.fault}
	return c, ok && p.mend(&c, r)
}

// isCutOff reports whether a value that was not repaired is cut off, besides
// whatever else is wrong with it: only the highest level would close it.
func (p *piece[U]) isCutOff(start, limit int) bool {
	r, wrong := repair.Within(p.src, p.utf8, start, limit, repair.All, p.stop)
	if wrong != nil {
		return false
	}
	for _, e := range r.Edits {
		if strings.HasSuffix(e.Name(), "cut_off") {
			return true
		}
	}
	return false
}

// mendFenced repairs the content of a fence, if it can.
func (p *piece[U]) mendFenced(c *candidate) {
	r, wrong := repair.Within(p.src, p.utf8, c.start, c.end, p.opt.Repair, p.stop)
	if wrong == nil {
		p.mend(c, r)
	}
}

// mend makes a candidate of what repair gave, if that is an object or an array.
func (p *piece[U]) mend(c *candidate, r repair.Result) bool {
	out := repair.Apply(p.src, r)
	first := out.At(syntax.SkipSpace(out, 0))
	if first != '{' && first != '[' {
		return false
	}
	c.start, c.end, c.first = r.Start, r.End, byte(first)
	p.mending.list = append(p.mending.list, &mended[U]{editsOf(&r, p.base), r.Truncated, out.Units()})
	c.mend = int32(len(p.mending.list))
	return true
}

// quotes that repair reads in place of JSON's.
const quotes = "\"'`´‘’‚‛“”„‟′″«»＂＇"

// mayOpen reports whether what follows the opener at offset i can start a member
// or elements in a form that repair reads. Bare words do not start an array:
// prose has those in brackets.
func (f *Finder[U]) mayOpen(i int) bool {
	object := f.src.At(i) == '{'
	i = f.skipDamagedSpace(i + 1)
	c, _ := charAt(f.src, f.utf8, i)
	for _, q := range quotes {
		if c == q {
			return true
		}
	}
	for _, s := range [...]string{`\"`, `\'`, "&quot;", "&#34;", "//", "/*", "#"} {
		if f.spells(i, s) {
			return true
		}
	}
	if object {
		return c == '{' || c == '}' || f.isName(i)
	}
	return c == '{' || c == '[' || c == ']' || f.isElement(i)
}

// skipDamagedSpace steps over what repair takes for white space: other spaces
// of Unicode, and the '>' of a block quote in front of a line.
func (f *Finder[U]) skipDamagedSpace(i int) int {
	for i < f.src.Len() {
		switch c, n := charAt(f.src, f.utf8, i); {
		case c == '>' && i > 0 && f.src.At(i-1) == '\n',
			c == ' ', c == '\t', c == '\n', c == '\r', c == 0xA0, c == 0x3000, c >= 0x2000 && c <= 0x200F, c == 0xFEFF:
			i += n
		default:
			return i
		}
	}
	return i
}

func isLetter(c uint32) bool { return (c|0x20)-'a' < 26 && c < 0x80 }
func isDigit(c uint32) bool  { return c-'0' <= 9 }

// isName: an unquoted name and what stands for a colon.
func (f *Finder[U]) isName(i int) bool {
	start := i
	for c := f.src.At(i); isLetter(c) || isDigit(c) || c == '_' || c == '$' || c == '-' || c >= 0x80; c = f.src.At(i) {
		i++
	}
	if i == start {
		return false
	}
	for f.src.At(i) == ' ' {
		i++
	}
	return f.src.At(i) == ':' || f.src.At(i) == '='
}

// isElement: a number or a literal, and a comma.
func (f *Finder[U]) isElement(i int) bool {
	end := i
	for c := f.src.At(end); isDigit(c) || isLetter(c) || c == '-' || c == '+' || c == '.'; c = f.src.At(end) {
		end++
	}
	if f.src.At(f.skipSpace(end)) != ',' {
		return false
	}
	for _, word := range [...]string{"true", "false", "null", "True", "False", "None"} {
		if end-i == len(word) && f.spells(i, word) {
			return true
		}
	}
	return end > i && (isDigit(f.src.At(i)) || f.src.At(i) == '-')
}

// spells reports whether s stands at offset i.
func (f *Finder[U]) spells(i int, s string) bool {
	for k := range len(s) {
		if f.src.At(min(i+k, f.src.Len())) != uint32(s[k]) {
			return false
		}
	}
	return true
}
