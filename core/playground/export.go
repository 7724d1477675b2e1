//go:build js && wasm

package playground

import "unsafe"

// This file is the boundary to JavaScript. A call is
//
//	new Uint8Array(exports.mem.buffer, exports.request(length), length).set(bytes)
//	answer = new Uint8Array(exports.mem.buffer, exports.answer(), exports.length()).slice()
//
// where the memory's buffer is asked for anew each time, since it is another one when memory has
// grown.

// engine is set by Start before anything is called.
var (
	engine   Engine
	asked    []byte
	answered []byte
)

// room gives the address of memory for a request of so many bytes.
//
//go:wasmexport request
func room(length int32) unsafe.Pointer {
	asked = make([]byte, length)
	return unsafe.Pointer(unsafe.SliceData(asked))
}

// answer answers the request and gives the address of the answer.
//
//go:wasmexport answer
func answer() unsafe.Pointer {
	answered = engine.Answer(asked)
	asked = nil
	return unsafe.Pointer(unsafe.SliceData(answered))
}

// length is that of the answer, in bytes.
//
//go:wasmexport length
func length() int32 { return int32(len(answered)) }

// milliseconds is performance.now.
//
//go:wasmimport jsonbeacon now
func milliseconds() float64

// Start makes the module answer as e does. It never returns.
func Start(e Engine) {
	engine = e
	now = func() float64 { return milliseconds() * 1e6 }
	select {}
}
