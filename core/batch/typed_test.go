package batch

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
)

// ---- Reading columns, slowly ----

// columnReader reads the columns of a Result as what encoding/json makes of a value.
type columnReader struct {
	types   []preparedType
	names   []*Type
	columns []Typed
}

func readerOf(into *Into, t *Type, r *Result) *columnReader {
	c := &columnReader{types: into.types, columns: r.Typed()}
	var list func(t *Type)
	list = func(t *Type) {
		c.names = append(c.names, t)
		for i := range t.Children {
			list(&t.Children[i])
		}
	}
	list(t)
	return c
}

func (c *columnReader) offset(at, i int) int {
	if layouts[c.types[at].kind].width == 4 {
		return int(binary.NativeEndian.Uint32(c.columns[at].Offsets[4*i:]))
	}
	return int(binary.NativeEndian.Uint64(c.columns[at].Offsets[8*i:]))
}

// value is a row of a type's column. A member that is not there is null.
func (c *columnReader) value(at, row int) any {
	t, col := &c.types[at], &c.columns[at]
	if row >= col.Rows {
		return fmt.Sprintf("no row %d", row)
	}
	if t.nullable && !bit(col.Validity, row) {
		return nil
	}
	l := &layouts[t.kind]
	switch l.data {
	case bitData:
		return bit(col.Data, row)
	case textData:
		s := string(col.Data[c.offset(at, row):c.offset(at, row+1)])
		if t.kind == JSONType || t.kind == LargeJSONType {
			return json.RawMessage(s)
		}
		return s
	case listData:
		start, end := c.offset(at, row), c.offset(at, row+1)
		if t.kind == MapType {
			object := map[string]any{}
			entry := t.children[0]
			for i := start; i < end; i++ {
				object[c.value(c.types[entry].children[0], i).(string)] = c.value(c.types[entry].children[1], i)
			}
			return object
		}
		list := []any{}
		for i := start; i < end; i++ {
			list = append(list, c.value(t.children[0], i))
		}
		return list
	case fixedData:
		cell := col.Data[row*l.width : (row+1)*l.width]
		if t.kind == DecimalType {
			return decimalIn(cell, t.scale)
		}
		var x uint64
		for i, b := range cell { // the machine is little-endian
			x |= uint64(b) << (8 * i)
		}
		switch {
		case t.kind == Float32Type:
			return float64(math.Float32frombits(uint32(x)))
		case t.kind == Float64Type:
			return math.Float64frombits(x)
		case l.least < 0:
			shift := 64 - 8*l.width
			return new(big.Int).SetInt64(int64(x<<shift) >> shift).String()
		}
		return new(big.Int).SetUint64(x).String()
	}
	object := map[string]any{}
	for i, child := range t.children {
		object[c.names[at].Children[i].Name] = c.value(child, row)
	}
	return object
}

