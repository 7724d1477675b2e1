// Package engine is the C ABI of engine.h over core: one job a call, text in,
// tape out. Nothing of the Go heap goes out, and no panic.
package engine

/*
#cgo CFLAGS: -O2 -I${SRCDIR}
#include <stdlib.h>
#include "engine.h"
#include "stream.h"
#include "column.h"

static inline int job_interrupted(jsonbeacon_job *job) { return job->interrupted(job); }
static inline int call_interrupted(jsonbeacon_poll poll, void *arg) { return poll(arg); }
*/
import "C"

import (
	"unicode/utf8"
	"unsafe"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/stream"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// The job's room for what the engine keeps between two calls suffices, and
// engine.h mirrors the constants of core: these do not compile otherwise.
const (
	_ = uint(unsafe.Sizeof(C.jsonbeacon_job{}.state) - unsafe.Sizeof(extract.Memory{}))
	_ = uint(unsafe.Sizeof(C.jsonbeacon_stream{}.state) - unsafe.Sizeof(stream.Memory{}))
	_ = uint(unsafe.Sizeof(C.jsonbeacon_record{})-unsafe.Sizeof(stream.Record{})) + uint(unsafe.Sizeof(stream.Record{})-unsafe.Sizeof(C.jsonbeacon_record{}))
	_ = uint(C.JB_TAPE_SLACK-syntax.TapeSlack) + uint(syntax.TapeSlack-C.JB_TAPE_SLACK)
	_ = uint(C.JB_MAX_LENGTH-syntax.MaxLength) + uint(syntax.MaxLength-C.JB_MAX_LENGTH)
	_ = uint(C.JB_MAX_DEPTH-syntax.MaxDepth) + uint(syntax.MaxDepth-C.JB_MAX_DEPTH)
	_ = uint(C.JB_OBJECT-syntax.TagObject) + uint(syntax.TagObject-C.JB_OBJECT)
	_ = uint(C.JB_SELECT_ONLY-extract.Only) + uint(extract.Only-C.JB_SELECT_ONLY)
	_ = uint(C.JB_KIND_ANY-extract.Any) + uint(extract.Any-C.JB_KIND_ANY)
	_ = uint(C.JB_SOURCE_TAG-extract.Tag) + uint(extract.Tag-C.JB_SOURCE_TAG)
	_ = uint(C.JB_INTERRUPTED-extract.Interrupted) + uint(extract.Interrupted-C.JB_INTERRUPTED)
)

//export jsonbeacon_run
func jsonbeacon_run(job *C.jsonbeacon_job) (status C.int32_t) {
	defer recoverTo(&status, C.JB_PANIC)
	if job.widening != nil {
		return openSession(job)
	}
	switch job.width {
	case 1:
		return find[uint8](job, false)
	case 2:
		return find[uint16](job, false)
	}
	return find[uint32](job, false)
}

//export jsonbeacon_resume
func jsonbeacon_resume(job *C.jsonbeacon_job) (status C.int32_t) {
	defer recoverTo(&status, C.JB_PANIC)
	if job.widening != nil {
		return withSession(job, session.resume)
	}
	switch job.width {
	case 1:
		return find[uint8](job, true)
	case 2:
		return find[uint16](job, true)
	}
	return find[uint32](job, true)
}

func recoverTo(status *C.int32_t, panicked C.int32_t) {
	if recover() != nil {
		*status = panicked
	}
}

// source is the text in C memory; it has a zero unit behind it.
func source[U text.Unit](p unsafe.Pointer, length C.int64_t) syntax.Source[U] {
	return syntax.NewSource(unsafe.Slice((*U)(p), int(length)+1)[:length])
}

func find[U text.Unit](job *C.jsonbeacon_job, resume bool) C.int32_t {
	var f extract.Finder[U]
	f.Init(
		source[U](job.text, job.length), false,
		extract.Options{Select: extract.Select(job._select), Kind: extract.Kind(job.kind), MaxLength: int(job.max_length)},
		tape(job),
		memory(job),
	)
	f.Count, f.Careful, f.Deliver = job.count != 0, job.careful != 0, true
	if job.interrupted != nil {
		f.Interrupted = func() bool { return C.job_interrupted(job) != 0 }
	}
	var status extract.Status
	switch {
	case resume:
		status = f.Resume()
	case job.operation == C.JB_PARSE:
		status = f.RunDocument()
	default:
		status = f.Run()
	}
	f.Close()
	job.tape_used = C.int64_t(f.Used())
	setResult(job, &f.Result)
	return C.int32_t(status)
}

// tape is the job's tape, in C memory.
func tape(job *C.jsonbeacon_job) syntax.Tape {
	return syntax.NewTape(unsafe.Slice((*uint64)(unsafe.Pointer(job.tape)), int(job.tape_words)+syntax.TapeSlack))
}

// memory is where the engine keeps its place in the job.
func memory(job *C.jsonbeacon_job) *extract.Memory {
	return (*extract.Memory)(unsafe.Pointer(&job.state))
}

// What a stream keeps, writes to and was given, in C memory.
func streamMemory(s *C.jsonbeacon_stream) *stream.Memory {
	return (*stream.Memory)(unsafe.Pointer(&s.state))
}

func streamRecords(s *C.jsonbeacon_stream) []stream.Record {
	return unsafe.Slice((*stream.Record)(unsafe.Pointer(s.records)), int(s.room))
}

func streamTags(s *C.jsonbeacon_stream) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(s.tags)), int(s.tags_length))
}

