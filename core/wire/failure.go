package wire

import (
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Failure says why a request got no result, or, with a Reason, what a result says is wrong with
// the text. It is an error in the one JSON form that every door shows.
type Failure struct {
	Code    string
	Reason  string
	Message string
	// Where in the schema it is: a JSON Pointer, and the URI of the registry's schema that has it.
	Path     *string
	Document string
	// Where in the text, or in that of the schema, it is: in code points from 0, or from 1 for Line
	// and Column, which are 0 where there is no place.
	Position     *int
	Line, Column int
	Start, End   *int
	// What the schema holds against the value: an array of JSON, or nothing.
	Violations []byte
}

// Codes of failures that are not about a text but about the request itself.
const (
	Malformed  = "request.malformed" // it is not JSON
	BadRequest = "request.invalid"   // it is not what the function takes
	Internal   = "internal"
)

func (f *Failure) Error() string { return f.Message }

// AppendJSON appends an object with the members that apply.
func (f *Failure) AppendJSON(dst []byte) []byte {
	dst = syntax.AppendQuoted(append(dst, `{"code":`...), f.Code)
	if f.Reason != "" {
		dst = syntax.AppendQuoted(append(dst, `,"reason":`...), f.Reason)
	}
	dst = syntax.AppendQuoted(append(dst, `,"message":`...), f.Message)
	if f.Path != nil {
		dst = syntax.AppendQuoted(append(dst, `,"path":`...), *f.Path)
	}
	if f.Document != "" {
		dst = syntax.AppendQuoted(append(dst, `,"document":`...), f.Document)
	}
	dst = appendOffset(dst, `,"position":`, f.Position)
	if f.Line > 0 {
		dst = strconv.AppendInt(append(dst, `,"line":`...), int64(f.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(f.Column), 10)
	}
	dst = appendOffset(dst, `,"start":`, f.Start)
	dst = appendOffset(dst, `,"end":`, f.End)
	if len(f.Violations) > 0 {
		dst = append(append(dst, `,"violations":`...), f.Violations...)
	}
	return append(dst, '}')
}

func appendOffset(dst []byte, name string, offset *int) []byte {
	if offset == nil {
		return dst
	}
	return strconv.AppendInt(append(dst, name...), int64(*offset), 10)
}
