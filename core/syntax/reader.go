package syntax

import "github.com/jsonbeacon/jsonbeacon/core/text"

// Fault is the first thing wrong in reading order.
type Fault struct {
	Code Code
	Pos  int // the place that is reported
	// Found is the unit at which it showed: at Pos or behind it. What decides
	// the fault lies at or before it.
	Found int
	// Related is where the innermost open container was opened, for
	// UnexpectedEnd and ExpectedComma, and where the key stood first, for
	// DuplicateKey; else -1.
	Related int
}

// Status is how far a reading has come.
type Status uint8

const (
	// Done: the value has been read whole.
	Done Status = iota
	// More: the tape is full, or a token, or white space, is long; take what the
	// tape holds, and call Advance again.
	More
	// Failed: there is a Fault.
	Failed
)

// Reader reads one value from a source.
type Reader[U text.Unit] struct {
	src    Source[U]
	tape   Tape
	st     *State
	keys   *KeySet
	fault  Fault
	utf8   bool
	ignore bool // invisible characters between tokens
	lax    bool // what the grammar allows is no fault
	commas bool // the last ones are kept
	from   int  // words at the tape's beginning that stay there
}

// NewReader makes a reader that keeps its place in st and writes to tape.
// utf8 says that 8-bit units are UTF-8 and not code points.
func NewReader[U text.Unit](src Source[U], utf8 bool, tape Tape, st *State) Reader[U] {
	return Reader[U]{src: src, tape: tape, st: st, utf8: utf8}
}

// CheckKeys has repeated keys found while reading, with the memory of keys;
// nil: not at all.
func (r *Reader[U]) CheckKeys(keys *KeySet) { r.keys = keys }

// GrammarAlone has everything read that the grammar of RFC 8259 allows: floats
// that overflow and escapes of unpaired surrogates too.
func (r *Reader[U]) GrammarAlone() { r.lax = true }

// Start puts the reader in front of a value at offset; white space may come
// first. Advance reads it.
func (r *Reader[U]) Start(offset int) {
	st := r.st
	st.pos, st.used, st.depth, st.cur, st.floats, st.due = offset, 0, 0, 0, 0, dueValue
	st.check = r.keys != nil
	st.keep, st.commas = r.commas, 0
	st.string.open, st.number.open = false, false
	if st.check {
		r.keys.reset()
	}
}

// Resume puts the reader at offset, behind a value, in the containers that are
// open there; Advance reads on to the end of the outermost. It does not look
// for repeated keys.
func (r *Reader[U]) Resume(offset int, open []Container) {
	r.keys = nil
	r.Start(offset)
	st := r.st
	st.due = dueComma
	for _, c := range open {
		st.push(st.depth, st.cur)
		st.depth++
		st.cur = r.container(c)
	}
}

// container is a Container as State.cur has it.
func (r *Reader[U]) container(c Container) uint64 {
	cur := uint64(c.Opener)<<1 | uint64(c.Commas)*oneComma
	if r.src.At(c.Opener) == '{' {
		cur |= 1
	}
	return cur
}

// Advance reads on until the value is whole, the tape is full, or something is
// wrong. Every call writes the tape from its beginning, but for the first behind Continue.
func (r *Reader[U]) Advance() Status {
	st := r.st
	st.used, r.from = r.from, 0
	for {
		var ev event
		switch {
		case st.string.open:
			ev = escape
		case st.number.open:
			ev = longNumber
		default:
			ev = scan(r.src, st, r.tape)
		}
		switch ev {
		case done:
			resolveFloats(r.src, st, r.tape)
			return Done
		case more:
			resolveFloats(r.src, st, r.tape)
			return More
		case escape:
			fault, ok := finishString(r.src, st, r.tape, r.lax)
			if !ok {
				return r.fail(fault)
			}
			if st.string.open {
				resolveFloats(r.src, st, r.tape)
				return More
			}
			if st.due == dueKeyed && !r.checkKey(true) {
				return Failed
			}
		case longNumber:
			if !st.number.open && st.pos-st.token < stretch/2 {
				// It only stands far from where scan began.
				st.pos, st.due = st.token, dueValue
				continue
			}
			if !r.longNumber() {
				return Failed
			}
			if st.number.open {
				resolveFloats(r.src, st, r.tape)
				return More
			}
		case keyRead:
			if !r.checkKey(false) {
				return Failed
			}
		case extreme:
			if !extremeFloat(r.src, st, r.tape) && !r.lax {
				return r.fail(Fault{NumberOutOfRange, st.token, st.token, -1})
			}
		case misfit:
			if r.stepOver() {
				continue
			}
			return r.fail(diagnose(r.src, st))
		}
	}
}

// fail settles the fault: what shows only at the end of the text is the
// text's ending there.
func (r *Reader[U]) fail(f Fault) Status {
	r.fault = f
	if f.Found >= r.src.Len() {
		r.fault = r.EndAt(r.src.Len())
	}
	return Failed
}

// EndAt is the fault of a reading that went on to limit or beyond, if the text
// ends at limit.
func (r *Reader[U]) EndAt(limit int) Fault {
	f := Fault{Code: UnexpectedEnd, Pos: limit, Found: limit, Related: -1}
	if r.st.depth > 0 {
		f.Related = openerOf(r.st.cur)
	}
	return f
}

// checkKey looks the last key up among its object's. escaped: it may have
// escapes.
func (r *Reader[U]) checkKey(escaped bool) bool {
	st := r.st
	start, end := st.token, st.pos-1
	hash := hashKey(r.src, r.utf8, escaped, r.keys.seed, start, end)
	first := r.keys.add(openerOf(st.cur), st.depth, start-1, hash, func(quote int) bool {
		return sameKey(r.src, r.utf8, start, quote+1)
	})
	if first < 0 {
		return true
	}
	r.fail(Fault{Code: DuplicateKey, Pos: start - 1, Found: end, Related: first})
	return false
}

// Used is the number of words that the last Advance of a Reader wrote.
func (st *State) Used() int { return st.used }

// End is the offset behind the value, once it is Done.
func (r *Reader[U]) End() int { return r.st.pos }

// Fault is what is wrong, once the reading has Failed.
func (r *Reader[U]) Fault() Fault { return r.fault }

// MayRepeatKeys reports whether any object that the last Advance came across is
// large enough to repeat a key.
func (r *Reader[U]) MayRepeatKeys() bool {
	st := r.st
	for d := 1; d < st.depth; d++ {
		if isObject(st.stack[d]) && commasOf(st.stack[d]) > 0 {
			return true
		}
	}
	return isObject(st.cur) && commasOf(st.cur) > 0 || r.tape.hasMembers(st.used)
}

// A Container is one that was open where a reading failed.
type Container struct {
	Opener int
	Commas int // elements or members that were complete, with their comma
}

// Open appends the containers that are open, the outermost first.
func (r *Reader[U]) Open(list []Container) []Container {
	st := r.st
	for d := 1; d < st.depth; d++ {
		cur := st.stack[d]
		list = append(list, Container{openerOf(cur), commasOf(cur)})
	}
	if st.depth > 0 {
		list = append(list, Container{openerOf(st.cur), commasOf(st.cur)})
	}
	return list
}

// Settled gives an offset that a token starts at or ends at, once the reading
// is Done or has Failed: what stands before it was read without a fault. It is
// the last one that costs no search.
func (r *Reader[U]) Settled() int {
	if r.st.depth == 0 {
		return 0
	}
	return max(openerOf(r.st.cur), r.Comma()) + 1
}
