// Package tools answers requests: one JSON document in, one JSON document out. It is the layer
// that every door which is not the C fast path shares: the Python package's rarer functions,
// HTTP, MCP, the command line and the browser.
//
// Every function of the package that takes a request and returns a response has the shape of
// [Func]. Errors and panics become part of the response, so no door has to know any other way
// of failing.
package tools
