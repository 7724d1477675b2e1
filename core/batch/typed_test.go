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

// wide is a type with a column of each sort.
var wide = Type{Kind: StructType, Children: []Type{
	{Kind: Int64Type, Name: "n"},
	{Kind: StringType, Name: "s", Nullable: true},
	{Kind: BoolType, Name: "b", Nullable: true},
	{Kind: ListType, Name: "l", Nullable: true, Children: []Type{{Kind: LargeStringType, Nullable: true}}},
	{Kind: JSONType, Name: "j", Nullable: true},
}}

// into prepares it.
func into(t *testing.T, typ Type) *Into {
	t.Helper()
	prepared, err := NewInto(typ)
	if err != nil {
		t.Fatal(err)
	}
	return prepared
}

// typedReplies fill wide, but for every fourth, which is cut off, and every
// fifth, whose n is none.
func typedReplies(count int) (list []string) {
	for i := range count {
		text := strings.Repeat("é\\n", i%40)
		reply := fmt.Sprintf(`Sure: {"n": %d, "s": "%s", "b": true, "l": ["%s", null], "j": {"é": [%d]}}`, i, text, text, i)
		switch {
		case i%4 == 3:
			reply = reply[:len(reply)-1]
		case i%5 == 4:
			reply = strings.Replace(reply, `"n": `, `"n": "1", "m": `, 1)
		}
		list = append(list, reply)
	}
	return list
}

// rowsOf are the rows of a typed column.
func rowsOf(prepared *Into, typ *Type, r *Result) (list []any) {
	c := readerOf(prepared, typ, r)
	for row := range r.Rows {
		list = append(list, c.value(0, row))
	}
	return list
}

// TestTypedFull: where offsets of the column are too narrow for all, the rest
// is left.
func TestTypedFull(t *testing.T) {
	defer func() { largestNarrow = 1<<31 - 1 }()
	prepared, replies := into(t, wide), typedReplies(3000)
	job := Job{Column: columnOf(replies), Threads: 2, Wide: true, Into: prepared}
	all, err := Run(job)
	if err != nil {
		t.Fatal(err)
	}
	want := rowsOf(prepared, &wide, all)
	largestNarrow = 12_000
	var got []any
	for rest := replies; len(rest) > 0; {
		job.Column = columnOf(rest)
		r, err := Run(job)
		if err != nil || r.Rows == 0 {
			t.Fatal(err, r)
		}
		got, rest = append(got, rowsOf(prepared, &wide, r)...), rest[r.Rows:]
	}
	if !reflect.DeepEqual(got, want) {
		t.Error("the parts are not the whole")
	}
	largestNarrow = 100
	if _, err := Run(job); err != ErrTooLarge {
		t.Error(err)
	}
}

// TestTypedMemory: whichever allocation fails, nothing is left.
func TestTypedMemory(t *testing.T) {
	failAllocations(t, Job{Column: columnOf(typedReplies(100)), Into: into(t, wide)})
}

// TestTypedFallthrough: a value that has no place in the column gives way.
func TestTypedFallthrough(t *testing.T) {
	prepared := into(t, wide)
	reply := `{"n": "no", "l": ["left", {}]} {"n": 1.5} {"s": "x"} {"n": 10e-1, "l": []}`
	r, err := Run(Job{Column: columnOf([]string{reply}), Into: prepared, Options: extract.Options{Fallthrough: true}})
	if err != nil {
		t.Fatal(err)
	}
	want := []any{map[string]any{"n": "1", "s": nil, "b": nil, "l": []any{}, "j": nil}}
	if got := rowsOf(prepared, &wide, r); !reflect.DeepEqual(got, want) {
		t.Error(got)
	}
	if got := texts(r, fieldValue)[0]; got != `{"n":10e-1,"l":[]}` {
		t.Error(got)
	}
}

// TestCells: a text that fills too much is an error of its row.
func TestCells(t *testing.T) {
	row := Type{Kind: StructType}
	for i := range 4000 {
		row.Children = append(row.Children, Type{Kind: NullType, Name: fmt.Sprint(i), Nullable: true})
	}
	prepared := into(t, Type{Kind: ListType, Children: []Type{row}})
	fills := MaxCells / 4001
	objects := func(n int) string { return "[" + strings.Repeat("{},", n-1) + "{}]" }
	r, err := Run(Job{Column: columnOf([]string{objects(fills), objects(fills + 1), "[]"}), Into: prepared})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(r, fieldCode); !reflect.DeepEqual(got, []string{"-", schemaInvalid, "-"}) {
		t.Error(got)
	}
	if got := texts(r, fieldMessage)[1]; got != tooManyCells {
		t.Error(got)
	}
	if got := r.Typed()[1].Rows; got != fills {
		t.Errorf("%d objects, want %d", got, fills)
	}
}

// TestTypedInterrupted: one long value does not keep an interruption waiting.
func TestTypedInterrupted(t *testing.T) {
	f := newFilling(into(t, Type{Kind: ListType, Children: []Type{{Kind: Int8Type}}}))
	asked := 0
	text := "[" + strings.Repeat("1,", 1<<20) + "1]"
	if f.put([]byte(text), func() bool { asked++; return asked == 3 }) != doesNotFit || asked != 3 || f.builders[1].n != 0 {
		t.Error(asked, f.builders[1].n)
	}
	f.fill(1)
	if f.put([]byte(text), nil) != fits || f.builders[1].n != 1<<20+1 {
		t.Error(f.builders[1].n)
	}
}

