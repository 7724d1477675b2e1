//go:build jsonbeacon_checked

package syntax

import "github.com/jsonbeacon/jsonbeacon/core/text"

// The same as memory.go in safe Go, with the reading of sources counted: for
// tests of memory safety and of linear cost.

var (
	// Loads counts every load of a unit or word.
	Loads int
	// Reads counts units read. One that is looked at again before the reading has
	// gone far is not read again; one to which it comes back is.
	Reads int
)

// stretch is a variable here, for tests.
var stretch = 1 << 20

// front is the unit behind the last one read; far is what is far from it.
var front int

const far = 64

func count(i, n int) {
	Loads++
	if i < front-far || i > front+far {
		front = i
	}
	if i+n > front {
		Reads += i + n - front
		front = i + n
	}
}

// Source is a text to read: units with a zero unit behind them.
type Source[U text.Unit] struct {
	units []U // the zero unit included
}

// NewSource takes a text of len(units) units; the unit behind them, within the
// capacity, must be zero.
func NewSource[U text.Unit](units []U) Source[U] {
	ext := units[: len(units)+1 : len(units)+1]
	if ext[len(units)] != 0 {
		panic("syntax: no zero unit behind the text")
	}
	return Source[U]{ext}
}

// Len is the number of units.
func (s Source[U]) Len() int { return len(s.units) - 1 }

// Units gives the text as a slice, as NewSource takes it: with the zero unit
// behind it, within the capacity.
func (s Source[U]) Units() []U { return s.units[:len(s.units)-1] }

// At gives unit i, 0 <= i <= Len; the one at Len is zero.
func (s Source[U]) At(i int) uint32 {
	count(i, 1)
	return uint32(s.units[i])
}

// Word gives the 8 bytes from unit i on, which must lie within the text; the
// unit of the lowest offset is in the lowest bits.
func (s Source[U]) Word(i int) uint64 {
	n := lanes[U]()
	count(i, n)
	var w uint64
	for k, u := range s.Units()[i : i+n] {
		w |= uint64(u) << (k * 64 / n)
	}
	return w
}

// Tape is the memory that a value is written to.
type Tape struct {
	words []uint64
	room  int
}

// NewTape takes words and keeps TapeSlack of them back.
func NewTape(words []uint64) Tape {
	if len(words) <= TapeSlack {
		panic("syntax: a tape without room")
	}
	return Tape{words, len(words) - TapeSlack}
}

func (t Tape) put(i int, w uint64)     { t.words[i] = w }
func (t Tape) get(i int) uint64        { return t.words[i] }
func power(i int) *[2]uint64           { return &powers[i] }
func exactPower(i int) float64         { return exactPowers[i] }
func (st *State) push(d int, w uint64) { st.stack[d] = w }
func (st *State) pop(d int) uint64     { return st.stack[d] }
