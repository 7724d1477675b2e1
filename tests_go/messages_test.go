package tests_go

import (
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
)

// TestMessages: what a message says of a fault. The sentences may change, what
// they tell may not: the character found, the container, the key, the place.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ text, message string }{
		{`{"intent": cancel`, `expected a JSON value, found 'c' (line 1, column 12)`},
		{`['x']`, `expected a JSON value, found "'" (line 1, column 2)`},
		{"[1,\n\u200B2]", `expected a JSON value, found U+200B (line 2, column 1)`},
		{"[\u00A01]", `expected a JSON value, found U+00A0 (line 1, column 2)`},
		{"[\u0301]", `expected a JSON value, found U+0301 (line 1, column 2)`},
		{"[é😀]", `expected a JSON value, found 'é' (line 1, column 2)`},
		{``, `expected a JSON value, found the end of the text (line 1, column 1)`},
		{`[`, `found the end of the text in the array opened at line 1, column 1 (line 1, column 2)`},
		{"{\n \"é\": [1, {\"b\":", `found the end of the text in the object opened at line 2, column 11 (line 2, column 16)`},
		{`{a:1}`, `expected a key in double quotes, found 'a' (line 1, column 2)`},
		{`{"a" 1}`, `expected ':' after a key, found '1' (line 1, column 6)`},
		{`[1 2]`, `expected ',' or ']', found '2' (line 1, column 4)`},
		{`{"a":1]`, `expected ',' or '}', found ']' (line 1, column 7)`},
		{`[1,]`, `expected another element after the comma, found ']' (line 1, column 4)`},
		{`{"a":1,}`, `expected another member after the comma, found '}' (line 1, column 8)`},
		{`[tru]`, `expected true, false or null, found 'tru' (line 1, column 2)`},
		{`[True]`, `expected true, false or null, found 'True' (line 1, column 2)`},
		{`[01]`, `invalid number '01' (line 1, column 2)`},
		{`[` + strings.Repeat("1", 60) + `.x]`, `invalid number '` + strings.Repeat("1", 40) + `…' (line 1, column 2)`},
		{`[-1e999]`, `number '-1e999' is beyond the range of a 64-bit float (line 1, column 2)`},
		{"[\"é\t\"]", `control character U+0009 must be escaped in a string (line 1, column 4)`},
		{`["\q"]`, `invalid escape '\q' in a string (line 1, column 3)`},
		{`["\u12G4"]`, `expected four hex digits in '\u12G4' (line 1, column 3)`},
		{`["\ud800x"]`, `unpaired surrogate '\ud800' in a string (line 1, column 3)`},
		{`{"k\u00e9\n":1,"ké\n":2}`, `repeated key "ké\n", first at line 1, column 2 (line 1, column 16)`},
		{
			`{"` + strings.Repeat("k", 60) + `":1,"` + strings.Repeat("k", 60) + `":2}`,
			`repeated key "` + strings.Repeat("k", 40) + `…", first at line 1, column 2 (line 1, column 67)`,
		},
		{strings.Repeat("[", 513), `nested deeper than 512 levels (line 1, column 513)`},
		{`{} x`, `expected nothing after the JSON value, found 'x' (line 1, column 4)`},
		{"[é\xFF]", `the text is not UTF-8 (line 1, column 3)`},
	} {
		_, err := extract.Document(c.text)
		if err == nil || err.Error() != c.message {
			t.Errorf("%s: %v, want %s", show(c.text), err, c.message)
		}
	}
}
