package batch

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
)

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
