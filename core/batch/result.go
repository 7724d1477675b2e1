package batch

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Result is a struct array: the Fields of Table, and whether a row is there
// at all. Each bitmap belongs to all fields that name it.
type Result struct {
	Rows   int
	Wide   bool // offsets of 64 bits
	Masks  [numMasks]Bitmap
	Fields [numFields]Buffers
	grow   Grow
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
	used          int // of the data of a text
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
func newResult(rows int, wide bool, grow Grow) (*Result, error) {
	r := &Result{Wide: wide, grow: grow}
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
				r.putOffset(i, 0)
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
	*r = Result{}
}

func (r *Result) offsetSize() int {
	if r.Wide {
		return 8
	}
	return 4
}

// putOffset writes where a text begins that stands behind what is there.
func (r *Result) putOffset(field, row int) {
	f := &r.Fields[field]
	if r.Wide {
		binary.NativeEndian.PutUint64(f.Offsets[8*row:], uint64(f.used))
	} else {
		binary.NativeEndian.PutUint32(f.Offsets[4*row:], uint32(f.used))
	}
}

func (r *Result) putInt(field, row, n int) {
	binary.NativeEndian.PutUint64(r.Fields[field].Data[8*row:], uint64(n))
}

// ErrTooLarge: what comes of a few texts is too large for offsets of 32 bits.
var ErrTooLarge = errors.New("batch: the rows are too large for offsets of 32 bits")

// largestNarrow is what an offset of 32 bits can be; less in tests.
var largestNarrow = math.MaxInt32

// add appends the rows of a piece.
func (r *Result) add(p *piece) error {
	if err := r.reserve(p); err != nil {
		return err
	}
	var at [len(blobs)]int
	for i := range p.rows {
		r.addRow(&p.rows[i], p, &at)
	}
	return nil
}

// reserve makes room for a piece's texts.
func (r *Result) reserve(p *piece) error {
	for field := range r.Fields {
		if Table[field].Kind != Text {
			continue
		}
		f := &r.Fields[field]
		need := f.used + p.size(field)
		if !r.Wide && need > largestNarrow {
			return ErrTooLarge
		}
		if need > len(f.Data) {
			larger := r.grow(f.Data, need+need/2)
			if larger == nil {
				return ErrMemory
			}
			f.Data = larger
		}
	}
	return nil
}

// fit gives back the memory that no text was written to. A failure to shrink
// is none.
func (r *Result) fit() {
	for field := range r.Fields {
		if f := &r.Fields[field]; Table[field].Kind == Text && f.used > 0 {
			if smaller := r.grow(f.Data, f.used); smaller != nil {
				f.Data = smaller
			}
		}
	}
	for i := range r.Masks {
		m := &r.Masks[i]
		m.Nulls = r.Rows
		for _, b := range m.Bits {
			m.Nulls -= bits.OnesCount8(b)
		}
	}
}

func (r *Result) mark(m Mask) { r.Masks[m].Bits[r.Rows>>3] |= 1 << (r.Rows & 7) }

// put appends a text; the room for it is there.
func put[T string | []byte](r *Result, field int, s T) {
	f := &r.Fields[field]
	f.used += copy(f.Data[f.used:], s)
}

func (r *Result) addRow(row *record, p *piece, at *[len(blobs)]int) {
	i := r.Rows
	start, end, place := row.start, row.end, row.place
	if row.state != missing {
		r.mark(InRow)
	}
	switch row.state {
	case value:
		r.mark(InValue)
		put(r, fieldKind, kindNames[row.kind])
		put(r, fieldSource, extract.SourceNames[row.source])
		fallthrough
	case nothing:
		r.mark(InOutcome)
		if row.texts[blobRepairs] == 0 {
			put(r, fieldRepairs, noRepairs)
		}
		if row.truncated {
			r.Fields[fieldTruncated].Data[i>>3] |= 1 << (i & 7)
		}
	case fault:
		r.mark(InFault)
		put(r, fieldReason, row.reasonName())
		put(r, fieldCode, row.codeName())
	}
	if start >= 0 {
		r.mark(InSpan)
	} else {
		start, end = 0, 0
	}
	if place.position >= 0 {
		r.mark(InPlace)
	} else {
		place = location{}
	}
	if row.texts[blobViolations] > 0 {
		r.mark(InViolations)
	}
	for b, field := range blobs {
		n := row.texts[b]
		put(r, field, p.blobs[b][at[b]:at[b]+n])
		at[b] += n
	}
	r.putInt(fieldStart, i, start)
	r.putInt(fieldEnd, i, end)
	r.putInt(fieldCandidates, i, row.candidates)
	r.putInt(fieldPosition, i, place.position)
	r.putInt(fieldLine, i, place.line)
	r.putInt(fieldColumn, i, place.column)
	r.Rows++
	for _, field := range textFields {
		r.putOffset(field, r.Rows)
	}
}

var textFields = [...]int{fieldValue, fieldKind, fieldSource, fieldRepairs, fieldReason, fieldCode, fieldMessage, fieldViolations}

const noRepairs = "[]"

// kindNames: of a value's first character.
var kindNames = [...]string{kindObject: "object", kindArray: "array", kindScalar: "scalar"}

const (
	kindObject = iota
	kindArray
	kindScalar
)

// longest are the most bytes that a row has of a text that is no blob.
func longest(field int) int {
	n := 0
	switch field {
	case fieldKind:
		for _, name := range kindNames {
			n = max(n, len(name))
		}
	case fieldSource:
		for _, name := range extract.SourceNames {
			n = max(n, len(name))
		}
	case fieldRepairs:
		n = len(noRepairs)
	case fieldReason:
		for _, each := range syntax.Reasons() {
			n = max(n, len(each.String()))
		}
	case fieldCode:
		n = len(validationFailed)
		for _, each := range syntax.Codes() {
			n = max(n, len(each.String()))
		}
	}
	return n
}

var longests = func() (list [numFields]int) {
	for field := range list {
		list[field] = longest(field)
	}
	return list
}()
