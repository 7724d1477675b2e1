package tests_go

import (
	"fmt"
	"runtime/debug"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/text"
	"github.com/jsonbeacon/jsonbeacon/tests_go/oracle"
)

// lawMemory serves the calls of all laws, one after the other.
var lawMemory = new(workspace)

// followsOracle: the engine answers what the oracle says, for all options, in
// all units that can hold the text, in every way it can be asked.
func followsOracle(s string) error {
	points := codePoints(s)
	found := oracle.Candidates(points)
	for _, opt := range options() {
		want := oracle.Choose(found, oracle.Selects[opt.Select], oracle.Kinds[opt.Kind])
		if err := allGive(points, want, calls(opt, false)); err != nil {
			return err
		}
	}
	return allGive(points, oracle.Parse(points), calls(extract.Options{}, true))
}

// allGive: every call, in every unit, gives the answer.
func allGive(points []uint32, want oracle.Answer, calls []call) (err error) {
	for _, width := range widths(points) {
		switch width {
		case 1:
			err = allGiveIn(units[uint8](points), want, calls)
		case 2:
			err = allGiveIn(units[uint16](points), want, calls)
		case 4:
			err = allGiveIn(units[uint32](points), want, calls)
		}
		if err != nil {
			return fmt.Errorf("%d-byte units, %w", width, err)
		}
	}
	return nil
}

func allGiveIn[U text.Unit](units []U, want oracle.Answer, calls []call) error {
	for _, c := range calls {
		got, err := askSafely(units, c)
		if err != nil {
			return fmt.Errorf("%s: %w", c, err)
		}
		if !sameAnswer(got, want, c.count) {
			return fmt.Errorf("%s:\n got %+v\nwant %+v", c, got, want)
		}
	}
	return nil
}

// askSafely makes an error of a panic, so that the text is told with it.
func askSafely[U text.Unit](units []U, c call) (answer oracle.Answer, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("panic: %v\n%s", e, debug.Stack())
		}
	}()
	return ask(units, c, lawMemory), nil
}

func (c call) String() string {
	what := fmt.Sprintf("select=%s kind=%s", oracle.Selects[c.opt.Select], oracle.Kinds[c.opt.Kind])
	if c.document {
		what = "document"
	}
	return fmt.Sprintf("%s words=%d careful=%t count=%t", what, c.words, c.careful, c.count)
}
