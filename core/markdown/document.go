package markdown

import (
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// openers are the parsers that may open a block at a line's first character
// that is not white space, in the order in which they are asked.
var openers = sync.OnceValue(func() *[256][]parser.BlockParser {
	var table [256][]parser.BlockParser
	for _, p := range []parser.BlockParser{
		parser.NewSetextHeadingParser(),
		parser.NewThematicBreakParser(),
		parser.NewListParser(),
		parser.NewListItemParser(),
		parser.NewATXHeadingParser(),
		parser.NewFencedCodeBlockParser(),
		parser.NewBlockquoteParser(),
		parser.NewHTMLBlockParser(),
	} {
		for _, c := range p.Trigger() {
			table[c] = append(table[c], p)
		}
	}
	for c := range table { // these start with any character
		table[c] = append(table[c], parser.NewCodeBlockParser(), paragraphs{})
	}
	return &table
})

// document reads the blocks of a text whose lines all end in "\n".
//
// The open blocks, outermost first, are those of pc, where the parsers look
// for them.
type document struct {
	root   ast.Node
	reader text.Reader
	pc     parser.Context

	depth int  // block quotes and lists that the line goes on with, or has opened
	blank bool // the last line was blank
}

func newDocument(source []byte) *document {
	return &document{root: ast.NewDocument(), reader: text.NewReader(source), pc: parser.NewContext()}
}

// read reads every line. CommonMark, "Phase 1: block structure".
func (d *document) read() error {
	for {
		line, _ := d.reader.PeekLine()
		if line == nil {
			break
		}
		wasBlank := d.blank
		d.blank = util.IsBlank(line)
		if d.blank && wasBlank && !d.inQuote() {
			d.blankAgain()
		} else if err := d.readLine(); err != nil {
			return err
		}
		d.reader.AdvanceLine()
	}
	d.close(0, len(d.pc.OpenedBlocks()))
	return nil
}

// readLine goes on with the open blocks that the line belongs to, closes the
// others, and opens those that start on it.
func (d *document) readLine() error {
	blocks := d.pc.OpenedBlocks()
	parent := d.root
	d.depth = 0
	matched := 0
	for ; matched < len(blocks); matched++ {
		b := blocks[matched]
		if ast.IsParagraph(b.Node) {
			break // whether it goes on depends on what else the line may be
		}
		state := b.Parser.Continue(b.Node, d.reader, d.pc)
		if state&parser.Continue == 0 {
			break
		}
		if state&parser.HasChildren == 0 {
			return nil // a leaf has taken the line
		}
		if isContainer(b.Node) {
			d.depth++
		}
		parent = b.Node
	}
	unmatched := len(blocks)
	continued, popped, err := d.open(parent)
	if !continued {
		d.close(matched, unmatched-popped)
	}
	return err
}

// open opens the blocks that start on what is left of the line, the first a
// child of parent. It tells whether the line goes on with the open paragraph
// instead, and whether that paragraph is no longer among the open blocks.
func (d *document) open(parent ast.Node) (continued bool, popped int, err error) {
	last := d.pc.LastOpenedBlock()
	mayContinue := last.Node != nil && ast.IsParagraph(last.Node)
	for first := true; ; {
		node, children, gone := d.openOne(parent, mayContinue && first)
		if gone {
			popped = 1
		}
		switch {
		case node != nil:
			if isContainer(node) {
				d.depth++
				if d.depth > MaxDepth {
					return false, popped, &DepthError{node.Pos()}
				}
			}
			if !children {
				return false, popped, nil
			}
			parent, first = node, false
		case gone: // nothing is left of the paragraph, so the line is read anew
			mayContinue = false
		default:
			continued = mayContinue && first && last.Parser.Continue(last.Node, d.reader, d.pc)&parser.Continue != 0
			return continued, popped, nil
		}
	}
}

// openOne opens one block as a child of parent, if one starts here; afterText
// says that else the line would go on with a paragraph. A heading takes the
// paragraph above it out of the open blocks: gone.
func (d *document) openOne(parent ast.Node, afterText bool) (node ast.Node, children, gone bool) {
	line, _ := d.reader.PeekLine()
	width, first := util.IndentWidth(line, d.reader.LineOffset())
	if first >= len(line) || line[first] == '\n' {
		return nil, false, false
	}
	d.pc.SetBlockOffset(first)
	d.pc.SetBlockIndent(width)
	for _, p := range openers()[line[first]] {
		if afterText && !p.CanInterruptParagraph() || width > 3 && !p.CanAcceptIndentedLine() {
			continue
		}
		last := d.pc.LastOpenedBlock()
		_, start := d.reader.Position()
		node, state := p.Open(parent, d.reader, d.pc)
		if node == nil {
			continue
		}
		if state&parser.RequireParagraph != 0 && last.Node == parent.LastChild() {
			last.Parser.Close(last.Node, d.reader, d.pc)
			blocks := d.pc.OpenedBlocks()
			d.pc.SetOpenedBlocks(blocks[:len(blocks)-1])
			gone = true
			if last.Node.Parent() == nil {
				return nil, false, gone
			}
		}
		node.SetPos(start.Start - start.Padding + first)
		parent.AppendChild(parent, node)
		d.pc.SetOpenedBlocks(append(d.pc.OpenedBlocks(), parser.Block{Node: node, Parser: p}))
		return node, state&parser.HasChildren != 0, gone
	}
	return nil, false, false
}

// close closes the open blocks from one number to another, innermost first.
func (d *document) close(from, to int) {
	blocks := d.pc.OpenedBlocks()
	for i := to - 1; i >= from; i-- {
		if b := blocks[i]; b.Node.Parent() != nil { // else a heading has taken it
			b.Parser.Close(b.Node, d.reader, d.pc)
		}
	}
	d.pc.SetOpenedBlocks(append(blocks[:from], blocks[to:]...))
}

// blankAgain reads a blank line behind another, outside of block quotes. The
// first has closed what a blank line closes, and lists go on at any; only code
// and HTML, if such a leaf is open, have to see it.
func (d *document) blankAgain() {
	blocks := d.pc.OpenedBlocks()
	if len(blocks) == 0 {
		return
	}
	last := blocks[len(blocks)-1]
	switch last.Node.(type) {
	case *ast.List, *ast.ListItem:
		return
	}
	if len(blocks) > 1 {
		d.reader.AdvanceToEOL() // as an item does with a blank line
	}
	if last.Parser.Continue(last.Node, d.reader, d.pc)&parser.Continue == 0 {
		d.close(len(blocks)-1, len(blocks))
	}
}

// inQuote reports whether a block quote is open; a blank line ends it.
func (d *document) inQuote() bool {
	for _, b := range d.pc.OpenedBlocks() {
		if _, quote := b.Node.(*ast.Blockquote); quote {
			return true
		}
	}
	return false
}

// isContainer reports whether a block counts for the depth; the items of a list
// are one level with it.
func isContainer(node ast.Node) bool {
	switch node.(type) {
	case *ast.Blockquote, *ast.List:
		return true
	}
	return false
}
