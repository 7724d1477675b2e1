package candidates_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
)

// ordinary is a reply of 8 KB: prose, lists, a fence with the answer.
var ordinary = func() string {
	var b strings.Builder
	for i := 0; b.Len() < 4000; i++ {
		fmt.Fprintf(&b, "## Step %d\n\nThe items in [%d] were checked, see the *notes*:\n\n- one is fine\n- two is `{\"n\": %d}`\n\n> as was said\n\n", i, i, i)
	}
	b.WriteString("```json\n{\"items\": [\n")
	for i := 0; b.Len() < 8100; i++ {
		fmt.Fprintf(&b, "  {\"id\": %d, \"name\": \"item %d\", \"price\": %d.5, \"tags\": [\"a\", \"b\"]},\n", i, i, i)
	}
	b.WriteString("  {}\n]}\n```\n")
	return b.String()
}()

func BenchmarkFind(b *testing.B) {
	b.SetBytes(int64(len(ordinary)))
	b.ReportAllocs()
	for b.Loop() {
		if found, err := candidates.Find(ordinary, candidates.Options{}); err != nil || !found.Candidates[0].Contiguous {
			b.Fatal(found, err)
		}
	}
}
