package extract

import "strings"

// region is part of a piece.
type region struct {
	piece int
	span
}

// bodiesOf gives the bodies of the outermost tags with one of names, in text
// order. A body may have walls in it, and so several regions. A tag that is left
// open runs to the end of the text.
func bodiesOf[P interface {
	nextTag(i int, names []string) (tag, bool)
	length() int
	stop() bool
	unwrap(span) span
}](pieces []P, names []string) (bodies [][]region) {
	lower := make([]string, len(names))
	for i, name := range names {
		lower[i] = strings.ToLower(name)
	}
	var (
		body  []region
		open  = names[:0:0] // the name of the tag that is open, if one is
		depth int           // tags of that name, open inside one another
	)
	for k, p := range pieces {
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
					body = append(body, region{k, span{start, t.start}})
					bodies, body, open = append(bodies, body), nil, nil
				}
			case t.closing:
			case len(open) > 0:
				depth++
			default:
				open, depth, start = lower[t.name:t.name+1], 1, t.end
			}
		}
		if len(open) > 0 {
			body = append(body, region{k, span{start, p.length()}})
		}
	}
	if len(open) > 0 {
		bodies = append(bodies, body)
	}
	for _, body := range bodies {
		if len(body) == 1 {
			body[0].span = pieces[body[0].piece].unwrap(body[0].span)
		}
	}
	return bodies
}