// tagNames are the bytes of a widening's tags.
func tagNames(w *C.jsonbeacon_widening) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(w.tags)), int(w.tags_length))
}

// setValue and setEdits point the job to memory of Go's, which must be pinned.
func setValue[U text.Unit](job *C.jsonbeacon_job, units []U) {
	setAddress(unsafe.Pointer(&job.value_text), unsafe.Pointer(&units[0]))
	job.value_length = C.int64_t(len(units))
}

func setEdits(job *C.jsonbeacon_job, edits []byte) {
	setAddress(unsafe.Pointer(&job.edits), unsafe.Pointer(&edits[0]))
	job.edits_length = C.int64_t(len(edits))
}

// valueIsText points the job's value to the text it was given.
func valueIsText(job *C.jsonbeacon_job) {
	setAddress(unsafe.Pointer(&job.value_text), job.text)
	job.value_width = job.width
}

// cSlice is n elements in C memory.
func cSlice[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }

// viewed are the buffers that views are into.
func viewed(t *C.jsonbeacon_texts) [][]byte {
	n := int(t.buffer_count)
	buffers, sizes := unsafe.Slice(t.buffers, n), unsafe.Slice(t.sizes, n)
	list := make([][]byte, n)
	for i, p := range buffers {
		list[i] = cSlice[byte](p, int(sizes[i]))
	}
	return list
}

// cGrow is a batch.Grow in C memory.
func cGrow(buffer []byte, size int) []byte {
	p := unsafe.Pointer(unsafe.SliceData(buffer))
	if size == 0 {
		C.free(p)
		return nil
	}
	if p = C.realloc(p, C.size_t(size)); p == nil {
		return nil
	}
	return cSlice[byte](p, size)
}

// setBuffer points a field in C memory to a buffer of cGrow's.
func setBuffer(field *unsafe.Pointer, buffer []byte) {
	setAddress(unsafe.Pointer(field), unsafe.Pointer(unsafe.SliceData(buffer)))
}

// hand gives bytes to C, which frees them; nothing where there is no memory, which
// C.CBytes takes for the end of the process.
func hand(b []byte, out **C.char, outLength *C.int64_t) {
	if len(b) == 0 {
		return
	}
	if p := cGrow(nil, len(b)); p != nil {
		*out, *outLength = (*C.char)(unsafe.Pointer(unsafe.SliceData(p))), C.int64_t(copy(p, b))
	}
}

// setAddress stores an address in C memory, and not as a pointer: the write
// barrier would mark what stood there before, which may be an object that an
// earlier call had pinned and that has been freed since.
func setAddress(field, p unsafe.Pointer) { *(*uintptr)(field) = uintptr(p) }

func setResult(job *C.jsonbeacon_job, r *extract.Result) {
	job.start, job.end = C.int64_t(r.Start), C.int64_t(r.End)
	job.candidates, job.source = C.int64_t(r.Candidates), C.int32_t(r.Source)
	job.position, job.related = C.int64_t(r.Fault.Pos), C.int64_t(r.Fault.Related)
	job.code, job.reason = C.int32_t(r.Fault.Code), C.int32_t(r.Reason)
}

