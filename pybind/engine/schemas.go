package engine

/*
#include <stdlib.h>
#include "engine.h"

static inline int poll_interrupted(jsonbeacon_poll poll, void *arg) { return poll(arg); }
*/
import "C"

import (
	"encoding/json"
	"errors"
	"sync"
	"unsafe"

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

//export jsonbeacon_schema_compile
func jsonbeacon_schema_compile(p unsafe.Pointer, length C.int64_t, out **C.char, outLength *C.int64_t) (id C.int64_t) {
	*out, *outLength = nil, 0
	defer func() {
		if recover() != nil {
			id = -1
		}
	}()
	var c compilation
	if json.Unmarshal(unsafe.Slice((*byte)(p), int(length)), &c) != nil {
		return -1
	}
	opt := schema.Options{Formats: c.Formats, Registry: make(map[string][]byte, len(c.Registry))}
	for uri, source := range c.Registry {
		opt.Registry[uri] = []byte(source)
	}
	s, err := schemas.cache.Compile([]byte(c.Schema), opt)
	if err != nil {
		var fault *schema.Error
		if !errors.As(err, &fault) {
			return -1
		}
		hand(fault.JSON(), out, outLength)
		return 0
	}
	schemas.Lock()
	defer schemas.Unlock()
	schemas.last++
	schemas.held[schemas.last] = s
	return schemas.last
}

//export jsonbeacon_schema_release
func jsonbeacon_schema_release(id C.int64_t) {
	schemas.Lock()
	delete(schemas.held, id)
	schemas.Unlock()
}

//export jsonbeacon_validate
func jsonbeacon_validate(id C.int64_t, p unsafe.Pointer, length C.int64_t, width C.int32_t, start, end C.int64_t,
	interrupted C.jsonbeacon_poll, arg unsafe.Pointer, out **C.char, outLength *C.int64_t,
) (verdict C.int32_t) {
	*out, *outLength = nil, 0
	defer recoverTo(&verdict, C.JB_CHECK_PANIC)
	schemas.RLock()
	s := schemas.held[id]
	schemas.RUnlock()
	if s == nil {
		return C.JB_NO_SCHEMA
	}
	var poll func() bool
	if interrupted != nil {
		poll = func() bool { return C.poll_interrupted(interrupted, arg) != 0 }
	}
	switch width {
	case 1:
		return validate(s, source[uint8](p, length), start, end, poll, out, outLength)
	case 2:
		return validate(s, source[uint16](p, length), start, end, poll, out, outLength)
	}
	return validate(s, source[uint32](p, length), start, end, poll, out, outLength)
}

func validate[U text.Unit](s *schema.Schema, src syntax.Source[U], start, end C.int64_t, poll func() bool,
	out **C.char, outLength *C.int64_t,
) C.int32_t {
	r := schema.Validate(s, src, false, int(start), int(end), poll)
	if r.Verdict == schema.Invalid {
		hand(r.AppendJSON(nil, text.NewLocator(src.Units(), false).Locate), out, outLength)
	}
	return C.int32_t(r.Verdict)
}

// hand gives bytes to C, which frees them.
func hand(b []byte, out **C.char, outLength *C.int64_t) {
	*out, *outLength = (*C.char)(C.CBytes(b)), C.int64_t(len(b))
}
