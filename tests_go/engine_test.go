package tests_go

import (
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

// A call is a way to ask the engine: all ways must give the same answer.
type call struct {
	opt      extract.Options
	document bool
	words    int // room on the tape
	careful  bool
	count    bool
}

// The tape's room: one word, so that nearly every value is handed out in parts,
// a few, and more than any text of the tests needs.
const (
	tinyTape  = 1
	smallTape = 6
	largeTape = 1 << 10
)

// workspace is the memory that calls share: what one leaves there must not
// matter to the next.
type workspace struct {
	tape   [largeTape + syntax.TapeSlack]uint64
	memory extract.Memory
}

// ask drives the engine as engine.h has it: a Finder for each crossing, with
// nothing but the memory kept between two.
func ask[U text.Unit](units []U, c call, w *workspace) oracle.Answer {
	for {
		answer, settled := attempt(units, c, w)
		if settled {
			return answer
		}
		if c.careful {
			panic("the engine does not settle")
		}
		c.careful = true
	}
}

// attempt is one run; false: it is to be done again, with care.
func attempt[U text.Unit](units []U, c call, w *workspace) (oracle.Answer, bool) {
	tape := w.tape[:c.words+syntax.TapeSlack]
	b := builder[U]{units: units}
	begin := (*extract.Finder[U]).Run
	if c.document {
		begin = (*extract.Finder[U]).RunDocument
	}
	for cross := begin; ; cross = (*extract.Finder[U]).Resume {
		var f extract.Finder[U]
		f.Init(syntax.NewSource(units), false, c.opt, syntax.NewTape(tape), &w.memory)
		f.Careful, f.Count, f.Deliver = c.careful, c.count, true
		status := cross(&f)
		f.Close()
		switch status {
		case extract.Failed:
			r := f.Result
			return oracle.Answer{
				Code: r.Fault.Code.String(), Reason: r.Reason.String(),
				Pos: r.Fault.Pos, Related: r.Fault.Related, Start: r.Start, End: r.End,
			}, true
		case extract.Retry:
			return oracle.Answer{}, false
		}
		if !b.build(tape[:f.Used()]) {
			return oracle.Answer{}, false
		}
		if status == extract.Done {
			r := f.Result
			return oracle.Answer{
				Value: b.value(), Source: r.Source.String(), Start: r.Start, End: r.End,
				Candidates: r.Candidates, Pos: -1, Related: -1,
			}, true
		}
		// What has been taken is the caller's: nothing may depend on it.
		for i := range tape[:f.Used()] {
			tape[i] = ^uint64(0)
		}
	}
}

// sameAnswer compares all that an answer says; the number of candidates only if
// it was asked for.
func sameAnswer(a, b oracle.Answer, count bool) bool {
	if !count {
		a.Candidates, b.Candidates = 0, 0
	}
	value := oracle.Equal(a.Value, b.Value)
	a.Value, b.Value = nil, nil
	return value && a == b
}

// options are all of them.
func options() []extract.Options {
	var list []extract.Options
	for s := range oracle.Selects {
		for k := range oracle.Kinds {
			list = append(list, extract.Options{Select: extract.Select(s), Kind: extract.Kind(k)})
		}
	}
	return list
}

// calls are all ways to ask for opt. Whether to count matters to First alone:
// the others have to see every candidate.
func calls(opt extract.Options, document bool) []call {
	counts := []bool{true}
	if opt.Select == extract.First && !document {
		counts = []bool{true, false}
	}
	var list []call
	for _, words := range []int{tinyTape, smallTape, largeTape} {
		for _, careful := range []bool{false, true} {
			for _, count := range counts {
				list = append(list, call{opt, document, words, careful, count})
			}
		}
	}
	return list
}
