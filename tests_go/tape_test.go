package tests_go

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// TestTapeMirrorsTheHeader: the tags have the numbers that C knows them by.
func TestTapeMirrorsTheHeader(t *testing.T) {
	header, err := os.ReadFile("../pybind/engine/engine.h")
	if err != nil {
		t.Fatal(err)
	}
	enum := regexp.MustCompile(`(?s)enum \{\s*JB_NULL,(.*?)\};`).FindString(string(header))
	enum = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(enum, "")
	names := regexp.MustCompile(`JB_\w+`).FindAllString(enum, -1)
	tags := map[string]int{
		"JB_NULL": syntax.TagNull, "JB_TRUE": syntax.TagTrue, "JB_FALSE": syntax.TagFalse,
		"JB_INT": syntax.TagInt, "JB_INT64": syntax.TagInt64, "JB_UINT64": syntax.TagUint64, "JB_BIG": syntax.TagBig,
		"JB_FLOAT": syntax.TagFloat, "JB_STRING": syntax.TagString, "JB_KEY": syntax.TagKey,
		"JB_STRING_ESC": syntax.TagStringEscape, "JB_KEY_ESC": syntax.TagKeyEscape,
		"JB_ARRAY": syntax.TagArray, "JB_OBJECT": syntax.TagObject,
	}
	if len(names) != len(tags) {
		t.Errorf("the header has %v", names)
	}
	for i, name := range names {
		if tag, ok := tags[name]; !ok || tag != i {
			t.Errorf("%s is %d, here %d", name, i, tag)
		}
	}
	for name, value := range map[string]int{"JB_MAX_DEPTH = ": syntax.MaxDepth, "JB_TAPE_SLACK = ": syntax.TapeSlack} {
		if !strings.Contains(string(header), name+strconv.Itoa(value)) {
			t.Errorf("the header has no %s%d", name, value)
		}
	}
}

func span(tag, offset, length int) uint64 {
	return uint64(offset)<<32 | uint64(length)<<4 | uint64(tag)
}

func escaped(length int, or rune) uint64 { return uint64(length)<<32 | uint64(or) }

// anyWord stands for a word without meaning.
const anyWord = 0xFEEDFACE

var tapeCases = []struct {
	text  string
	words []uint64
}{
	{`null`, []uint64{syntax.TagNull}},
	{`[true,false]`, []uint64{syntax.TagTrue, syntax.TagFalse, 2<<4 | syntax.TagArray}},
	{`[]`, []uint64{syntax.TagArray}},
	{` { } `, []uint64{syntax.TagObject}},
	{`0`, []uint64{syntax.TagInt}},
	{`-0`, []uint64{syntax.TagInt}},
	{`-7`, []uint64{1<<64 - 7<<4 | syntax.TagInt}},
	{`99999999999999999`, []uint64{99999999999999999<<4 | syntax.TagInt}},
	{`100000000000000000`, []uint64{syntax.TagInt64, 100000000000000000}},
	{`9223372036854775807`, []uint64{syntax.TagInt64, math.MaxInt64}},
	{`-9223372036854775807`, []uint64{syntax.TagInt64, 1<<63 + 1}},
	{`9223372036854775808`, []uint64{syntax.TagUint64, 1 << 63}},
	{`9999999999999999999`, []uint64{syntax.TagUint64, 9999999999999999999}},
	{`[12345678901234567890]`, []uint64{span(syntax.TagBig, 1, 20), 1<<4 | syntax.TagArray}},
	{`-123456789012345678901`, []uint64{span(syntax.TagBig, 0, 22)}},
	{`1.5`, []uint64{syntax.TagFloat, math.Float64bits(1.5), anyWord, anyWord}},
	{`-0.0`, []uint64{syntax.TagFloat, 1 << 63, anyWord, anyWord}},
	{`1e40`, []uint64{syntax.TagFloat, math.Float64bits(1e40), anyWord, anyWord}},
	{`""`, []uint64{span(syntax.TagString, 1, 0)}},
	{`"abcdefghi"`, []uint64{span(syntax.TagString, 1, 9)}},
	{`["\u0041b\n"]`, []uint64{span(syntax.TagStringEscape, 2, 9), escaped(3, 'A'|'b'|'\n'), 1<<4 | syntax.TagArray}},
	{`"\ud83d\ude00"`, []uint64{span(syntax.TagStringEscape, 1, 12), escaped(1, '😀')}},
	{`{"k":1}`, []uint64{span(syntax.TagKey, 2, 1), 1<<4 | syntax.TagInt, 1<<4 | syntax.TagObject}},
	{`{"\t":{},"b":[null]}`, []uint64{
		span(syntax.TagKeyEscape, 2, 2), escaped(1, '\t'), syntax.TagObject,
		span(syntax.TagKey, 10, 1), syntax.TagNull, 1<<4 | syntax.TagArray, 2<<4 | syntax.TagObject,
	}},
	{`["é\/"]`, []uint64{span(syntax.TagStringEscape, 2, 3), escaped(2, 'é'|'/'), 1<<4 | syntax.TagArray}},
	{`["€"]`, []uint64{span(syntax.TagString, 2, 1), 1<<4 | syntax.TagArray}},
	{`["😀\\"]`, []uint64{span(syntax.TagStringEscape, 2, 3), escaped(2, '😀'|'\\'), 1<<4 | syntax.TagArray}},
}

// TestTape: the words of each kind of value, in all units that can hold it.
func TestTape(t *testing.T) {
	for _, c := range tapeCases {
		points := codePoints(c.text)
		for _, width := range widths(points) {
			var words []uint64
			switch width {
			case 1:
				words = wordsOf(units[uint8](points))
			case 2:
				words = wordsOf(units[uint16](points))
			case 4:
				words = wordsOf(units[uint32](points))
			}
			if !slices.EqualFunc(words, c.words, func(got, want uint64) bool { return got == want || want == anyWord }) {
				t.Errorf("%s in %d-byte units: %#x, want %#x", c.text, width, words, c.words)
			}
		}
	}
}

// wordsOf reads a document; nil if it is none.
func wordsOf[U text.Unit](units []U) []uint64 {
	var state syntax.State
	tape := make([]uint64, 64+syntax.TapeSlack)
	r := syntax.NewReader(syntax.NewSource(units), false, syntax.NewTape(tape), &state)
	r.Start(0)
	if r.Advance() != syntax.Done {
		return nil
	}
	return tape[:state.Used()]
}

// TestUTF8Tape: spans of UTF-8 count bytes.
func TestUTF8Tape(t *testing.T) {
	s := []byte("[\"€\"]\x00")
	var state syntax.State
	tape := make([]uint64, 64+syntax.TapeSlack)
	r := syntax.NewReader(syntax.NewSource(s[:len(s)-1]), true, syntax.NewTape(tape), &state)
	r.Start(0)
	if got := r.Advance(); got != syntax.Done || tape[0] != span(syntax.TagString, 2, 3) {
		t.Errorf("%d, %#x", got, tape[:state.Used()])
	}
}
