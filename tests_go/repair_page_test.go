package tests_go

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
)

var updatePage = flag.Bool("update", false, "write the generated part of docs/repair.md")

const (
	repairPage = "../docs/repair.md"
	pageMark   = "<!-- generated from here on -->\n"
)

// TestRepairPage: the page lists every rule as the table has it. With -update
// it is written anew, with figures of -damage.count documents a kind:
//
//	go test ./tests_go -run RepairPage -update -damage.count 100
func TestRepairPage(t *testing.T) {
	data, err := os.ReadFile(repairPage)
	if err != nil {
		t.Fatal(err)
	}
	prose, generated, ok := strings.Cut(string(data), pageMark)
	if !ok {
		t.Fatal("the page has no generated part")
	}
	if *updatePage {
		text := prose + pageMark + rulesTable(t) + kindsTable(t)
		if err := os.WriteFile(repairPage, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, rule := range repair.Rules {
		row := fmt.Sprintf("| `%s` | %s | %s |", rule.Name, rule.Level, rule.Doc)
		if !strings.Contains(generated, row) {
			t.Errorf("the page lacks the row %q: run with -update", row)
		}
	}
}

// rulesTable shows every rule, its first case, and how often documents came out
// right in which it made an edit.
func rulesTable(t *testing.T) string {
	uses := map[string]*score{}
	for _, c := range damage(t, *damageCount) {
		got := mendDocument(c.Text, repair.All)
		seen := map[string]bool{}
		for _, e := range got.result.Edits {
			if !seen[e.Name()] {
				seen[e.Name()] = true
				if uses[e.Name()] == nil {
					uses[e.Name()] = new(score)
				}
				uses[e.Name()].add(got, c.Value)
			}
		}
	}
	var b strings.Builder
	b.WriteString("\n## The rules\n\n*Right* is how many of the damaged documents in which the rule made an edit came out as they were, at `all`.\n\n")
	b.WriteString("| Rule | Level | What it does | Before | After | Right |\n|---|---|---|---|---|---|\n")
	for _, rule := range repair.Rules {
		example := rows[ruleCase](t, "repair/rules/"+strings.TrimPrefix(rule.Name, "repair.")+".jsonl")[0]
		right := "–"
		if s := uses[rule.Name]; s != nil {
			right = fmt.Sprintf("%d of %d", s.right, s.total())
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", rule.Name, rule.Level, rule.Doc, cell(example.Text), cell(example.JSON), right)
	}
	return b.String()
}

// cell shows a text in a table.
func cell(s string) string {
	show := strings.NewReplacer("\n", "⏎", "|", "\\|", "\u00a0", "·").Replace(s)
	if strings.Contains(show, "`") {
		return "```` " + show + " ````"
	}
	return "`" + show + "`"
}

// kindsTable shows what became of each kind of damage.
func kindsTable(t *testing.T) string {
	var b strings.Builder
	for _, part := range []struct{ title, option string }{
		{"Documents with one fault", ""}, {"Documents with one edit at any character", "--edits"},
	} {
		options := []string{}
		if part.option != "" {
			options = append(options, part.option)
		}
		list := damage(t, *damageCount, options...)
		fmt.Fprintf(&b, "\n## %s\n\nOf %d documents of each kind: right / refused / wrong.\n\n| Kind | syntax | guess | all |\n|---|---|---|---|\n", part.title, *damageCount)
		var kinds []string
		scores := map[string]*[repair.All + 1]score{}
		var total [repair.All + 1]score
		for _, c := range list {
			if scores[c.Kind] == nil {
				scores[c.Kind] = new([repair.All + 1]score)
				kinds = append(kinds, c.Kind)
			}
			for level := repair.Syntax; level <= repair.All; level++ {
				got := mendDocument(c.Text, level)
				scores[c.Kind][level].add(got, c.Value)
				total[level].add(got, c.Value)
			}
		}
		for _, kind := range kinds {
			fmt.Fprintf(&b, "| %s |", kind)
			for level := repair.Syntax; level <= repair.All; level++ {
				s := scores[kind][level]
				fmt.Fprintf(&b, " %d / %d / %d |", s.right, s.refused, s.wrong)
			}
			b.WriteString("\n")
		}
		b.WriteString("| **all kinds, %** |")
		for level := repair.Syntax; level <= repair.All; level++ {
			s := total[level]
			fmt.Fprintf(&b, " %.1f / %.1f / %.1f |", s.percent(s.right), s.percent(s.refused), s.percent(s.wrong))
		}
		b.WriteString("\n")
	}
	return b.String()
}
