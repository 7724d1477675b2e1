package tests_go

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
	"github.com/jsonbeacon/jsonbeacon/core/markdown"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

var candidateTexts = flag.Int("candidates.texts", 4000, "generated texts whose candidates are compared with the oracle's")

// TestCandidatesFollowOracle, over generated Markdown and generated replies.
func TestCandidatesFollowOracle(t *testing.T) {
	for n := range *candidateTexts {
		text := generateMarkdown(7, uint64(n))
		if n%4 == 0 {
			text = generate(8, uint64(n))
		}
		if err := candidatesFollowOracle(text); err != nil {
			t.Fatalf("text %d, %q: %v", n, text, err)
		}
	}
}

// TestCandidatesOfCorpora: so do the texts of every corpus.
func TestCandidatesOfCorpora(t *testing.T) {
	var texts []string
	for _, name := range []string{"fuzz99.jsonl", "replies.jsonl"} {
		for _, row := range rows[struct{ Text string }](t, name) {
			texts = append(texts, row.Text)
		}
	}
	for _, row := range rows[struct{ Input any }](t, "reports.jsonl") {
		if s, ok := row.Input.(string); ok {
			texts = append(texts, s)
		}
	}
	for _, row := range rows[hostile](t, "hostile.jsonl") {
		texts = append(texts, row.text(20))
	}
	for _, s := range suite(t, "test_parsing") {
		texts = append(texts, s)
	}
	for _, example := range spec(t) {
		texts = append(texts, example.markdown)
	}
	for _, text := range texts {
		if len(text) > 5000 { // the oracle is slow
			if _, err := candidates.Find(text, candidates.Options{Repair: true}); (err != nil) != (len(text) > candidates.MaxBytes) {
				t.Errorf("%.200q: %v", text, err)
			}
			continue
		}
		if err := candidatesFollowOracle(text); err != nil {
			t.Errorf("%.200q: %v", text, err)
		}
	}
}

// FuzzCandidates: the list is the oracle's, and its places are true.
func FuzzCandidates(f *testing.F) {
	for _, example := range spec(f) {
		f.Add(example.markdown + "{\"a\": [1,]}\n")
	}
	fuzz(f, candidatesFollowOracle)
}

// generateMarkdown makes a text of Markdown's and JSON's tokens.
func generateMarkdown(seed, n uint64) string {
	d := dice{rand.New(rand.NewPCG(seed, n))}
	text := d.few(markdownTokens, 60, 24)
	if d.IntN(3) == 0 {
		// Lines with the same in front, so that blocks go on.
		prefix := d.pick("> ", ">", "- ", "  ", "   ", "\t", "    ", "> - ", ">\t", "1. ", "> > ")
		text = prefix + strings.ReplaceAll(text, "\n", "\n"+strings.NewReplacer("-", " ", "1.", "  ").Replace(prefix))
	}
	if d.IntN(3) == 0 {
		text += d.framed(d.document(3))
	}
	return text
}

// candidatesFollowOracle holds the list against the oracle's, and each
// candidate against the text it says it stands in.
func candidatesFollowOracle(text string) error {
	found, err := candidates.Find(text, candidates.Options{Repair: true, MaxResults: candidates.MaxResults})
	regions, deep := markdown.Parse([]byte(text))
	if !utf8.ValidString(text) || deep != nil {
		if err == nil {
			return fmt.Errorf("no error")
		}
		return nil
	}
	if err != nil {
		return err
	}
	if err := regionsAreTrue(text, regions); err != nil {
		return err
	}
	var blocks []oracle.Block
	var numbers []int // of the regions that the blocks are
	for i, r := range regions {
		source := 3
		switch {
		case r.Kind == markdown.Indented:
			source = 2
		case r.Kind == markdown.Fenced && r.Language == "":
			source = 1
		case r.Kind == markdown.Fenced && slices.Contains([]string{"json", "jsonc", "json5"}, strings.ToLower(r.Language)):
			source = 0
		case r.Kind == markdown.Fenced:
			continue
		}
		blocks = append(blocks, oracle.Block{Source: source, Text: string(r.Text)})
		numbers = append(numbers, i)
	}
	want := oracle.List(blocks, true)
	if found.Count != len(want) || len(found.Candidates) != min(len(want), candidates.MaxResults) {
		return fmt.Errorf("%d candidates, want %d", found.Count, len(want))
	}
	units := utf16.Encode([]rune(text))
	for i, c := range found.Candidates {
		w := want[i]
		start, end := regions[numbers[w.Block]].Span(w.Start, w.Start+len(w.Text))
		got := fmt.Sprintf("%q %d %s %v %q %v %v %d-%d", c.Text, c.Source, c.Reason, c.Fault.Code == syntax.OK, c.Repair.Text, c.Repair.Valid, c.Repair.Rules, c.Start, c.End)
		expected := fmt.Sprintf("%q %d %s %v %q %v %v %d-%d", w.Text, blocks[w.Block].Source, w.Reason, w.Valid, w.Repaired, w.RepairValid, w.Rules,
			len(utf16.Encode([]rune(text[:start]))), len(utf16.Encode([]rune(text[:end]))))
		if got != expected {
			return fmt.Errorf("candidate %d is\n%s, want\n%s", i, got, expected)
		}
		if err := placeIsTrue(c, units); err != nil {
			return fmt.Errorf("candidate %d, %q: %w", i, c.Text, err)
		}
		if err := faultIsTrue(c); err != nil {
			return fmt.Errorf("candidate %d, %q: %w", i, c.Text, err)
		}
	}
	return nil
}

