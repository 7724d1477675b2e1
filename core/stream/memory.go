package stream

import (
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// Memory is what a Machine keeps between feeds. It holds no pointers, so it may
// live in memory that Go does not manage; zeroed or Reset, it is at a text's
// beginning.
type Memory struct {
	progress
	// Much more than most texts need, so not part of what is reset: what is open
	// in the value, and what was open where each of the failures was.
	frames [syntax.MaxDepth]frame
	failed [2][syntax.MaxDepth]uint32
}

// Reset puts m, whatever it holds, at a text's beginning.
func (m *Memory) Reset() { m.progress = progress{} }

type progress struct {
	phase phase
	back  phase // fenceStart: what goes on if the fence is no JSON fence
	// The unit that is due: for prose and skip where they look for brackets, for
	// opener the bracket, for value the reader's.
	pos int
	// How far a wait has looked, so that nothing is looked at twice.
	probe, line, tagEnd int
	// Where lines of fences and tags are looked for next.
	fenceFrom, lessFrom int
	// What was found of the searches for each.
	openers, brackets, runs, less found
	fence                         extract.OpenedFence
	inFence                       inFence
	at                            int // in a JSON fence, beside its value
	from                          int // where the text begins that a fence or value is in
	open                          int // skip: brackets that are open
	block                         int // thought: the name of the block
	value                         reading
	scope                         scope
	tags                          tagState
	failures                      [2]failure
}

// phase is what the machine is doing.
type phase uint8

const (
	prose      phase = iota // looking for what may begin something
	opener                  // a bracket in prose: what stands behind it?
	inValue                 // reading a value
	skip                    // behind a failed value, to where its brackets are closed
	fenceStart              // in a fence, in front of its content
	fenceEnd                // in a JSON fence, behind its value
	fenceRest               // in a JSON fence that is malformed, to its end
	thought                 // in a block of reasoning
)

// found is how far a search has come: from offset from on, the first unit that was
// looked for is at at, or not in front of it.
type found struct{ from, at int }

// behind is where to look for the first unit from offset i on.
func (f *found) behind(i int) int {
	if i < f.from || i > f.at {
		f.from, f.at = i, i
	}
	return f.at
}

type inFence uint8

const (
	noFence inFence = iota
	otherFence
	jsonFence
)

// scope is a text of its own: the whole, or the body of a tag.
type scope struct {
	fenced bool // it has a JSON fence
	object bool // one of the candidates that count is an object
	before bool // the same, when the scope was entered
	// The first candidate that was told and counts, +1; 0: none. All the bodies of
	// tags count together; own is the first of this one.
	first, own int
}

// tagState is what the option Tags needs.
type tagState struct {
	found bool // a tag's body has a candidate, so only bodies count
	name  int  // of the tag that is open, +1; 0: none
	depth int  // tags of that name, inside one another
	outer scope
	cdata bool // what the body begins with is still to come
}

// reading is the value that is being read.
type reading struct {
	start   int
	source  extract.Source
	like    bool // its opener is JSON-like
	pending bool // it is not told before its first comma
	loud    bool // it is told
	told    bool // it is, and what is open of it has been told in this feed
	due     due
	number  number
	token   int // of the string or number under way
	depth   int // of Memory.frames
}

// frame is an open container.
type frame struct {
	opener uint32
	count  uint32 // commas
	// The name of its current member, in units, quotes left out.
	key, keyLen uint32
	object      bool
}

// failure is a value that failed as prose: as did all that was open in it.
type failure struct {
	found int
	count int // of the openers in Memory.failed
}

// fail remembers a failure in place of the one that ended first: a text has two
// at most that still matter (see scanInline in package extract).
func (m *Memory) fail(found int) {
	k := 0
	if m.failures[1].found < m.failures[0].found {
		k = 1
	}
	m.failures[k] = failure{found, m.value.depth}
	for i := range m.value.depth {
		m.failed[k][i] = m.frames[i].opener
	}
}

// hasFailed reports whether the container opened at offset i is known to fail.
func (m *Memory) hasFailed(i int) bool {
	for k := range m.failures {
		f := &m.failures[k]
		if f.count == 0 || i > f.found {
			continue
		}
		openers := &m.failed[k]
		low, high := 0, f.count
		for low < high {
			if mid := (low + high) / 2; int(openers[mid]) < i {
				low = mid + 1
			} else {
				high = mid
			}
		}
		if low < f.count && int(openers[low]) == i {
			return true
		}
	}
	return false
}
