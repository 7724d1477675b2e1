package batch

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TypeKind is what a type has in Arrow's columnar format.
type TypeKind int

// The kinds of types; pybind/engine/column.h mirrors them.
const (
	NullType TypeKind = iota
	BoolType
	Int8Type
	Uint8Type
	Int16Type
	Uint16Type
	Int32Type
	Uint32Type
	Int64Type
	Uint64Type
	Float32Type
	Float64Type
	StringType      // offsets of 32 bits
	LargeStringType // offsets of 64 bits
	JSONType        // any value, as JSON text; offsets of 32 bits
	LargeJSONType
	ListType // of Children[0]; offsets of 32 bits
	LargeListType
	StructType // its members are the Children
	MapType    // of Children[0], a struct of a string and the value
	DecimalType
	numTypes
)

// A Type is what values become in the typed column of a Result.
type Type struct {
	Kind     TypeKind
	Name     string // of a struct's member
	Nullable bool   // null may stand there, or in a struct nothing
	// Of a decimal: how many digits it has, and how many of them are behind the
	// point.
	Precision, Scale int
	Children         []Type
}

// Limits of types.
const (
	// MaxTypes is how many types may be in one another, MaxTypeDepth how deep.
	MaxTypes     = 4096
	MaxTypeDepth = 60
	// MaxCells is how many values of columns one text may fill: an empty object
	// fills one of each of its struct's.
	MaxCells = 1 << 24
)

const tooManyCells = "the value fills too much of the typed column: its type is too wide for so many objects"

// Into is a Type that is ready to be filled. It can be used from any goroutine.
type Into struct {
	types    []preparedType // in preorder
	asSchema func() *schema.Schema
}

// compiled keeps the schemas of types: the chunks of a column have one type.
var compiled schema.Cache

// preparedType is a type among others. Names are those of a struct's members as
// AppendValue writes them, so that no name need be decoded.
type preparedType struct {
	kind     TypeKind
	nullable bool
	// Of a decimal.
	precision, scale int
	next             int // the type behind this one and all in it
	children         []int
	names            [][]byte
	byName           map[string]int // of many
}

// fewNames are compared one after another.
const fewNames = 8

// NewInto prepares a type. The error says what is wrong with it. A row without a
// value is null in its column, whether or not the type is nullable; and a value
// is never null.
func NewInto(t Type) (*Into, error) {
	into := &Into{}
	t.Nullable = false
	switch t.Kind {
	case StructType, MapType, ListType, LargeListType:
	default:
		return nil, errors.New("batch: a value is an object or an array, and no type for others can be filled")
	}
	if err := into.add(&t, 1); err != nil {
		return nil, err
	}
	into.types[0].nullable = true
	into.asSchema = sync.OnceValue(func() *schema.Schema {
		s, err := compiled.Compile(appendSchema(nil, &t), schema.Options{})
		if err != nil {
			panic(err) // a type within its limits has a schema
		}
		return s
	})
	return into, nil
}

func (into *Into) add(t *Type, depth int) error {
	at := len(into.types)
	switch {
	case at == MaxTypes:
		return fmt.Errorf("batch: a type of more than %d types", MaxTypes)
	case depth > MaxTypeDepth:
		return fmt.Errorf("batch: types within one another deeper than %d", MaxTypeDepth)
	case t.Kind < 0 || t.Kind >= numTypes:
		return fmt.Errorf("batch: type %d is not known", t.Kind)
	}
	if err := t.wrong(); err != nil {
		return err
	}
	p := preparedType{kind: t.Kind, nullable: t.Nullable || t.Kind == NullType, precision: t.Precision, scale: t.Scale}
	into.types = append(into.types, p)
	for i := range t.Children {
		child := &t.Children[i]
		p.children = append(p.children, len(into.types))
		name := syntax.AppendQuoted(nil, child.Name)
		p.names = append(p.names, name[1:len(name)-1])
		if err := into.add(child, depth+1); err != nil {
			return err
		}
	}
	if t.Kind == StructType {
		index := make(map[string]int, len(p.names))
		for i, name := range p.names {
			if _, twice := index[string(name)]; twice {
				return fmt.Errorf("batch: a struct has two members %q", t.Children[i].Name)
			}
			index[string(name)] = i
		}
		if len(p.names) > fewNames {
			p.byName = index
		}
	}
	p.next = len(into.types)
	into.types[at] = p
	return nil
}

