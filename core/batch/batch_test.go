package batch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
)

func columnOf(texts []string) *Column {
	c := &Column{Length: len(texts), Offsets32: []int32{0}}
	for _, t := range texts {
		c.Data = append(c.Data, t...)
		c.Offsets32 = append(c.Offsets32, int32(len(c.Data)))
	}
	return c
}

// texts are the strings of a field; those that are not there are "-".
func texts(r *Result, field int) (list []string) {
	at := 0
	for row := range r.Rows {
		end := int(int32(uint32(r.Fields[field].Offsets[4*row+4]) | uint32(r.Fields[field].Offsets[4*row+5])<<8 |
			uint32(r.Fields[field].Offsets[4*row+6])<<16 | uint32(r.Fields[field].Offsets[4*row+7])<<24))
		s := string(r.Fields[field].Data[at:end])
		if !bit(r.Masks[Table[field].Mask].Bits, row) {
			s += "-"
		}
		list, at = append(list, s), end
	}
	return list
}

var replies = func() (list []string) {
	for i := range 3000 {
		list = append(list, fmt.Sprintf("Sure: {\"n\": %d, \"s\": \"%s\"} é", i, strings.Repeat("é\\n", i%50)), "{'a': 1,}", "no", `{"a":1,"a":2}`)
	}
	return list
}()

// TestThreads: the rows are those of extract.JSON, in order, whatever the number of threads.
func TestThreads(t *testing.T) {
	for _, opt := range []extract.Options{{}, {Repair: repair.Syntax}} {
		for _, threads := range []int{0, 1, 2, 7} {
			r, err := Run(Job{Column: columnOf(replies), Options: opt, Threads: threads})
			if err != nil {
				t.Fatal(err)
			}
			values, codes := texts(r, fieldValue), texts(r, fieldCode)
			for i, reply := range replies {
				_, err := extract.JSON(reply, opt)
				var fault *extract.Error
				switch {
				case errors.As(err, &fault):
					if codes[i] != fault.Code.String() || values[i] != "-" {
						t.Fatalf("%q: %q, %q, want %v", reply, values[i], codes[i], err)
					}
				case codes[i] != "-" || values[i] == "-":
					t.Fatalf("%q: %q, %q", reply, values[i], codes[i])
				}
			}
			if nulls := r.Masks[InFault].Nulls; nulls != strings.Count(strings.Join(codes, ","), "-") {
				t.Errorf("%d rows without a fault", nulls)
			}
		}
	}
}

// TestFull: where offsets are too narrow for all, the rest is left.
func TestFull(t *testing.T) {
	defer func() { largestNarrow = 1<<31 - 1 }()
	all, _ := Run(Job{Column: columnOf(replies), Threads: 2})
	want := texts(all, fieldValue)
	largestNarrow = 50_000
	var got []string
	for rest := replies; len(rest) > 0; {
		r, err := Run(Job{Column: columnOf(rest), Threads: 2})
		if err != nil || r.Rows == 0 {
			t.Fatal(err, r)
		}
		got, rest = append(got, texts(r, fieldValue)...), rest[r.Rows:]
	}
	if !slices.Equal(got, want) {
		t.Error("the parts are not the whole")
	}
	largestNarrow = 10
	if _, err := Run(Job{Column: columnOf(replies)}); err != ErrTooLarge {
		t.Error(err)
	}
}

// TestMemory: whichever allocation fails, nothing is left.
func TestMemory(t *testing.T) { failAllocations(t, Job{Column: columnOf(replies[:100])}) }

// failAllocations runs a job again and again, and has one more allocation
// succeed each time.
func failAllocations(t *testing.T, job Job) {
	for last := 0; ; last++ {
		live, calls := map[*byte]bool{}, 0
		job.Grow = func(buffer []byte, size int) []byte {
			if size > 0 {
				if calls++; calls > last {
					return nil
				}
			}
			if buffer != nil {
				if !live[&buffer[0]] {
					t.Fatal("a buffer that is not there")
				}
				delete(live, &buffer[0])
			}
			if size == 0 {
				return nil
			}
			larger := make([]byte, size)
			for i := copy(larger, buffer); i < size; i++ {
				larger[i] = 0xA5 // as malloc leaves it
			}
			live[&larger[0]] = true
			return larger
		}
		r, err := Run(job)
		if err == nil {
			if r.Rows != job.Column.Length {
				t.Error(r.Rows, "rows")
			}
			r.Free()
		} else if err != ErrMemory {
			t.Fatal(err)
		}
		if len(live) != 0 {
			t.Fatalf("%d buffers are left after %d allocations", len(live), last)
		}
		if err == nil {
			break
		}
	}
}

// TestInterrupted: what is complete by then is a result.
func TestInterrupted(t *testing.T) {
	long := &Column{
		Length: 100_000, Indices: make([]byte, 100_000), IndexWidth: 1,
		Dictionary: columnOf([]string{strings.Repeat("some words (and more) [see 1- ", 1000)}),
	}
	r, err := Run(Job{Column: long, Threads: 2, Interrupted: func() bool { return true }})
	if err != ErrInterrupted {
		t.Fatal(err)
	}
	if r.Rows >= long.Length || len(texts(r, fieldValue)) != r.Rows {
		t.Error(r.Rows, "rows")
	}
}

// TestBadColumns: what lies outside the data is told, with its row.
func TestBadColumns(t *testing.T) {
	for _, c := range []Column{
		{Length: 3, Offsets32: []int32{0, 5, 2, 9}, Data: make([]byte, 9)},
		{Length: 2, Offsets64: []int64{0, 0, 10}, Data: make([]byte, 9)},
		{Length: 2, Views: make([]byte, 32)},
		{Length: 2, Indices: []byte{0, 3}, IndexWidth: 1, Dictionary: columnOf([]string{"a", "b"})},
	} {
		if c.Views != nil {
			c.Views[16] = 20
		}
		_, err := Run(Job{Column: &c, Threads: 2})
		var bad *BadColumn
		if !errors.As(err, &bad) || bad.Row != 1 {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
