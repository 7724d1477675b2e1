//go:build jsonbeacon_checked

package tests_go

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/stream"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A stream reads a text for brackets, for fences and for tags, at most twice by
// readings that fail, and what has failed once more to say why. Where it goes back
// and forth between these, the words that each looks at count anew: hence the
// factors; none depends on the length.
const (
	mostStreamReads = 64  // units read for each unit of a text, words ahead included
	mostFeedReads   = 100 // and, for each feed, what it looks at anew
)

// fedCost is what a text costs in pieces of so many units, over what so many
// feeds may cost.
func fedCost(s string, opt stream.Options, size int) float64 {
	f := feeder[uint32]{opt: opt, out: largeRoom}
	whole := units[uint32](codePoints(s))
	f.units = make([]uint32, 0, len(whole)+1)
	reads, feeds := syntax.Reads, 0
	for at := 0; at < len(whole); at += size {
		f.feed(whole[at:min(at+size, len(whole))])
		feeds++
	}
	return (float64(syntax.Reads-reads) - float64(mostFeedReads*feeds)) / float64(len(whole)+1)
}

// TestStreamIsLinear: long texts of every kind, in pieces of any size.
func TestStreamIsLinear(t *testing.T) {
	options := []stream.Options{
		{}, {Kind: extract.Any}, {SkipReasoning: true, Tags: []string{"json"}}, {Tags: []string{"json"}},
		{IgnoreInvisible: true, Sources: 1 << extract.Fence},
	}
	var long []string
	for _, h := range rows[hostile](t, "hostile.jsonl") {
		if h.AtMost == 0 {
			long = append(long, h.text(20_000/len([]rune(h.Unit))))
		}
	}
	for _, before := range []string{"", "[", "{", `{"`, `["`, "```json\n", "```json\n{", "```json\n{}", "```json\n\"\n", "<json>", "<think>", "{\"\n"} {
		for _, unit := range []string{"`", "~", " ", "\n", "<", "<json", "<json ", "</json>", "<json>", "<think>", "</think>", "1", "[1, ", `\u`, "\u200b", "{\"<json>", "\"<json>{"} {
			long = append(long, before+strings.Repeat(unit, 20_000/len(unit)))
		}
	}
	for n := range uint64(100) {
		d := dice{rand.New(rand.NewPCG(*seed, n))}
		before, unit := d.repeatedUnit()
		if n%3 == 0 {
			unit = d.marked(unit)
		}
		long = append(long, before+strings.Repeat(unit, max(4, 10_000/max(len(unit), 1))))
	}
	worst := 0.0
	for n, s := range long {
		for _, opt := range options {
			for _, size := range []int{1, 5, 1000, len(s) + 1} {
				if size < 1000 && n%4 != 0 && len(s) > 15_000 {
					continue
				}
				got := fedCost(s, opt, size)
				worst = max(worst, got)
				if got > mostStreamReads {
					t.Errorf("%.80q… of %d, %+v, in pieces of %d: %.1f reads a unit", s, len(s), opt, size, got)
				}
			}
		}
	}
	t.Logf("at most %.1f reads a unit", worst)
}
