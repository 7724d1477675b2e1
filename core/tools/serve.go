package tools

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

// A Func turns a request into a response; both are JSON texts. It keeps no state, never panics
// and can be called from any goroutine.
type Func func(request string) (response string)

// Serve decodes the request, calls f and encodes what it gives. An error is the
// request's fault unless it is a [wire.Failure], which says what it is. A member that Request does not
// know is an error: a misspelt option must not be ignored.
func Serve[Request any](request string, f func(Request) (any, error)) string {
	return serve(request, func(object []byte) ([]byte, error) {
		var in Request
		d := json.NewDecoder(bytes.NewReader(object))
		d.DisallowUnknownFields()
		if err := d.Decode(&in); err != nil {
			return nil, err
		}
		result, err := f(in)
		if err != nil {
			return nil, err
		}
		return encode(result)
	})
}

// serve answers a request with what f makes of the JSON value in it.
func serve(request string, f func(object []byte) ([]byte, error)) string {
	return string(wire.Serve([]byte(request), CheckJSON, f))
}

// CheckJSON says what keeps a request from being JSON, as of any other text. Of what a request may
// have and a text may not (half of a surrogate pair, a key twice) it does not speak.
func CheckJSON(request []byte) error {
	if json.Valid(request) {
		return nil
	}
	_, err := extract.Document(string(request))
	var fault *extract.Error
	if !errors.As(err, &fault) || fault.Code == syntax.LoneSurrogate || fault.Code == syntax.DuplicateKey {
		return errors.New("")
	}
	return errors.New(": " + fault.Error())
}

func encode(result any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(result)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
