package engine

// #include "engine.h"
import "C"

import (
	"encoding/json"
	"errors"
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

const (
	_ = uint(C.JB_OVERLOAD-schema.Overload) + uint(schema.Overload-C.JB_OVERLOAD)
	_ = uint(C.JB_CHECK_INTERRUPTED-schema.Interrupted) + uint(schema.Interrupted-C.JB_CHECK_INTERRUPTED)
)

// schemas are the compiled schemas that C holds, by number: a forked child, in
// whose new runtime the table is empty, finds out and compiles again.
var schemas = struct {
	sync.RWMutex
	cache schema.Cache
	last  C.int64_t
	held  map[C.int64_t]*schema.Schema
}{held: map[C.int64_t]*schema.Schema{}}

// compilation is what jsonbeacon_schema_compile is asked: texts of JSON.
type compilation struct {
	Schema   string            `json:"schema"`
	Registry map[string]string `json:"registry"`
	Formats  bool              `json:"formats"`
}

// compileSchema gives the number of a compiled schema; 0 and what is wrong with
// it as JSON; or -1 for a request that is none.
func compileSchema(request []byte) (id C.int64_t, fault []byte) {
	var c compilation
	if json.Unmarshal(request, &c) != nil {
		return -1, nil
	}
	opt := schema.Options{Formats: c.Formats, Registry: make(map[string][]byte, len(c.Registry))}
	for uri, source := range c.Registry {
		opt.Registry[uri] = []byte(source)
	}
	s, err := schemas.cache.Compile([]byte(c.Schema), opt)
	if err != nil {
		var fault *schema.Error
		if !errors.As(err, &fault) {
			return -1, nil
		}
		return 0, fault.JSON()
	}
	schemas.Lock()
	defer schemas.Unlock()
	schemas.last++
	schemas.held[schemas.last] = s
	return schemas.last, nil
}

func heldSchema(id C.int64_t) *schema.Schema {
	schemas.RLock()
	defer schemas.RUnlock()
	return schemas.held[id]
}

//export jsonbeacon_schema_release
func jsonbeacon_schema_release(id C.int64_t) {
	schemas.Lock()
	delete(schemas.held, id)
	schemas.Unlock()
}

// validate gives the verdict, and the violations as JSON.
func validate[U text.Unit](s *schema.Schema, src syntax.Source[U], start, end C.int64_t, poll func() bool) (C.int32_t, []byte) {
	r := schema.Validate(s, src, false, int(start), int(end), poll)
	if r.Verdict != schema.Invalid {
		return C.int32_t(r.Verdict), nil
	}
	return C.int32_t(r.Verdict), r.AppendJSON(nil, text.NewLocator(src.Units(), false).Locate)
}
