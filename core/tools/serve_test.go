package tools

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

type greeting struct {
	Name string `json:"name"`
}

func greet(request string) string {
	return Serve(request, func(g greeting) (any, error) {
		switch g.Name {
		case "":
			return nil, errors.New("name is empty")
		case "panic":
			panic("asked to")
		}
		return "hello " + g.Name, nil
	})
}

func TestServe(t *testing.T) {
	for request, want := range map[string]string{
		`{"name":"<Ada>"}`:          `{"result":"hello <Ada>"}`,
		`{"name":"a\u0000b"}`:       `{"result":"hello a\u0000b"}`,
		`{}`:                        `{"error":{"code":"request.invalid","message":"name is empty"}}`,
		`{"name":"panic"}`:          `{"error":{"code":"internal","message":"asked to"}}`,
		`{"name":"a"} {"name":"b"}`: `{"error":{"code":"request.malformed","message":"the request is not JSON: expected nothing after the JSON value, found '{' (line 1, column 14)"}}`,
		"{\"name\":\"\xff\"}":       `{"error":{"code":"request.malformed","message":"the request is not UTF-8"}}`,
	} {
		if got := greet(request); got != want {
			t.Errorf("%s: got %s, want %s", request, got, want)
		}
	}
	for request, code := range map[string]string{
		``: wire.Malformed, `{`: wire.Malformed, `{"name":"a"`: wire.Malformed, strings.Repeat("[", 20000): wire.Malformed,
		`[]`: wire.BadRequest, `{"nam":"a"}`: wire.BadRequest, `{"name":1}`: wire.BadRequest,
	} {
		var r struct {
			Result any
			Error  *struct{ Code string }
		}
		if err := json.Unmarshal([]byte(greet(request)), &r); err != nil || r.Error == nil || r.Error.Code != code {
			t.Errorf("%s: got %s", request, greet(request))
		}
	}
}

func TestAbout(t *testing.T) {
	for name, f := range map[string]Func{"Version": Version, "Limits": Limits, "Contracts": Contracts} {
		var r struct {
			Result any
			Error  *struct{ Code string }
		}
		if err := json.Unmarshal([]byte(f(`{}`)), &r); err != nil || r.Error != nil || r.Result == nil {
			t.Errorf("%s: got %s", name, f(`{}`))
		}
	}
}
