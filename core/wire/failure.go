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
	// What the schema holds against the value.
	Violations []Violation
}

// A Violation is one thing that a value lacks. Expected and Found are JSON, or empty.
type Violation struct {
	Path, Keyword, Message string
	Line, Column           int
	Expected, Found        string
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
	dst = AppendString(append(dst, `{"code":`...), f.Code)
	if f.Reason != "" {
		dst = AppendString(append(dst, `,"reason":`...), f.Reason)
	}
	dst = AppendString(append(dst, `,"message":`...), f.Message)
	if f.Path != nil {
		dst = AppendString(append(dst, `,"path":`...), *f.Path)
	}
	if f.Document != "" {
		dst = AppendString(append(dst, `,"document":`...), f.Document)
	}
	dst = appendOffset(dst, `,"position":`, f.Position)
	if f.Line > 0 {
		dst = strconv.AppendInt(append(dst, `,"line":`...), int64(f.Line), 10)
		dst = strconv.AppendInt(append(dst, `,"column":`...), int64(f.Column), 10)
	}
	dst = appendOffset(dst, `,"start":`, f.Start)
	dst = appendOffset(dst, `,"end":`, f.End)
	for i := range f.Violations {
		dst = append(dst, [2]string{`,"violations":[`, `,`}[min(i, 1)]...)
		dst = f.Violations[i].appendJSON(dst)
	}
	if len(f.Violations) > 0 {
		dst = append(dst, ']')
	}
	return append(dst, '}')
}

func (v *Violation) appendJSON(dst []byte) []byte {
	dst = AppendString(append(dst, `{"path":`...), v.Path)
	dst = AppendString(append(dst, `,"keyword":`...), v.Keyword)
	dst = AppendString(append(dst, `,"message":`...), v.Message)
	dst = strconv.AppendInt(append(dst, `,"line":`...), int64(v.Line), 10)
	dst = strconv.AppendInt(append(dst, `,"column":`...), int64(v.Column), 10)
	if v.Expected != "" {
		dst = append(append(dst, `,"expected":`...), v.Expected...)
	}
	if v.Found != "" {
		dst = append(append(dst, `,"found":`...), v.Found...)
	}
	return append(dst, '}')
}

func appendOffset(dst []byte, name string, offset *int) []byte {
	if offset == nil {
		return dst
	}
	return strconv.AppendInt(append(dst, name...), int64(*offset), 10)
}

// AppendString appends a text as a JSON string in which nothing is escaped that need not be.
func AppendString(dst []byte, s string) []byte {
	units := append([]byte(s), 0)[:len(s)]
	return append(syntax.AppendText(append(dst, '"'), syntax.NewSource(units), true, 0, len(units)), '"')
}
