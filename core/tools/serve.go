package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Func turns a request into a response; both are JSON texts. It keeps no state, never panics
// and can be called from any goroutine.
type Func func(request string) (response string)

// A Failure says why a request got no result, or, with a Reason, what a result says is wrong with
// the text. It is an error in the one JSON form that every door shows.
type Failure struct {
	Code    string `json:"code"`
	Reason  string `json:"reason,omitempty"`
	Message plain  `json:"message"`
	// Where in the schema it is: a JSON Pointer, and the URI of the registry's schema that has it.
	Path     *plain `json:"path,omitempty"`
	Document plain  `json:"document,omitempty"`
	// Where in the text, or in that of the schema, it is: in code points from 0, or from 1 for Line
	// and Column.
	Position *int `json:"position,omitempty"`
	Line     int  `json:"line,omitempty"`
	Column   int  `json:"column,omitempty"`
	Start    *int `json:"start,omitempty"`
	End      *int `json:"end,omitempty"`
	// What the schema holds against the value.
	Violations []Violation `json:"violations,omitempty"`
}

func (f *Failure) Error() string { return string(f.Message) }

// Codes of failures that are not about a text but about the request itself.
const (
	Malformed  = "request.malformed" // it is not JSON
	BadRequest = "request.invalid"   // it is not what the function takes
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
	if !utf8.ValidString(request) {
		return failure(Malformed, "the request is not UTF-8")
	}
	if !json.Valid([]byte(request)) {
		return failure(Malformed, "the request is not JSON"+why(request))
	}
	var in Request
	if raw, ok := any(&in).(*json.RawMessage); ok {
		*raw = bytes.Trim([]byte(request), " \t\r\n")
	} else {
		d := json.NewDecoder(bytes.NewReader([]byte(request)))
		d.DisallowUnknownFields()
		if err := d.Decode(&in); err != nil {
			return failure(BadRequest, err.Error())
		}
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

// why says what is wrong with a request, as of any other text. Of what a request may have and a
// text may not (half of a surrogate pair, a key twice) it does not speak.
func why(request string) string {
	_, err := extract.Document(request)
	var fault *extract.Error
	if !errors.As(err, &fault) || fault.Code == syntax.LoneSurrogate || fault.Code == syntax.DuplicateKey {
		return ""
	}
	return ": " + fault.Error()
}

func failure(code, message string) string {
	return encode(response{Error: &Failure{Code: code, Message: plain(message)}})
}

func encode(r response) string {
	if raw, ok := r.Result.(json.RawMessage); ok { // made here, without white space
		return `{"result":` + string(raw) + "}"
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return failure(Internal, err.Error())
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// plain is a string in which nothing is escaped that need not be.
type plain string

// MarshalJSON writes it as a string.
func (p plain) MarshalJSON() ([]byte, error) {
	units := append([]byte(p), 0)[:len(p)]
	out := syntax.AppendText([]byte{'"'}, syntax.NewSource(units), true, 0, len(units))
	return append(out, '"'), nil
}
