package tests_go

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// The program of docs/go.md.
func Example() {
	reply := "First idea: {\"score\": 1}. No:\n```json\n{\"score\": 12,}\n```"
	_, err := extract.JSON(reply, extract.Options{})
	var fault *extract.Error
	if errors.As(err, &fault) {
		fmt.Println(fault.Code, "at byte", fault.Offset)
		fmt.Println(fault.Code == syntax.TrailingComma)
	}

	found, err := extract.JSON(reply, extract.Options{Repair: repair.Syntax})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.JSON, found.Source, found.Start, found.End)

	scores, err := schema.Compile([]byte(`{"properties": {"score": {"maximum": 10}}}`), schema.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, _ := schema.ValidateText(scores, []byte(found.JSON))
	for _, each := range result.Violations {
		fmt.Println(each.Path, each.Message)
	}
	// Output:
	// json.trailing_comma at byte 51
	// true
	// {"score": 12} fence 38 52
	// /score expected at most 10, found 12
}

// TestGoPage: the program on the page is the one above, which runs.
func TestGoPage(t *testing.T) {
	read := func(name string) string {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	_, body, _ := strings.Cut(read("go_page_test.go"), "func Example() {\n")
	body, output, _ := strings.Cut(body, "\t// Output:\n")
	output, _, _ = strings.Cut(output, "}\n")
	page := read("../docs/go.md")
	if !strings.Contains(page, "func main() {\n"+body+"}\n") {
		t.Error("the program of docs/go.md is another one")
	}
	if !strings.Contains(page, "```text\n"+strings.ReplaceAll(output, "\t// ", "")+"```\n") {
		t.Error("docs/go.md shows other output")
	}
}
