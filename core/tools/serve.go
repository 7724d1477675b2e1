package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A Func turns a request into a response; both are JSON texts. It keeps no state, never panics
// and can be called from any goroutine.
type Func func(request string) (response string)

// A Failure says why a request got no result. Where the text is at fault, there
// is a reason, and a place unless it has none: Position counts characters from
// 0, Line and Column from 1.
type Failure struct {
	Code     string `json:"code"`
	Reason   string `json:"reason,omitempty"`
	Message  string `json:"message"`
	Position *int   `json:"position,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

func (f *Failure) Error() string { return f.Message }

// Codes of failures that are not about a text but about the request itself.
const (
	BadRequest = "request.invalid"
	Internal   = "internal"
)

type response struct {
	Result any      `json:"result,omitempty"`
	Error  *Failure `json:"error,omitempty"`
}

// Serve decodes the request, calls f and encodes what it gives. An error is the
// request's fault unless it is a [Failure], which says what it is. A member that Request does not
// know is an error: a misspelt option must not be ignored.
func Serve[Request any](request string, f func(Request) (any, error)) (answer string) {
	defer func() {
		if p := recover(); p != nil {
			answer = failure(Internal, fmt.Sprint(p))
		}
	}()
	var in Request
	d := json.NewDecoder(bytes.NewReader([]byte(request)))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return failure(BadRequest, err.Error())
	}
	if d.More() {
		return failure(BadRequest, "more than one JSON document")
	}
	result, err := f(in)
	var known *Failure
	if errors.As(err, &known) {
		return encode(response{Error: known})
	}
	if err != nil {
		return failure(BadRequest, err.Error())
	}
	return encode(response{Result: result})
}

func failure(code, message string) string {
	return encode(response{Error: &Failure{Code: code, Message: message}})
}

func encode(r response) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return failure(Internal, err.Error())
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
