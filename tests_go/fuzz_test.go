package tests_go

import "testing"

// Each target states one law. Seeds: see seeds; texts that broke a law lie in
// testdata/fuzz.

// FuzzExtract: the engine gives what the oracle gives, asked in any way.
func FuzzExtract(f *testing.F) { fuzz(f, followsOracle) }

// FuzzUTF8: the functions for UTF-8 give the same.
func FuzzUTF8(f *testing.F) { fuzz(f, utf8FollowsOracle) }

// FuzzDocument: the strict parser takes nothing that encoding/json refuses, and
// refuses only by rules of its own what that takes.
func FuzzDocument(f *testing.F) { fuzz(f, agreesWithEncodingJSON) }

// FuzzReader: no units make a Reader leave its memory or go on for ever.
func FuzzReader(f *testing.F) { fuzz(f, readersAreSound) }

func fuzz(f *testing.F, law func(string) error) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1000 {
			t.Skip("the oracle is slow")
		}
		if err := law(s); err != nil {
			t.Errorf("%s\n%v", show(s), err)
		}
	})
}