// placeIsTrue: what stands at a candidate's place is its text, or becomes it
// when what containers put in front of lines is taken away.
func placeIsTrue(c candidates.Candidate, units []uint16) error {
	raw := string(utf16.Decode(units[c.Start:c.End]))
	if c.Contiguous != (raw == c.Text) {
		return fmt.Errorf("contiguous is %v of %q", c.Contiguous, raw)
	}
	before := strings.Count(lineFeeds(string(utf16.Decode(units[:c.Start]))), "\n")
	lines := strings.Split(lineFeeds(raw), "\n")
	if c.StartLine != before+1 || c.EndLine != before+len(lines) {
		return fmt.Errorf("lines %d to %d", c.StartLine, c.EndLine)
	}
	own := strings.Split(c.Text, "\n")
	if len(own) != len(lines) {
		return fmt.Errorf("its place has %d lines", len(lines))
	}
	for i, line := range lines {
		line = strings.ReplaceAll(line, "\x00", "\uFFFD")
		if line == own[i] {
			continue
		}
		// The spaces that are left of a tab stand for it.
		prefix, ok := strings.CutSuffix(line, strings.TrimLeft(own[i], " \t"))
		if !ok || i == 0 || strings.Trim(prefix, " \t>") != "" {
			return fmt.Errorf("line %q does not become %q", line, own[i])
		}
	}
	return nil
}

// lineFeeds makes every line ending of CommonMark "\n".
func lineFeeds(s string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s) }

// faultIsTrue: the fault is the oracle's, where that has none of the rules that
// are not of the grammar.
func faultIsTrue(c candidates.Candidate) error {
	if c.Fault.Code == syntax.OK {
		return nil
	}
	if c.Fault.Code == syntax.TooDeep {
		before := string(utf16.Decode(utf16.Encode([]rune(c.Text))[:c.Fault.Offset]))
		if strings.Count(before, "[")+strings.Count(before, "{") < candidates.MaxDepth {
			return fmt.Errorf("too deep at %d", c.Fault.Offset)
		}
		return nil
	}
	fault := oracle.Parse(codePoints(c.Text))
	switch fault.Code {
	case "json.duplicate_key", "json.number_out_of_range", "json.lone_surrogate":
		return nil
	}
	offset := len(utf16.Encode([]rune(c.Text)[:fault.Pos]))
	if fault.Code != c.Fault.Code.String() || offset != c.Fault.Offset {
		return fmt.Errorf("%s at %d, want %s at %d", c.Fault.Code, c.Fault.Offset, fault.Code, offset)
	}
	return nil
}

// regionsAreTrue: the regions follow each other in the text, and each of their
// characters stands where the region says.
func regionsAreTrue(text string, regions []markdown.Region) error {
	last := 0
	for _, r := range regions {
		for i, c := range string(r.Text) {
			length := utf8.RuneLen(c)
			start, end := r.Span(i, i+length)
			raw := text[start:end]
			switch {
			case raw == string(c),
				c == '\n' && (raw[0] == '\r' || raw[0] == '\n'),
				c == ' ' && raw == "\t",
				c == '\uFFFD' && raw == "\x00":
			default:
				return fmt.Errorf("%q of region %q is %q in the text", c, r.Text, raw)
			}
			if start < last && raw != "\t" {
				return fmt.Errorf("region %q goes back in the text", r.Text)
			}
			last = start
		}
	}
	return nil
}
