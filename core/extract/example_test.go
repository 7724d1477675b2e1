package extract_test

import (
	"errors"
	"fmt"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

func ExampleJSON() {
	found, err := extract.JSON("Sure! Here it is:\n```json\n{\"intent\": \"cancel\"}\n```\nDone.", extract.Options{})
	fmt.Println(found.JSON, found.Source, found.Start, found.End, found.Candidates, err)
	// Output: {"intent": "cancel"} fence 26 46 1 <nil>
}

// A draft, and the answer behind it: Select says which counts. [1] is no object,
// and so no candidate while there is one.
func ExampleJSON_select() {
	reply := `First idea [1]: {"answer": 41}. No, rather {"answer": 42}.`
	for _, choice := range []extract.Select{extract.First, extract.Last, extract.Only} {
		found, err := extract.JSON(reply, extract.Options{Select: choice})
		fmt.Println(found.JSON, err)
	}
	// Output:
	// {"answer": 41} <nil>
	// {"answer": 42} <nil>
	//  expected one JSON value, found another (line 1, column 44)
}

// What starts like JSON and is malformed is an error: nothing inside it is ever
// taken for the answer.
func ExampleError() {
	_, err := extract.JSON("The user wants to {\"intent\": cancel, \"items\": [1]}", extract.Options{})
	fmt.Println(err)
	var e *extract.Error
	if errors.As(err, &e) {
		place, _ := e.Position()
		fmt.Println(e.Code, e.Reason, e.Offset, place.Line, place.Column)
		fmt.Println(e.Code == syntax.ExpectedValue)
	}
	// Output:
	// expected a JSON value, found 'c' (line 1, column 30)
	// json.expected_value malformed 29 1 30
	// true
}

// A reply that was cut off has one sign, wherever the cut fell.
func ExampleError_truncated() {
	_, err := extract.JSON(`{"items": ["a", "b`, extract.Options{})
	var e *extract.Error
	if errors.As(err, &e) {
		fmt.Println(e.Reason)
	}
	fmt.Println(err)
	// Output:
	// truncated
	// found the end of the text in the array opened at line 1, column 11 (line 1, column 19)
}

// Document is the strict parser alone: a scalar is a document too, and a key may
// not be repeated.
func ExampleDocument() {
	for _, text := range []string{` "caf\u00e9" `, `{"a": 1, "\u0061": 2}`, `[1, 2,]`} {
		found, err := extract.Document(text)
		fmt.Println(found.JSON, err)
	}
	// Output:
	// "caf\u00e9" <nil>
	//  repeated key "a", first at line 1, column 2 (line 1, column 10)
	//  expected another element after the comma, found ']' (line 1, column 7)
}
