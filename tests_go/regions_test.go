package tests_go

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/candidates"
	"github.com/jsonbeacon/jsonbeacon/core/markdown"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestRegions: what the examples of the specification leave open, and how each
// region is written down: kind, language and number of a fence, text.
func TestRegions(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ``},
		{"no line ending", "a", `prose "a"`},
		{"line endings", "a\r\nb\rc\nd", `prose "a\nb\nc\nd"`},
		{"a blank line of each ending", "a\r\r\nb\n\r\nc\n\rd", `prose "a" prose "b" prose "c" prose "d"`},
		{"U+0000", "```\n\x00\n```", "fence 0 \"\" \"\uFFFD\""},
		{"beyond the BMP", "> 😀\n> [1]", `prose "😀\n[1]"`},
		{"a byte order mark is a character", "\ufeff```json\n[1]\n```", `prose "\ufeff` + "```json\\n[1]\" fence 0 \"\" \"\""},

		{"indentation in prose is its own", "{\n  \"a\": 1\n}", `prose "{\n  \"a\": 1\n}"`},
		{"in a list the list's is not", "- {\n    \"a\": 1\n  }", `prose "{\n  \"a\": 1\n}"`},
		{"lazy continuation", "> {\n\"a\": 1}\n- [\n1]", `prose "{\n\"a\": 1}" prose "[\n1]"`},
		{"spaces at the end of lines", "a  \nb \n", `prose "a  \nb "`},

		{"info strings", "```json\n```\n~~~ jsonc x\n~~~\n```\tJSON5\n```\n```\n```\n``` {.json}\n```",
			`fence 0 "json" "" fence 1 "jsonc" "" fence 2 "JSON5" "" fence 3 "" "" fence 4 "{.json}" ""`},
		{"escapes in them", "```j\\son\n```\n```js&#111;n\n```\n```\\j\\(\n```", `fence 0 "j\\son" "" fence 1 "json" "" fence 2 "\\j(" ""`},
		{"fences in containers are counted", "> ```\n> 1\n\n- ~~~json\n  2\n\n```\n3", `fence 0 "" "1" fence 1 "json" "2\n" fence 2 "" "3"`},
		{"a fence's own indentation", "  ```\n   {\n  1\n }\n  ```", `fence 0 "" " {\n1\n}"`},
		{"blank lines in it", "```\n\n{\n\n\n}\n\n```", `fence 0 "" "\n{\n\n\n}\n"`},
		{"in a list too", "- ```\n  {\n\n\n\n  }\n  ```", `fence 0 "" "{\n\n\n\n}"`},
		{"a fence that its quote ends", "> ```json\n> [1,\n2]", `fence 0 "json" "[1," prose "2]"`},

		{"indented code", "    {\n      1\n\n\n    }\n\n", `code "{\n  1\n\n\n}"`},
		{"a tab", "\t{\n\t\t1}", `code "{\n\t1}"`},
		{"a tab that a quote uses up in part", ">\t\t{", `code "  {"`},
		{"and one that a list does", "- a\n\n\t\t{", `prose "a" code "  {"`},
		{"not behind a paragraph", "a\n    {", `prose "a\n    {"`},

		{"headings", "# [1] #\n{\n===\n[2]\n---", `prose "[1]" prose "{" prose "[2]"`},
		{"an empty heading", "#\n##  ##", ``},
		{"HTML", "<div>\n{\n\n<!-- [1]\n\n2 -->\nx", `prose "<div>\n{" prose "<!-- [1]\n\n2 -->" prose "x"`},
		{"breaks", "***\n[1]\n* * *", `prose "[1]"`},

		{"definitions", "[a]: b\n[c]:\n  <d>\n  'e\n  f'\n[1]", `prose "[1]"`},
		{"nothing else", "[a]: b \"c\"", ``},
		{"half a title is no part", "[a]: b\n\"c", `prose "\"c"`},
		{"one on the same line spoils it", "[a]: b \"c", `prose "[a]: b \"c"`},
		{"a heading's first lines", "[a]: b\n[1]\n===", `prose "[1]"`},
		{"under a definition there is no heading", "[a]: b\n===\n[1]", `prose "===\n[1]"`},
		{"a label of 999 characters", "[" + strings.Repeat("é", 999) + "]: b", ``},
		{"and of 1,000", "[" + strings.Repeat("a", 1000) + "]: b", `prose "[` + strings.Repeat("a", 1000) + `]: b"`},
		{"no definition", "[]: b\n\n[ ]: b\n\n[a [b]: c\n\n[d] : e", `prose "[]: b" prose "[ ]: b" prose "[a [b]: c" prose "[d] : e"`},
		{"destinations", "[a]: <b\n\n[a]: b(c\n\n[a]: b)c\n\n[a]: (b)\\)c\n\n[a]: <>", `prose "[a]: <b" prose "[a]: b(c" prose "[a]: b)c"`},
	} {
		regions, err := markdown.Parse([]byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range regions {
			switch r.Kind {
			case markdown.Fenced:
				got = append(got, fmt.Sprintf("fence %d %q %q", r.Fence, r.Language, r.Text))
			case markdown.Indented:
				got = append(got, fmt.Sprintf("code %q", r.Text))
			default:
				got = append(got, fmt.Sprintf("prose %q", r.Text))
			}
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
		if err := regionsAreTrue(c.text, regions); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestContainerDepth: block quotes and lists nest 64 deep and not deeper,
// however they are mixed and wherever the last is opened.
func TestContainerDepth(t *testing.T) {
	repeated := func(marker string) func(int) string {
		return func(depth int) string { return strings.Repeat(marker, depth) }
	}
	for name, markers := range map[string]func(depth int) string{
		"quotes":            repeated(">"),
		"quotes and spaces": repeated("> "),
		"lists":             repeated("- "),
		"ordered lists":     repeated("1. "),
		"both":              func(depth int) string { return strings.Repeat("> - ", depth/2) + strings.Repeat(">", depth%2) },
		"on lines of their own": func(depth int) string {
			lines := ""
			for i := range depth {
				lines += "\n" + strings.Repeat("  ", i) + "- "
			}
			return lines
		},
	} {
		for _, before := range []string{"", "é😀\n\n", "> x\n\n"} {
			list, err := candidates.Find(before+markers(markdown.MaxDepth)+"[1]", candidates.Options{})
			if err != nil || list.Count != 1 {
				t.Errorf("%s: %v, %v", name, list, err)
			}
			text := before + markers(markdown.MaxDepth+1)
			list, err = candidates.Find(text+"[1]", candidates.Options{})
			deep, ok := err.(*candidates.LimitError)
			if !ok || list != nil || deep.Code != syntax.ContainerDepth || deep.Offset != strings.LastIndexAny(text, ">-1") {
				t.Errorf("%s: %v, %v", name, list, err)
			}
		}
	}
	// Items of one list are one level, and so are lists beside each other.
	if list, err := candidates.Find(strings.Repeat("- [1]\n", 500)+strings.Repeat("* [1]\n\n+ [1]\n\n", 100), candidates.Options{}); err != nil || list.Count != 700 {
		t.Error(list, err)
	}
}
