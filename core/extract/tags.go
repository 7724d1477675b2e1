package extract

import (
	"iter"
	"strings"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// bodiesOf gives the bodies of the outermost tags with one of names, in text
// order. A body may have walls in it, and so stand in several pieces, one span in
// each. A tag that is left open runs to the end of the text.
func bodiesOf[U text.Unit](pieces iter.Seq[*piece[U]], names []string) (bodies [][]span) {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(name)
	}
	var (
		body  []span
		open  = names[:0:0] // the name of the tag that is open, if one is
		depth int           // tags of that name, open inside one another
		last  *piece[U]
	)
	for p := range pieces {
		last = p
		start := 0
		for i := 0; !p.stop(); {
			looked := lower
			if len(open) > 0 {
				looked = open
			}
			t, ok := p.nextTag(i, looked)
			if !ok {
				break
			}
			i = t.end
			switch {
			case t.empty:
			case t.closing && len(open) > 0:
				if depth--; depth == 0 {
					bodies = append(bodies, p.bodyWith(body, span{start, t.start}))
					body, open = nil, nil
				}
			case t.closing:
			case len(open) > 0:
				depth++
			default:
				open, depth, start = lower[t.name:t.name+1], 1, t.end
			}
		}
		if len(open) > 0 {
			body = append(body, span{p.base + start, p.base + p.src.Len()})
		}
	}
	if len(open) > 0 {
		end := len(body) - 1
		at := body[end]
		bodies = append(bodies, last.bodyWith(body[:end], span{at.start - last.base, at.end - last.base}))
	}
	return bodies
}

// bodyWith gives a body with its last span, which stands in p. A body that is all
// in one piece may have a wrapper.
func (p *piece[U]) bodyWith(body []span, last span) []span {
	if len(body) == 0 {
		last = p.unwrap(last)
	}
	return append(body, span{p.base + last.start, p.base + last.end})
}
