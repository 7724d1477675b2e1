package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Each document isolates one cost. MB/s counts units, of any width.

var documents = []struct{ name, text string }{
	{"objects", list(2000, `{"id": %d, "name": "a name", "tags": ["x", "y"], "ok": true}`)},
	{"strings", list(2000, `"number %d of the many strings that are of a common length"`)},
	{"longStrings", list(20, `"%d`+strings.Repeat(" is said at some length", 100)+`"`)},
	{"integers", list(10000, `%d`)},
	{"floats", list(5000, `3.%d`)},
	{"exponents", list(5000, `1.%de-7`)},
	{"literals", list(5000, `true, false, null, [%d]`)},
	{"spaces", "[\n" + strings.Repeat("        {\n            \"a\": 1\n        },\n", 1000) + "{}]"},
	{"nested", strings.Repeat(strings.Repeat(`{"a":[`, 30), 8) + strings.Repeat(strings.Repeat("]}", 30), 8)},
	{"escapes", list(2000, `"line %d\nand \"more\" of it\n"`)}, // cold: finishString
	{"unicodeEscapes", list(2000, `"%d \u00e9\u4e2d \ud83d\ude00"`)},
	{"slowFloats", list(2000, `0.%d1234567890123456789e-300`)}, // cold: parseFloat
}

func list(n int, element string) string {
	elements := make([]string, n)
	for i := range elements {
		elements[i] = fmt.Sprintf(element, i)
	}
	return "[" + strings.Join(elements, ",") + "]"
}

func widen[U text.Unit](s string) []U {
	units := make([]U, len(s)+1)
	for i := range len(s) {
		units[i] = U(s[i])
	}
	return units[:len(s)]
}

func BenchmarkScan8(b *testing.B)  { benchmarkScan[uint8](b, false) }
func BenchmarkScan16(b *testing.B) { benchmarkScan[uint16](b, false) }
func BenchmarkScan32(b *testing.B) { benchmarkScan[uint32](b, false) }

// BenchmarkCheckKeys8 is the same with every key looked up.
func BenchmarkCheckKeys8(b *testing.B) { benchmarkScan[uint8](b, true) }

func benchmarkScan[U text.Unit](b *testing.B, checkKeys bool) {
	for _, document := range documents {
		if checkKeys && !strings.Contains(document.text, "{") {
			continue
		}
		b.Run(document.name, func(b *testing.B) {
			var (
				state syntax.State
				keys  syntax.KeySet
				units = widen[U](document.text)
				tape  = syntax.NewTape(make([]uint64, 4096+syntax.TapeSlack))
			)
			r := syntax.NewReader(syntax.NewSource(units), false, tape, &state)
			if checkKeys {
				r.CheckKeys(&keys)
			}
			b.SetBytes(int64(len(units)))
			for b.Loop() {
				r.Start(0)
				status := r.Advance()
				for status == syntax.More {
					status = r.Advance()
				}
				if status != syntax.Done {
					b.Fatalf("%+v", r.Fault())
				}
			}
		})
	}
}

// BenchmarkManyKeys is an object so large that its keys are looked up in a table.
func BenchmarkManyKeys(b *testing.B) {
	var members []string
	for i := range 5000 {
		members = append(members, fmt.Sprintf(`"key %d":1`, i))
	}
	units := widen[uint8]("{" + strings.Join(members, ",") + "}")
	var (
		state syntax.State
		keys  syntax.KeySet
	)
	r := syntax.NewReader(syntax.NewSource(units), false, syntax.NewTape(make([]uint64, 1<<15+syntax.TapeSlack)), &state)
	r.CheckKeys(&keys)
	b.SetBytes(int64(len(units)))
	for b.Loop() {
		r.Start(0)
		if r.Advance() != syntax.Done {
			b.Fatalf("%+v", r.Fault())
		}
	}
}

func BenchmarkSearch8(b *testing.B)  { benchmarkSearch[uint8](b) }
func BenchmarkSearch16(b *testing.B) { benchmarkSearch[uint16](b) }
func BenchmarkSearch32(b *testing.B) { benchmarkSearch[uint32](b) }

// benchmarkSearch looks through prose: with nothing to find in it, and with
// something on every line.
func benchmarkSearch[U text.Unit](b *testing.B) {
	const line = "The quick brown fox jumps over the lazy dog, and over the [1] `fence`.\n"
	for _, search := range []struct {
		name  string
		index func(syntax.Source[U], int) int
	}{
		{"IndexOpener", syntax.IndexOpener[U]}, {"IndexBracket", syntax.IndexBracket[U]},
		{"IndexFence", syntax.IndexFence[U]}, {"IndexNewline", syntax.IndexNewline[U]},
	} {
		for _, prose := range []struct{ name, text string }{
			{"nothing", strings.Repeat(strings.Map(dropMarks, line), 1000)}, {"lines", strings.Repeat(line, 1000)},
		} {
			b.Run(search.name+"/"+prose.name, func(b *testing.B) {
				source := syntax.NewSource(widen[U](prose.text))
				b.SetBytes(int64(len(prose.text)))
				for b.Loop() {
					for i := search.index(source, 0); i < source.Len(); i = search.index(source, i+1) {
					}
				}
			})
		}
	}
}

func dropMarks(c rune) rune {
	if strings.ContainsRune("[]`\n", c) {
		return '.'
	}
	return c
}
