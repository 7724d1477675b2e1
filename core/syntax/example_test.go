package syntax_test

import (
	"fmt"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Reader writes a value to a tape in post-order: here a sum of all integers is
// made from the words as they come, in parts of no more than the tape's room.
func ExampleReader() {
	text := []byte(`{"a": [1, 2], "b": 39} and more` + "\x00") // a zero unit stands behind the text
	source := syntax.NewSource(text[:len(text)-1])
	words := make([]uint64, 2+syntax.TapeSlack)
	var state syntax.State

	r := syntax.NewReader(source, true, syntax.NewTape(words), &state)
	r.Start(0)
	sum := 0
	for {
		status := r.Advance()
		if status == syntax.Failed {
			fmt.Println(syntax.Explain(source.Units(), true, r.Fault()))
			return
		}
		for _, word := range words[:state.Used()] {
			if word&15 == syntax.TagInt {
				sum += int(int64(word) >> 4)
			}
		}
		fmt.Println(state.Used(), "words, the sum is", sum)
		if status == syntax.Done {
			break
		}
	}
	fmt.Println("the value ends at", r.End())
	// Output:
	// 2 words, the sum is 1
	// 2 words, the sum is 3
	// 3 words, the sum is 42
	// the value ends at 22
}

// The first fault in reading order has a code and a place.
func ExampleReader_fault() {
	text := []byte("[1, 2\x00")
	source := syntax.NewSource(text[:5])
	var state syntax.State
	r := syntax.NewReader(source, true, syntax.NewTape(make([]uint64, 64+syntax.TapeSlack)), &state)
	r.Start(0)
	fmt.Println(r.Advance() == syntax.Failed, r.Fault().Code, r.Fault().Pos, r.Open(nil))
	// Output: true json.unexpected_end 5 [{0 1}]
}
