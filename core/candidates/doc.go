// Package candidates lists everything in a reply that may be JSON: where it
// stands, whether it is whole, whether it is valid, and which is likeliest to
// be what is wanted.
//
// Where to look is decided by the block structure of CommonMark (package
// markdown), what a candidate is by matching brackets alone. Nothing is chosen
// and nothing is thrown away: that is left to the caller, whom the ranking
// serves. The ranking is total, so the same text gives the same list.
package candidates
