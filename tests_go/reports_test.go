package tests_go

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

// TestHostilePatterns: at length, each gives the answer of its row.
func TestHostilePatterns(t *testing.T) {
	for _, h := range rows[hostile](t, "hostile.jsonl") {
		length := 64 << 10
		if h.AtMost > 0 {
			length = min(length, h.AtMost)
		}
		times := length / len(h.Unit)
		points := codePoints(h.text(times))
		for _, words := range []int{tinyTape, largeTape} {
			got := ask(units[uint32](points), call{words: words, count: true}, lawMemory)
			want := oracle.Answer{Code: h.Code, Source: h.Source, Pos: -1, Candidates: times}
			switch position := h.Position.(type) {
			case json.Number:
				want.Pos = number(position)
			case string: // "end"
				want.Pos = len(points)
			}
			switch n := h.Candidates.(type) {
			case json.Number:
				want.Candidates = number(n)
			case nil: // an error
				want.Candidates = 0
			}
			if got.Code != want.Code || got.Source != want.Source || got.Pos != want.Pos || got.Candidates != want.Candidates {
				t.Errorf("%s: %q at %d, %s, %d candidates; want %+v", h.Name, got.Code, got.Pos, got.Source, got.Candidates, want)
			}
		}
	}
}

// TestReports: what was reported of other tools gives what is wanted of the
// default call, or of another select.
func TestReports(t *testing.T) {
	type report struct {
		ID    string
		Input any
		Want  struct {
			Strict struct {
				Value any
				Error string
			}
			Select map[string]any
		}
	}
	for _, row := range rows[report](t, "reports.jsonl") {
		var s string
		switch input := row.Input.(type) {
		case string:
			s = input
		case map[string]any:
			chunks, ok := input["chunks"].([]any)
			if !ok {
				continue // an expression of Python, or no text: see the tests of the Python package
			}
			for _, chunk := range chunks {
				s += chunk.(string)
			}
		}
		if err := utf8FollowsOracle(s); err != nil {
			t.Errorf("%s: %v", row.ID, err)
		}
		if strings.HasSuffix(row.Want.Strict.Error, "*") || strings.Contains(row.Want.Strict.Error, " or ") {
			continue // a guess: the oracle rules
		}
		check := func(selectBy string, value any, code string) {
			found := oracle.Choose(oracle.Candidates(codePoints(s)), selectBy, "auto")
			if found.Code != code || code == "" && !sameAsDecoded(found.Value, value) {
				t.Errorf("%s, %s: %q, %v; want %q, %v", row.ID, selectBy, found.Code, found.Value, code, value)
			}
		}
		check("first", row.Want.Strict.Value, row.Want.Strict.Error)
		for selectBy, want := range row.Want.Select {
			code, _ := want.(string)
			check(selectBy, want, code)
		}
	}
}

func number(n json.Number) int {
	i, err := n.Int64()
	if err != nil {
		panic(err)
	}
	return int(i)
}
