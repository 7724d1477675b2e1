package tests_go

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
)

// go test ./tests_go -run TestCostOfCandidates -v -candidates.search 10m
var searchFor = flag.Duration("candidates.search", 0, "how long to search for texts whose candidates are costly to list")

// costly are patterns that searches have found, and their like: a beginning, and
// a part that is repeated up to the limit. Listing any takes far less than the
// second and a half that is promised; see docs/candidates.md.
var costly = []struct{ name, before, unit string }{
	{"block quotes", "", "> "},
	{"deepest quotes, again and again", "", strings.Repeat(">", 64) + "\n\n"},
	{"blank lines in the deepest lists", strings.Repeat("- ", 64) + "x\n", "\n"},
	{"blank lines in code in the deepest lists", strings.Repeat("- ", 64) + "```\n", "\n"},
	{"blank quoted lines in the deepest lists", "> " + strings.Repeat("- ", 63) + "x\n", ">\n"},
	{"blank quoted lines in code in the deepest lists", "> " + strings.Repeat("- ", 63) + "```\n", ">\n"},
	{"indented lines in the deepest lists", strings.Repeat("- ", 64) + "x\n", strings.Repeat(" ", 128) + "x\n"},
	{"lazy lines in the deepest lists", strings.Repeat("- ", 64) + "x\n", "x\n"},
	{"lazy lines in the deepest quotes", strings.Repeat(">", 64) + "x\n", "x\n"},
	{"tabs in the deepest lists", strings.Repeat("- ", 64) + "x\n", strings.Repeat("\t", 32) + "x\n"},
	{"one line of spaces in the deepest lists", strings.Repeat("- ", 64) + "x\n", " "},
	{"list items", "", "-\n"},
	{"the deepest lists, again and again", "", strings.Repeat("- + ", 32) + "\n"},
	{"stars that are nearly a break", "", strings.Repeat("* ", 64) + "x\n"},
	{"reference definitions", "", "[a]:b\n"},
	{"definitions with half a title", "", "[a]:b\n'"},
	{"a label without end", "", "[a\n"},
	{"tags", "", "<a "},
	{"tags on lines", "", "<a\n"},
	{"tags with attributes", "<a", " a=b"},
	{"closing tags", "<pre>\n", "</"},
	{"headings", "", "a\n=\n"},
	{"fences", "", "```\n"},
	{"runs of back-ticks", "", "`"},
	{"openers", "", "["},
	{"empty arrays", "", "[]"},
	{"bigger and bigger", "", "[] [1] [12] [123] "},
	{"invalid, each kind", "", "{]\n[\"\n"},
	{"comments", "[", "/*"},
	{"U+0000", "", "[\x00]"},
	{"declarations", "", "<!X"},
	{"items with a closing tag", "", "- </pre>===\n"},
}

// TestCostOfCandidates lists the candidates of every costly text, and goes on to
// search for worse ones if it is told to.
func TestCostOfCandidates(t *testing.T) {
	for _, c := range costly {
		text := upToLimit(c.before, c.unit)
		t.Logf("%6.3f s  %s", timeToList(t, text).Seconds(), c.name)
	}
	if *searchFor > 0 {
		searchCostly(t)
	}
}

func upToLimit(before, unit string) string {
	return before + strings.Repeat(unit, (candidates.MaxBytes-len(before))/len(unit))
}

// timeToList is the processor time that listing takes.
func timeToList(t *testing.T, text string) time.Duration {
	start := processorTime()
	_, err := candidates.Find(text, candidates.Options{Repair: true, MaxResults: candidates.MaxResults})
	spent := processorTime() - start
	if _, limit := err.(*candidates.LimitError); err != nil && !limit {
		t.Error(err)
	}
	return spent
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// markdownTokens are what a costly text may be made of.
var markdownTokens = []string{
	">", "> ", "- ", "-", "* ", "+ ", "1. ", "1)", " ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "\r", "x", "`", "```", "~~~", "```json\n",
	"#", "# ", "=", "---", "===\n", "<", "<a", "<a b=c>", "</a>", "<!--", "-->", "<?", "<![CDATA[", "]]>", "<pre>", "</pre>", "<div>", "<!X",
	"[", "]", "[a]: b", "[a]:", "'", "\"", "(", ")", "\\", "{", "}", ",", ":", "[1]", "{\"a\": 1}", "//", "/*", "*/", "é", "😀", "\x00", "123456789. ",
}

// searchCostly climbs from random patterns to costlier ones, and tells the costliest.
func searchCostly(t *testing.T) {
	type pattern struct {
		before, unit []string
		spent        time.Duration
	}
	d := dice{rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))}
	tokens := func(most int) []string {
		list := make([]string, 1+d.IntN(most))
		for i := range list {
			list[i] = d.pick(markdownTokens...)
			if d.IntN(6) == 0 {
				list[i] = strings.Repeat(list[i], 1+d.IntN(64))
			}
		}
		return list
	}
	change := func(list []string) []string {
		i := d.IntN(len(list))
		switch other := tokens(2); d.IntN(4) {
		case 0:
			return slices.Insert(slices.Clone(list), i, other...)
		case 1:
			return slices.Replace(slices.Clone(list), i, i+1, other...)
		case 2:
			if len(list) > 1 {
				return slices.Delete(slices.Clone(list), i, i+1)
			}
		}
		return slices.Concat(list, list[i:])
	}
	measure := func(p *pattern) {
		unit := strings.Join(p.unit, "")
		if len(unit) > 5000 {
			return
		}
		p.spent = timeToList(t, upToLimit(strings.Join(p.before, ""), unit))
	}
	var worst []pattern
	for _, c := range costly {
		p := pattern{before: []string{c.before}, unit: []string{c.unit}}
		measure(&p)
		worst = append(worst, p)
	}
	tried := 0
	for end := time.Now().Add(*searchFor); time.Now().Before(end); {
		best := pattern{before: tokens(8), unit: tokens(6)}
		if d.IntN(3) < 2 {
			best = worst[d.IntN(len(worst))]
		}
		measure(&best)
		for failures := 0; failures < 25 && time.Now().Before(end); failures++ {
			next := best
			if d.IntN(2) == 0 {
				next.before = change(next.before)
			} else {
				next.unit = change(next.unit)
			}
			next.spent = 0
			measure(&next)
			tried++
			if next.spent > best.spent+best.spent/20 {
				first := next.spent
				measure(&next) // whatever else the machine does, twice is no accident
				next.spent = min(first, next.spent)
			}
			if next.spent > best.spent+best.spent/20 {
				best, failures = next, 0
			}
		}
		worst = append(worst, best)
		slices.SortFunc(worst, func(a, b pattern) int { return int(b.spent - a.spent) })
		worst = worst[:min(len(worst), len(costly))]
	}
	fmt.Println(tried, "texts tried; the costliest:")
	for _, p := range worst[:12] {
		fmt.Printf("%6.3f s  %.300q then %.300q\n", p.spent.Seconds(), strings.Join(p.before, ""), strings.Join(p.unit, ""))
		if p.spent > 1500*time.Millisecond {
			t.Errorf("%v", p)
		}
	}
}
