package tests_go

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// dice throws for one text: text number n of a seed depends on nothing else, so
// that a failure is named by two numbers.
type dice struct{ *rand.Rand }

// generate makes a text.
func generate(seed, n uint64) string {
	d := dice{rand.New(rand.NewPCG(seed, n))}
	return families[d.IntN(len(families))](d)
}

// families are listed as often as they are wanted.
var families []func(dice) string

func init() { // a variable's initializer could not name families that generate others
	for _, f := range []struct {
		weight int
		family func(dice) string
	}{
		{16, dice.soup}, {16, dice.tokenSoup}, {2, dice.framedDocument}, {7, dice.truncated}, {8, dice.changed},
		{8, dice.faulty}, {9, dice.reply}, {9, dice.fences}, {7, dice.fenced}, {4, dice.keys}, {1, dice.manyKeys},
		{6, dice.patterns}, {4, dice.joined}, {4, dice.widened}, {1, dice.deep},
	} {
		families = append(families, slices.Repeat([]func(dice) string{f.family}, f.weight)...)
	}
}

func (d dice) pick(list ...string) string { return list[d.IntN(len(list))] }

// some is up to most items of a list, joined.
func (d dice) some(list []string, most int) string {
	var b strings.Builder
	for range d.IntN(most + 1) {
		b.WriteString(d.pick(list...))
	}
	return b.String()
}

// few is the same, of so many kinds: what needs repetition comes about sooner.
func (d dice) few(list []string, most, kinds int) string {
	chosen := make([]string, 3+d.IntN(kinds-2))
	for i := range chosen {
		chosen[i] = d.pick(list...)
	}
	return d.some(chosen, most)
}

func (d dice) soup() string      { return d.few(strings.Split(alphabet, ""), 60, 14) }
func (d dice) tokenSoup() string { return d.few(tokens, 25, 20) }

func (d dice) scalar() string {
	if d.IntN(2) == 0 {
		return `"` + d.some(stringParts, 3) + `"`
	}
	return d.pick("0", "-1", "12", "1.5", "1e5", "true", "false", "null", "123456789012345678901", "-0.125e-2")
}

// document is a valid object or array, but that names may repeat.
func (d dice) document(depth int) string {
	space := func() string { return "" }
	if d.IntN(2) == 0 {
		space = func() string { return d.pick(spaces...) }
	}
	object := d.IntN(5) < 3
	parts := make([]string, []int{0, 1, 1, 2, 2, 3, 4}[d.IntN(7)])
	for i := range parts {
		value := d.scalar()
		if depth > 0 && d.IntN(5) < 2 {
			value = d.document(depth - 1)
		}
		if object {
			name := fmt.Sprintf("k%d", i)
			if d.IntN(4) == 0 {
				name = d.pick(keys...)
			}
			value = `"` + name + `"` + space() + ":" + space() + value
		}
		parts[i] = space() + value + space()
	}
	body := strings.Join(parts, ",")
	if body == "" {
		body = space()
	}
	if object {
		return "{" + body + "}"
	}
	return "[" + body + "]"
}

func (d dice) framed(s string) string {
	f := frames[d.IntN(len(frames))]
	return f[0] + s + f[1]
}

func (d dice) framedDocument() string { return d.framed(d.document(3)) }

func (d dice) truncated() string {
	s := d.framedDocument()
	return s[:d.IntN(len(s)+1)]
}

// changed is a document with one character replaced, put in, taken out, doubled
// or exchanged with the next.
func (d dice) changed() string {
	s := d.document(3)
	i := d.IntN(len(s))
	before, here, after := s[:i], s[i:i+1], s[i+1:]
	other := string(alphabet[d.IntN(len(alphabet))])
	next := after[:min(1, len(after))]
	return d.framed(before + d.pick(
		other+after, other+here+after, after, here+here+after, next+here+after[len(next):],
	))
}

// faulty is a container around a part that is a fault, or may be.
func (d dice) faulty() string {
	in := around[d.IntN(len(around))]
	part := `"` + d.some(stringParts, 2) + d.pick(badStringParts...) + d.some(stringParts, 2) + d.pick(`"`, `"`, `"`, "", "]", "x")
	return in[0] + d.pick(d.pick(numbers...), d.pick(words...), part) + in[1]
}

// anything is what may stand where a document is due.
func (d dice) anything() string {
	switch d.IntN(9) {
	case 0:
		return d.faulty()
	case 1:
		return d.soup()
	case 2:
		return d.some(prose, 8)
	case 3:
		return d.scalar()
	case 4:
		return d.truncated()
	}
	return d.document(3)
}