// decimalIn is a decimal as a fraction.
func decimalIn(cell []byte, scale int) string {
	x := new(big.Int)
	for i := range cell {
		x.Or(x.Lsh(x, 8), big.NewInt(int64(cell[len(cell)-1-i])))
	}
	if x.Bit(127) == 1 {
		x.Sub(x, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return new(big.Rat).SetFrac(x, tenTo(scale)).String()
}

func tenTo(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// ---- What a value is as a type, from encoding/json ----

type misfit struct{}

func as(t *Type, v any, text json.RawMessage) any {
	if v == nil && (t.Nullable || t.Kind == NullType) {
		return nil
	}
	switch t.Kind {
	case NullType:
		panic(misfit{})
	case JSONType, LargeJSONType:
		return text
	case BoolType:
		return v.(bool)
	case StringType, LargeStringType:
		return v.(string)
	case Float32Type, Float64Type:
		x, ok := new(big.Float).SetPrec(5000).SetString(v.(json.Number).String())
		if !ok {
			panic(misfit{})
		}
		if t.Kind == Float32Type {
			y, _ := x.Float32()
			if math.IsInf(float64(y), 0) {
				panic(misfit{})
			}
			return float64(y)
		}
		y, _ := x.Float64()
		if math.IsInf(y, 0) {
			panic(misfit{})
		}
		return y
	case ListType, LargeListType:
		list := []any{}
		var texts []json.RawMessage
		elements := v.([]any)
		_ = json.Unmarshal(text, &texts)
		for i, element := range elements {
			list = append(list, as(&t.Children[0], element, texts[i]))
		}
		return list
	case MapType, StructType:
		object := map[string]any{}
		members := v.(map[string]any)
		var texts map[string]json.RawMessage
		_ = json.Unmarshal(text, &texts)
		if t.Kind == MapType {
			for name, member := range members {
				object[name] = as(&t.Children[0].Children[1], member, texts[name])
			}
			return object
		}
		for i := range t.Children {
			child := &t.Children[i]
			member, ok := members[child.Name]
			if !ok && !child.Nullable && child.Kind != NullType {
				panic(misfit{})
			}
			if !ok {
				object[child.Name] = nil
				continue
			}
			object[child.Name] = as(child, member, texts[child.Name])
		}
		return object
	}
	x, ok := new(big.Rat).SetString(v.(json.Number).String())
	if t.Kind == DecimalType {
		units := new(big.Rat).Mul(x, new(big.Rat).SetInt(tenTo(t.Scale)))
		if !units.IsInt() || units.Num().CmpAbs(tenTo(t.Precision)) >= 0 {
			panic(misfit{})
		}
		return x.String()
	}
	l := &layouts[t.Kind]
	if !ok || !x.IsInt() || x.Num().Cmp(big.NewInt(l.least)) < 0 || x.Num().Cmp(new(big.Int).SetUint64(l.most)) > 0 {
		panic(misfit{})
	}
	return x.Num().String()
}

// expected is what a value is as a type, and whether it fits.
func expected(t *Type, text string) (v any, ok bool) {
	defer func() {
		if recover() != nil { // a type assertion, or a misfit
			v, ok = nil, false
		}
	}()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var decoded any
	if err := d.Decode(&decoded); err != nil {
		panic(err)
	}
	return as(t, decoded, json.RawMessage(text)), true
}

// ---- Random types, and values that mostly fit them ----

var names = []string{"a", "b", "id", "é", "with \"quotes\"", "tab\t", "\x01", "c", "d", "e", "f", "g", ""}

func randomType(r *rand.Rand, depth int) Type {
	kinds := []TypeKind{NullType, BoolType, Int8Type, Uint8Type, Int16Type, Uint16Type, Int32Type, Uint32Type, Int64Type, Uint64Type, Float32Type, Float64Type, StringType, LargeStringType, JSONType, LargeJSONType, DecimalType}
	if depth < 4 {
		kinds = append(kinds, ListType, LargeListType, StructType, StructType, MapType, ListType, StructType)
	}
	t := Type{Kind: kinds[r.IntN(len(kinds))], Nullable: r.IntN(2) == 0}
	if depth == 0 {
		t.Kind = []TypeKind{StructType, ListType, MapType, LargeListType}[r.IntN(4)]
	}
	switch t.Kind {
	case DecimalType:
		t.Precision = []int{1, 2, 5, 20, 38}[r.IntN(5)]
		t.Scale = r.IntN(min(t.Precision, 5) + 1)
	case ListType, LargeListType:
		t.Children = []Type{randomType(r, depth+1)}
	case StructType:
		for _, i := range r.Perm(len(names))[:r.IntN(len(names))] {
			child := randomType(r, depth+1+r.IntN(3))
			child.Name = names[i]
			t.Children = append(t.Children, child)
		}
	case MapType:
		key := Type{Kind: StringType, Name: "key"}
		child := randomType(r, depth+1)
		child.Name = "value"
		t.Children = []Type{{Kind: StructType, Name: "entries", Children: []Type{key, child}}}
	}
	return t
}

var (
	integers = []string{"0", "-0", "1", "-1", "127", "128", "-128", "-129", "255", "256", "32767", "-32768", "65535", "65536", "2147483648", "-2147483648", "4294967295", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1.0", "1e2", "1.50e1", "10e-1", "0.0e5", "120E0", "1.5", "1e-1", "123456789012345678901234567890", "12300000000000000000000000e-20", "1e400", "0e999999999"}
	floats   = []string{"0.1", "-0.0", "1e10", "3.4028235e38", "3.4028235677973366e38", "3.5e38", "-3.5e38", "1.7976931348623157e308", "5e-324", "1e-400", "9007199254740993", "16777217", "2.5", "0.30000000000000004"}
	strings_ = []string{`""`, `"a"`, `"é€😀"`, `"\"\\\n\t\u0001"`, `"\\\\"`, `"\"\"\"x"`, `"plain words, {not} [json]"`, `"null"`}
)

func pick(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }

func randomValue(r *rand.Rand, t *Type, odd int) string {
	if r.IntN(odd) == 0 { // something else
		return randomValue(r, &Type{Kind: TypeKind(r.IntN(int(ListType)))}, 1<<30)
	}
	if t.Kind == NullType || t.Nullable && r.IntN(4) == 0 {
		return "null"
	}
	switch t.Kind {
	case BoolType:
		return pick(r, []string{"true", "false"})
	case DecimalType:
		return pick(r, []string{"0", "-0.0", "0.1", "-1", "9", "1e1", "12.50", "-99.99", "0.00001", "999.9", "1000e-1", "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999", "99999999999999999999999999999999999.9", "1e37", "1e38", "100000000000000000000000000000000000000", "123456789.12345"})
	case Float32Type, Float64Type:
		return pick(r, append(floats, integers[:20]...))
	case StringType, LargeStringType:
		return pick(r, strings_)
	case JSONType, LargeJSONType:
		return pick(r, []string{`{"x":[1,{"y":"]}"}],"z":null}`, "[]", "{}", "12.50", `"s"`, "null", "true"})
	case ListType, LargeListType:
		var list []string
		for range r.IntN(5) {
			list = append(list, randomValue(r, &t.Children[0], odd))
		}
		return "[" + strings.Join(list, ",") + "]"
	case MapType, StructType:
		var list []string
		for _, i := range r.Perm(len(names))[:r.IntN(4)] {
			if t.Kind == MapType {
				list = append(list, quoted(names[i])+":"+randomValue(r, &t.Children[0].Children[1], odd))
			} else if r.IntN(3) == 0 {
				list = append(list, quoted(names[i]+"?")+`:{"unknown":["}",1]}`)
			}
		}
		if t.Kind == StructType {
			for i := range t.Children {
				if child := &t.Children[i]; !(child.Nullable && r.IntN(4) == 0 || r.IntN(odd) == 0) {
					list = append(list, quoted(child.Name)+":"+randomValue(r, child, odd))
				}
			}
			if r.IntN(3) == 0 {
				r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			}
		}
		return "{" + strings.Join(list, ",") + "}"
	}
	return pick(r, integers[:12+r.IntN(len(integers)-12)])
}

func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s)
	return strings.TrimSpace(b.String())
}

// TestTyped: a column has what encoding/json and math/big read, and a row is an
// error just where the type's schema refuses the value.
func TestTyped(t *testing.T) {
	for seed := range 50 {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		typ := randomType(r, 0)
		into, err := NewInto(typ)
		if err != nil {
			t.Fatal(err)
		}
		var replies []string
		for range r.IntN(900) {
			switch reply := randomValue(r, &typ, []int{60, 1 << 20}[r.IntN(2)]); r.IntN(9) {
			case 0:
				replies = append(replies, "no")
			case 1:
				replies = append(replies, "Sure, é: "+reply)
			default:
				replies = append(replies, reply)
			}
		}
		column := columnOf(replies)
		if r.IntN(2) == 0 {
			column.Validity = make([]byte, (len(replies)+7)/8)
			for i := range column.Validity {
				column.Validity[i] = byte(r.Uint32())
			}
		}
		opt := extract.Options{Kind: extract.Any}
		if r.IntN(3) == 0 {
			opt.Repair = repair.Syntax
		}
		result, err := Run(Job{Column: column, Options: opt, Into: into, Threads: 1 + r.IntN(3), Wide: r.IntN(2) == 0})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		check := readerOf(into, &typ, result)
		if got := check.columns[0].Rows; got != len(replies) {
			t.Fatalf("seed %d: %d rows, want %d", seed, got, len(replies))
		}
		for i, reply := range replies {
			got := check.value(0, i)
			_, value, found := strings.Cut(reply, "Sure, é: ")
			if !found {
				value = reply
			}
			typed, fits := any(nil), false
			if (value[0] == '{' || value[0] == '[') && bit(column.Validity, i) {
				typed, fits = expected(&typ, value)
				said, fault := schema.ValidateText(into.asSchema(), []byte(value))
				if fault != nil {
					continue // too large a float is no JSON here
				}
				if valid := said.Verdict == schema.Valid; valid != fits && !strings.Contains(value, "677973366e38") {
					t.Fatalf("seed %d: %s\n%s: %v, but fits: %v", seed, appendSchema(nil, &typ), value, said, fits)
				}
				if inValue := bit(result.Masks[InValue].Bits, i); inValue != fits {
					t.Fatalf("seed %d: %s\n%s: a value: %v, but fits: %v", seed, appendSchema(nil, &typ), value, inValue, fits)
				}
			}
			if !reflect.DeepEqual(got, typed) {
				t.Fatalf("seed %d: %s\n%s:\n%v, want\n%v", seed, appendSchema(nil, &typ), value, got, typed)
			}
		}
	}
}
