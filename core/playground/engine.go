package playground

import (
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

// An Engine is one of the two modules: what it makes of the input of a request.
type Engine struct {
	// Check says what keeps a request from being JSON.
	Check func(request []byte) error
	// Read reads the input of extract-json.
	Read func(input []byte) (Question, error)
	// Tools are those whose answer is given as it is, by what a request calls them.
	Tools map[string]func(input string) string
}

// A Question is the input of extract-json, read.
type Question interface {
	// Asked are the text and the options.
	Asked() *wire.Question
	// Answer is the JSON form of what came of it, and the candidate that was chosen.
	Answer() ([]byte, wire.Outcome, error)
}

type request struct {
	do    string
	input []byte
	runs  int
}

const (
	doExtract = "extract"
	doTime    = "time"
	// maxRuns is how many figures may be asked for.
	maxRuns = 10_000
)

// Answer answers a request. It never panics.
func (e *Engine) Answer(asked []byte) []byte {
	return wire.Guard(asked, e.Check, func(object []byte) ([]byte, error) {
		r := request{input: []byte("{}"), runs: 1}
		if err := wire.ReadMembers(&r, object, e.members()); err != nil {
			return nil, err
		}
		if tool := e.Tools[r.do]; tool != nil {
			return []byte(tool(string(r.input))), nil
		}
		q, err := e.Read(r.input)
		switch {
		case err != nil:
			return nil, err
		case r.do == doTime:
			return timed(q, r.runs)
		}
		return extracted(q)
	})
}

// members are those of a request.
func (e *Engine) members() []wire.Member[request] {
	deeds := []string{doExtract, doTime}
	for _, name := range []string{"repair", "candidates"} {
		if e.Tools[name] != nil {
			deeds = append(deeds, name)
		}
	}
	do := wire.ChoiceMember("do", "", deeds, func(r *request, i int) { r.do = deeds[i] })
	do.Required = true
	return []wire.Member[request]{
		do,
		wire.RawMember("input", func(r *request, v []byte) { r.input = v }),
		wire.CountMember("runs", "", 1, maxRuns, 1, func(r *request, n int) { r.runs = n }),
	}
}