// reply is prose with documents in it, good and bad.
func (d dice) reply() string {
	var b strings.Builder
	for range 1 + d.IntN(5) {
		if d.IntN(3) < 2 {
			b.WriteString(d.some(prose, 8))
		} else {
			b.WriteString(d.anything())
		}
	}
	return b.String()
}

// fences is lines: fences of every kind, documents, prose.
func (d dice) fences() string {
	var b strings.Builder
	for range 1 + d.IntN(7) {
		if d.IntN(2) == 0 {
			b.WriteString(d.pick(indents...) + d.pick(runs...) + d.pick(d.pick(infos...), "", "", " x") + d.pick(lineEnds...))
		} else {
			b.WriteString(d.pick("", "", "", " ", "\n") + d.anything() + d.pick(lineEnds...))
		}
	}
	return b.String()
}

// fenced is JSON fences, well made but for some of the closers.
func (d dice) fenced() string {
	var b strings.Builder
	for range 1 + d.IntN(3) {
		run, end := d.pick("```", "~~~", "````"), d.pick("\n", "\r\n")
		content := d.anything()
		if d.IntN(2) == 0 {
			content = d.document(3) + d.pick("", "", "x", " {}", "\n1", ",")
		}
		closer := d.pick(run, run, run+run[:1], " "+run+" ", "", run[1:], run+"x")
		b.WriteString(d.pick("", d.some(prose, 8)) + end + run + d.pick("json", "json", "JSON x", "") + end + content + end + closer + end)
	}
	return b.String()
}

// keys is objects that repeat names, plainly and as escapes; nested, so that
// equal names of other objects are there too.
func (d dice) keys() string {
	some := []string{d.pick(keys...), d.pick(keys...), d.pick(keys...), d.pick(keys...)}
	members := make([]string, 1+d.IntN(6))
	for i := range members {
		nested := `{"` + d.pick(some...) + `":1}`
		members[i] = `"` + d.pick(some...) + `":` + d.pick("1", `"a"`, nested, "[]", `{"a":1,"a":2}`, "[")
	}
	return d.framed("{" + strings.Join(members, ",") + d.pick("}", "}", "}", "", "}}", "] {}", "} {}"))
}

// manyKeys is an object of many members, of which one name may come again.
func (d dice) manyKeys() string {
	n := []int{7, 8, 9, 15, 16, 17, 31, 33, 64, 65, 130}[d.IntN(11)]
	var members []string
	for i := range n {
		members = append(members, fmt.Sprintf(`"k%d":%s`, i, d.pick("1", "1", "1", `{"k1":1}`)))
	}
	if d.IntN(5) < 3 {
		i := d.IntN(n)
		members[d.IntN(n)] = d.pick(fmt.Sprintf(`"k%d":2`, i), fmt.Sprintf(`"\u006b%d":2`, i))
	}
	return d.framed("{" + strings.Join(members, ",") + "}")
}

// patterns is what is hostile at length, in little.
func (d dice) patterns() string {
	var b strings.Builder
	for range 1 + d.IntN(4) {
		b.WriteString(strings.Repeat(d.pick(hostileUnits...), []int{1, 1, 2, 3, 7}[d.IntN(5)]))
	}
	return b.String()[:min(400, b.Len())]
}

func (d dice) joined() string {
	return generate(d.Uint64(), 0) + d.pick("", " ", "\n", ",") + generate(d.Uint64(), 0)
}

// widened has one character in it that makes the units wider, or that C strings
// and UTF-8 cannot hold.
func (d dice) widened() string {
	s := generate(d.Uint64(), 0)
	i := d.IntN(len(s) + 1)
	return s[:i] + d.pick("\x00", "\x7F", "\u0080", "ÿ", "Ā", "\u2028", "\uFEFF", "\uFFFF", "\U00010000", "😀", surrogate(0xD800), surrogate(0xDFFF)) + s[i:]
}

// deep is nested, at times about as deep as may be.
func (d dice) deep() string {
	depth := []int{2, 5, 10, 20, 30, 100, 510, 511, 512, 513}[d.IntN(10)]
	opener := d.pick("[", "[ ", `{"a":`, `{"\n": `, "[1,", `{"a":1,"b":`, `[[],`)
	closer := map[byte]string{'[': "]", '{': "}"}[opener[0]]
	core := d.pick("", "1", "-1.5", `"a"`, `"\n"`, "x", `"a`, "]", "{}", `{"a":1,"a":2}`)
	closers := d.pick(strings.Repeat(closer, depth), strings.Repeat(closer, depth-1), strings.Repeat(closer+" ", depth), closer, "")
	return d.pick("", "", "x ", "[1,", "{a} ") + strings.Repeat(opener, depth) + core + closers + d.pick("", " {}", " [1]")
}
