package tools

import (
	"fmt"
	"strings"
	"testing"
)

func TestCandidateList(t *testing.T) {
	const none = `{"result":{"candidates":[],"candidate_count":0,"truncated":false}}`
	long, deep := strings.Repeat("é", 65_536), strings.Repeat(">", 64)
	for request, want := range map[string]string{
		`{"text":"Sure! {\"a\": 1} is what you need."}`: `{"result":{"candidates":[{"rank":1,"source":"prose","fence_index":null,"start":6,"end":14,"start_line":1,"end_line":1,` +
			`"text":"{\"a\": 1}","contiguous":true,"top_level":"object","complete":true,"incomplete_reason":null,"valid_json":true,"json_error":null,"repair":null}],` +
			`"candidate_count":1,"truncated":false}}`,
		`{"text":""}`: none,
		`{"text":"none","repair":false,"max_results":100}`: none,
		`{"text":"` + long + `"}`:                          none,
		`{"text":"` + long + `x"}`:                         `{"error":{"code":"limits.text_bytes","reason":"too_long","message":"the text is longer than 131,072 bytes of UTF-8"}}`,
		`{"text":"` + long + `x\ud800"}`:                   `{"error":{"code":"limits.text_bytes","reason":"too_long","message":"the text is longer than 131,072 bytes of UTF-8"}}`,
		`{"text":"` + deep + `"}`:                          none,
		`{"text":"é\n` + deep + `>"}`: `{"error":{"code":"limits.container_depth","reason":"malformed",` +
			`"message":"block quotes and lists nested deeper than 64 levels (line 2, column 65)","position":66,"line":2,"column":65}}`,
		`{"text":"é\ud83d\ude00\udc00"}`: `{"error":{"code":"json.invalid_utf8","reason":"malformed","message":"the text is not UTF-8 (line 1, column 3)","position":2,"line":1,"column":3}}`,
		"{\"text\":\"a\\n\xff\"}":        `{"error":{"code":"request.malformed","message":"the request is not UTF-8"}}`,
		`{"text":"\ufffd\uD83D\uDE00"}`:  none,
		`{}`:                             `{"error":{"code":"request.invalid","message":"the member \"text\" is missing"}}`,
		`{"text":null}`:                  `{"error":{"code":"request.invalid","message":"text must be a string, not null"}}`,
		`{"text":"","max_results":0}`:    `{"error":{"code":"request.invalid","message":"max_results must be a number from 1 to 100, not 0"}}`,
		`{"text":"","max_results":101}`:  `{"error":{"code":"request.invalid","message":"max_results must be a number from 1 to 100, not 101"}}`,
	} {
		if got := CandidateList(request); got != want {
			t.Errorf("%.80s: got %s, want %s", request, got, want)
		}
	}
	for _, request := range []string{`{"text":1}`, `{"text":"","max_results":1.5}`, `{"text":"","repair":1}`, `{"text":"","select":"first"}`} {
		if got := CandidateList(request); !strings.HasPrefix(got, `{"error":{"code":"request.invalid"`) {
			t.Errorf("%s: got %s", request, got)
		}
	}
}

// What JSON can spell in more than one way, or not as UTF-8.
func TestGivenText(t *testing.T) {
	for _, c := range []struct {
		spelt   string
		invalid int
	}{
		{`\ud800`, 0}, {`\udc00`, 0}, {`\ud800\ud800`, 0}, {`\ud83d\ude00\ud83d`, 4}, {`\\ud800`, -1}, {`\\\ud800`, 1},
		{`a\ud800\u0061`, 1}, {`\uD83D\uDE00`, -1}, {`\n\ud800\n`, 1}, {"\xc3", 0}, {"\xed\xa0\x80", 0}, {"é\xff", 2}, {"\uFFFD", -1},
	} {
		var g givenText
		if err := g.decode(fmt.Appendf(nil, `"%s"`, c.spelt)); err != nil || g.invalid != c.invalid {
			t.Errorf("%q: %d, %v; want %d", c.spelt, g.invalid, err, c.invalid)
		}
	}
}
