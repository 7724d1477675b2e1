package playground

import (
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

var small = Engine{
	Check: wire.CheckGrammar,
	Read:  ReadWithoutSchema,
	Tools: map[string]func(string) string{"repair": func(input string) string { panic("asked to by " + input) }},
}

func TestAnswer(t *testing.T) {
	for request, want := range map[string]string{
		`{"do":"extract","input":{"text":"\ud800 [1] {'a': 1}"}}`: `{"answer":{"error":{"code":"json.expected_key","reason":"malformed",` +
			`"message":"expected a key in double quotes, found \"'\" (line 1, column 8)","position":7,"line":1,"column":8,"start":6,"end":14}},` +
			`"candidates":[{"kind":"array","source":"inline","start":2,"end":5,"chosen":false},` +
			`{"kind":"object","source":"inline","start":6,"end":14,"error":{"code":"json.expected_key","reason":"malformed",` +
			`"message":"expected a key in double quotes, found \"'\" (line 1, column 8)","position":7,"line":1,"column":8,"start":6,"end":14},"chosen":true}],` +
			`"candidate_count":2,"text_length":14}`,
		`{"do":"extract","input":{"text":"[1] [2]","select":"only"}}`: `{"answer":{"error":{"code":"extract_json.multiple_candidates","reason":"ambiguous",` +
			`"message":"expected one JSON value, found another (line 1, column 5)","position":4,"line":1,"column":5,"start":4,"end":7}},` +
			`"candidates":[{"kind":"array","source":"inline","start":0,"end":3,"chosen":false},{"kind":"array","source":"inline","start":4,"end":7,"chosen":false}],` +
			`"candidate_count":2,"text_length":7}`,
		`{"do":"extract","input":{"text":"12","max_length":1}}`: `{"answer":{"error":{"code":"extract_json.too_long","reason":"too_long","message":"the text is too long"}},` +
			`"candidates":[],"candidate_count":0,"text_length":2}`,
		`{"do":"repair","input":1}`:                          `{"error":{"code":"internal","message":"asked to by 1"}}`,
		`{"do":"extract"}`:                                   `{"error":{"code":"request.invalid","message":"the member \"text\" is missing"}}`,
		`{"do":"extract","input":{"text":"","schema":true}}`: `{"error":{"code":"request.invalid","message":"this module has no JSON Schema"}}`,
		"{\"do\":\"\xff\"}":                                  `{"error":{"code":"request.malformed","message":"the request is not UTF-8"}}`,
	} {
		if got := string(small.Answer([]byte(request))); got != want {
			t.Errorf("%s:\n got %s\nwant %s", request, got, want)
		}
	}
}

func TestAnswerTellsOfSoManyCandidates(t *testing.T) {
	for _, n := range []int{maxCandidates, maxCandidates + 1} {
		request := `{"do":"extract","input":{"text":"` + strings.Repeat("[] ", n) + `"}}`
		got := string(small.Answer([]byte(request)))
		if told := strings.Count(got, `"kind"`); told != maxCandidates {
			t.Errorf("%d of %d candidates", told, n)
		}
	}
}

// By a clock that goes on every 5 µs only, a call of 300 ns is told within a twentieth.
func TestTimes(t *testing.T) {
	const call, tick = 300, 5000
	var calls, last float64
	now = func() float64 {
		last += 50 // asking takes time too
		return float64(int((last+calls*call)/tick)) * tick
	}
	q := counted{calls: &calls}
	got, err := timed(q, 4)
	if want := `{"nanoseconds":[302.7,302.7,293.0,302.7],"calls":512,"tick":5000}`; err != nil || string(got) != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

type counted struct {
	Question
	calls *float64
}

func (q counted) Answer() ([]byte, wire.Outcome, error) {
	*q.calls++
	return nil, wire.Outcome{}, nil
}
