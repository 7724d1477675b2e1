package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestQuickAgrees has the quick check and the library check every schema of the
// official suite with instances of all others: what the quick check takes for
// valid is valid.
func TestQuickAgrees(t *testing.T) {
	const root = "../../tests_go/testdata/JSON-Schema-Test-Suite/tests"
	type group struct {
		Schema json.RawMessage
		Tests  []struct{ Data json.RawMessage }
	}
	compared, quickly := 0, 0
	for folder, year := range map[string]int{"draft2020-12": 2020, "draft2019-09": 2019, "draft7": 7, "draft6": 6, "draft4": 4} {
		var schemas, data []json.RawMessage
		files, _ := filepath.Glob(filepath.Join(root, folder, "*.json"))
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var groups []group
			if err := json.Unmarshal(source, &groups); err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				schemas = append(schemas, g.Schema)
				for _, test := range g.Tests {
					data = append(data, test.Data)
				}
			}
		}
		for i, source := range schemas {
			s, err := Compile(source, Options{Draft: year})
			if err != nil || s.quick == nil {
				continue // it refers to a remote document, or is the library's alone
			}
			for k := i % 7; k < len(data); k += 7 {
				q := quick[uint8]{}
				units := append(data[k][:len(data[k]):len(data[k])], 0)[:len(data[k])]
				q.v.src, q.v.utf8 = syntax.NewSource(units), true
				if _, fault := readWhole(q.v.src); fault != nil {
					continue // a lone surrogate
				}
				q.v.index(0, len(units))
				compared++
				if q.valid(s.quick) {
					quickly++
					if r := ask(s, &q.v, nil); r.Verdict != Valid {
						t.Errorf("%s: %s with %s: %v", folder, source, data[k], r)
					}
				} else if r := ask(s, &q.v, nil); r.Verdict != Valid && r.Verdict != Invalid {
					t.Errorf("%s: %s with %s: %v", folder, source, data[k], r)
				}
			}
		}
	}
	if t.Logf("%d pairs, %d of them valid without the library", compared, quickly); quickly < 10_000 {
		t.Error("the quick check decides little")
	}
}
