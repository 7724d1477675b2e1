package schema

import (
	"encoding/json"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// maxCount stands for any count that no value can reach: the library reads
// counts as Go's int.
const maxCount = "1000000000000000"

// longNumber is how long the text of a number may be to cost nothing extra.
const longNumber = 1 << 8

// builder makes the values that the library works on: map[string]any, []any,
// string, json.Number, bool and nil.
type builder[U text.Unit] struct {
	v       *value[U]
	clamped map[int32]bool
	charge  func(steps int) // told of numbers that are dear to compare
	tiny    map[string]int  // numbers that are nearer to zero than any in a schema
}

func (b *builder[U]) build(n int32) any {
	nd := &b.v.nodes[n]
	switch nd.kind {
	case kNull:
		return nil
	case kTrue:
		return true
	case kFalse:
		return false
	case kNumber:
		return b.number(n)
	case kString:
		return b.text(n)
	case kArray:
		list := make([]any, 0, nd.count)
		for c := n + 1; c < nd.next; c = b.v.nodes[c].next {
			list = append(list, b.build(c))
		}
		return list
	}
	object := make(map[string]any, nd.count)
	for c := n + 1; c < nd.next; c = b.v.nodes[c+1].next {
		object[b.text(c)] = b.build(c + 1)
	}
	return object
}

func (b *builder[U]) text(n int32) string {
	var buf []byte
	return string(b.v.str(n, &buf))
}

// number gives a number that the library can compare, divide and tell from
// others like the one in the text. It makes fractions of numbers, as large as
// their exponents.
func (b *builder[U]) number(n int32) json.Number {
	if b.clamped[n] {
		return maxCount
	}
	literal := b.v.literal(nil, n)
	if b.charge != nil && len(literal) > longNumber {
		b.charge(stepsOf(len(literal)))
	}
	if b.v.nodes[n].plain {
		return json.Number(literal)
	}
	text := string(literal)
	x := parseNumber(literal)
	switch {
	case len(x.digits) == 0:
		return "0.0"
	case x.point < -2*MaxDigits:
		return b.tinyNumber(x)
	case len(text) < 40 && x.point > -40 && x.point < 40:
		return json.Number(text)
	}
	return json.Number(x.String())
}

// tinyNumber stands for one that is nearer to zero than any number in a schema:
// all that can be asked of it is its sign and whether it is equal to another.
func (b *builder[U]) tinyNumber(x number) json.Number {
	sign := ""
	if x.negative {
		sign = "-"
	}
	x.negative = false
	if b.tiny == nil {
		b.tiny = map[string]int{}
	}
	i, ok := b.tiny[x.String()]
	if !ok {
		i = len(b.tiny) + 1
		b.tiny[x.String()] = i
	}
	return json.Number(sign + strconv.Itoa(i) + "e-" + strconv.Itoa(2*MaxDigits))
}

// stepsOf is what a number of so many characters costs when it is read: making
// a fraction of it takes the square of its length.
func stepsOf(length int) int {
	if length <= longNumber {
		return 0
	}
	return length/16 + (length/longNumber)*(length/longNumber)
}

// String spells a number: 0.digits × 10^point as an integer and an exponent.
func (n number) String() string {
	if len(n.digits) == 0 {
		return "0"
	}
	s := string(n.digits) + "e" + strconv.FormatInt(n.point-int64(len(n.digits)), 10)
	if n.negative {
		return "-" + s
	}
	return s
}
