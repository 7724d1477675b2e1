package engine

/*
#include "engine.h"

static inline int session_interrupted(jsonbeacon_job *job) { return job->interrupted(job); }
*/
import "C"

import (
	"bytes"
	"runtime"
	"sync"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// session is what a job with a widening works on between calls. C knows it by
// a number: no Go pointer is kept there, and a forked child, in whose new
// runtime the table is empty, finds out.
type session interface {
	next(*C.jsonbeacon_job) C.int32_t
	resume(*C.jsonbeacon_job) C.int32_t
	edits(*C.jsonbeacon_job) C.int32_t
	release()
}

var sessions = struct {
	sync.Mutex
	last C.int64_t
	open map[C.int64_t]session
}{open: map[C.int64_t]session{}}

func openSession(job *C.jsonbeacon_job) C.int32_t {
	var s session
	switch job.width {
	case 1:
		s = newSession[uint8](job)
	case 2:
		s = newSession[uint16](job)
	default:
		s = newSession[uint32](job)
	}
	sessions.Lock()
	sessions.last++
	job.session = sessions.last
	sessions.open[job.session] = s
	sessions.Unlock()
	return s.next(job)
}

func withSession(job *C.jsonbeacon_job, do func(session, *C.jsonbeacon_job) C.int32_t) C.int32_t {
	sessions.Lock()
	s := sessions.open[job.session]
	sessions.Unlock()
	if s == nil {
		return C.JB_RETRY
	}
	return do(s, job)
}

//export jsonbeacon_next
func jsonbeacon_next(job *C.jsonbeacon_job) (status C.int32_t) {
	defer recoverTo(&status, C.JB_PANIC)
	return withSession(job, session.next)
}

//export jsonbeacon_edits
func jsonbeacon_edits(job *C.jsonbeacon_job) (status C.int32_t) {
	defer recoverTo(&status, C.JB_PANIC)
	return withSession(job, session.edits)
}

//export jsonbeacon_release
func jsonbeacon_release(job *C.jsonbeacon_job) {
	sessions.Lock()
	s := sessions.open[job.session]
	delete(sessions.open, job.session)
	sessions.Unlock()
	job.session = 0
	if s != nil {
		s.release()
	}
}

// widths is a session over units of one width.
type widths[U text.Unit] struct {
	extract.Session[U]
	src     syntax.Source[U]
	ignore  bool // invisible characters
	current extract.Outcome[U]
	pinned  runtime.Pinner
	// What repair did, in parts: the rest of the outcome's, and the last that was handed over.
	rest extract.Edits
	part []byte
}

// options are those of a call; w may be nil.
func options(sel, kind C.int32_t, maxLength C.int64_t, w *C.jsonbeacon_widening) extract.Options {
	opt := extract.Options{Select: extract.Select(sel), Kind: extract.Kind(kind), MaxLength: int(maxLength)}
	if w == nil {
		return opt
	}
	opt.Reasoning = extract.Reasoning(w.skip_reasoning)
	opt.Fallthrough = w.fall_through != 0
	opt.Repair = repair.Level(w.repair)
	opt.Invisible = extract.Invisible(w.invisible)
	opt.Blank = extract.Blank(w.reject_blank)
	opt.Sources = extract.Sources(w.sources)
	if w.tags != nil {
		for name := range bytes.SplitSeq(bytes.TrimSuffix(tagNames(w), []byte{0}), []byte{0}) {
			opt.Tags = append(opt.Tags, string(name))
		}
	}
	return opt
}

func newSession[U text.Unit](job *C.jsonbeacon_job) session {
	opt := options(job._select, job.kind, job.max_length, job.widening)
	src := source[U](job.text, job.length)
	s := &widths[U]{
		Session: *extract.NewSession(src, false, opt),
		src:     src,
		ignore:  opt.Invisible != extract.KeepInvisible,
	}
	s.All, s.Bare = job.widening.all != 0, job.operation == C.JB_REPAIR
	return s
}

func (s *widths[U]) next(job *C.jsonbeacon_job) C.int32_t {
	s.pinned.Unpin()
	s.part = nil // pinned no more
	s.poll(job)
	if s.Bare && job.careful == 0 {
		s.Tape, s.State = tape(job), &memory(job).Reader
	}
	defer func() { s.Interrupted, s.Tape, s.State = nil, syntax.Tape{}, nil }()
	o, ok := s.Next()
	if s.Stopped() {
		return C.JB_INTERRUPTED
	}
	if !ok {
		return C.JB_END
	}
	s.current = o
	setResult(job, &o.Result)
	job.truncated, job.final = flag(o.Truncated), flag(o.Final)
	valueIsText(job)
	s.rest = o.Edits
	if s.putEdits(job); s.Stopped() {
		return C.JB_INTERRUPTED
	}
	if o.Derived != nil {
		s.pinned.Pin(&o.Derived[0])
		setValue(job, o.Derived)
	}
	if o.Fault.Code != syntax.OK {
		return C.JB_ERROR
	}
	if o.OnTape {
		job.tape_used = C.int64_t(memory(job).Reader.Used())
		return C.JB_DONE
	}
	src, start := s.src, o.Start
	if o.Derived != nil {
		src, start = syntax.NewSource(o.Derived), 0
	}
	r := s.reader(job, src)
	r.Start(start)
	return s.advance(job, r)
}

// poll has the session ask the job whether to stop, until Interrupted is set to nil.
func (s *widths[U]) poll(job *C.jsonbeacon_job) {
	if job.interrupted != nil {
		s.Interrupted = func() bool { return C.session_interrupted(job) != 0 }
	}
}

// editsPart edits are handed over at a time: about a tenth of a megabyte, and less than a millisecond of work.
const editsPart = 1 << 10

func (s *widths[U]) edits(job *C.jsonbeacon_job) C.int32_t {
	s.poll(job)
	defer func() { s.Interrupted = nil }()
	if s.putEdits(job); s.Stopped() {
		return C.JB_INTERRUPTED
	}
	return C.JB_DONE
}

// putEdits hands over the next part of what repair did.
func (s *widths[U]) putEdits(job *C.jsonbeacon_job) {
	job.edits_length, job.more_edits = 0, 0
	if s.rest.Len() == 0 || job.edits_wanted == 0 {
		return
	}
	var first extract.Edits
	first, s.rest = s.rest.Cut(editsPart)
	room := cap(s.part)
	s.part = extract.AppendEdits(s.part[:0], s.src, false, first, s.Stop)
	if cap(s.part) != room { // it is another piece of memory
		s.pinned.Pin(&s.part[0])
	}
	setEdits(job, s.part)
	job.more_edits = flag(s.rest.Len() > 0)
}

func (s *widths[U]) resume(job *C.jsonbeacon_job) C.int32_t {
	src := s.src
	if s.current.Derived != nil {
		src = syntax.NewSource(s.current.Derived)
	}
	return s.advance(job, s.reader(job, src))
}

func (s *widths[U]) reader(job *C.jsonbeacon_job, src syntax.Source[U]) *syntax.Reader[U] {
	r := syntax.NewReader(src, false, tape(job), &memory(job).Reader)
	r.IgnoreInvisible(s.ignore)
	return &r
}

// advance puts the next part of a value, which has been read before and has no
// fault, on the tape.
func (s *widths[U]) advance(job *C.jsonbeacon_job, r *syntax.Reader[U]) C.int32_t {
	status := r.Advance()
	job.tape_used = C.int64_t(memory(job).Reader.Used())
	switch status {
	case syntax.Done:
		return C.JB_DONE
	case syntax.More:
		return C.JB_MORE
	}
	return C.JB_PANIC
}

func (s *widths[U]) release() {
	s.pinned.Unpin()
	s.Release()
}

func flag(b bool) C.int32_t {
	if b {
		return 1
	}
	return 0
}
