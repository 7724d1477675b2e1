//go:build !jsonbeacon_checked

package syntax

import (
	"unsafe"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// This file is the package's one use of unsafe: loads and stores without bounds
// checks. They are in bounds by construction: the zero unit behind the text
// stops every loop that looks at single units, whole words are loaded only
// where they end inside the text, and TapeSlack covers what is written between
// two looks at the tape's end. Build with the tag jsonbeacon_checked to have
// memory_checked.go instead.

// stretch is how many units of one token, or of white space, are read before the
// caller has a chance to stop: less than a millisecond of work.
const stretch = 1 << 20

// Source is a text to read: units with a zero unit behind them.
type Source[U text.Unit] struct {
	p unsafe.Pointer
	n int
}

// NewSource takes a text of len(units) units; the unit behind them, within the
// capacity, must be zero.
func NewSource[U text.Unit](units []U) Source[U] {
	if ext := units[: len(units)+1 : len(units)+1]; ext[len(units)] != 0 {
		panic("syntax: no zero unit behind the text")
	}
	return Source[U]{unsafe.Pointer(unsafe.SliceData(units)), len(units)}
}

// Len is the number of units.
func (s Source[U]) Len() int { return s.n }

// Units gives the text as a slice, as NewSource takes it: with the zero unit
// behind it, within the capacity.
func (s Source[U]) Units() []U { return unsafe.Slice((*U)(s.p), s.n+1)[:s.n] }

// At gives unit i, 0 <= i <= Len; the one at Len is zero.
func (s Source[U]) At(i int) uint32 {
	return uint32(*(*U)(unsafe.Add(s.p, i*int(unsafe.Sizeof(U(0))))))
}

// Word gives the 8 bytes from unit i on, which must lie within the text; the
// unit of the lowest offset is in the lowest bits.
func (s Source[U]) Word(i int) uint64 {
	return *(*uint64)(unsafe.Add(s.p, i*int(unsafe.Sizeof(U(0)))))
}

// Tape is the memory that a value is written to.
type Tape struct {
	p    unsafe.Pointer
	room int
}

// NewTape takes words and keeps TapeSlack of them back.
func NewTape(words []uint64) Tape {
	if len(words) <= TapeSlack {
		panic("syntax: a tape without room")
	}
	return Tape{unsafe.Pointer(unsafe.SliceData(words)), len(words) - TapeSlack}
}

func (t Tape) put(i int, w uint64)     { *(*uint64)(unsafe.Add(t.p, i*8)) = w }
func (t Tape) get(i int) uint64        { return *(*uint64)(unsafe.Add(t.p, i*8)) }
func power(i int) *[2]uint64           { return (*[2]uint64)(unsafe.Add(unsafe.Pointer(&powers), i*16)) }
func exactPower(i int) float64         { return *(*float64)(unsafe.Add(unsafe.Pointer(&exactPowers), i*8)) }
func (st *State) push(d int, w uint64) { *(*uint64)(unsafe.Add(unsafe.Pointer(&st.stack), d*8)) = w }
func (st *State) pop(d int) uint64     { return *(*uint64)(unsafe.Add(unsafe.Pointer(&st.stack), d*8)) }
