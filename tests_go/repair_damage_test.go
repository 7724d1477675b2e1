package tests_go

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
)

var (
	damageCount = flag.Int("damage.count", 20, "damaged documents of each kind")
	damageSeed  = flag.Int("damage.seed", 1, "which documents")
)

// damaged is a document with one fault of a known kind, and what it was before.
type damaged struct{ Kind, Text, Value string }

// damage has tests_py/damage.py make documents.
func damage(tb testing.TB, count int, options ...string) []damaged {
	tb.Helper()
	args := append([]string{"../tests_py/damage.py", "--seed", strconv.Itoa(*damageSeed), "--count", strconv.Itoa(count)}, options...)
	python := "python3"
	if _, err := exec.LookPath(python); err != nil {
		tb.Skip("no Python to make the documents")
	}
	out, err := exec.Command(python, args...).Output()
	if err != nil {
		tb.Fatal(err)
	}
	var list []damaged
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c damaged
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			tb.Fatal(err)
		}
		list = append(list, c)
	}
	return list
}

// score counts what became of documents.
type score struct{ right, refused, wrong int }

func (s score) total() int { return s.right + s.refused + s.wrong }

func (s score) percent(n int) float64 { return 100 * float64(n) / float64(max(1, s.total())) }

func (s *score) add(m mended, want string) {
	switch {
	case m.refused != "":
		s.refused++
	case sameTokens(m.json, want):
		s.right++
	default:
		s.wrong++
	}
}

// sameTokens compares documents as a reader sees them, the order of members
// included.
func sameTokens(a, b string) bool {
	da, db := json.NewDecoder(strings.NewReader(a)), json.NewDecoder(strings.NewReader(b))
	da.UseNumber()
	db.UseNumber()
	for {
		ta, errA := da.Token()
		tb, errB := db.Token()
		if errA != nil || errB != nil {
			return errA == io.EOF && errB == io.EOF
		}
		if !sameToken(ta, tb) {
			return false
		}
	}
}

func sameToken(a, b json.Token) bool {
	na, okA := a.(json.Number)
	nb, okB := b.(json.Number)
	if !okA || !okB || na == nb {
		return reflect.DeepEqual(a, b)
	}
	fa, errA := na.Float64()
	fb, errB := nb.Float64()
	return errA == nil && errB == nil && fa == fb
}

// TestRepairDamage: of documents with one fault each, enough come out as they
// were, and few come out as something else.
func TestRepairDamage(t *testing.T) {
	list := damage(t, *damageCount)
	bars := map[repair.Level]struct{ right, wrong float64 }{
		repair.Syntax: {33, 0}, repair.Guess: {84, 4}, repair.All: {88, 6},
	}
	for level := repair.Syntax; level <= repair.All; level++ {
		var all score
		kinds := map[string]*score{}
		for _, c := range list {
			got := mendDocument(c.Text, level)
			all.add(got, c.Value)
			if kinds[c.Kind] == nil {
				kinds[c.Kind] = new(score)
			}
			kinds[c.Kind].add(got, c.Value)
			if level == repair.Syntax && got.refused == "" && !sameTokens(got.json, c.Value) {
				t.Errorf("%s: wrong at syntax:\n%s\n%v", c.Kind, c.Text, got.edits)
			}
		}
		bar := bars[level]
		if all.percent(all.right) < bar.right || all.percent(all.wrong) > bar.wrong {
			t.Errorf("%s: %.1f %% right, %.1f %% wrong", level, all.percent(all.right), all.percent(all.wrong))
		}
		t.Logf("%s: %.1f %% right, %.1f %% refused, %.1f %% wrong", level, all.percent(all.right), all.percent(all.refused), all.percent(all.wrong))
		for kind, s := range kinds {
			t.Logf("  %-28s %3d right %3d refused %3d wrong", kind, s.right, s.refused, s.wrong)
		}
	}
}

// TestRepairEdits reports how often edits at any character are healed, and holds
// the laws of repair on what they make.
func TestRepairEdits(t *testing.T) {
	kinds := map[string]*score{}
	for _, c := range damage(t, *damageCount, "--edits") {
		if kinds[c.Kind] == nil {
			kinds[c.Kind] = new(score)
		}
		kinds[c.Kind].add(mendDocument(c.Text, repair.Guess), c.Value)
		if err := repairIsSound(c.Text); err != nil {
			t.Errorf("%s\n%v", show(c.Text), err)
		}
	}
	for kind, s := range kinds {
		t.Logf("%s", fmt.Sprintf("%-22s %3d right %3d refused %3d wrong", kind, s.right, s.refused, s.wrong))
	}
}

// TestRepairCuts: below All no prefix of a document gives a value, and with All
// the result says so.
func TestRepairCuts(t *testing.T) {
	list := damage(t, max(1, *damageCount/20))
	for n, c := range list {
		doc := c.Value
		if doc == "" || doc[0] != '{' && doc[0] != '[' {
			continue
		}
		if n%2 == 1 {
			var b bytes.Buffer
			if json.Indent(&b, []byte(doc), "", "  ") == nil {
				doc = b.String()
			}
		}
		for i := 1; i < len(doc); i += 5 + i%31 {
			if got := mendDocument(doc[:i], repair.Guess); got.refused == "" {
				t.Errorf("%s gives %q", show(doc[:i]), got.json)
				break
			}
			if got := mendDocument(doc[:i], repair.All); got.refused == "" && !got.truncated {
				t.Errorf("%s does not say that it was cut off", show(doc[:i]))
				break
			}
		}
	}
}
