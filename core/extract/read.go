package extract

import (
	"slices"
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// outcome is how the reading of one value ended.
type outcome uint8

const (
	value     outcome = iota // it ends at reading.end
	failed                   // reading.failure says how
	suspended                // the tape is full: the caller is to have it
	aborted                  // Finder.aborted says why
)

type reading struct {
	outcome outcome
	end     int
	failure *failure
}

// failure is a reading that failed: what every container open there has in
// common. The code depends on the innermost ones only, so a reading that starts
// at any of their openers fails at the same place with the same code.
type failure struct {
	fault syntax.Fault
	open  []syntax.Container
	stand repair.Stand // kept where values are repaired
}

// standAt is where repair can take over the reading of the value at offset i,
// which is open there.
func (f *failure) standAt(i int) repair.Stand {
	s := f.stand
	for len(s.Open) > 0 && s.Open[0].Opener < i {
		s.Open = s.Open[1:]
	}
	if len(s.Open) == 0 {
		s.Comma = -1
	}
	return s
}

// find gives the index of the container opened at offset i.
func (f *failure) find(i int) (int, bool) {
	if len(f.open) == 0 || i < f.open[0].Opener || i > f.fault.Found {
		return 0, false
	}
	return slices.BinarySearchFunc(f.open, i, func(c syntax.Container, i int) int { return c.Opener - i })
}

// side is the memory of readings that write no tape: borrowed when needed,
// reused, bounded.
type side[U text.Unit] struct {
	memory *sideMemory
	reader syntax.Reader[U]
}

type sideMemory struct {
	state    syntax.State
	words    [256 + syntax.TapeSlack]uint64
	keys     syntax.KeySet
	failures [2]failure
}

var sideMemories = sync.Pool{New: func() any { return new(sideMemory) }}

func (f *Finder[U]) borrow() *side[U] {
	if f.side == nil {
		m := sideMemories.Get().(*sideMemory)
		for i := range m.failures {
			m.failures[i].fault = syntax.Fault{}
			m.failures[i].open = m.failures[i].open[:0]
		}
		s := &side[U]{memory: m, reader: syntax.NewReader(f.src, f.utf8, syntax.NewTape(m.words[:]), &m.state)}
		s.reader.CheckKeys(&m.keys)
		if f.repairs() {
			s.reader.KeepCommas()
		}
		s.reader.IgnoreInvisible(f.opt.Invisible != KeepInvisible)
		f.side = s
	}
	return f.side
}

func (s *side[U]) release() { sideMemories.Put(s.memory) }

// read reads the value that starts at offset start, at stage at.
//
// It goes to the tape, and is not asked for repeated keys, if it may become the
// result. If it fails there, or is too long for the tape and not the first, it
// is read aside; and so is all that comes behind a value of which part has been
// handed out, whose last part the tape holds. Once a key has been repeated, all
// is read aside: read without a look at keys, {"a":1,"a":"}","b": many times
// would go on to the end of it all each time.
func (f *Finder[U]) read(at stage, in fence, start int) reading {
	if f.Careful || f.begun || f.repeats || !f.mayTake(byte(f.src.At(start))) {
		return f.readAside(start)
	}
	if !f.giveUpTape() {
		return reading{outcome: aborted}
	}
	f.tape.Start(start)
	switch f.tape.Advance() {
	case syntax.Done:
		f.onTape = start
		return reading{outcome: value, end: f.tape.End()}
	case syntax.More:
		if f.empty() && f.Deliver {
			f.memory.at, f.memory.fence, f.memory.start = at, in, start
			return reading{outcome: suspended}
		}
	case syntax.Failed:
		if !f.tape.MayRepeatKeys() {
			return f.record(&f.tape)
		}
	}
	return f.readAside(start)
}

// readAside reads a value without writing it to the tape, repeated keys and all.
func (f *Finder[U]) readAside(start int) reading {
	r := &f.borrow().reader
	r.Start(start)
	for {
		switch r.Advance() {
		case syntax.Done:
			return reading{outcome: value, end: r.End()}
		case syntax.Failed:
			return f.record(r)
		}
		if f.poll(r.End()) {
			return reading{outcome: aborted}
		}
	}
}

// giveUpTape makes sure that the candidate on the tape, which will not be the
// result, repeats no key; false: it does, and all is to be done again, with care.
func (f *Finder[U]) giveUpTape() bool {
	start, keyed := f.onTape, f.keyed()
	f.onTape = -1
	if keyed && f.readAside(start).outcome != value {
		if f.aborted == Done {
			f.aborted = Retry
		}
		return false
	}
	return true
}

// keyed reports whether the candidate on the tape may repeat a key. One whose
// first parts have been handed out is the builder's to look at.
func (f *Finder[U]) keyed() bool { return f.onTape >= 0 && !f.begun && f.tape.MayRepeatKeys() }

// record keeps the failure of a reader, in place of the one that ended first: a
// text has two readings at most that still matter (see scanInline).
func (f *Finder[U]) record(r *syntax.Reader[U]) reading {
	m := f.borrow().memory
	slot := &m.failures[0]
	if m.failures[1].fault.Found < slot.fault.Found {
		slot = &m.failures[1]
	}
	slot.fault = r.Fault()
	if f.repairs() {
		slot.stand = repair.StandOf(r, r.Settled(), slot.stand.Open[:0])
	}
	f.repeats = f.repeats || slot.fault.Code == syntax.DuplicateKey
	slot.open = r.Open(slot.open[:0])
	return reading{outcome: failed, failure: slot}
}

// known gives the recorded failure of a value that starts at offset i.
func (f *Finder[U]) known(i int) (fail *failure, index int) {
	if f.side == nil {
		return nil, 0
	}
	for k := range f.side.memory.failures {
		fail = &f.side.memory.failures[k]
		if index, ok := fail.find(i); ok {
			return fail, index
		}
	}
	return nil, 0
}
