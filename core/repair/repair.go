package repair

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Level is how far a repair may go; each level includes those before it.
type Level uint8

const (
	// Off repairs nothing.
	Off Level = iota
	// Syntax makes the edits that have one reading.
	Syntax
	// Guess also makes those that pick the likeliest reading.
	Guess
	// All also supplies what is missing, or leaves it out, and says so.
	All
)

var levelNames = [...]string{"off", "syntax", "guess", "all"}

func (l Level) String() string { return levelNames[l] }

// A Result is a document that has been repaired.
type Result struct {
	Edits      []Edit // in the order of the text; they do not overlap
	Start, End int    // what of the source the document occupies
	// Truncated: something was supplied, or left out, because the text does not
	// have it. Only with All.
	Truncated bool
	text      []byte // what the edits put in
	output    any    // the reading that has what Apply gives, once that has been made
}

// After is what an edit of the result puts in. It is ASCII.
func (r *Result) After(e Edit) string { return (&edits{text: r.text}).after(e) }

// record makes a list the result's.
func (r *Result) record(l edits) { r.Edits, r.text = l.list, l.text }

func (r *Result) edits() edits { return edits{list: r.Edits, text: r.text} }

func (r *Result) inOrder(stop func() bool) bool {
	l := edits{list: r.Edits, stop: stop}
	return l.inOrder(r.Start, r.End)
}

// Log is the result for its list of edits: without what Apply gives.
func (r Result) Log() Result {
	r.output = nil
	return r
}

// unchanged gives up to where the result is the text: the same units at the same
// offsets.
func (r *Result) unchanged() int {
	switch {
	case r.Start > 0:
		return 0
	case len(r.Edits) > 0:
		return int(r.Edits[0].Start)
	}
	return r.End
}

// Document repairs a whole text as one damaged document. utf8 says that 8-bit
// units are UTF-8 and not code points. If it cannot, the fault is the first one
// of the strict grammar. For stop see Value.
func Document[U text.Unit](src syntax.Source[U], utf8 bool, level Level, stop func() bool) (Result, *syntax.Fault) {
	c := takeChecker(stop)
	defer c.release()
	return verdict(mend(c, src, utf8, trimmed(src, behindMark(src, utf8), src.Len()), level))
}

// DocumentTo is Document that has the result written to a tape, with its
// offsets as Apply gives it. It reports whether the tape holds all of it. Keys
// that are repeated are left to be found by the one who takes it from there; if
// he finds any, Document says what becomes of the text.
func DocumentTo[U text.Unit](
	src syntax.Source[U], utf8 bool, level Level, tape syntax.Tape, st *syntax.State, stop func() bool,
) (r Result, fault *syntax.Fault, whole bool) {
	c := takeChecker(stop)
	defer c.release()
	in := trimmed(src, behindMark(src, utf8), src.Len())
	c.tape, c.st, c.keyed = tape, st, false
	r, found := mend(c, src, utf8, in, level)
	if found.Code == syntax.OK {
		return r, nil, c.whole
	}
	// A repeated key may stand in front of what was found.
	c.forget()
	if _, first := mend(c, src, utf8, in, Off); first != found {
		r, found = mend(c, src, utf8, in, level)
	}
	r, fault = verdict(r, found)
	return r, fault, false
}

// behindMark gives where a text starts that may have a byte order mark.
func behindMark[U text.Unit](src syntax.Source[U], utf8 bool) int {
	switch {
	case utf8 && src.At(0) == 0xEF && src.At(1) == 0xBB && src.At(2) == 0xBF:
		return 3
	case !utf8 && src.At(0) == 0xFEFF:
		return 1
	}
	return 0
}

// Within repairs what stands between start and limit, such as the content of a
// fence or a tag, as one damaged document. For stop see Value.
func Within[U text.Unit](src syntax.Source[U], utf8 bool, start, limit int, level Level, stop func() bool) (Result, *syntax.Fault) {
	c := takeChecker(stop)
	defer c.release()
	return verdict(mend(c, src, utf8, trimmed(src, start, limit), level))
}

// trimmed is a region without the white space around it.
func trimmed[U text.Unit](src syntax.Source[U], start, limit int) region {
	start = syntax.SkipSpace(src, start)
	for limit > start && isSpace(src.At(limit-1)) {
		limit--
	}
	return region{start: start, limit: limit}
}

// Value repairs the damaged value whose opener stands at start, in prose that
// ends at limit. Where it ends the grammar says: where no container is open.
// What could swallow prose stops at a blank line, a fence line and a line that
// starts with a closing tag.
//
// seen are the searches of this prose, if more than one of its values is to be repaired; else nil. The
// work of this one is added to theirs.
// stop, if it is not nil, is asked now and then. Where it has answered true, the
// outcome is a fault that means nothing.
func Value[U text.Unit](
	src syntax.Source[U], utf8 bool, start, limit int, level Level, seen *Searches, stop func() bool,
) (Result, *syntax.Fault) {
	c := takeChecker(stop)
	defer c.release()
	c.searches = seen
	return verdict(mend(c, src, utf8, region{start: start, limit: limit, prose: true}, level))
}

