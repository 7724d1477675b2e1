package tools

import "testing"

func TestExamples(t *testing.T) {
	for _, tool := range Tools() {
		if len(tool.Examples) == 0 {
			t.Errorf("%s has no example", tool.ID)
		}
		for _, e := range tool.Examples {
			if got := tool.Run(string(e.Input)); got != string(e.Response) {
				t.Errorf("%s: %s\n got %s\nwant %s", tool.ID, e.Description, got, e.Response)
			}
		}
	}
}
