package batch

import (
	"encoding/binary"
	"sync"
)

// A Typed is one type's column in a Result. Of fixed width, bools among them,
// are the Data alone; of texts it has Offsets into Data, of lists Offsets into
// the child's column. The Validity is that of nullable types.
type Typed struct {
	Rows, Nulls             int
	Validity, Offsets, Data []byte
	used                    int // of the data
}

// typedColumns are those of all types in one, in preorder.
type typedColumns struct {
	types   []preparedType
	columns []Typed
	grow    Grow
	moving  *sync.RWMutex // the Result's
}

// newTyped makes empty columns; there are none where nothing is typed.
func newTyped(into *Into, grow Grow, moving *sync.RWMutex) (*typedColumns, error) {
	if into == nil {
		return nil, nil
	}
	t := &typedColumns{into.types, make([]Typed, len(into.types)), grow, moving}
	if !t.makeRoom(newFilling(into)) {
		t.free()
		return nil, ErrMemory
	}
	for i := range t.columns {
		clear(t.columns[i].Offsets[:layouts[t.types[i].kind].offsetWidth()])
	}
	return t, nil
}

func (t *typedColumns) free() {
	if t == nil {
		return
	}
	for i := range t.columns {
		c := &t.columns[i]
		for _, buffer := range [][]byte{c.Validity, c.Offsets, c.Data} {
			if buffer != nil {
				t.grow(buffer, 0)
			}
		}
	}
	t.columns = nil
}

// reserve gives what a piece has its place, and room; and it writes the bitmaps,
// whose bytes pieces have in common.
func (t *typedColumns) reserve(f *filling) error {
	if t == nil {
		return nil
	}
	for i := range t.columns {
		c, b := &t.columns[i], &f.builders[i]
		l, last := &layouts[t.types[i].kind], 0 // what the offsets end with
		switch l.data {
		case textData:
			last = c.used + len(b.data)
		case listData:
			child := t.types[i].children[0]
			last = t.columns[child].Rows + f.builders[child].n
		}
		if l.width == 4 && last > largestNarrow {
			return ErrTooLarge
		}
	}
	if !t.makeRoom(f) {
		return ErrMemory
	}
	for i := range t.columns {
		c, b := &t.columns[i], &f.builders[i]
		if t.types[i].nullable {
			b.valid.copyBits(c.Validity, c.Rows, b.n)
			c.Nulls += b.n - b.valid.count()
		}
		b.row, b.place = c.Rows, c.used
		c.Rows += b.n
		switch layouts[t.types[i].kind].data {
		case bitData:
			b.bits.copyBits(c.Data, b.row, b.n)
		case textData:
			c.used += len(b.data)
		}
	}
	return nil
}

// makeRoom makes the buffers large enough for what a piece adds.
func (t *typedColumns) makeRoom(f *filling) bool {
	for i := range t.columns {
		c, b := &t.columns[i], &f.builders[i]
		if !t.room(i, c.Rows+b.n, c.used+len(b.data), true) {
			return false
		}
	}
	return true
}

// room gives a column's buffers the size for so many rows and so much text:
// some more where they grow.
func (t *typedColumns) room(i, rows, text int, grows bool) bool {
	c, l := &t.columns[i], &layouts[t.types[i].kind]
	ok := true
	size := func(buffer *[]byte, need int) {
		need = max(need, 1)
		if !ok || *buffer != nil && grows && need <= len(*buffer) {
			return
		}
		if grows {
			need += need / 2
		}
		t.moving.Lock()
		defer t.moving.Unlock()
		other := t.grow(*buffer, need)
		if ok = other != nil; ok {
			*buffer = other
		}
	}
	if t.types[i].nullable {
		size(&c.Validity, (rows+7)/8)
	}
	if l.offsetWidth() > 0 {
		size(&c.Offsets, (rows+1)*l.width)
	}
	switch l.data {
	case bitData:
		size(&c.Data, (rows+7)/8)
	case fixedData:
		size(&c.Data, rows*l.width)
	case textData:
		size(&c.Data, text)
	}
	return ok
}

// fit gives back the memory that nothing was written to. A failure to shrink is
// none.
func (t *typedColumns) fit() {
	if t == nil {
		return
	}
	for i := range t.columns {
		t.room(i, t.columns[i].Rows, t.columns[i].used, false)
	}
}

// write copies what a piece has to its place.
func (t *typedColumns) write(f *filling) {
	if t == nil {
		return
	}
	for i := range t.columns {
		c, b := &t.columns[i], &f.builders[i]
		switch l := &layouts[t.types[i].kind]; l.data {
		case fixedData:
			copy(c.Data[b.row*l.width:], b.data)
		case textData:
			putEnds(c.Offsets[(b.row+1)*l.width:], l.width, b.place, b.ends)
			copy(c.Data[b.place:], b.data)
		case listData:
			putEnds(c.Offsets[(b.row+1)*l.width:], l.width, f.builders[t.types[i].children[0]].row, b.ends)
		}
	}
}

// putEnds writes offsets, that of the first beginning at base.
func putEnds(offsets []byte, width, base int, ends []uint32) {
	if width == 4 {
		for k, end := range ends {
			binary.NativeEndian.PutUint32(offsets[4*k:], uint32(base)+end)
		}
		return
	}
	for k, end := range ends {
		binary.NativeEndian.PutUint64(offsets[8*k:], uint64(base)+uint64(end))
	}
}
