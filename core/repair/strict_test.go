package repair

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestStrictStretches: where the strict reader goes over what is sound, the
// edits are those of the machine reading all of it.
func TestStrictStretches(t *testing.T) {
	texts := cases(t)
	r := rand.New(rand.NewPCG(3, 9))
	atoms := []string{`"`, "'", ",", ":", "{", "}", "[", "]", "\\", "1", " ", "\n", `": "`, `{"a": [`, "True", "//", "}}", `"""`, "(", "é"}
	handled, tried := 0, 0
	for n := range 6000 {
		s := texts[n%len(texts)]
		if n >= len(texts) {
			other := texts[r.IntN(len(texts))]
			s = `{"first": [1, "two", {"three": null}], "damaged": ` + s + `, "more": [[true, 2.5], {"x": "y", "z": {}}], "last": ` + other + "}"
			for range r.IntN(4) {
				i := r.IntN(len(s) + 1)
				s = s[:i] + atoms[r.IntN(len(atoms))] + s[min(len(s), i+r.IntN(3)):]
			}
		}
		src := syntax.NewSource(append([]byte(s), 0)[:len(s)])
		for _, in := range []region{{limit: len(s)}, {start: max(0, strings.IndexAny(s, "{[")), limit: len(s), prose: true}} {
			c := takeChecker(nil)
			c.keyed = n%2 == 0
			_, fault, stand := check(c, src, true, in)
			if fault.Code == syntax.OK || in.start == in.limit {
				continue
			}
			level := Syntax + Level(r.IntN(3))
			u := unitsOf(src, true, nil)
			u.strict = &reading[uint8]{c: c, src: src, utf8: true}
			got, ok := attemptPlain(&u, in, level, stand)
			if got.output != nil {
				got.output = nil
				again := reading[uint8]{c: takeChecker(nil), src: src, utf8: true}
				if wrong := again.apply(got); wrong != syntax.OK && (c.keyed || wrong != syntax.DuplicateKey) {
					t.Fatalf("%q at %s: not JSON: %q", s, level, again.out.Units())
				}
				tried++
			}
			u.strict = nil
			want, wanted := attemptPlain(&u, in, level, Stand{})
			if ok != wanted || ok && !reflect.DeepEqual(got, want) {
				t.Fatalf("%q at %s, in prose %t:\n got %t %+v\nwant %t %+v", s, level, in.prose, ok, got, wanted, want)
			}
			if ok && stand.Settled > 0 {
				handled++
			}
		}
	}
	if handled < 400 || tried < 100 {
		t.Errorf("only %d texts were taken over from the strict reader and repaired, and %d tried as they were", handled, tried)
	}
}

// cases are the texts of the rules' cases, and of jsonrepair's.
func cases(t *testing.T) (texts []string) {
	const data = "../../tests_go/testdata/repair/"
	paths, err := filepath.Glob(data + "rules/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range append(paths, data+"jsonrepair_pairs.jsonl") {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var row struct{ Text, Input string }
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(path, err)
			}
			texts = append(texts, strings.ToValidUTF8(row.Text+row.Input, "é"))
		}
		f.Close()
	}
	return texts
}
