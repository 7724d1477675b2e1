package repair

import (
	"math/bits"
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Most of a damaged text is sound. The strict reader goes over that several
// times faster than the machine, which has to keep what a rule may ask for. So
// the machine takes over from it in front of a fault, and lets it try the rest
// when no rule has been needed for a while. What is read, and which edits are
// made, is the same as without: what a rule asks for is mostly a few tokens
// back, and where it is not, the machine begins again and reads all of it.

// calmEnough tokens without an edit make it likely that the rest is sound; some
// more where containers are nested deeply, since the strict reader is told of all.
const calmEnough = 4

// A Stand is where the machine can take over from a strict reading.
type Stand struct {
	// Settled is where a token starts or ends, with nothing wrong in front of it.
	Settled int
	// Comma stands before that, with at least so many values between them as the
	// rules may ask for; -1 if it is not known. Open are the containers that are
	// open there.
	Comma int
	Open  []syntax.Container
}

// lookBack commas are passed again: then the last string, the value in front of
// it, and where that ends are known.
const lookBack = 2

// StandOf gives where a reading that keeps commas can be taken over; list is
// memory for the containers.
func StandOf[U text.Unit](r *syntax.Reader[U], settled int, list []syntax.Container) Stand {
	comma, open := r.CommaBefore(lookBack, list)
	return Stand{settled, comma, open}
}

// strict is the strict reader of the text that the machine reads.
type strict interface {
	// rest reads from an offset on, behind a value, in open containers. It gives
	// the end of the outermost one, or -1 and where the fault is; and where the
	// machine can take over, in list.
	rest(offset int, open, list []syntax.Container) (end, found int, s Stand)
	// try gives what the edits make of the text if that is JSON, else nil.
	try(r Result) (output any)
}

// reading is a strict for units of one width, and what it made last.
type reading[U text.Unit] struct {
	c    *checker
	src  syntax.Source[U]
	utf8 bool
	out  syntax.Source[U]
	room []U // that out is in
}

// readings are reused, by width, where a Result is released: most of their memory
// is what repair has made of a text.
var readings [5]sync.Pool

// largestKept is the most units that are kept for the next text.
const largestKept = 1 << 15

func widthOf[U text.Unit]() int { return bits.Len32(uint32(^U(0))) / 8 }

func newReading[U text.Unit](c *checker, src syntax.Source[U], utf8 bool) *reading[U] {
	t, _ := readings[widthOf[U]()].Get().(*reading[U])
	if t == nil {
		t = new(reading[U])
	}
	t.c, t.src, t.utf8 = c, src, utf8
	return t
}

// Release says that what Apply gave for a result is no longer needed: the memory
// is another one's from now on.
func Release[U text.Unit](r Result) {
	if t, ok := r.output.(*reading[U]); ok && cap(t.room) <= largestKept {
		*t = reading[U]{room: t.room}
		readings[widthOf[U]()].Put(t)
	}
}

func (t *reading[U]) rest(offset int, open, list []syntax.Container) (end, found int, s Stand) {
	c := takeChecker(t.c.stop)
	defer c.release()
	r := syntax.NewReader(t.src, t.utf8, c.tape, c.st)
	r.KeepCommas()
	r.Resume(offset, open)
	for asked := offset; ; asked = askAt(c.stop, asked, r.End()) {
		switch r.Advance() {
		case syntax.Done:
			return r.End(), -1, StandOf(&r, r.End(), list)
		case syntax.Failed:
			return -1, r.Fault().Found, StandOf(&r, r.Settled(), list)
		}
	}
}

func (t *reading[U]) try(r Result) any {
	if r.inOrder(t.c.stop) && t.apply(r) == syntax.OK {
		return t
	}
	t.c.whole = false // of the text
	return nil
}

// apply makes the edits and gives what is wrong with what comes out.
func (t *reading[U]) apply(r Result) syntax.Code {
	t.room = applied(t.room, t.src.Units(), r, t.c.stop)
	t.out = withZero(t.room)
	_, wrong, _ := check(t.c, t.out, t.utf8, region{limit: t.out.Len(), made: true, same: r.unchanged()})
	return wrong.Code
}

// sound reports whether what was applied last is a document, repeated keys aside:
// one of them may have kept a later fault from being seen.
func (t *reading[U]) sound() bool {
	keyed := t.c.keyed
	t.c.keyed, t.c.whole = false, false
	_, wrong, _ := check(t.c, t.out, t.utf8, region{limit: t.out.Len(), made: true})
	t.c.keyed, t.c.whole = keyed, false
	return wrong.Code == syntax.OK
}

// readRest has the rest of the outermost value that is plain JSON strictly read,
// if that may succeed. Then there is an output, or the machine is at the value's
// end, or in front of the fault, and the strict reader is not asked again before
// it is behind that: so it is asked at most once for every unit, and once more
// for the output.
func (m *machine) readRest() {
	if m.strict == nil || m.plan != (plan{}) || m.firm == 0 || len(m.stack) == 0 {
		return
	}
	base := len(m.stack)
	for base > 0 && m.isPlain(m.stack[base-1]) {
		base--
	}
	if base == len(m.stack) {
		return
	}
	open := m.containers[:0]
	for _, f := range m.stack[base:] {
		open = append(open, syntax.Container{Opener: f.open, Commas: f.commas})
	}
	m.containers = open
	if base == 0 && !m.tried && !m.prose && !m.sequence && m.at(m.limit-1) == closerOf(m.stack[0].kind) {
		// What is to become of the text has to be read anyway: if the rest is
		// sound, this was it.
		m.tried = true
		if m.output = m.strict.try(m.result()); m.output != nil {
			return
		}
	}
	end, found, s := m.strict.rest(m.pos, open, m.standing[:0])
	m.work += max(end, found) - m.pos
	m.standing = s.Open
	switch {
	case end > m.limit || found > m.limit:
		m.readTo = m.limit
	case end < 0:
		m.readTo = found
		m.takeOver(s)
	case base > 0 || m.sequence || !m.prose && m.blank(end) < m.limit:
		m.readTo = end
		m.takeOver(s)
	default:
		m.stack = m.stack[:0]
		m.pos, m.lastEnd, m.last, m.due = end, end, aContainer, dueComma
	}
}

// isPlain reports whether the strict reader reads a container as the machine
// does: it is no tuple, no call, and none whose opener was mended.
func (m *machine) isPlain(f frame) bool {
	return f.kind != '(' && uint32(f.kind) == m.at(f.open)
}

// takeOver goes on where a strict reading stands, which has begun at pos or
// where the document starts.
func (m *machine) takeOver(s Stand) {
	if !m.thorough && s.Comma > m.pos && (m.firm > 0 || m.startsFirm()) {
		m.passTo(s)
	}
	m.skim(s.Settled)
}

// startsFirm reports whether the first thing in the containers that open at pos
// is a name or a scalar.
func (m *machine) startsFirm() bool {
	i := m.pos
	for c := m.at(i); c == '{' || c == '[' || isSpace(c); c = m.at(i) {
		i++
		m.pollAt(i)
	}
	return !isCloser(m.at(i))
}

// passTo goes on behind a comma without a look at what stands before it. What
// is not known then has to be asked for with passedOver.
func (m *machine) passTo(s Stand) {
	m.passed = true
	m.firm++
	if m.root < 0 {
		m.root = s.Open[0].Opener
	}
	if line := m.lastLine(m.pos, s.Comma); line >= 0 {
		m.lineFirst = m.blank(line)
		m.lineIndent = m.lineFirst - line
	}
	if m.index(m.pos, s.Comma, '"') < s.Comma {
		m.str = literal{}
	}
	m.str.live = false
	base := len(m.stack)
	for base > 0 && m.stack[base-1].open >= s.Open[0].Opener {
		base--
	}
	m.stack = m.stack[:base]
	for _, c := range s.Open {
		m.stack = append(m.stack, frame{kind: byte(m.unit(c.Opener)), open: c.Opener, member: -1, commas: c.Commas})
	}
	switch {
	case len(m.stack) == 1:
		m.rootComma = s.Comma
	case base == 0:
		m.rootComma = -1
	}
	m.comma, m.pos, m.due = s.Comma, s.Comma+1, dueNext
}

// passedOver reports whether the machine has passed over what a rule asks for:
// the rule then does nothing, and all is read again, thoroughly.
func (m *machine) passedOver() bool {
	if m.passed {
		m.dead = true
	}
	return m.passed
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
			if !m.step(c) {
				return
			}
		}
	}
}

func (m *machine) skimScalar(k kind) {
	m.memberStarts()
	end := m.pos
	for c := m.at(end); c > ' ' && c != ',' && c != '}' && c != ']'; c = m.at(end) {
		end++
		m.pollAt(end)
	}
	m.valueRead(k, m.pos, end)
}
