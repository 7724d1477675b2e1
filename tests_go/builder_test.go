package tests_go

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

// builder makes the value of a tape that comes in parts, as pybind/native does,
// and checks that the tape means what engine.h says.
type builder[U text.Unit] struct {
	units []U
	stack []any
}

// name is a member's name on the stack.
type name string

// build takes one part; false: an object repeats a key.
func (b *builder[U]) build(words []uint64) bool {
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch w & 15 {
		case syntax.TagNull:
			b.push(nil)
		case syntax.TagTrue:
			b.push(true)
		case syntax.TagFalse:
			b.push(false)
		case syntax.TagInt:
			b.push(oracle.Int(strconv.FormatInt(int64(w)>>4, 10)))
		case syntax.TagInt64:
			i++
			b.push(oracle.Int(strconv.FormatInt(int64(words[i]), 10)))
		case syntax.TagUint64:
			i++
			b.push(oracle.Int(strconv.FormatUint(words[i], 10)))
		case syntax.TagBig:
			b.push(oracle.Int(b.span(w)))
		case syntax.TagFloat:
			b.push(math.Float64frombits(words[i+1]))
			i += 3
		case syntax.TagString:
			b.push(b.plain(w))
		case syntax.TagKey:
			b.push(name(b.plain(w)))
		case syntax.TagStringEscape:
			i++
			b.push(b.decoded(w, words[i]))
		case syntax.TagKeyEscape:
			i++
			b.push(name(b.decoded(w, words[i])))
		case syntax.TagArray:
			n := len(b.stack) - int(w>>4)
			elements := append([]any{}, b.stack[n:]...)
			b.stack = append(b.stack[:n], elements)
		case syntax.TagObject:
			n := len(b.stack) - 2*int(w>>4)
			members, ok := membersOf(b.stack[n:])
			if !ok {
				return false
			}
			b.stack = append(b.stack[:n], members)
		default:
			panic(fmt.Sprintf("no tag: %#x", w))
		}
	}
	return true
}

func (b *builder[U]) push(v any) { b.stack = append(b.stack, v) }

func membersOf(list []any) (oracle.Object, bool) {
	members := make(oracle.Object, 0, len(list)/2)
	seen := make(map[name]bool, len(list)/2)
	for i := 0; i < len(list); i += 2 {
		key := list[i].(name)
		if seen[key] {
			return nil, false
		}
		seen[key] = true
		members = append(members, oracle.Member{Name: string(key), Value: list[i+1]})
	}
	return members, true
}

// span is the text of a span.
func (b *builder[U]) span(w uint64) string {
	start, length := int(w>>32), int(w>>4&(1<<28-1))
	runes := make([]rune, length)
	for i, u := range b.units[start : start+length] {
		runes[i] = rune(u)
	}
	return string(runes)
}

// plain is a string that is what its span says.
func (b *builder[U]) plain(w uint64) string {
	s := b.span(w)
	for _, c := range s {
		if c == '\\' || c == '"' || c < ' ' || c == utf8.RuneError && !b.holds(w, utf8.RuneError) {
			panic(fmt.Sprintf("not a plain string: %q", s))
		}
	}
	return s
}

func (b *builder[U]) holds(w uint64, c uint32) bool {
	start, length := int(w>>32), int(w>>4&(1<<28-1))
	for _, u := range b.units[start : start+length] {
		if uint32(u) == c {
			return true
		}
	}
	return false
}

// decoded is a string with escapes; about gives its length and the OR of its
// code points, by which memory for it is chosen.
func (b *builder[U]) decoded(w, about uint64) string {
	var s string
	if err := json.Unmarshal([]byte(`"`+b.span(w)+`"`), &s); err != nil {
		panic(err)
	}
	length, or := 0, rune(0)
	for _, c := range s {
		length++
		or |= c
	}
	if about != uint64(length)<<32|uint64(or) {
		panic(fmt.Sprintf("%q: told as %d characters, %#x", s, about>>32, uint32(about)))
	}
	return s
}

// value is what all parts make.
func (b *builder[U]) value() any {
	if len(b.stack) != 1 {
		panic(fmt.Sprintf("the tape is %d values", len(b.stack)))
	}
	return b.stack[0]
}
