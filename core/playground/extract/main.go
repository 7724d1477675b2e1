//go:build js && wasm

// Command extract is the WebAssembly module that the page loads first: extraction and repair.
package main

import (
	"github.com/jsonbeacon/jsonbeacon/core/playground"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

func main() {
	playground.Start(playground.Engine{
		Check: wire.CheckGrammar,
		Read:  playground.ReadWithoutSchema,
		Tools: map[string]func(string) string{
			"repair": func(input string) string { return string(wire.Serve([]byte(input), wire.CheckGrammar, wire.Repair)) },
		},
	})
}
