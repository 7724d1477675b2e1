package extract

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// Reasoning says what becomes of what a model thinks aloud.
type Reasoning uint8

// The choices of Reasoning.
const (
	KeepReasoning Reasoning = iota
	SkipReasoning
)

// reasoningTags are the names of the blocks that SkipReasoning ignores.
var reasoningTags = []string{"think", "thinking", "reasoning", "analysis", "reflection", "scratchpad"}

// span is text[start:end].
type span struct {
	start, end int
}

// outsideReasoning gives the spans of the text that are no reasoning, in order.
// A block is closed; or left open, and the rest of the text is reasoning; or has
// only its closing tag, and all that comes before it is. Inside a block only its
// own closing tag counts.
func (f *Finder[U]) outsideReasoning() (spans []span, leftOpen bool) {
	start := 0
	for i := 0; ; {
		t, ok := f.nextTag(i, reasoningTags)
		switch {
		case !ok:
			return append(spans, span{start, f.src.Len()}), false
		case t.closing:
			// Its opening tag was in the prompt's template.
			spans = spans[:0]
			start, i = t.end, t.end
		case t.empty:
			i = t.end
		default:
			spans = append(spans, span{start, t.start})
			end, closed := f.closingTag(t.end, reasoningTags[t.name])
			if !closed {
				return spans, true
			}
			start, i = end, end
		}
	}
}

// closingTag finds </name> from offset i on, wherever it stands, and gives the
// offset behind it.
func (f *Finder[U]) closingTag(i int, name string) (end int, ok bool) {
	names := []string{name}
	for {
		i = syntax.IndexLess(f.src, i)
		if i == f.src.Len() || f.poll(i) {
			return i, false
		}
		if t, ok := readTag(f.src, i, names); ok && t.closing {
			return t.end, true
		}
		i++
	}
}