// TestBadTypes are refused.
func TestBadTypes(t *testing.T) {
	deep := Type{Kind: Int8Type}
	for range MaxTypeDepth - 1 {
		deep = Type{Kind: ListType, Children: []Type{deep}}
	}
	into(t, deep)
	many := Type{Kind: StructType}
	for i := range MaxTypes - 1 {
		many.Children = append(many.Children, Type{Name: fmt.Sprint(i)})
	}
	schemaOf := into(t, many).asSchema()
	if said, _ := schema.ValidateText(schemaOf, []byte(`{"0": 1}`)); said.Verdict != schema.Invalid {
		t.Error(said)
	}
	text := Type{Kind: StringType}
	entries := func(children ...Type) Type { return Type{Kind: StructType, Children: children} }
	for _, bad := range []Type{
		{Kind: Int8Type},
		{Kind: JSONType},
		{Kind: ListType},
		{Kind: ListType, Children: []Type{text, text}},
		{Kind: ListType, Children: []Type{{Kind: numTypes}}},
		{Kind: ListType, Children: []Type{{Kind: StringType, Children: []Type{text}}}},
		{Kind: MapType, Children: []Type{text}},
		{Kind: MapType, Children: []Type{entries(text)}},
		{Kind: MapType, Children: []Type{entries(Type{Kind: Int8Type}, text)}},
		{Kind: MapType, Children: []Type{entries(Type{Kind: StringType, Nullable: true}, text)}},
		entries(Type{Name: "a"}, Type{Name: "a"}),
		entries(Type{Kind: DecimalType}),
		entries(Type{Kind: DecimalType, Precision: 39}),
		entries(Type{Kind: DecimalType, Precision: 2, Scale: 3}),
		entries(Type{Kind: DecimalType, Precision: 2, Scale: -1}),
		{Kind: ListType, Children: []Type{deep}},
		entries(append(many.Children, Type{Name: "x"})...),
	} {
		if _, err := NewInto(bad); err == nil {
			t.Errorf("%.200s", fmt.Sprint(bad))
		}
	}
}

// TestParseInteger, against math/big.
func TestParseInteger(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		text := ""
		for range 1 + r.IntN(21) {
			text += pick(r, []string{"0", "0", "0", "9", "1", "2", "5"})
		}
		text = "1" + text
		if r.IntN(2) == 0 {
			i := 1 + r.IntN(len(text)-1)
			text = text[:i] + "." + text[i:]
		}
		if r.IntN(2) == 0 {
			text += fmt.Sprintf("%c%d", "eE"[r.IntN(2)], r.IntN(44)-22)
		}
		if r.IntN(2) == 0 {
			text = "-" + text
		}
		kind := Int8Type + TypeKind(r.IntN(8))
		x, _ := new(big.Rat).SetString(text)
		want := x.IsInt() && x.Num().Cmp(big.NewInt(layouts[kind].least)) >= 0 && x.Num().Cmp(new(big.Int).SetUint64(layouts[kind].most)) <= 0
		got, ok := parseInteger([]byte(text), &layouts[kind])
		if ok != want {
			t.Fatalf("%s: %v, want %v", text, ok, want)
		}
		if same := x.Sign() < 0 && x.Num().Int64() == int64(got) || x.Sign() >= 0 && x.Num().Uint64() == got; ok && !same {
			t.Fatalf("%s: %d", text, got)
		}
	}
}

// TestParseDecimal, against math/big.
func TestParseDecimal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		text := ""
		for range 1 + r.IntN(42) {
			text += pick(r, []string{"0", "0", "9", "9", "1", "5"})
		}
		i := 1 + r.IntN(len(text))
		text = "1" + text[:i] + "." + text[i:] + "0"
		if r.IntN(2) == 0 {
			text += fmt.Sprintf("e%d", r.IntN(60)-30)
		}
		if r.IntN(2) == 0 {
			text = "-" + text
		}
		precision := 1 + r.IntN(38)
		scale := r.IntN(precision + 1)
		x, _ := new(big.Rat).SetString(text)
		units := new(big.Rat).Mul(x, new(big.Rat).SetInt(tenTo(scale)))
		want := units.IsInt() && units.Num().CmpAbs(tenTo(precision)) < 0
		high, low, ok := parseDecimal([]byte(text), precision, scale)
		if ok != want {
			t.Fatalf("%s as decimal(%d, %d): %v, want %v", text, precision, scale, ok, want)
		}
		if got := decimalIn(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, low), high), scale); ok && got != x.String() {
			t.Fatalf("%s as decimal(%d, %d): %s", text, precision, scale, got)
		}
	}
}

// TestTypedHeap: a row leaves nothing on Go's heap.
func TestTypedHeap(t *testing.T) {
	typ := wide
	typ.Children = append([]Type{{Kind: Float64Type, Name: "x"}}, wide.Children...)
	f := newFilling(into(t, typ))
	value := []byte(`{"n":12,"s":"é\n","b":true,"l":["a",null],"j":{"é":[12.50]},"x":0.1234567890123456}`)
	fill := func() {
		f.reset()
		for range 100 {
			f.put(value, nil)
		}
		f.fill(120)
	}
	fill()
	if n := testing.AllocsPerRun(10, fill); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
