//go:build js && wasm

// Command full is the WebAssembly module that the page loads when a schema or the candidate list is
// asked for: everything that package tools answers.
package main

import (
	"github.com/jsonbeacon/jsonbeacon/core/playground"
	"github.com/jsonbeacon/jsonbeacon/core/tools"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

func main() {
	playground.Start(playground.Engine{
		Check: tools.CheckJSON,
		Read: func(input []byte) (playground.Question, error) {
			q, err := tools.ReadQuestion(input)
			return asked{q}, err
		},
		Tools: map[string]func(string) string{"repair": tools.RepairJSON, "candidates": tools.CandidateList},
	})
}

type asked struct{ *tools.Question }

func (a asked) Asked() *wire.Question { return &a.Question.Question }
