package batch

import (
	"encoding/binary"
	"fmt"
)

// A Column is an array of texts in one of Arrow's layouts: Offsets32 or
// Offsets64 into Data, or Views. With Indices, it is a dictionary-encoded
// array, whose texts are those of Dictionary.
type Column struct {
	Length   int
	Offset   int    // of the first row, in every other part
	Missing  bool   // every row is, and there are no other parts
	Validity []byte // a bit a row, the lowest first; none: every row is there
	// Outer, if there is one, is the validity of what the column is a member of.
	Outer       []byte
	OuterOffset int

	Offsets32 []int32
	Offsets64 []int64
	Data      []byte
	Views     []byte // 16 bytes a row
	Buffers   [][]byte

	Indices    []byte
	IndexWidth int // bytes of an index, signed or not
	Dictionary *Column
}

// A BadColumn says that an array is not what Arrow's format says it is.
type BadColumn struct {
	Row  int
	What string
}

func (e *BadColumn) Error() string { return fmt.Sprintf("row %d: %s", e.Row, e.What) }

func bit(bitmap []byte, i int) bool { return bitmap == nil || bitmap[i>>3]>>(i&7)&1 != 0 }

// row is the text of a row; there is none where ok is false.
func (c *Column) row(i int) (text []byte, ok bool, err error) {
	if c.Missing || !bit(c.Outer, i+c.OuterOffset) || !bit(c.Validity, i+c.Offset) {
		return nil, false, nil
	}
	at := i + c.Offset
	switch {
	case c.Dictionary != nil:
		k := c.index(at)
		if k < 0 || k >= c.Dictionary.Length {
			return nil, false, &BadColumn{i, "an index beyond the dictionary"}
		}
		if text, ok, err = c.Dictionary.row(k); err != nil {
			err = &BadColumn{i, err.(*BadColumn).What}
		}
		return text, ok, err
	case c.Views != nil:
		text, ok = c.view(at)
	case c.Offsets32 != nil:
		text, ok = between(c.Data, int(c.Offsets32[at]), int(c.Offsets32[at+1]))
	default:
		text, ok = between(c.Data, int(c.Offsets64[at]), int(c.Offsets64[at+1]))
	}
	if !ok {
		return nil, false, &BadColumn{i, "an offset that lies outside the data"}
	}
	return text, true, nil
}

func between(data []byte, start, end int) ([]byte, bool) {
	if start < 0 || start > end || end > len(data) {
		return nil, false
	}
	return data[start:end:end], true
}

func (c *Column) index(at int) int {
	p := c.Indices[at*c.IndexWidth:]
	switch c.IndexWidth {
	case 1:
		return int(p[0])
	case 2:
		return int(binary.NativeEndian.Uint16(p))
	case 4:
		return int(binary.NativeEndian.Uint32(p))
	}
	return int(binary.NativeEndian.Uint64(p))
}

// view reads a view: a length and either as many bytes, up to 12 of them, or 4
// of them, a buffer and an offset in it.
func (c *Column) view(at int) ([]byte, bool) {
	const size, inline = 16, 12
	v := c.Views[at*size : (at+1)*size]
	n := int(int32(binary.NativeEndian.Uint32(v)))
	if n <= inline {
		return between(v[4:], 0, n)
	}
	buffer, start := int(int32(binary.NativeEndian.Uint32(v[8:]))), int(int32(binary.NativeEndian.Uint32(v[12:])))
	if buffer < 0 || buffer >= len(c.Buffers) {
		return nil, false
	}
	return between(c.Buffers[buffer], start, start+n)
}
