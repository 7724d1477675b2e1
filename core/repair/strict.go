package repair

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Most of a damaged text is sound. The strict reader goes over that several
// times faster than the machine, which has to keep what a rule may ask for. So
// the machine takes over from it in front of a fault, and lets it try the rest
// when no rule has been needed for a while. What is read, and which edits are
// made, is the same as without.

// calmEnough tokens without an edit make it likely that the rest is sound; some
// more where containers are nested deeply, since the strict reader is told of all.
const calmEnough = 4

// restReader reads strictly from an offset on, behind a value, in open
// containers. It gives the end of the outermost one, or says where the fault is
// and up to where the text is settled.
type restReader func(offset int, open []syntax.Container) (end, found, settled int)

func newRestReader[U text.Unit](src syntax.Source[U], utf8 bool, stop func() bool) restReader {
	return func(offset int, open []syntax.Container) (end, found, settled int) {
		c := checkers.Get().(*checker)
		defer checkers.Put(c)
		r := syntax.NewReader(src, utf8, syntax.NewTape(c.words[:]), &c.state)
		r.Resume(offset, open)
		for n := 1; ; n++ {
			if n%64 == 0 {
				ask(stop)
			}
			switch r.Advance() {
			case syntax.Done:
				return r.End(), -1, 0
			case syntax.Failed:
				return -1, r.Fault().Found, r.Settled()
			}
		}
	}
}

// readRest has the rest of the value strictly read, if that may succeed. The
// machine is then at the value's end, or in front of the fault, and the strict
// reader is not asked again before it is behind that: so it is asked at most
// once for every unit.
func (m *machine) readRest() {
	if m.rest == nil || m.plan != (plan{}) || m.firm == 0 || len(m.stack) == 0 {
		return
	}
	open := m.containers[:0]
	for _, f := range m.stack {
		if uint32(f.kind) != m.at(f.open) {
			// A tuple, a call, or an opener that was mended. To look at all of them
			// again for every token would cost the square of the depth.
			m.calm = -len(m.stack)
			return
		}
		open = append(open, syntax.Container{Opener: f.open, Commas: f.commas})
	}
	m.containers = open
	end, found, settled := m.rest(m.pos, open)
	switch {
	case end > m.limit || found > m.limit:
		m.tried = m.limit
	case end < 0:
		m.tried = found
		m.skim(settled)
	case m.sequence || !m.prose && m.blank(end) < m.limit:
		m.tried = end
		m.skim(end)
	default:
		m.stack = m.stack[:0]
		m.pos, m.lastEnd, m.last, m.due = end, end, aContainer, dueComma
	}
}

// skim reads on to end, where a token starts or ends. What stands before that is
// known to be sound, so it need not be looked at closely.
func (m *machine) skim(end int) {
	for {
		m.poll()
		m.skipSpace()
		if m.pos >= end {
			return
		}
		switch c := m.unit(m.pos); {
		case c == '"':
			m.memberStarts()
			m.startString(m.pos, 1, double, m.nameDue())
			m.endString(m.quoteEnd(m.pos))
		case c == '-' || isDigit(c):
			m.skimScalar(aNumber)
		case isLetter(c):
			m.skimScalar(aWord)
		default:
			m.step(c)
		}
	}
}

func (m *machine) skimScalar(k kind) {
	m.memberStarts()
	end := m.pos
	for c := m.at(end); c > ' ' && c != ',' && c != '}' && c != ']'; c = m.at(end) {
		end++
	}
	m.valueRead(k, m.pos, end)
}
