package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// paragraphs is the parser of paragraphs. In contrast to goldmark's it keeps
// the indentation of lines, which is no container's, and takes link reference
// definitions out in one pass.
type paragraphs struct{}

func (paragraphs) Trigger() []byte             { return nil }
func (paragraphs) CanInterruptParagraph() bool { return false }
func (paragraphs) CanAcceptIndentedLine() bool { return false }

func (p paragraphs) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	node := ast.NewParagraph()
	if !appendLine(node, reader) {
		return nil, parser.NoChildren
	}
	return node, parser.NoChildren
}

func (p paragraphs) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	if !appendLine(node, reader) {
		return parser.Close
	}
	return parser.Continue | parser.NoChildren
}

// appendLine takes the line unless it is blank.
func appendLine(node ast.Node, reader text.Reader) bool {
	line, segment := reader.PeekLine()
	if util.IsBlank(line) {
		return false
	}
	node.Lines().Append(segment)
	reader.AdvanceToEOL()
	return true
}

// Close takes out the definitions that the paragraph starts with, and the
// paragraph if nothing else is in it.
func (paragraphs) Close(node ast.Node, reader text.Reader, _ parser.Context) {
	lines := node.Lines()
	first := lines.At(0)
	if !bytes.HasPrefix(bytes.TrimLeft(first.Value(reader.Source()), " \t"), []byte{'['}) {
		return
	}
	skip := bytes.Count(definitions(lines.Value(reader.Source())), []byte{'\n'})
	lines.SetSliced(skip, lines.Len())
	if lines.Len() == 0 {
		node.Parent().RemoveChild(node.Parent(), node)
	}
}
