package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Status is how far a Finder has come.
type Status int32

// The statuses; pybind/engine/engine.h mirrors them.
const (
	// Done: the Result is a value, and the tape holds its last part.
	Done Status = iota
	// More: the tape holds the next part of a value: take it, then Resume.
	More
	// Failed: the Result is a fault.
	Failed
	// Retry: what the tape has held so far is no result. Run again with Careful.
	Retry
	// Interrupted: Finder.Interrupted answered true.
	Interrupted
)

// Result is what a Finder found. Offsets are units of the text, -1 where they
// do not apply.
type Result struct {
	Start, End int
	Candidates int
	Source     Source
	Fault      syntax.Fault
	Reason     syntax.Reason
}

// Memory is what a Finder keeps between Run and Resume. It holds no pointers, so
// it may live in memory that Go does not manage.
type Memory struct {
	Reader syntax.State // of the value on the tape
	at     stage
	start  int    // of the value that is being read
	fence  fence  // that it stands in
	result Result // of which that value is the one that was chosen
	tallies
}

// stage is what the value being read to the tape is.
type stage uint8

const (
	leading  stage = iota // the text starts with it
	inFence               // it is a fence's content
	inProse               // the inline scan came to it
	chosen                // it is the result
	document              // it is all that was asked for
)

// Finder looks for JSON in one text.
//
// It is optimistic: it writes the first value that may be the result to the
// tape while it reads it, and leaves repeated keys to the builder. Where that
// was wrong it answers Retry. With Careful it decides first and writes then.
type Finder[U text.Unit] struct {
	Count   bool // Result.Candidates must be exact
	Careful bool
	// Deliver writes the result to the tape. Without it, nothing is written that
	// a caller could need: Careful must be set, and More is never answered.
	Deliver bool
	// Interrupted, if there is one, is asked now and then.
	Interrupted func() bool
	Result      Result

	src    syntax.Source[U]
	utf8   bool
	tape   syntax.Reader[U]
	memory *Memory
	side   *side[U]
	selection
	collect *piece[U] // takes the candidates, if the selection does not
	begun   bool      // part of a value has been handed out, so no other can be the result
	onTape  int       // start of the candidate that the tape holds whole, -1
	repeats bool      // a key has been repeated
	polled  int
	ended   Status // how the search ended, where a fence ended it
	aborted Status // Retry or Interrupted: nothing that follows counts
}

// Init makes f a Finder that writes to tape and keeps its place in memory. utf8
// says that 8-bit units are UTF-8 and not code points.
func (f *Finder[U]) Init(src syntax.Source[U], utf8 bool, opt Options, tape syntax.Tape, memory *Memory) {
	f.src, f.utf8, f.opt, f.memory = src, utf8, opt, memory
	f.tape = syntax.NewReader(src, utf8, tape, &memory.Reader)
	f.tallies = &memory.tallies
	f.clear()
	f.onTape = -1
}

// Close gives borrowed memory back.
func (f *Finder[U]) Close() {
	if f.side != nil {
		f.side.release()
		f.side = nil
	}
}

// Used is the number of words that the tape holds, after Done and More.
func (f *Finder[U]) Used() int { return f.memory.Reader.Used() }

// Run looks for JSON from the text's beginning.
func (f *Finder[U]) Run() Status {
	if f.src.Len() > f.opt.maxLength() {
		return f.tooLong()
	}
	start := f.skipLead()
	if first := f.src.At(start); first == '{' || first == '[' {
		switch r := f.read(leading, fence{}, start); r.outcome {
		case suspended:
			return More
		case value:
			return f.afterLeading(start, r.end)
		}
	}
	if status, fenced := f.scanFences(0, false); fenced {
		return status
	}
	return f.scanInline(0)
}

// Resume goes on behind More.
func (f *Finder[U]) Resume() Status {
	m := f.memory
	f.begun = true
	switch f.tape.Advance() {
	case syntax.More:
		return More
	case syntax.Failed:
		return Retry
	}
	end := f.tape.End()
	f.onTape = m.start
	switch m.at {
	case leading:
		return f.afterLeading(m.start, end)
	case inFence:
		next := f.addFenced(m.fence, m.start, end)
		if next < 0 {
			return f.ended
		}
		status, _ := f.scanFences(next, true)
		return status
	case inProse:
		return f.afterInline(m.start, end)
	case document:
		return f.afterDocument(m.start, end)
	}
	f.Result = m.result
	return Done
}

