package markdown

import (
	"bytes"
	"sort"

	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Kind is what sort of leaf a region is.
type Kind uint8

// The kinds.
const (
	Prose    Kind = iota // a paragraph, a heading or an HTML block
	Indented             // an indented code block
	Fenced               // a fenced code block
)

// A Region is the text of one leaf block.
type Region struct {
	Kind Kind
	// Language is the first word of a fence's info string, "" if there is none.
	Language string
	// Fence is the number of a fenced code block among those of the document,
	// from 0; it means nothing of another block.
	Fence int
	// Text is the block's own text in UTF-8: without the markers and the
	// indentation of its containers, U+FFFD for U+0000, lines joined by "\n". A
	// byte beyond it is in its capacity.
	Text []byte

	pieces []piece
}

// A piece of a region's text, up to where the next starts.
type piece struct {
	at  int // where it starts in the region
	raw int // and in the document
	// spelt is how many bytes of the document each of its characters is spelt
	// with, where it does not stand there as it is: 1 for U+0000. Of a tab that
	// a container has used up in part, every space that is left is that tab.
	spelt int
}

// Span gives the place in the document of Text[start:end], which may not be
// empty.
func (r *Region) Span(start, end int) (rawStart, rawEnd int) {
	first, last := r.piece(start), r.piece(end-1)
	rawStart = first.raw
	if first.spelt == 0 {
		rawStart += start - first.at
	}
	if last.spelt != 0 {
		return rawStart, last.raw + last.spelt
	}
	return rawStart, last.raw + end - last.at
}

// piece gives the piece that a byte is in.
func (r *Region) piece(offset int) piece {
	return r.pieces[sort.Search(len(r.pieces), func(i int) bool { return r.pieces[i].at > offset })-1]
}

// source is a document with every line ended by "\n", which is all that
// goldmark's parsers take for a line ending.
type source struct {
	normal []byte
	pairs  []int // where in normal a "\n" stands for "\r\n"
}

func newSource(raw []byte) source {
	var s source
	s.normal = make([]byte, 0, len(raw)+1)
	for len(raw) > 0 {
		cr := bytes.IndexByte(raw, '\r')
		if cr < 0 {
			break
		}
		s.normal = append(s.normal, raw[:cr]...)
		raw = raw[cr+1:]
		if len(raw) > 0 && raw[0] == '\n' {
			s.pairs = append(s.pairs, len(s.normal))
			raw = raw[1:]
		}
		s.normal = append(s.normal, '\n')
	}
	s.normal = append(s.normal, raw...)
	if n := len(s.normal); n > 0 && s.normal[n-1] != '\n' {
		s.normal = append(s.normal, '\n')
	}
	return s
}

// raw gives the place in the document of a byte of normal.
func (s source) raw(offset int) int { return offset + sort.SearchInts(s.pairs, offset) }

// region joins lines of normal.
func (s source) region(kind Kind, lines []text.Segment) Region {
	r := Region{Kind: kind}
	size := 1
	for _, line := range lines {
		size += line.Len() + 1
	}
	r.Text = make([]byte, 0, size)
	for i, line := range lines {
		if i > 0 {
			r.Text = append(r.Text, '\n') // in the piece of its line
		}
		if line.Padding > 0 {
			r.pieces = append(r.pieces, piece{len(r.Text), s.raw(line.Start - 1), 1})
			r.Text = append(r.Text, bytes.Repeat([]byte{' '}, line.Padding)...)
		}
		r.pieces = append(r.pieces, piece{len(r.Text), s.raw(line.Start), 0})
		rest := bytes.TrimSuffix(s.normal[line.Start:line.Stop], []byte{'\n'})
		for start := line.Start; ; {
			nul := bytes.IndexByte(rest, 0)
			if nul < 0 {
				break
			}
			r.Text = append(r.Text, rest[:nul]...)
			r.pieces = append(r.pieces, piece{len(r.Text), s.raw(start + nul), 1})
			r.Text = append(r.Text, "\uFFFD"...)
			start += nul + 1
			rest = rest[nul+1:]
			r.pieces = append(r.pieces, piece{len(r.Text), s.raw(start), 0})
		}
		r.Text = append(r.Text, rest...)
	}
	r.Text = append(r.Text, 0)[:len(r.Text)]
	return r
}

// language is the first word of an info string. Of what may stand for a
// character, the names of HTML are left alone: none stands for a letter or
// digit of ASCII.
func language(info []byte) string {
	info = util.ResolveNumericReferences(util.UnescapePunctuations(info))
	if i := bytes.IndexAny(info, " \t"); i >= 0 {
		info = info[:i]
	}
	return string(info)
}
