//go:build jsonbeacon_checked

package tests_go

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// That the cost is linear is tested by counting: what is read of a text, and how
// often, is the same on every machine.
//
// A text is read for fences, for openers, and at most twice by readings that
// fail; values inside those are read once more, and all of it again if what went
// to the tape turns out to repeat a key. Hence the factors; none depends on the
// length.
const (
	mostReads    = 4  // units read for each unit of a text, on the patterns in hostile.jsonl
	mostReadsAny = 12 // on any text
	mostLoads    = 32 // loads for each unit, most of them of one that has just been loaded
)

func init() { *texts = 10_000 } // counting takes time

// cost is what a call reads, for each unit of the text.
type cost struct{ reads, loads float64 }

func costOf[U text.Unit](units []U, c call) cost {
	reads, loads := syntax.Reads, syntax.Loads
	ask(units, c, lawMemory)
	n := float64(len(units) + 1)
	return cost{float64(syntax.Reads-reads) / n, float64(syntax.Loads-loads) / n}
}

// costlyCalls are the ones of which the others do a part: the first candidate is
// told, every candidate has a say, and all is decided before it is written.
func costlyCalls() []call {
	all := extract.Options{Select: extract.Last, Kind: extract.Any}
	return []call{
		{words: largeTape},
		{words: largeTape, count: true, opt: all},
		{words: largeTape, count: true, opt: extract.Options{Select: extract.Largest}},
		{words: largeTape, count: true, careful: true, opt: all},
		{words: tinyTape, count: true, opt: all},
	}
}

// TestHostilePatternsAreLinear: a megabyte of each pattern, and twice as much in
// wide units, of which a load is but two.
func TestHostilePatternsAreLinear(t *testing.T) {
	for _, h := range rows[hostile](t, "hostile.jsonl") {
		if h.AtMost > 0 {
			continue
		}
		t.Run(h.Name, func(t *testing.T) {
			short := codePoints(h.text(1 << 20 / len([]rune(h.Unit))))
			long := codePoints(h.text(1 << 21 / len([]rune(h.Unit))))
			for _, c := range costlyCalls()[:2] {
				var costs []cost
				if widths(short)[0] == 1 {
					costs = append(costs, costOf(units[uint8](short), c))
				}
				costs = append(costs, costOf(units[uint32](long), c))
				for _, got := range costs {
					if got.reads > mostReads || got.loads > mostLoads {
						t.Errorf("%s: %.2f reads a unit, %.2f loads", c, got.reads, got.loads)
					}
				}
			}
		})
	}
}

// TestCollidingKeysAreLinear: keys that collide in a hash without a secret
// (here: all anagrams of one another) cost what others do.
func TestCollidingKeysAreLinear(t *testing.T) {
	for _, c := range costlyCalls() {
		got := costOf(units[uint8](codePoints(collidingKeys(40_000))), c)
		if got.reads > mostReadsAny || got.loads > mostLoads {
			t.Errorf("%s: %.2f reads a unit, %.2f loads", c, got.reads, got.loads)
		}
	}
}

// collidingKeys is one object with members of which the names are pairs of "Aa"
// and "BB", alike to every hash that is a polynomial with 31.
func collidingKeys(n int) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		b.WriteByte('"')
		for bit := range 17 {
			b.WriteString([]string{"Aa", "BB"}[i>>bit&1])
		}
		b.WriteString(`":1,`)
	}
	b.WriteString(`"":1}`)
	return b.String()
}

// TestRepeatedUnitsAreLinear: short texts repeated, of characters and of what
// takes long to read.
func TestRepeatedUnitsAreLinear(t *testing.T) {
	var worst cost
	for n := range uint64(1000) {
		d := dice{rand.New(rand.NewPCG(*seed, n))}
		before, unit := d.repeatedUnit()
		points := codePoints(before + strings.Repeat(unit, max(4, 20_000/len(unit))))
		for _, c := range costlyCalls() {
			got := costOf(units[uint32](points), c)
			if got.reads > mostReadsAny || got.loads > mostLoads {
				t.Errorf("%.80q, then %.200q repeated, %s: %.2f reads a unit, %.2f loads", before, unit, c, got.reads, got.loads)
			}
			worst = cost{max(worst.reads, got.reads), max(worst.loads, got.loads)}
		}
	}
	t.Logf("at most %.2f reads a unit, %.2f loads", worst.reads, worst.loads)
}

// longUnits take long to read, and longer to read twice.
var longUnits = []string{
	strings.Repeat("1,", 20), strings.Repeat("a ", 16), strings.Repeat("[],", 10), strings.Repeat(`"",`, 10),
	strings.Repeat(" ", 32), strings.Repeat(`\"`, 16), strings.Repeat(`"\"",`, 8), strings.Repeat("0.1,", 10),
	`{"k":`, strings.Repeat(`{"a":1,"b":2},`, 3), strings.Repeat("9", 40), strings.Repeat("]", 20), "[1,", "{", "[", `"`,
	`{"a":1,"a":2}`, `{"a":1`, "```json\n", "\n```\n", "\n", ",", `"a":`, "]", "}",
}

// repeatedUnit is a unit to be repeated, and a text to stand before.
func (d dice) repeatedUnit() (before, unit string) {
	switch d.IntN(3) {
	case 0:
		for range 1 + d.IntN(12) {
			unit += string(alphabet[d.IntN(len(alphabet))])
		}
	case 1:
		unit = d.pick(hostileUnits...) + d.some(tokens, 4)
	default:
		unit = d.pick(longUnits...) + d.some(longUnits, 4)
	}
	if d.IntN(4) == 0 { // nested as deep as may be, and then something else
		unit = strings.Repeat(unit, []int{100, 511, 512}[d.IntN(3)]) + d.some(tokens, 2)
	}
	if d.IntN(3) == 0 {
		before = d.some(longUnits, 4)
	}
	return before, unit
}
