package engine

/*
#include "ahead.h"
*/
import "C"

import (
	"sync"
	"time"

	"github.com/jsonbeacon/jsonbeacon/core/ahead"
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// ahead.h mirrors the statuses: this does not compile otherwise.
const _ = uint(C.JB_FAULT-ahead.Fault) + uint(ahead.Fault-C.JB_FAULT)

type crew = ahead.Crew[*C.jsonbeacon_piece]

// crews that C knows by a number, as it knows sessions.
var crews = struct {
	sync.Mutex
	last C.int64_t
	open map[C.int64_t]*crew
}{open: map[C.int64_t]*crew{}}

func crewOf(id C.int64_t) *crew {
	crews.Lock()
	defer crews.Unlock()
	return crews.open[id]
}

func finder(s *C.jsonbeacon_settings, schema *schema.Schema, memory *extract.Memory) *ahead.Finder {
	return &ahead.Finder{
		Options: options(s._select, s.kind, s.max_length, s.widening),
		Count:   s.count != 0,
		Schema:  schema,
		Memory:  memory,
	}
}

//export jsonbeacon_find
func jsonbeacon_find(s *C.jsonbeacon_settings, p *C.jsonbeacon_piece, state *C.uint64_t) {
	findPiece(finder(s, nil, stateMemory(state)), p)
}

//export jsonbeacon_crew_start
func jsonbeacon_crew_start(s *C.jsonbeacon_settings, goroutines, room C.int32_t) (id C.int64_t) {
	defer recoverToNone(&id)
	settings := *finder(s, heldSchema(s.schema), nil) // a copy: C's settings need not last
	c := ahead.Start(int(goroutines), int(room), func(c *crew) func(*C.jsonbeacon_piece) {
		f := settings
		f.Memory, f.Stopped = new(extract.Memory), c.Stopped
		return func(p *C.jsonbeacon_piece) {
			if claim(p) {
				findPiece(&f, p)
			}
		}
	})
	crews.Lock()
	defer crews.Unlock()
	crews.last++
	crews.open[crews.last] = c
	return crews.last
}

func recoverToNone(id *C.int64_t) {
	if recover() != nil {
		*id = 0
	}
}

//export jsonbeacon_crew_submit
func jsonbeacon_crew_submit(id C.int64_t, p *C.jsonbeacon_piece) {
	if c := crewOf(id); c != nil {
		c.Submit(p)
	}
}

//export jsonbeacon_crew_wait
func jsonbeacon_crew_wait(id C.int64_t, p *C.jsonbeacon_piece, most C.int64_t) {
	if c := crewOf(id); c != nil {
		c.Wait(func() bool { return isDone(p) }, time.Duration(most))
	}
}

//export jsonbeacon_crew_stop
func jsonbeacon_crew_stop(id C.int64_t) {
	crews.Lock()
	c := crews.open[id]
	delete(crews.open, id)
	crews.Unlock()
	if c != nil {
		c.Stop()
	}
}

// findPiece finds the texts of a piece that has been claimed. Those behind one
// that panics stay unsettled, as that one does: a call of its own will tell.
func findPiece(f *ahead.Finder, p *C.jsonbeacon_piece) {
	defer setDone(p)
	defer func() { _ = recover() }()
	used := 0
	for i := range pieceTexts(p) {
		t := &pieceTexts(p)[i]
		if f.Stopped != nil && f.Stopped() {
			return
		}
		t.tape_start = C.int64_t(used)
		switch t.width {
		case 1:
			used += findText[uint8](f, p, t)
		case 2:
			used += findText[uint16](f, p, t)
		case 4:
			used += findText[uint32](f, p, t)
		}
	}
}

// findText says how many words of the tape a text has taken.
func findText[U text.Unit](f *ahead.Finder, p *C.jsonbeacon_piece, t *C.jsonbeacon_found) int {
	found := ahead.Find(f, source[U](t.text, t.length), pieceTape(p, t))
	t.start, t.end = C.int64_t(found.Start), C.int64_t(found.End)
	t.candidates, t.source = C.int64_t(found.Candidates), C.int32_t(found.Source)
	t.position, t.related = C.int64_t(found.Fault.Pos), C.int64_t(found.Fault.Related)
	t.code, t.reason = C.int32_t(found.Fault.Code), C.int32_t(found.Reason)
	t.tape_used, t.fits = C.int64_t(found.Words), flag(found.Fits)
	t.status = C.int32_t(found.Status)
	return found.Words
}
