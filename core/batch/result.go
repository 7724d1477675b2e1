package batch

import (
	"encoding/binary"
	"errors"
	"math"
	"sync"
)

// A Result is a struct array: the Fields of Table, and whether a row is there
// at all. Each bitmap belongs to all fields that name it.
type Result struct {
	Rows   int
	Wide   bool // offsets of 64 bits
	Masks  [numMasks]Bitmap
	Fields [numFields]Buffers
	typed  *typedColumns
	grow   Grow
	// moving is held where a buffer may move, and read where one is written to.
	moving sync.RWMutex
}

// Grow gives a buffer another size, keeping what it holds; nil where there is
// no memory for it. From nil it makes a new one, and to the size 0 it frees it.
type Grow func(buffer []byte, size int) []byte

// OnHeap is a Grow that makes buffers on Go's heap.
func OnHeap(buffer []byte, size int) []byte {
	if size <= cap(buffer) && size > 0 {
		return buffer[:size]
	}
	return append(make([]byte, 0, size), buffer...)[:size]
}

// Buffers hold a field: a text's offsets and data, or data alone.
type Buffers struct {
	Offsets, Data []byte
	used          int // of the data of a text: what is written, or reserved
}

// A Bitmap says in which rows something is there.
type Bitmap struct {
	Bits  []byte
	Nulls int
}

// Mask is a bitmap of a Result.
type Mask int

// The masks; pybind/engine/engine.h mirrors them.
const (
	InRow        Mask = iota // the text was there
	InValue                  // there is a value
	InOutcome                // a value, or no JSON where none is required
	InSpan                   // a candidate was chosen
	InFault                  // there is an error
	InPlace                  // which has a place
	InViolations             // which is the schema's
	numMasks
)

// Kind is the type of a Field.
type Kind int

// The types of fields.
const (
	Text Kind = iota
	Int64
	Bool
)

// The fields, in their order; pybind/engine/engine.h mirrors them.
const (
	fieldValue = iota
	fieldKind
	fieldSource
	fieldStart
	fieldEnd
	fieldCandidates
	fieldRepairs
	fieldTruncated
	fieldReason
	fieldCode
	fieldMessage
	fieldPosition
	fieldLine
	fieldColumn
	fieldViolations
	numFields
)

// A Field is a column of a Result.
type Field struct {
	Name string
	Kind Kind
	Mask Mask // in which rows it is there
}

// Table lists the fields of every Result.
var Table = [numFields]Field{
	fieldValue:      {"value", Text, InValue},
	fieldKind:       {"kind", Text, InValue},
	fieldSource:     {"source", Text, InValue},
	fieldStart:      {"start", Int64, InSpan},
	fieldEnd:        {"end", Int64, InSpan},
	fieldCandidates: {"candidates", Int64, InOutcome},
	fieldRepairs:    {"repairs", Text, InOutcome},
	fieldTruncated:  {"truncated", Bool, InOutcome},
	fieldReason:     {"reason", Text, InFault},
	fieldCode:       {"code", Text, InFault},
	fieldMessage:    {"message", Text, InFault},
	fieldPosition:   {"position", Int64, InPlace},
	fieldLine:       {"line", Int64, InPlace},
	fieldColumn:     {"column", Int64, InPlace},
	fieldViolations: {"violations", Text, InViolations},
}

// ErrMemory is the error of a Grow that gave nothing.
var ErrMemory = errors.New("batch: out of memory")

// newResult makes room for so many rows.
func newResult(rows int, wide bool, into *Into, grow Grow) (*Result, error) {
	r := &Result{Wide: wide, grow: grow}
	var err error
	if r.typed, err = newTyped(into, grow, &r.moving); err != nil {
		return nil, err
	}
	sized := func(buffer *[]byte, size int) bool {
		*buffer = grow(nil, max(size, 1))
		return *buffer != nil
	}
	ok := true
	for i := range r.Masks {
		ok = ok && sized(&r.Masks[i].Bits, (rows+7)/8)
		clear(r.Masks[i].Bits)
	}
	for i := range r.Fields {
		switch f := &r.Fields[i]; Table[i].Kind {
		case Text:
			ok = ok && sized(&f.Offsets, (rows+1)*r.offsetSize()) && sized(&f.Data, 1)
			if ok {
				r.putOffset(i, 0, 0)
			}
		case Int64:
			ok = ok && sized(&f.Data, rows*8)
		case Bool:
			ok = ok && sized(&f.Data, (rows+7)/8)
			clear(f.Data)
		}
	}
	if !ok {
		r.Free()
		return nil, ErrMemory
	}
	return r, nil
}

// Free frees every buffer.
func (r *Result) Free() {
	free := func(buffer []byte) {
		if buffer != nil {
			r.grow(buffer, 0)
		}
	}
	for i := range r.Masks {
		free(r.Masks[i].Bits)
	}
	for i := range r.Fields {
		free(r.Fields[i].Offsets)
		free(r.Fields[i].Data)
	}
	r.typed.free()
	r.Rows, r.Masks, r.Fields = 0, [numMasks]Bitmap{}, [numFields]Buffers{}
}

