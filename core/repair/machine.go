package repair

import (
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// machine reads a document and edits it. It is the strict grammar as a
// pushdown automaton: a stack of open containers and what is due next.
type machine struct {
	units
	region
	level Level
	plan  plan // what to read differently this time
	next  plan // and, if this reading fails, the next time

	pos   int // what is due stands here
	due   due
	stack []frame

	edits     edits
	rule      uint8 // that is being applied
	truncated bool
	doubt     bool // another plan may be likelier than this reading

	// The value that was read last: where it starts and ends, and what it is.
	last      kind
	lastStart int
	lastEnd   int
	comma     int     // the last comma
	root      int     // where the root value starts
	sequence  bool    // the document is several values
	rootComma int     // the last comma that was the root's own
	rootFrame frame   // the root container, when it has been closed
	str       literal // the last string
	closed    []frame // containers closed since
	open      bool    // the text ends inside that string
	bracketed bool    // a bracket around a fence has been taken out
	firm      int     // names and values read that are no bare text
	dead      bool    // a string cannot be read
	bareKeys  bool    // a name without quotes has been read

	lineFirst  int // first unit of the line that is not white space
	lineIndent int // white space in front of it
	lineMixed  int // first unit of the line, where the line does not start with what its containers are in

	furthest, stuck int
	calm            int // tokens read since the last edit
	readTo          int // a strict reading of the rest got up to here
	containers      []syntax.Container
	standing        []syntax.Container
	passed          bool // parts of the text have been passed over
	thorough        bool // none may be
	tried           bool // whether the rest is sound with the edits made so far
	output          any  // of the result, if it was
	whole           int  // the limit, before a wall has moved it
	own             Searches
	caches
}

// due is what the grammar allows next.
type due uint8

const (
	dueValue due = iota // a value, at the start and behind a colon
	dueFirst            // behind an opener: a name or a value, or the closer
	dueNext             // behind a comma: a name or a value
	dueColon
	dueComma // behind a value: a comma or a closer
)

// kind is what a value is.
type kind uint8

const (
	nothing kind = iota
	aString
	aNumber
	aWord
	aContainer
)

// plan is what is read differently because of a reading that failed.
type plan struct {
	indent bool // trust the indentation
	drop   int  // the closer at this offset +1 is one too many; 0: none
}

const maxPlans = 3

// machines are reused: most of their memory is the stack's.
var machines = sync.Pool{New: func() any { return new(machine) }}

// release gives the machine back, without what belongs to a text.
func (m *machine) release() {
	m.units, m.edits, m.output = units{}, edits{}, nil
	machines.Put(m)
}

// begin puts the machine in front of a region.
func (m *machine) begin(u units, in region, level Level, p plan) {
	stack, closed, containers, standing := m.stack[:0], m.closed[:0], m.containers[:0], m.standing[:0]
	list, after := m.edits.list[:0], m.edits.text[:0]
	*m = machine{}
	m.stack, m.closed, m.containers, m.standing, m.edits = stack, closed, containers, standing, edits{list, after, u.stop}
	m.units, m.region, m.level, m.plan, m.next = u, in, level, p, p
	m.whole = in.limit
	if m.searches == nil {
		m.searches = &m.own
	}
	m.pos, m.lineFirst, m.readTo = in.start, in.start, in.start
	m.root, m.comma, m.rootComma, m.lineMixed = -1, -1, -1, -1
}

// result is what has been read.
func (m *machine) result() Result {
	start := m.start
	end := m.limit
	if m.prose {
		end = m.lastEnd
		// What was taken out behind the last value belongs to what was cut off: a comma, a comment.
		if n := len(m.edits.list); n > 0 {
			end = max(end, int(m.edits.list[n-1].End))
		}
	}
	r := Result{Start: start, End: end, Truncated: m.truncated, output: m.output}
	r.record(m.edits)
	return r
}

// at gives unit i, zero outside the text.
func (m *machine) at(i int) uint32 {
	if uint(i) >= uint(m.limit) {
		return 0
	}
	return m.unit(i)
}

// run reads to the document's end.
func (m *machine) run() bool {
	for {
		m.poll()
		if len(m.stack) == 0 && m.due == dueComma && m.prose {
			return m.firm > 0
		}
		m.skipSpace()
		if m.pos < m.limit {
			c := m.unit(m.pos)
			if m.plan.indent && m.byIndent(c) || m.step(c) {
				if m.calm++; m.calm >= calmEnough+len(m.stack)/8 && m.due == dueComma && m.pos >= m.readTo {
					if m.readRest(); m.output != nil {
						return true
					}
				}
				continue
			}
		} else if len(m.stack) == 0 && m.due == dueComma {
			return m.finish()
		}
		m.calm = 0
		m.stopAtWall()
		if m.dead || !m.mend(m.code()) {
			return false
		}
	}
}

// stopAtWall ends the text in front of what no value in prose goes on behind, if
// that is where the reading stands.
func (m *machine) stopAtWall() {
	if !m.prose || len(m.stack) == 0 || m.pos >= m.limit {
		return
	}
	if at := m.wall(max(m.lastEnd, m.comma, m.top().open)); at < m.pos {
		m.pos, m.limit = at, at
	}
}

// finish ends a sequence.
func (m *machine) finish() bool {
	if m.sequence {
		m.endSequence()
	}
	return true
}

// skipSpace skips JSON white space and keeps the line.
func (m *machine) skipSpace() {
	i, line := m.pos, -1
	for c := m.at(i); isSpace(c); c = m.at(i) {
		i++
		if c == '\n' {
			line = i
		}
		if c = m.at(i); c == ' ' {
			i = m.spaces(i, m.limit)
		}
		m.pollAt(i)
	}
	if line >= 0 {
		m.lineFirst, m.lineIndent = i, i-line
		if c := m.at(i); c == ':' || c == ',' {
			m.lineMixed = i
		}
	}
	m.pos = i
}

// step reads what fits and reports whether anything did.
func (m *machine) step(c uint32) bool {
	switch m.due {
	case dueValue:
		return m.stepValue(c)
	case dueFirst:
		if c == closerOf(m.top().kind) && c != ')' {
			m.pop()
			return true
		}
		if m.inObject() {
			return m.stepName(c)
		}
		return m.stepValue(c)
	case dueNext:
		if m.inObject() {
			return m.stepName(c)
		}
		return m.stepValue(c)
	case dueColon:
		if c != ':' {
			return false
		}
		m.pos++
		m.due = dueValue
		m.str.live = false
		return true
	}
	if len(m.stack) == 0 {
		return false
	}
	switch {
	case c == ',' && m.top().kind != 'f':
		m.takeComma()
	case c == closerOf(m.top().kind) && c != ')':
		if m.plan.drop == m.pos+1 {
			return false
		}
		m.pop()
	default:
		return false
	}
	return true
}

func (m *machine) takeComma() {
	m.comma = m.pos
	m.pos++
	m.due = dueNext
	m.top().commas++
	if len(m.stack) == 1 {
		m.rootComma = m.comma
	}
}

func (m *machine) stepName(c uint32) bool {
	if c != '"' {
		return false
	}
	m.memberStarts()
	return m.readString(m.pos, 1, double, true)
}

func (m *machine) stepValue(c uint32) bool {
	switch {
	case c == '"':
		if m.isTripled(m.pos) {
			return false
		}
		m.memberStarts()
		return m.readString(m.pos, 1, double, false)
	case c == '{' || c == '[':
		if len(m.stack) >= syntax.MaxDepth {
			return false
		}
		m.memberStarts()
		m.push(byte(c), 1)
		return true
	case c == '-' || isDigit(c):
		end, ok := m.number(m.pos)
		if !ok {
			return false
		}
		m.memberStarts()
		m.valueRead(aNumber, m.pos, end)
		return true
	case c == 't' || c == 'f' || c == 'n':
		for _, w := range [...]string{"true", "false", "null"} {
			if m.hasWord(m.pos, w) {
				m.memberStarts()
				m.valueRead(aWord, m.pos, m.pos+len(w))
				return true
			}
		}
	}
	return false
}

// valueRead goes on behind a value that is not a container.
func (m *machine) valueRead(k kind, start, end int) {
	if m.root < 0 {
		m.root = start
	}
	m.last, m.lastStart, m.lastEnd = k, start, end
	m.firm++
	m.pos, m.due = end, dueComma
	if k != aString {
		m.str.live = false
	}
}