// wrong says what a type's own children should be and are not.
func (t *Type) wrong() error {
	n := len(t.Children)
	switch t.Kind {
	case StructType:
		return nil
	case ListType, LargeListType:
		if n == 1 {
			return nil
		}
	case MapType:
		if n == 1 && t.Children[0].Kind == StructType && len(t.Children[0].Children) == 2 && !t.Children[0].Nullable {
			if key := &t.Children[0].Children[0]; !key.Nullable && (key.Kind == StringType || key.Kind == LargeStringType) {
				return nil
			}
		}
	case DecimalType:
		if n == 0 && 0 < t.Precision && t.Precision <= MaxPrecision && 0 <= t.Scale && t.Scale <= t.Precision {
			return nil
		}
		return fmt.Errorf("batch: no decimal has %d digits, %d of them behind the point", t.Precision, t.Scale)
	default:
		if n == 0 {
			return nil
		}
	}
	return fmt.Errorf("batch: type %d has not the children it is to have", t.Kind)
}

// member is that of a struct whose name begins at text[i], -1 where there is
// none, and where the name ends. Members mostly come in their order.
func (p *preparedType) member(text []byte, i, expected int) (member, end int) {
	if expected < len(p.names) {
		name := p.names[expected]
		if end = i + len(name); end < len(text) && text[end] == '"' && string(text[i:end]) == string(name) {
			return expected, end
		}
	}
	end = stringEnd(text, i)
	return p.find(text[i:end]), end
}

func (p *preparedType) find(name []byte) int {
	if p.byName != nil {
		if i, ok := p.byName[string(name)]; ok {
			return i
		}
		return -1
	}
	return slices.IndexFunc(p.names, func(known []byte) bool { return string(known) == string(name) })
}

// kindOfData is how a kind's values are kept.
type kindOfData uint8

const (
	noData    kindOfData = iota // of a struct and null
	bitData                     // a bit each
	fixedData                   // some bytes each
	textData                    // bytes, and where each ends
	listData                    // where each ends among the child's
)

// A layout is how the values of a kind are kept, and which integers they are.
type layout struct {
	data  kindOfData
	width int   // bytes of a value, or of an offset
	least int64 // of integers
	most  uint64
}

// offsetWidth is the width of an offset, 0 where there are none.
func (l *layout) offsetWidth() int {
	if l.data == textData || l.data == listData {
		return l.width
	}
	return 0
}

var layouts = [numTypes]layout{
	NullType:        {},
	BoolType:        {data: bitData},
	Int8Type:        {fixedData, 1, -1 << 7, 1<<7 - 1},
	Uint8Type:       {fixedData, 1, 0, 1<<8 - 1},
	Int16Type:       {fixedData, 2, -1 << 15, 1<<15 - 1},
	Uint16Type:      {fixedData, 2, 0, 1<<16 - 1},
	Int32Type:       {fixedData, 4, -1 << 31, 1<<31 - 1},
	Uint32Type:      {fixedData, 4, 0, 1<<32 - 1},
	Int64Type:       {fixedData, 8, -1 << 63, 1<<63 - 1},
	Uint64Type:      {fixedData, 8, 0, 1<<64 - 1},
	Float32Type:     {data: fixedData, width: 4},
	Float64Type:     {data: fixedData, width: 8},
	StringType:      {data: textData, width: 4},
	LargeStringType: {data: textData, width: 8},
	JSONType:        {data: textData, width: 4},
	LargeJSONType:   {data: textData, width: 8},
	ListType:        {data: listData, width: 4},
	LargeListType:   {data: listData, width: 8},
	StructType:      {},
	MapType:         {data: listData, width: 4},
	DecimalType:     {data: fixedData, width: 16},
}
