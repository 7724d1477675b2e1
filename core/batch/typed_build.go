package batch

import (
	"encoding/binary"
	"math"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// filling is what the typed column has of a piece: a builder for each type.
type filling struct {
	types    []preparedType
	builders []builder
	text     []byte // the value that is put in: as AppendValue wrote it
	cells    int    // that it may still fill
	steps    int
	stopped  func() bool
}

// builder is what a type's column has of a piece.
type builder struct {
	n     int // values, those that are not there included
	valid bitmap
	ends  []uint32 // of texts in data; of lists in the child's column
	data  []byte   // fixed and text
	bits  bitmap   // bools
	// Where they go in the result: before how many rows, and how much text.
	row, place int
}

// newFilling has no memory where there is no typed column.
func newFilling(into *Into) *filling {
	if into == nil {
		return nil
	}
	return &filling{types: into.types, builders: make([]builder, len(into.types))}
}

func (f *filling) reset() {
	if f == nil {
		return
	}
	for i := range f.builders {
		b := &f.builders[i]
		if cap(b.data)+4*cap(b.ends) > keptBlob {
			*b = builder{}
		}
		b.data, b.ends = b.data[:0], b.ends[:0]
		b.cut(0)
	}
}

func (b *builder) cut(n int) {
	b.n = n
	b.valid = b.valid.cut(n)
	b.bits = b.bits.cut(n)
}

// fill puts nothing in until there are so many rows.
func (f *filling) fill(rows int) {
	if f == nil {
		return
	}
	f.cells = math.MaxInt
	for f.builders[0].n < rows {
		f.null(0)
	}
}

// putting is an outcome of put.
type putting int

const (
	fits putting = iota
	doesNotFit
	overflows // it fills more than MaxCells
)

// put puts in the next row a value as AppendValue wrote it. If it does not fit,
// nothing has been done.
func (f *filling) put(value []byte, stopped func() bool) putting {
	f.text, f.cells, f.stopped = value, MaxCells, stopped
	row := f.builders[0].n
	end := f.value(0, 0)
	f.text, f.stopped = nil, nil
	if end >= 0 {
		return fits
	}
	f.cutTo(0, row)
	if f.cells < 0 {
		return overflows
	}
	return doesNotFit
}

// cutTo takes out what is behind the first n values of a type.
func (f *filling) cutTo(at, n int) {
	t, b := &f.types[at], &f.builders[at]
	behind := n // of the children's
	switch l := &layouts[t.kind]; l.data {
	case fixedData:
		b.data = b.data[:n*l.width]
	case textData:
		b.ends = b.ends[:n]
		b.data = b.data[:b.end(n)]
	case listData:
		b.ends = b.ends[:n]
		behind = b.end(n)
	}
	for _, child := range t.children {
		f.cutTo(child, behind)
	}
	b.cut(n)
}

// end is where the first n texts or lists end.
func (b *builder) end(n int) int {
	if n == 0 {
		return 0
	}
	return int(b.ends[n-1])
}

// added counts a value of a type, there or not.
func (f *filling) added(at int, there bool) {
	b := &f.builders[at]
	if f.types[at].nullable {
		b.valid = b.valid.append(b.n, there)
	}
	b.n++
	f.cells--
}

// null puts in nothing: null where the type has it, otherwise what is not seen,
// for something that it is in is null.
func (f *filling) null(at int) {
	t, b := &f.types[at], &f.builders[at]
	switch l := &layouts[t.kind]; l.data {
	case bitData:
		b.bits = b.bits.append(b.n, false)
	case fixedData:
		b.data = append(b.data, make([]byte, l.width)...)
	case textData:
		b.ends = append(b.ends, uint32(len(b.data)))
	case listData:
		b.ends = append(b.ends, uint32(f.builders[t.children[0]].n))
	default:
		for _, child := range t.children {
			f.null(child)
		}
	}
	f.added(at, !t.nullable)
}

// value puts in what begins at text[i], and returns where it ends; -1: it does
// not fit.
func (f *filling) value(at, i int) int {
	t, b := &f.types[at], &f.builders[at]
	if f.steps++; f.cells < 0 || f.steps&0xFFFF == 0 && f.stopped != nil && f.stopped() {
		return -1
	}
	if t.nullable && f.text[i] == 'n' {
		f.null(at)
		return i + len("null")
	}
	end := -1
	switch t.kind {
	case BoolType:
		switch f.text[i] {
		case 't':
			b.bits, end = b.bits.append(b.n, true), i+len("true")
		case 'f':
			b.bits, end = b.bits.append(b.n, false), i+len("false")
		}
	case Float32Type, Float64Type:
		end = f.float(t.kind, b, i)
	case DecimalType:
		end = f.decimal(t, b, i)
	case StringType, LargeStringType:
		if f.text[i] == '"' {
			b.data, end = appendUnescaped(b.data, f.text, i+1)
			b.ends = append(b.ends, uint32(len(b.data)))
		}
	case JSONType, LargeJSONType:
		end = syntaxEnd(f.text, i)
		b.data = append(b.data, f.text[i:end]...)
		b.ends = append(b.ends, uint32(len(b.data)))
	case ListType, LargeListType:
		if f.text[i] == '[' {
			end = f.elements(t, b, i+1)
		}
	case StructType:
		if f.text[i] == '{' {
			end = f.members(t, b, i+1)
		}
	case MapType:
		if f.text[i] == '{' {
			end = f.entries(t, b, i+1)
		}
	default:
		end = f.integer(t.kind, b, i)
	}
	if end >= 0 {
		f.added(at, true)
	}
	return end
}

func isNumber(c byte) bool { return c-'0' <= 9 || c == '-' }

func (f *filling) integer(kind TypeKind, b *builder, i int) int {
	if kind == NullType || !isNumber(f.text[i]) {
		return -1
	}
	l := &layouts[kind]
	end := scalarEnd(f.text, i)
	x, ok := parseInteger(f.text[i:end], l)
	if !ok {
		return -1
	}
	b.data = appendFixed(b.data, x, l.width)
	return end
}

func (f *filling) float(kind TypeKind, b *builder, i int) int {
	if !isNumber(f.text[i]) {
		return -1
	}
	width := layouts[kind].width
	end := scalarEnd(f.text, i)
	x, ok := syntax.ParseFloat(f.text[i:end], 8*width)
	switch {
	case !ok:
		return -1
	case width == 4:
		b.data = appendFixed(b.data, uint64(math.Float32bits(float32(x))), width)
	default:
		b.data = appendFixed(b.data, math.Float64bits(x), width)
	}
	return end
}

func (f *filling) decimal(t *preparedType, b *builder, i int) int {
	if !isNumber(f.text[i]) {
		return -1
	}
	end := scalarEnd(f.text, i)
	high, low, ok := parseDecimal(f.text[i:end], t.precision, t.scale)
	if !ok {
		return -1
	}
	b.data = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b.data, low), high) // as all platforms have it
	return end
}