func (r *Result) offsetSize() int {
	if r.Wide {
		return 8
	}
	return 4
}

// putOffset writes where the texts of the rows before this one end.
func (r *Result) putOffset(field, row, end int) {
	f := &r.Fields[field]
	if r.Wide {
		binary.NativeEndian.PutUint64(f.Offsets[8*row:], uint64(end))
	} else {
		binary.NativeEndian.PutUint32(f.Offsets[4*row:], uint32(end))
	}
}

func (r *Result) putInt(field, row, n int) {
	binary.NativeEndian.PutUint64(r.Fields[field].Data[8*row:], uint64(n))
}

// ErrTooLarge: what comes of a few texts is too large for offsets of 32 bits.
var ErrTooLarge = errors.New("batch: the rows are too large for offsets of 32 bits")

// largestNarrow is what an offset of 32 bits can be; less in tests.
var largestNarrow = math.MaxInt32

// reserve gives the next rows, and room for their texts, to a piece.
func (r *Result) reserve(p *piece) error {
	for _, field := range textFields {
		f := &r.Fields[field]
		need := f.used + p.sizes[field]
		if !r.Wide && need > largestNarrow {
			return ErrTooLarge
		}
		if need > len(f.Data) {
			r.moving.Lock()
			larger := r.grow(f.Data, need+need/2)
			if larger != nil {
				f.Data = larger
			}
			r.moving.Unlock()
			if larger == nil {
				return ErrMemory
			}
		}
	}
	if err := r.typed.reserve(p.typed); err != nil {
		return err
	}
	for _, field := range textFields {
		p.begin[field] = r.Fields[field].used
		r.Fields[field].used += p.sizes[field]
	}
	r.Rows += len(p.rows)
	return nil
}

// write writes the rows of a piece where they were reserved. No two pieces have
// a byte of a bitmap in common.
func (r *Result) write(p *piece) {
	r.moving.RLock()
	defer r.moving.RUnlock()
	at := p.begin
	var read [len(blobs)]int
	for i := range p.rows {
		r.writeRow(p.first+i, &p.rows[i], p, &at, &read)
	}
	r.typed.write(p.typed)
}

// Typed are the columns of the types in Job.Into, in preorder; the first is the
// value's.
func (r *Result) Typed() []Typed {
	if r.typed == nil {
		return nil
	}
	return r.typed.columns
}

// fit gives back the memory that no text was written to. A failure to shrink
// is none.
func (r *Result) fit() {
	r.typed.fit()
	for field := range r.Fields {
		if f := &r.Fields[field]; Table[field].Kind == Text && f.used > 0 {
			if smaller := r.grow(f.Data, f.used); smaller != nil {
				f.Data = smaller
			}
		}
	}
	for i := range r.Masks {
		m := &r.Masks[i]
		m.Nulls = r.Rows - bitmap(m.Bits).count()
	}
}

func (r *Result) mark(m Mask, row int) { r.Masks[m].Bits[row>>3] |= 1 << (row & 7) }

// writeRow writes a row. Its texts go to where at says, and its blobs are read
// from where read says.
func (r *Result) writeRow(i int, row *record, p *piece, at *[numFields]int, read *[len(blobs)]int) {
	start, end, place := row.start, row.end, row.place
	if row.state != missing {
		r.mark(InRow, i)
	}
	switch row.state {
	case value:
		r.mark(InValue, i)
		fallthrough
	case nothing:
		r.mark(InOutcome, i)
		if row.truncated {
			r.Fields[fieldTruncated].Data[i>>3] |= 1 << (i & 7)
		}
	case fault:
		r.mark(InFault, i)
	}
	if start >= 0 {
		r.mark(InSpan, i)
	} else {
		start, end = 0, 0
	}
	if place.position >= 0 {
		r.mark(InPlace, i)
	} else {
		place = location{}
	}
	if row.texts[blobViolations] > 0 {
		r.mark(InViolations, i)
	}
	for _, field := range namedFields {
		at[field] += copy(r.Fields[field].Data[at[field]:], row.name(field))
	}
	for b, field := range blobs {
		n := row.texts[b]
		at[field] += copy(r.Fields[field].Data[at[field]:], p.blobs[b][read[b]:read[b]+n])
		read[b] += n
	}
	for _, field := range textFields {
		r.putOffset(field, i+1, at[field])
	}
	r.putInt(fieldStart, i, start)
	r.putInt(fieldEnd, i, end)
	r.putInt(fieldCandidates, i, row.candidates)
	r.putInt(fieldPosition, i, place.position)
	r.putInt(fieldLine, i, place.line)
	r.putInt(fieldColumn, i, place.column)
}

var textFields = [...]int{fieldValue, fieldKind, fieldSource, fieldRepairs, fieldReason, fieldCode, fieldMessage, fieldViolations}
