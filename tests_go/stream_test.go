package tests_go

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/stream"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// feeder feeds a text piece by piece.
type feeder[U text.Unit] struct {
	memory stream.Memory
	units  []U // the text so far
	opt    stream.Options
	out    []stream.Record
}

// feed gives the records of the next piece.
func (f *feeder[U]) feed(piece []U) []stream.Record { return f.step(piece, false) }

// step gives those of more of a piece.
func (f *feeder[U]) step(piece []U, again bool) (all []stream.Record) {
	f.units = append(append(f.units, piece...), 0)[:len(f.units)+len(piece)]
	out := f.out
	for ; ; again = true {
		n, status := stream.Feed(syntax.NewSource(f.units), f.opt, &f.memory, out, again)
		all = append(all, out[:n]...)
		if status == stream.Fed {
			return all
		}
	}
}

// What feeds write to: little more than they need, and plenty.
var smallRoom, largeRoom = make([]stream.Record, stream.MinRecords+20), make([]stream.Record, 1<<12)

func records(more int) []stream.Record { return smallRoom[:stream.MinRecords+more] }

// events replays the records of a text: what happened, at which path.
func events[U text.Unit](units []U, records []stream.Record) (list []string) {
	var path []string
	place := func(r stream.Record) string {
		if r.KeyLen == stream.NoKey {
			return fmt.Sprintf("[%d]", r.Key)
		}
		return fmt.Sprintf(".%v", units[r.Key:r.Key+r.KeyLen])
	}
	for _, r := range records {
		switch r.Kind {
		case stream.Opened:
			path = nil
			list = append(list, fmt.Sprintf("opened %d %d %c", r.Start, r.Detail, r.First))
		case stream.Resumed:
			path = nil
		case stream.Entered:
			path = append(path, place(r))
		case stream.Member:
			list = append(list, fmt.Sprintf("%s%s %d-%d", strings.Join(path, ""), place(r), r.Start, r.End))
		case stream.Left:
			list = append(list, fmt.Sprintf("%s -%d", strings.Join(path, ""), r.End))
			path = path[:len(path)-1]
		default:
			list = append(list, fmt.Sprintf("%d %d-%d %d", r.Kind, r.Start, r.End, r.Detail))
		}
	}
	return list
}

// pieces cuts units anywhere.
func pieces[U any](d dice, units []U) (list [][]U) {
	most := []int{1, 2, 4, 16, 1000}[d.IntN(5)]
	for len(units) > 0 {
		n := min(len(units), 1+d.IntN(most))
		list = append(list, units[:n])
		units = units[n:]
	}
	return list
}

// live replays records: the candidates that have not been dropped, each as its
// start and how it ended.
func live(records []stream.Record) (list []string) {
	type candidate struct {
		start uint32
		ended string
	}
	var open []candidate
	for _, r := range records {
		switch r.Kind {
		case stream.Opened:
			open = append(open, candidate{r.Start, fmt.Sprintf("%d", r.Start)})
		case stream.Completed:
			open[len(open)-1].ended += fmt.Sprintf("-%d", r.End)
		case stream.Failed:
			open[len(open)-1].ended += " " + syntax.Code(r.Detail).String()
		case stream.Dropped:
			open = slices.DeleteFunc(open, func(c candidate) bool { return c.start >= r.Start })
		}
	}
	for _, c := range open {
		list = append(list, c.ended)
	}
	return list
}

// want is the same of the whole text, by the engine that has all of it; repeats:
// a key is repeated, for which a stream does not look.
func want(s string, opt extract.Options) (list []string, repeats bool) {
	found, errors := extract.All(s, opt)
	objects := slices.ContainsFunc(found, func(e extract.Extraction) bool { return e.JSON != "" && e.JSON[0] == '{' })
	for _, err := range errors {
		if err != nil {
			e := err.(*extract.Error)
			objects = objects || e.Start >= 0 && e.Start < len(s) && s[e.Start] == '{'
		}
	}
	for i, e := range found {
		start, shown := e.Start, fmt.Sprintf("%d-%d", e.Start, e.End)
		if err, ok := errors[i].(*extract.Error); ok && err != nil {
			if err.Start < 0 {
				continue
			}
			start, shown = err.Start, fmt.Sprintf("%d %s", err.Start, err.Code)
			repeats = repeats || err.Code == syntax.DuplicateKey
		}
		first := s[min(start, len(s)-1)]
		switch {
		case opt.Kind == extract.Object && first != '{', opt.Kind == extract.Array && first != '[',
			opt.Kind == extract.Auto && objects && first != '{':
			continue
		}
		list = append(list, shown)
	}
	return list, repeats
}

var streamOptions = []extract.Options{
	{}, {}, {Kind: extract.Any}, {Kind: extract.Object}, {Kind: extract.Array},
	{Sources: 1 << extract.Fence, Kind: extract.Any}, {Sources: 1 << extract.Inline, Kind: extract.Any},
}

func streamed(opt extract.Options) stream.Options {
	return stream.Options{
		Kind: opt.Kind, Sources: opt.Sources, SkipReasoning: opt.Reasoning == extract.SkipReasoning,
		IgnoreInvisible: opt.Invisible != extract.KeepInvisible, Tags: opt.Tags,
	}
}

