package repair

import (
	"slices"
	"strings"
)

// dropRepeated takes out the members whose name comes again in their object:
// the last one wins. out is the valid document that r makes.
func dropRepeated(out units, r Result) Result {
	type object struct {
		names map[string]int // to the index of the member
		// Where each member starts, and the comma behind it.
		starts, ends []int
	}
	var m machine
	m.units, m.limit = out, outLen(&out)
	var stack []*object
	list := edits{stop: out.stop}
	nameDue := false
	for i := 0; i < m.limit; {
		m.poll()
		switch c := m.unit(i); {
		case c == '{':
			stack = append(stack, &object{names: map[string]int{}})
			nameDue = true
			i++
		case c == '[':
			stack = append(stack, nil)
			nameDue = false
			i++
		case c == '}' || c == ']':
			stack = stack[:len(stack)-1]
			nameDue = false
			i++
		case c == ',':
			if o := stack[len(stack)-1]; o != nil {
				o.ends = append(o.ends, i+1)
				nameDue = true
			}
			i++
		case c == '"':
			end := m.quoteEnd(i)
			if nameDue {
				o := stack[len(stack)-1]
				name := m.decoded(i+1, end)
				if first, ok := o.names[name]; ok {
					if len(list.list) == cap(list.list) {
						list.grow()
					}
					list.list = append(list.list, Edit{Rule: duplicateRule, Guess: true, Start: int32(o.starts[first]), End: int32(o.ends[first])})
				}
				o.names[name] = len(o.starts)
				o.starts = append(o.starts, i)
				nameDue = false
			}
			i = end + 1
		default:
			i++
		}
	}
	r.record(compose(r.Start, r.edits(), edits{list: outermost(list.list, &out)}, out.stop))
	return r
}

func outLen(u *units) int { return len(u.w8) + len(u.w16) + len(u.w32) }

// decoded gives the content of a valid string from start to end.
func (m *machine) decoded(start, end int) string {
	var b strings.Builder
	for i := start; i < end; {
		r, n := m.char(i)
		if r == '\\' {
			r, n = m.escaped(i)
			if r-0xD800 < 0x400 && r >= 0xD800 {
				low, k := m.escaped(i + n)
				r, n = 0x10000+(r-0xD800)<<10+(low-0xDC00), n+k
			}
		}
		b.WriteRune(r)
		i += n
	}
	return b.String()
}

// escaped gives the code unit of the escape at i, and its length.
func (m *machine) escaped(i int) (rune, int) {
	switch c := m.at(i + 1); c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		var v uint32
		for k := range 4 {
			v = v<<4 | hexValue(m.at(i+2+k))
		}
		return rune(v), 6
	default:
		return rune(c), 2
	}
}

// outermost sorts deletions and leaves out those inside others.
func outermost(all []Edit, u *units) []Edit {
	slices.SortFunc(all, func(a, b Edit) int {
		u.poll()
		if a.Start != b.Start {
			return int(a.Start - b.Start)
		}
		return int(b.End - a.End)
	})
	list := all[:0]
	for _, e := range all {
		if n := len(list); n == 0 || e.Start >= list[n-1].End {
			list = append(list, e)
		}
	}
	return list
}