// skipLead gives the offset behind a byte order mark and white space.
func (f *Finder[U]) skipLead() int {
	i := 0
	switch {
	case f.utf8 && f.src.At(0) == 0xEF && f.src.At(1) == 0xBB && f.src.At(2) == 0xBF:
		i = 3
	case !f.utf8 && f.src.At(0) == 0xFEFF:
		i = 1
	}
	return f.skipSpace(i)
}

// afterLeading goes on behind a value that the text starts with.
func (f *Finder[U]) afterLeading(start, end int) Status {
	first := byte(f.src.At(start))
	if f.skipSpace(end) == f.src.Len() {
		if f.tallyFor(first) != nil {
			return f.deliver(start, end, 1, Whole)
		}
		return f.finish()
	}
	// No fence line is inside a value, so the fences start behind this one.
	if status, fenced := f.scanFences(end, false); fenced {
		return status
	}
	return f.afterInline(start, end)
}

// afterInline goes on behind a value that the inline scan found.
func (f *Finder[U]) afterInline(start, end int) Status {
	first := byte(f.src.At(start))
	if f.settles(first) {
		return f.deliver(start, end, 1, Inline)
	}
	f.add(candidate{start: start, end: end, first: first, source: Inline})
	return f.scanInline(end)
}

// finish turns the selection into the result.
func (f *Finder[U]) finish() Status {
	t := f.result()
	var c candidate
	if t.n > 0 {
		c = t.selected
	}
	ambiguous := t.n > 1 && f.opt.Select == Only
	if f.onTape >= 0 && (f.onTape != c.start || ambiguous) {
		f.giveUpTape()
	}
	if f.aborted != Done {
		return f.aborted
	}
	switch {
	case t.n == 0:
		return f.fail(syntax.Fault{Code: syntax.NotFound, Pos: -1, Found: -1, Related: -1}, -1, -1)
	case ambiguous:
		s := t.second
		status := f.fail(syntax.Fault{Code: syntax.MultipleCandidates, Pos: s.start, Found: s.start, Related: -1}, s.start, s.end)
		if t.truncated {
			f.Result.Reason = syntax.Truncated
		}
		return status
	case c.fault.Code != syntax.OK:
		return f.fail(c.fault, c.start, c.end)
	}
	return f.deliver(c.start, c.end, t.n, c.source)
}

// deliver makes the value the result and puts it on the tape, if it is not
// there.
func (f *Finder[U]) deliver(start, end, candidates int, source Source) Status {
	f.Result.Start, f.Result.End, f.Result.Candidates, f.Result.Source = start, end, candidates, source
	switch {
	case f.onTape == start || !f.Deliver:
		return Done
	case f.begun:
		return Retry
	}
	f.memory.at, f.memory.result = chosen, f.Result
	f.tape.Start(start)
	if f.tape.Advance() == syntax.More {
		return More
	}
	return Done
}

func (f *Finder[U]) tooLong() Status {
	return f.fail(syntax.Fault{Code: syntax.TooLong, Pos: -1, Found: -1, Related: -1}, -1, -1)
}

// fail makes a fault the result; one that comes after part of a value has been
// handed out is told in another run, so that the caller has one way to drop it.
func (f *Finder[U]) fail(fault syntax.Fault, start, end int) Status {
	if f.begun {
		return Retry
	}
	f.Result.Fault = fault
	f.Result.Reason = fault.Code.Reason()
	f.Result.Start, f.Result.End = start, end
	return Failed
}

// settled reports whether no further candidate can change the result.
func (f *Finder[U]) settled() bool { return !f.Count && f.opt.Select == First && f.kept.n > 0 }

// poll asks Interrupted every so many units and reports whether to stop. It is
// small enough to be inlined, and short texts have no Interrupted.
func (f *Finder[U]) poll(i int) bool {
	if f.Interrupted != nil {
		f.askAt(i)
	}
	return f.aborted != Done
}

func (f *Finder[U]) askAt(i int) {
	const every = 1 << 16
	if uint(i-f.polled) >= every {
		f.polled = i
		f.stop()
	}
}

// stop asks Interrupted and reports whether to stop.
func (f *Finder[U]) stop() bool {
	if f.Interrupted != nil && f.aborted == Done && f.Interrupted() {
		f.aborted = Interrupted
	}
	return f.aborted != Done
}
