package tests_go

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/markdown"
)

// specExample is an example of the CommonMark specification: a text and the
// HTML that it becomes.
type specExample struct{ markdown, html string }

// spec reads the examples of testdata/commonmark/spec.txt; "→" is a tab there.
func spec(tb testing.TB) []specExample {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "commonmark", "spec.txt"))
	if err != nil {
		tb.Fatal(err)
	}
	fence := strings.Repeat("`", 32)
	var list []specExample
	for _, part := range strings.Split(string(data), "\n"+fence+" example\n")[1:] {
		example, _, _ := strings.Cut(part, fence+"\n")
		text, rendered, _ := strings.Cut("\n"+strings.ReplaceAll(example, "→", "\t"), "\n.\n")
		list = append(list, specExample{strings.TrimPrefix(text+"\n", "\n"), rendered})
	}
	return list
}

// TestCommonMark: the regions are the leaf blocks of the reference rendering,
// in order and none left out, with the same code in them, and with prose that
// holds all the letters that are shown.
func TestCommonMark(t *testing.T) {
	examples := spec(t)
	if len(examples) != 655 {
		t.Fatal(len(examples), "examples")
	}
	for i, example := range examples {
		for _, lineEnd := range []string{"\n", "\r\n", "\r"} {
			text := strings.ReplaceAll(example.markdown, "\n", lineEnd)
			regions, err := markdown.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			rest := example.html
			for _, r := range regions {
				ok := false
				if rest, ok = takeRegion(containers.ReplaceAllString(rest, ""), r); !ok {
					t.Errorf("example %d, %q: region %q does not match %q", i+1, text, r.Text, rest)
				}
			}
			if rest = containers.ReplaceAllString(rest, ""); rest != "" {
				t.Errorf("example %d, %q: no region for %q", i+1, text, rest)
			}
		}
	}
}

var (
	// containers is what may stand between two leaves, and leaves without text.
	containers = regexp.MustCompile(`^(\s|</?(ul|ol|li|blockquote)>|<ol start="\d+">|<hr />|<h[1-6]></h[1-6]>)+`)
	code       = regexp.MustCompile(`(?s)^<pre><code(?: class="language-([^"]*)")?>(.*?)</code></pre>`)
	prosePart  = regexp.MustCompile(`(?s)^(?:<p>(.*?)</p>|<h([1-6])>(.*?)</h[1-6]>)`)
	// tight ends the text of an item in a tight list.
	tight  = regexp.MustCompile(`</li>|\n</?(ul|ol|li|blockquote|pre|p|h[1-6])\b`)
	tag    = regexp.MustCompile(`(?s)<[^>]*>`)
	filler = regexp.MustCompile(`[^0-9A-Za-z]`)
)

// takeRegion takes the rendering of a region off the front.
func takeRegion(rendered string, r markdown.Region) (rest string, ok bool) {
	text := string(r.Text)
	if r.Kind != markdown.Prose {
		m := code.FindStringSubmatch(rendered)
		if m == nil {
			return rendered, false
		}
		content := html.UnescapeString(m[2])
		// The names of HTML are left alone in a language.
		return rendered[len(m[0]):], html.UnescapeString(m[1]) == html.UnescapeString(r.Language) && (content == text+"\n" || content == "" && text == "")
	}
	if strings.HasPrefix(strings.TrimLeft(text, " "), "<") {
		if rest, ok = strings.CutPrefix(rendered, strings.TrimLeft(text, " ")); ok { // an HTML block
			return rest, true
		}
	}
	shown := ""
	if m := prosePart.FindStringSubmatch(rendered); m != nil {
		shown, rest = m[1]+m[3], rendered[len(m[0]):]
	} else if m := tight.FindStringIndex(rendered); m != nil {
		shown, rest = rendered[:m[0]], rendered[m[0]:]
	} else {
		return rendered, false
	}
	letters := filler.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(shown, "")), "")
	return rest, isSubsequence(letters, text)
}

func isSubsequence(letters, text string) bool {
	for _, c := range []byte(letters) {
		i := strings.IndexByte(text, c)
		if i < 0 {
			return false
		}
		text = text[i+1:]
	}
	return true
}
