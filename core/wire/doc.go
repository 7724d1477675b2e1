// Package wire is the one JSON form of requests and answers that every door shares (HTTP, MCP, the
// command line, the page): how the members of a request are read, and how a value, a fault and a
// refused request are written.
//
// It does without packages encoding/json and fmt, which need reflection: together with what they
// import they would be a third of the WebAssembly module that the page loads first.
package wire
