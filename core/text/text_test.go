package text_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// TestLocate: the place of the mark '|', which is taken out.
func TestLocate(t *testing.T) {
	for _, c := range []struct {
		marked       string
		line, column int
	}{
		{"|", 1, 1},
		{"a|", 1, 2},
		{"a|\nb", 1, 2},
		{"a\n|b", 2, 1},
		{"a\n\n|", 3, 1},
		{"a\r|\nb", 1, 3}, // of the line that it helps to end
		{"a\r\n|b", 2, 1},
		{"a\r|b", 1, 3}, // no line ending
		{"a\rb|", 1, 4},
		{"a|\r", 1, 2},
		{"a\r|", 2, 1}, // it ends the text, and so its line
		{"a\n\r|", 3, 1},
		{"\r|", 2, 1},
		{"a\r\r|", 2, 1},
		{"a\r\n|", 2, 1},
		{"é€😀|x", 1, 4},
		{"é\n€😀|", 2, 3},
		{"a\u2028\v\f\u0085|", 1, 6}, // none of these ends a line
	} {
		before, after, _ := strings.Cut(c.marked, "|")
		want := text.Position{Line: c.line, Column: c.column}
		if got := text.LocateUTF8([]byte(before+after), len(before)); got != want {
			t.Errorf("UTF-8, %q: %v, want %v", c.marked, got, want)
		}
		points, offset := []rune(before+after), len([]rune(before))
		if got := text.Locate(widened[uint32](points), offset); got != want {
			t.Errorf("32 bits, %q: %v, want %v", c.marked, got, want)
		}
		if !strings.Contains(c.marked, "😀") {
			if got := text.Locate(widened[uint16](points), offset); got != want {
				t.Errorf("16 bits, %q: %v, want %v", c.marked, got, want)
			}
		}
	}
}

func widened[U text.Unit](points []rune) []U {
	list := make([]U, len(points))
	for i, c := range points {
		list[i] = U(c)
	}
	return list
}

// TestLocateLaw: every offset of every short text, by the letter.
func TestLocateLaw(t *testing.T) {
	var texts func(s string)
	texts = func(s string) {
		for offset := range len(s) + 1 {
			want := text.Position{Line: 1, Column: 1}
			for i := range offset {
				want.Column++
				if s[i] == '\n' || s[i] == '\r' && i+1 == len(s) {
					want = text.Position{Line: want.Line + 1, Column: 1}
				}
			}
			if got := text.Locate([]byte(s), offset); got != want {
				t.Fatalf("%q at %d: %v, want %v", s, offset, got, want)
			}
		}
		if len(s) < 6 {
			for _, c := range "a\r\n" {
				texts(s + string(c))
			}
		}
	}
	texts("")
}

// TestCountUTF8: characters of every length, at every place in a word.
func TestCountUTF8(t *testing.T) {
	for _, each := range []string{"a", "é", "水", "🙂", "aé水🙂\x00\u007f\u0080\u07ff\u0800\uffff\U0010ffff"} {
		for before := range 17 {
			for behind := range 17 {
				s := strings.Repeat("a", before) + each + strings.Repeat("ü", behind)
				if n := text.CountUTF8([]byte(s)); n != utf8.RuneCountInString(s) {
					t.Fatalf("%q: %d", s, n)
				}
			}
		}
	}
}
