package tests_go

import (
	"fmt"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
)

func TestTry(t *testing.T) {
	for _, s := range []string{
		"Sure! Here it is:\n```json\n{\"intent\": \"cancel\", \"confidence\": 0.9}\n```\nDone.",
		"The user wants to {\"intent\": cancel", "[1] and {\"a\": [1,2,{}]} x", "{\"a\":1,\"a\":2}", "{\"a\\u00e9\":1,\"aé\":2}", "[1,{\"a\":1,\"a\":2}]", "[1,2", "[1,2,", "no", "{\"a\": 1", "{\"a\": tru", "{\"a\": [1 2]}", "{\"a\": [1,]}",
	} {
		e, err := extract.JSON(s, extract.Options{})
		fmt.Printf("%q\n   %+v %v\n", s, e, err)
	}
}
