package stream_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/stream"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// documents are what streams are measured with: much happens in each byte, and
// little.
var documents = map[string]string{
	"compact": "[" + strings.Repeat(`{"id":12,"name":"row 7","score":1.25,"tags":["a","b"],"ok":true},`, 1500) + "0]",
	"indented": "[\n" + strings.Repeat("  {\n    \"id\": 12,\n    \"title\": \"peel the potatoes\",\n    \"steps\": [\n"+
		"      \"cut them into pieces, about two centimetres wide\",\n      \"boil\"\n    ]\n  },\n", 700) + "0]",
	"numbers": "[" + strings.Repeat("123456,", 14000) + "0]",
}

// BenchmarkFeed feeds a document whole; BenchmarkFind is the call for the whole.
func BenchmarkFeed(b *testing.B) {
	for name, document := range documents {
		units := append([]byte(document), 0)[:len(document)]
		out := make([]stream.Record, 1024)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			memory := new(stream.Memory)
			for b.Loop() {
				memory.Reset()
				for again := false; ; again = true {
					if _, status := stream.Feed(syntax.NewSource(units), stream.Options{}, memory, out, again); status == stream.Fed {
						break
					}
				}
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	for name, document := range documents {
		units := append([]byte(document), 0)[:len(document)]
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			b.SetBytes(int64(len(document)))
			memory := new(extract.Memory)
			tape := syntax.NewTape(make([]uint64, 4096+syntax.TapeSlack))
			for b.Loop() {
				var f extract.Finder[uint8]
				f.Init(syntax.NewSource(units), false, extract.Options{}, tape, memory)
				f.Deliver = true
				for status := f.Run(); status == extract.More; {
					status = f.Resume()
				}
				f.Close()
			}
		})
	}
}