// TestStreamTellsWhatThereIs: the candidates that a stream has told, and not
// dropped, are those of the whole text.
func TestStreamTellsWhatThereIs(t *testing.T) {
	for n := range uint64(*texts) / 5 {
		s := generate(*seed, n) + "\n" // or the last line might be one of a fence
		if !utf8.ValidString(s) {
			continue
		}
		d := dice{rand.New(rand.NewPCG(*seed, n))}
		opt := streamOptions[d.IntN(len(streamOptions))]
		f := feeder[uint8]{opt: streamed(opt), out: records(d.IntN(20))}
		var all []stream.Record
		for _, piece := range pieces(d, []byte(s)) {
			all = append(all, f.feed(piece)...)
		}
		told := live(all)
		whole, repeats := want(s, opt)
		if !repeats && !agree(told, whole) {
			t.Errorf("%d: %q %+v\n told %q\nwhole %q", n, s, opt, told, whole)
			return
		}
	}
}

// agree: what is told is what there is, but for what only the end of the text
// decides.
func agree(told, whole []string) bool {
	for len(told) > 0 && len(whole) > 0 && told[0] == whole[0] {
		told, whole = told[1:], whole[1:]
	}
	switch {
	case len(told) == 1 && !strings.ContainsAny(told[0], "- "):
		return true // still open: the end makes of it what it makes
	case len(told) == 0:
		return len(whole) <= 1
	case len(whole) == 1 && len(told) == 1:
		return strings.Split(strings.Split(told[0], " ")[0], "-")[0] == strings.Split(strings.Split(whole[0], " ")[0], "-")[0]
	}
	return false
}

// TestStreamCutAnywhere: how a text is cut, and in which units it is, changes
// nothing of what is told, under any options.
func TestStreamCutAnywhere(t *testing.T) {
	more := []stream.Options{
		{SkipReasoning: true}, {Tags: []string{"json", "result"}}, {Tags: []string{"json"}, SkipReasoning: true},
		{IgnoreInvisible: true, Kind: extract.Any},
	}
	for n := range uint64(*texts) / 5 {
		d := dice{rand.New(rand.NewPCG(*seed, n))}
		s := generate(*seed, n)
		opt := streamed(streamOptions[d.IntN(len(streamOptions))])
		if d.IntN(2) == 0 {
			opt = more[d.IntN(len(more))]
			s = d.marked(s)
		}
		points := codePoints(s)
		whole := units[uint32](points)
		f := feeder[uint32]{opt: opt, out: largeRoom}
		want := events(whole, f.feed(whole))
		var got []string
		switch list := pieces(d, points); {
		case widths(points)[0] == 1:
			got = fedIn[uint8](opt, list, d.IntN(20))
		case widths(points)[0] == 2:
			got = fedIn[uint16](opt, list, 0)
		default:
			got = fedIn[uint32](opt, list, 0)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d: %q %+v\n got %q\nwant %q", n, s, opt, got, want)
		}
	}
}

func fedIn[U text.Unit](opt stream.Options, list [][]uint32, room int) []string {
	f := feeder[U]{opt: opt, out: records(room)}
	var all []stream.Record
	for _, piece := range list {
		all = append(all, f.feed(units[U](piece))...)
	}
	return events(f.units, all)
}

// TestStreamInSteps: a piece may be read in steps; the records are the same, and
// what was open before it is told once.
func TestStreamInSteps(t *testing.T) {
	for n := range uint64(*texts) / 20 {
		d := dice{rand.New(rand.NewPCG(*seed, n))}
		opt := streamed(streamOptions[d.IntN(len(streamOptions))])
		whole, steps := feeder[uint8]{opt: opt, out: records(d.IntN(20))}, feeder[uint8]{opt: opt, out: largeRoom}
		for _, piece := range pieces(d, []byte(d.marked(generate(*seed, n)))) {
			want := whole.feed(piece)
			var got []stream.Record
			for i, step := range pieces(d, piece) {
				got = append(got, steps.step(step, i > 0)...)
			}
			if got, want := told(got), told(want); !slices.Equal(got, want) {
				t.Fatalf("%d: %q of %q %+v\n got %v\nwant %v", n, piece, whole.units, opt, got, want)
			}
		}
	}
}

// told are the records without what their kind leaves as it was.
func told(records []stream.Record) (list []stream.Record) {
	for _, r := range records {
		switch r.Kind {
		case stream.Entered:
			r = stream.Record{Kind: r.Kind, Start: r.Start, Key: r.Key, KeyLen: r.KeyLen}
		case stream.Member:
			r = stream.Record{Kind: r.Kind, Start: r.Start, End: r.End, Key: r.Key, KeyLen: r.KeyLen}
		case stream.Left:
			r = stream.Record{Kind: r.Kind, End: r.End}
		}
		list = append(list, r)
	}
	return list
}

// marked puts tags in, often where they mean something.
func (d dice) marked(s string) string {
	for range 1 + d.IntN(5) {
		tag := d.pick("<think>", "</think>", "<json>", "</json>", "<Json id=1>", "<result>", "</result>", "<json/>",
			"<thinking>", "</thinking>", "<json", "<json><![CDATA[", "]]></json>", "<", "<think", "{\"a\": 1}", "\n```\n")
		at := d.IntN(len(s) + 1)
		s = s[:at] + tag + s[at:]
	}
	return s
}

// TestStreamKeepsNoMemory: a feed costs no memory of Go's.
func TestStreamKeepsNoMemory(t *testing.T) {
	text := units[uint16](codePoints("Here [1]: {\"a\": [1, 2.5e300, \"x\\n\", \"é\"], \"b\": {\"c\": null}}\n```json\n{\"a\": 1}\n```\n"))
	out := make([]stream.Record, stream.MinRecords+10)
	var memory stream.Memory
	allocs := testing.AllocsPerRun(100, func() {
		memory.Reset()
		stream.Feed(syntax.NewSource(text), stream.Options{}, &memory, out, false)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
