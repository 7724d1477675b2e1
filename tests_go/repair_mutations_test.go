package tests_go

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/jsonbeacon/jsonbeacon/core/repair"
)

var mutations = flag.Int("repair.mutations", 4000, "texts to make out of others")

// TestRepairMutations holds the laws of repair on texts cut from, and put
// together of, those of the cases.
func TestRepairMutations(t *testing.T) {
	var texts []string
	for _, p := range rows[struct{ Input string }](t, "repair/jsonrepair_pairs.jsonl") {
		texts = append(texts, p.Input)
	}
	for _, rule := range repair.Rules {
		for _, c := range rows[ruleCase](t, "repair/rules/"+strings.TrimPrefix(rule.Name, "repair.")+".jsonl") {
			texts = append(texts, c.Text)
		}
	}
	atoms := strings.Split(`" ' , : { } [ ] \ / # ( ) . - + = ; 1 a e < > … “ ” ‘ `+"` ``` \n \u00a0 \U0001F389", " ")
	atoms = append(atoms, " ", `\"`, `\u00`, `": "`, `", "`, "//", "/*", "*/", "...", "True", "NaN", "null", "\n\n", "  ", `"""`, "&quot;", `}}`, `]}`)
	r := rand.New(rand.NewPCG(7, 7))
	for range *mutations {
		s := texts[r.IntN(len(texts))]
		if r.IntN(3) == 0 {
			other := texts[r.IntN(len(texts))]
			s = s[:r.IntN(len(s)+1)] + other[r.IntN(len(other)+1):]
		}
		for range 1 + r.IntN(4) {
			i := r.IntN(len(s) + 1)
			j := min(len(s), i+r.IntN(4))
			s = s[:i] + atoms[r.IntN(len(atoms))] + s[j:]
		}
		s = strings.ToValidUTF8(s, "é")
		start := time.Now()
		if err := repairIsSound(s); err != nil {
			t.Errorf("%s\n%v", show(s), err)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s took %s", show(s), d)
		}
	}
}
