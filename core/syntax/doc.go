// Package syntax accepts exactly the texts that RFC 8259 allows, within stated
// limits, and gives every other text a code and a place.
//
// One scanner serves every unit width: a [Source] holds units of 8, 16 or 32
// bits, one code point each (or UTF-8 in 8-bit units), and a [Reader] reads one
// value from it, writing a [Tape]. The words are post-order: the scalars of a
// container come before the word that closes it, so a consumer builds the value
// in one walk with a stack.
//
// Reading stops at the first [Fault] in reading order. Beyond the grammar of
// RFC 8259 it refuses what the RFC leaves open and what no two programs read
// the same: repeated keys, lone surrogates, numbers beyond a float, nesting
// deeper than [MaxDepth].
//
// Repeated keys are looked for only where [Reader.CheckKeys] asks for it: who
// builds the value from the tape sees them anyway, at no cost.
package syntax
