package tests_go

import (
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/jsonbeacon/jsonbeacon/core/markdown"
)

// TestBlocksAreGoldmarks: the loop of package markdown finds the blocks that
// goldmark's own loop finds with the same parsers.
func TestBlocksAreGoldmarks(t *testing.T) {
	for n := range *candidateTexts {
		source := lineFeeds(generateMarkdown(9, uint64(n))) + "\n"
		// Definitions are read by package markdown itself, and goldmark takes some that CommonMark does not.
		source = strings.ReplaceAll(source, "]:", "]")
		regions, err := markdown.Parse([]byte(source))
		if err != nil {
			continue
		}
		var got []string
		for _, r := range regions {
			got = append(got, fmt.Sprint(r.Kind, " ", squeezed(string(r.Text))))
		}
		want := goldmarkBlocks(source)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("text %d, %q:\n%q, want\n%q", n, source, got, want)
		}
	}
}

func goldmarkBlocks(source string) (list []string) {
	root := goldmark.New().Parser().Parse(text.NewReader([]byte(source)))
	add := func(kind markdown.Kind, lines ...text.Segment) {
		own := ""
		for _, line := range lines {
			own += string(line.Value([]byte(source)))
		}
		list = append(list, fmt.Sprint(kind, " ", squeezed(own)))
	}
	err := ast.Walk(root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := node.(type) {
		case *ast.FencedCodeBlock:
			add(markdown.Fenced, n.Lines().Sliced(0, n.Lines().Len())...)
		case *ast.CodeBlock:
			add(markdown.Indented, n.Lines().Sliced(0, n.Lines().Len())...)
		case *ast.HTMLBlock:
			lines := n.Lines().Sliced(0, n.Lines().Len())
			if n.HasClosure() {
				lines = append(lines, n.ClosureLine)
			}
			add(markdown.Prose, lines...)
		case *ast.Paragraph, *ast.TextBlock, *ast.Heading:
			if n.Lines().Len() > 0 {
				add(markdown.Prose, n.Lines().Sliced(0, n.Lines().Len())...)
			}
		}
		if node.Type() != ast.TypeInline {
			return ast.WalkContinue, nil
		}
		return ast.WalkSkipChildren, nil
	})
	if err != nil {
		panic(err)
	}
	return list
}

// squeezed is a text without white space.
func squeezed(s string) string {
	return strings.Map(func(c rune) rune {
		if c == ' ' || c == '\t' || c == '\n' {
			return -1
		}
		return c
	}, strings.ReplaceAll(s, "\x00", "\uFFFD"))
}
