package wire

import (
	"errors"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// Serve answers a request with what f makes of the JSON value in it: {"result": …} or {"error": …}.
func Serve(request []byte, check func([]byte) error, f func(value []byte) (result []byte, err error)) []byte {
	return Guard(request, check, func(value []byte) ([]byte, error) {
		result, err := f(value)
		return append(append([]byte(`{"result":`), result...), '}'), err
	})
}

// Guard answers a request with what f makes of the JSON value in it, or with {"error": …}. An error
// of f is the request's fault unless it is a [Failure], which says what it is. check says what keeps
// a request from being JSON.
func Guard(request []byte, check func([]byte) error, f func(value []byte) ([]byte, error)) (answer []byte) {
	defer func() {
		if p := recover(); p != nil {
			answer = refuse(&Failure{Code: Internal, Message: said(p)})
		}
	}()
	if !utf8.Valid(request) {
		return refuse(&Failure{Code: Malformed, Message: "the request is not UTF-8"})
	}
	if err := check(request); err != nil {
		return refuse(&Failure{Code: Malformed, Message: "the request is not JSON" + err.Error()})
	}
	answer, err := f(trim(request))
	if err != nil {
		return refuse(err)
	}
	return answer
}

// refuse is the answer to a request that gets no other.
func refuse(err error) []byte {
	var known *Failure
	if !errors.As(err, &known) {
		known = &Failure{Code: BadRequest, Message: err.Error()}
	}
	return append(known.AppendJSON([]byte(`{"error":`)), '}')
}

// said is what a panic was called with.
func said(p any) string {
	switch p := p.(type) {
	case error:
		return p.Error()
	case string:
		return p
	}
	return "a panic"
}

// CheckGrammar reports what keeps a request from being JSON, nested at most syntax.MaxDepth deep.
// What the grammar allows and a text may not have, a key twice or half of a surrogate pair, it passes.
func CheckGrammar(request []byte) error {
	units := append(append(make([]byte, 0, len(request)+1), request...), 0)[:len(request)]
	var state syntax.State
	var words [256 + syntax.TapeSlack]uint64
	source := syntax.NewSource(units)
	r := syntax.NewReader(source, true, syntax.NewTape(words[:]), &state)
	r.GrammarAlone()
	r.Start(0)
	status := r.Advance()
	for status == syntax.More {
		status = r.Advance()
	}
	fault := r.Fault()
	if status == syntax.Done {
		rest := syntax.SkipSpace(source, r.End())
		if rest == source.Len() {
			return nil
		}
		fault = syntax.Fault{Code: syntax.TrailingCharacters, Pos: rest, Found: rest, Related: -1}
	}
	message, _ := syntax.Explain(units, true, fault)
	return wrong(": " + message)
}
