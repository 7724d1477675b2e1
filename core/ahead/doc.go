// Package ahead finds the JSON of texts before it is asked for: a Crew of
// goroutines has a Finder each, which leaves a value on a tape, or a fault.
//
// What it leaves is what the first attempt of a call for the text alone would
// leave, repeated keys being the builder's to find. Whatever such a call does
// beyond that is not done here: the text is Unsettled, and needs the call.
package ahead
