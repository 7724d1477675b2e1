package ahead_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jsonbeacon/jsonbeacon/core/ahead"
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// find looks through a text with a tape of just the room that it needs.
func find(f *ahead.Finder, s string) ahead.Found {
	points := []rune(s + "\x00")
	units := make([]uint32, len(points))
	for i, c := range points {
		units[i] = uint32(c)
	}
	n := len(units) - 1
	f.Memory = new(extract.Memory)
	return ahead.Find(f, syntax.NewSource(units[:n]), syntax.NewTape(make([]uint64, n+1+syntax.TapeSlack)))
}

func TestFind(t *testing.T) {
	object, err := schema.Compile([]byte(`{"type": "object"}`), schema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	type options = extract.Options
	for _, c := range []struct {
		text    string
		options options
		status  ahead.Status
		code    syntax.Code
		fits    bool
	}{
		{`Sure: {"a": 1}`, options{}, ahead.Value, syntax.OK, true},
		{`Sure: [1]`, options{}, ahead.Value, syntax.OK, false},
		{`{"a": 1, "a": 2}`, options{}, ahead.Value, syntax.OK, true}, // the builder's to find
		{`{"a": 1, "a": 2} {"b": 3}`, options{Select: extract.Last}, ahead.Unsettled, syntax.OK, false},
		{`Sorry.`, options{}, ahead.Fault, syntax.NotFound, false},
		{`{"a": 1,}`, options{}, ahead.Fault, syntax.TrailingComma, false},
		{`[1] [2]`, options{Kind: extract.Any, Select: extract.Only}, ahead.Fault, syntax.MultipleCandidates, false},
		{`{"a": 1}`, options{MaxLength: 7}, ahead.Fault, syntax.TooLong, false},
		{``, options{}, ahead.Fault, syntax.NotFound, false},
		{`<think>[1]</think> {"a": 1}`, options{Reasoning: 1}, ahead.Value, syntax.OK, true},
		{`{"a": 1,}`, options{Repair: repair.Syntax}, ahead.Unsettled, syntax.OK, false},
		{`[1]`, options{Repair: repair.Syntax}, ahead.Value, syntax.OK, false},
		{`Sorry.`, options{Repair: repair.Syntax}, ahead.Unsettled, syntax.OK, false},
		{"{\u200b\"a\": 1}", options{Invisible: extract.SkipInvisible}, ahead.Value, syntax.OK, true},
		{"{\"a\u200b\": 1}", options{Invisible: extract.StripInvisible}, ahead.Unsettled, syntax.OK, false},
	} {
		found := find(&ahead.Finder{Options: c.options, Count: true, Schema: object}, c.text)
		if found.Status != c.status || found.Fault.Code != c.code || found.Fits != c.fits {
			t.Errorf("%q, %+v: status %d, code %v, fits %v", c.text, c.options, found.Status, found.Fault.Code, found.Fits)
		}
		if found.Status == ahead.Value && found.Words == 0 {
			t.Errorf("%q: %+v", c.text, found)
		}
	}
}

// A tape of as many words as a text has units is never full.
func TestTapeOfTheTextsLength(t *testing.T) {
	for _, element := range []string{"0.0", "1e1", `""`, `"\n"`, "{}", "[]", "1", "12345678901234567890", "1234567890123456", `{"":0e0}`, `{"\n":0e0,"b":1.5}`} {
		for _, n := range []int{1, 2, 100, 5000} {
			s := "[" + strings.Repeat(element+",", n-1) + element + "]"
			if found := find(&ahead.Finder{}, s); found.Status != ahead.Value || found.Words > len(s) {
				t.Errorf("%d of %s, %d units: status %d, %d words", n, element, len(s), found.Status, found.Words)
			}
		}
	}
	deep := strings.Repeat("[", syntax.MaxDepth) + strings.Repeat("]", syntax.MaxDepth)
	if found := find(&ahead.Finder{}, deep); found.Status != ahead.Value {
		t.Error("deep:", found.Status)
	}
}

func TestStopped(t *testing.T) {
	long := strings.Repeat("some words [see 1- ", 100_000) + "[1]"
	for _, options := range []extract.Options{{Select: extract.Last}, {Repair: repair.All}} {
		f := &ahead.Finder{Options: options, Stopped: func() bool { return true }}
		if found := find(f, long); found.Status != ahead.Unsettled {
			t.Errorf("%+v: %d", options, found.Status)
		}
	}
}

// piece counts what is done to it.
type piece struct{ begun, done atomic.Int32 }

func TestCrew(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			c := ahead.Start(n, 8, func(*ahead.Crew[*piece]) func(*piece) {
				last := 0 // each goroutine's own: the race detector tells
				return func(p *piece) {
					last++
					p.begun.Add(1)
					p.done.Store(1)
				}
			})
			pieces := make([]piece, 1000)
			for i := range pieces {
				p := &pieces[i]
				if !c.Submit(p) {
					t.Fatal("no room")
				}
				if i%2 == 0 { // several are under way
					continue
				}
				for _, p := range []*piece{&pieces[i-1], p} {
					if !c.Wait(func() bool { return p.done.Load() != 0 }, time.Minute) {
						t.Fatal("it is not done")
					}
				}
			}
			c.Stop()
			for i := range pieces {
				if n := pieces[i].begun.Load(); n != 1 {
					t.Errorf("piece %d was begun %d times", i, n)
				}
			}
		})
	}
}

func TestWaitEnds(t *testing.T) {
	block := make(chan struct{})
	c := ahead.Start(1, 1, func(*ahead.Crew[int]) func(int) { return func(int) { <-block } })
	c.Submit(1)
	if c.Wait(func() bool { return false }, time.Millisecond) {
		t.Error("it is done")
	}
	close(block)
	c.Stop()
}

// What a Crew has no room for it does not take, and what it has not begun when it
// is stopped it leaves alone.
func TestStop(t *testing.T) {
	begun, block := make(chan int, 3), make(chan struct{})
	c := ahead.Start(1, 2, func(c *ahead.Crew[int]) func(int) {
		return func(i int) {
			begun <- i
			<-block
			for !c.Stopped() {
				time.Sleep(time.Millisecond)
			}
		}
	})
	c.Submit(1)
	<-begun
	if !c.Submit(2) || !c.Submit(3) || c.Submit(4) {
		t.Error("there is not room for two")
	}
	go func() {
		time.Sleep(time.Millisecond)
		close(block)
	}()
	c.Stop()
	close(begun)
	for i := range begun {
		t.Error(i, "was begun")
	}
}
