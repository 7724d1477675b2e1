package engine

/*
#include "stream.h"
*/
import "C"

import (
	"bytes"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/stream"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// stream.h mirrors the constants of core/stream.
const (
	_ = uint(C.JB_DROPPED-stream.Dropped) + uint(stream.Dropped-C.JB_DROPPED)
	_ = uint(C.JB_BY_KIND-stream.ByKind) + uint(stream.ByKind-C.JB_BY_KIND)
	_ = uint(C.JB_MIN_RECORDS - stream.MinRecords)
	_ = uint(C.JB_NO_KEY-stream.NoKey) + uint(stream.NoKey-C.JB_NO_KEY)
)

//export jsonbeacon_feed
func jsonbeacon_feed(s *C.jsonbeacon_stream) (status C.int32_t) {
	defer recoverTo(&status, C.JB_PANIC)
	switch s.width {
	case 1:
		return feed(s, source[uint8](s.text, s.length))
	case 2:
		return feed(s, source[uint16](s.text, s.length))
	}
	return feed(s, source[uint32](s.text, s.length))
}

func feed[U text.Unit](s *C.jsonbeacon_stream, src syntax.Source[U]) C.int32_t {
	opt := stream.Options{
		Kind:            extract.Kind(s.kind),
		Sources:         extract.Sources(s.sources),
		SkipReasoning:   s.skip_reasoning != 0,
		IgnoreInvisible: s.ignore_invisible != 0,
	}
	if s.tags != nil {
		for name := range bytes.SplitSeq(bytes.TrimSuffix(streamTags(s), []byte{0}), []byte{0}) {
			opt.Tags = append(opt.Tags, string(bytes.ToLower(name)))
		}
	}
	memory := streamMemory(s)
	if s.begun == 0 {
		memory.Reset()
		s.begun = 1
	}
	used, status := stream.Feed(src, opt, memory, streamRecords(s), s.resumed != 0)
	s.used = C.int64_t(used)
	s.open_start, s.open_end = -1, -1
	if open, ok := memory.OpenString(); ok {
		s.open_start, s.open_end = C.int64_t(open.Start), C.int64_t(open.End)
		s.open_key.key, s.open_key.key_length = C.uint32_t(open.Key.Key), C.uint32_t(open.Key.KeyLen)
	}
	if status == stream.Full {
		return C.JB_MORE
	}
	return C.JB_DONE
}