//export jsonbeacon_code_name
func jsonbeacon_code_name(code C.int32_t, out *C.char, room C.size_t) C.int32_t {
	if code < 0 || int(code) > len(syntax.Codes()) {
		return 0
	}
	return putName(syntax.Code(code).String(), out, room)
}

//export jsonbeacon_reason_name
func jsonbeacon_reason_name(reason C.int32_t, out *C.char, room C.size_t) C.int32_t {
	if reason < 0 || int(reason) >= len(syntax.Reasons()) {
		return 0
	}
	return putName(syntax.Reason(reason).String(), out, room)
}

func putName(name string, out *C.char, room C.size_t) C.int32_t {
	b := unsafe.Slice((*byte)(unsafe.Pointer(out)), int(room))
	if len(name)+1 > len(b) {
		return 0
	}
	b[copy(b, name)] = 0
	return 1
}

//export jsonbeacon_explain
func jsonbeacon_explain(p unsafe.Pointer, length C.int64_t, width, code C.int32_t, position, related C.int64_t,
	out *C.char, room C.size_t, line, column *C.int64_t,
) (n C.int64_t) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	fault := syntax.Fault{Code: syntax.Code(code), Pos: int(position), Found: int(position), Related: int(related)}
	var message string
	var place text.Position
	switch width {
	case 1:
		message, place = syntax.Explain(source[uint8](p, length).Units(), false, fault)
	case 2:
		message, place = syntax.Explain(source[uint16](p, length).Units(), false, fault)
	default:
		message, place = syntax.Explain(source[uint32](p, length).Units(), false, fault)
	}
	*line, *column = C.int64_t(place.Line), C.int64_t(place.Column)
	for len(message) > int(room) {
		_, size := utf8.DecodeLastRuneInString(message)
		message = message[:len(message)-size]
	}
	return C.int64_t(copy(unsafe.Slice((*byte)(unsafe.Pointer(out)), int(room)), message))
}

//export jsonbeacon_decimal_to_bytes
func jsonbeacon_decimal_to_bytes(digits *C.char, n C.int64_t, interrupted C.jsonbeacon_poll, arg unsafe.Pointer) (length C.int64_t) {
	defer func() {
		if recover() != nil {
			length = -2
		}
	}()
	b := unsafe.Slice((*byte)(unsafe.Pointer(digits)), int(n))
	magnitude, ok := decimalToBytes(b, func() bool {
		return interrupted != nil && C.call_interrupted(interrupted, arg) != 0
	})
	if !ok {
		return -1
	}
	return C.int64_t(copy(b, magnitude))
}

//export jsonbeacon_schema_compile
func jsonbeacon_schema_compile(p unsafe.Pointer, length C.int64_t, out **C.char, outLength *C.int64_t) (id C.int64_t) {
	*out, *outLength = nil, 0
	defer func() {
		if recover() != nil {
			id = -1
		}
	}()
	id, fault := compileSchema(unsafe.Slice((*byte)(p), int(length)))
	hand(fault, out, outLength)
	return id
}

//export jsonbeacon_validate
func jsonbeacon_validate(id C.int64_t, p unsafe.Pointer, length C.int64_t, width C.int32_t, start, end C.int64_t,
	interrupted C.jsonbeacon_poll, arg unsafe.Pointer, out **C.char, outLength *C.int64_t,
) (verdict C.int32_t) {
	*out, *outLength = nil, 0
	defer recoverTo(&verdict, C.JB_CHECK_PANIC)
	s := heldSchema(id)
	if s == nil {
		return C.JB_NO_SCHEMA
	}
	var poll func() bool
	if interrupted != nil {
		poll = func() bool { return C.call_interrupted(interrupted, arg) != 0 }
	}
	var violations []byte
	switch width {
	case 1:
		verdict, violations = validate(s, source[uint8](p, length), start, end, poll)
	case 2:
		verdict, violations = validate(s, source[uint16](p, length), start, end, poll)
	default:
		verdict, violations = validate(s, source[uint32](p, length), start, end, poll)
	}
	hand(violations, out, outLength)
	return verdict
}
