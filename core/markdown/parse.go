package markdown

import (
	"errors"
	"fmt"

	"github.com/yuin/goldmark/ast"
)

// MaxDepth is how deep block quotes and lists may nest.
const MaxDepth = 64

// DepthError says that a block quote or list is nested deeper than MaxDepth.
type DepthError struct {
	Offset int // of its marker, in bytes
}

func (e *DepthError) Error() string {
	return fmt.Sprintf("markdown: block quotes and lists nested deeper than %d at byte %d", MaxDepth, e.Offset)
}

// Parse gives the regions of a document in the order of its text, which must
// be UTF-8. The only error is a [DepthError].
func Parse(text []byte) ([]Region, error) {
	lines := newSource(text)
	d := newDocument(lines.normal)
	if err := d.read(); err != nil {
		var deep *DepthError
		if errors.As(err, &deep) {
			deep.Offset = lines.raw(deep.Offset)
		}
		return nil, err
	}
	c := collector{source: lines}
	c.collect(d.root)
	return c.regions, nil
}

// collector walks the blocks of a document.
type collector struct {
	source  source
	regions []Region
	fences  int
}

func (c *collector) collect(parent ast.Node) {
	for node := parent.FirstChild(); node != nil; node = node.NextSibling() {
		switch n := node.(type) {
		case *ast.FencedCodeBlock:
			r := c.source.region(Fenced, n.Lines().Sliced(0, n.Lines().Len()))
			if n.Info != nil {
				r.Language = language(n.Info.Segment.Value(c.source.normal))
			}
			r.Fence = c.fences
			c.fences++
			c.regions = append(c.regions, r)
		case *ast.CodeBlock:
			c.regions = append(c.regions, c.source.region(Indented, n.Lines().Sliced(0, n.Lines().Len())))
		case *ast.HTMLBlock:
			lines := n.Lines().Sliced(0, n.Lines().Len())
			if n.HasClosure() {
				lines = append(lines, n.ClosureLine)
			}
			c.regions = append(c.regions, c.source.region(Prose, lines))
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
			if lines := n.Lines(); lines.Len() > 0 {
				c.regions = append(c.regions, c.source.region(Prose, lines.Sliced(0, lines.Len())))
			}
		default:
			c.collect(node)
		}
	}
}