// Failed is Value for what a strict reading has found fault with already;
// s is where that reading, which has kept commas, can be taken over.
func Failed[U text.Unit](
	src syntax.Source[U], utf8 bool, start, limit int, level Level, fault syntax.Fault, s Stand,
	seen *Searches, stop func() bool,
) (r Result, ok bool) {
	c := takeChecker(stop)
	c.searches = seen
	defer func() {
		if c.release(); isStop(recover()) {
			r, ok = Result{}, false
		}
	}()
	return mendFault(c, src, utf8, region{start: start, limit: limit, prose: true}, level, fault, s)
}

// region is the part of a text that is repaired.
type region struct {
	start, limit int
	prose        bool // more than the document may stand there
	made         bool // it is what repair has made
	same         int  // of the text that the checker has read last, up to here
}

func mend[U text.Unit](c *checker, src syntax.Source[U], utf8 bool, in region, level Level) (r Result, wrong syntax.Fault) {
	defer func() {
		if isStop(recover()) {
			r, wrong = Result{}, syntax.Fault{Code: syntax.UnexpectedEnd}
		}
	}()
	end, fault, s := check(c, src, utf8, in)
	if fault.Code == syntax.OK {
		return Result{Start: in.start, End: end}, fault
	}
	r, ok := mendFault(c, src, utf8, in, level, fault, s)
	if !ok {
		return Result{}, fault
	}
	return r, syntax.Fault{}
}

// verdict gives a fault as the callers from outside have it.
func verdict(r Result, f syntax.Fault) (Result, *syntax.Fault) {
	if f.Code == syntax.OK {
		return r, nil
	}
	fault := f // of its own: it is made in the rare case alone
	return r, &fault
}

// mendFault repairs what has been read strictly and has a fault; s is where the
// machine can take over.
func mendFault[U text.Unit](
	c *checker, src syntax.Source[U], utf8 bool, in region, level Level, fault syntax.Fault, s Stand,
) (Result, bool) {
	if level == Off || in.start >= in.limit || isFinal(fault.Code) {
		return Result{}, false
	}
	t := newReading(c, src, utf8)
	work := c.units.work
	c.units = unitsOf(src, utf8, c.stop)
	c.units.strict, c.units.searches, c.units.work = t, c.searches, work
	r, ok := attempt(&c.units, in, level, s)
	if !ok || !r.inOrder(c.stop) {
		return Result{}, false
	}
	if r.output != nil {
		return r, true
	}
	wrong := t.apply(r)
	if wrong == syntax.DuplicateKey && level == All && t.sound() {
		r = dropRepeated(unitsOf(t.out, utf8, c.stop), r)
		wrong = t.apply(r)
	}
	r.output = t
	return r, wrong == syntax.OK
}

// isFinal reports the faults that no edit can mend.
func isFinal(c syntax.Code) bool { return c == syntax.TooDeep || c == syntax.LoneSurrogate }

// attempt reads the region with the rules of the level. Some damage shows only
// behind its place; then the machine says what to read differently and begins
// again, each time with less to choose from.
func attempt(u *units, in region, level Level, s Stand) (Result, bool) {
	for _, l := range layers {
		if l.level <= level && l.covers(u, in) {
			return attemptLayer(u, in, level, l)
		}
	}
	return attemptPlain(u, in, level, s)
}

func attemptPlain(u *units, in region, level Level, s Stand) (Result, bool) {
	m := machines.Get().(*machine)
	defer m.release()
	var plan plan
	var doubtful Result
	found := false
	for range maxPlans {
		m.begin(*u, in, level, plan)
		ok := m.read(s)
		u.steps, u.work = m.steps, m.work
		if !ok && m.passed && m.dead {
			m.begin(*u, in, level, plan)
			m.thorough = true
			ok = m.read(s)
			u.steps, u.work = m.steps, m.work
		}
		if ok {
			doubt := m.truncated || m.doubt
			if !found && (!doubt || m.next == plan) || found && !doubt {
				return m.result(), true
			}
			if !found {
				doubtful, found = m.result(), true
				m.edits = edits{}
			}
		}
		if m.next == plan {
			break
		}
		plan = m.next
	}
	return doubtful, found
}

// read reads the region from where a strict reading stands, unless the plan is
// about what is in front of that.
func (m *machine) read(s Stand) bool {
	if !m.plan.indent && (m.plan.drop == 0 || m.plan.drop > s.Settled) {
		m.takeOver(s)
	}
	return m.run()
}
