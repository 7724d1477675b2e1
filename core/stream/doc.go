// Package stream reads a text while it arrives and tells what happens in it: a
// candidate opened, a member completed, a candidate completed or failed.
//
// What it tells follows the rules of package extract for the text so far, and is
// provisional: what comes later can overrule it, and only the whole text has a
// result. It does not look for repeated keys, which would take memory for each,
// and repairs nothing.
//
// The cost is linear in the text, however it is cut, and the memory is
// constant: all that a Machine keeps is one Memory, without pointers.
package stream