func appendFixed(dst []byte, x uint64, width int) []byte {
	switch width {
	case 1:
		return append(dst, byte(x))
	case 2:
		return binary.NativeEndian.AppendUint16(dst, uint16(x))
	case 4:
		return binary.NativeEndian.AppendUint32(dst, uint32(x))
	}
	return binary.NativeEndian.AppendUint64(dst, x)
}

func (f *filling) elements(t *preparedType, b *builder, i int) int {
	child := t.children[0]
	for f.text[i] != ']' {
		if i = f.value(child, i); i < 0 {
			return -1
		}
		if f.text[i] == ',' {
			i++
		}
	}
	b.ends = append(b.ends, uint32(f.builders[child].n))
	return i + 1
}

func (f *filling) entries(t *preparedType, b *builder, i int) int {
	entry := t.children[0]
	key, value := f.types[entry].children[0], f.types[entry].children[1]
	for f.text[i] != '}' {
		if i = f.value(key, i); i < 0 {
			return -1
		}
		if i = f.value(value, i+1); i < 0 {
			return -1
		}
		f.added(entry, true)
		if f.text[i] == ',' {
			i++
		}
	}
	b.ends = append(b.ends, uint32(f.builders[entry].n))
	return i + 1
}

// members puts in those of an object that the struct has. Those that have been
// put in have one value more than the struct, so that each is put in once.
func (f *filling) members(t *preparedType, b *builder, i int) int {
	expected, count := 0, 0
	for f.text[i] != '}' {
		member, end := t.member(f.text, i+1, expected)
		i = end + len(`":`)
		if member >= 0 && f.builders[t.children[member]].n == b.n {
			if i = f.value(t.children[member], i); i < 0 {
				return -1
			}
			expected = member + 1
			count++
		} else {
			i = syntaxEnd(f.text, i)
		}
		if f.text[i] == ',' {
			i++
		}
	}
	if count < len(t.children) && !f.absent(t, b) {
		return -1
	}
	return i + 1
}

// absent puts null where there was no member, if there may be none.
func (f *filling) absent(t *preparedType, b *builder) bool {
	for _, child := range t.children {
		if f.builders[child].n > b.n {
			continue
		}
		if !f.types[child].nullable || f.cells < 0 {
			return false
		}
		f.null(child)
	}
	return true
}
