// Package oracle is the contract, §2 and §3, written down as plainly as Go
// allows, to be read beside it, clause by clause.
//
// It is slow on purpose: where the contract says that a value is parsed at each
// opener, this parses a value at each opener. It says what the engine must
// answer and is used for nothing else. It shares no code with the engine.
//
// A text is a slice of code points, and may hold surrogates.
package oracle
