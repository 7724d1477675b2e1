package candidates_test

import (
	"fmt"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
)

func ExampleFind() {
	text := "See [1]:\n\n> ```json\n> {\"a\": [1,\n>   2,]}\n> ```\n"
	found, err := candidates.Find(text, candidates.Options{Repair: true})
	if err != nil {
		panic(err)
	}
	for _, c := range found.Candidates {
		fmt.Printf("%s, line %d: %q %v\n", c.Source, c.StartLine, c.Text, c.Repair.Rules)
	}
	// Output:
	// prose, line 1: "[1]" []
	// json_fence, line 4: "{\"a\": [1,\n  2,]}" [trailing_commas]
}
