// Package schema says whether a JSON text is what a JSON Schema asks for.
//
// Compile reads a schema of the drafts 2020-12, 2019-09, 7, 6 or 4 and turns
// it into rules; a [Schema] is immutable and can be used from any goroutine.
// Validate indexes an instance, which is text that has been read before, in one
// walk and checks the rules on the index: no value is built, no number passes
// through a float, and every violation knows its offset.
//
// Nothing is ever fetched: a reference reaches the schema itself, the
// meta-schemas of the drafts, and what the caller put into the registry. A
// regular expression is translated from ECMA-262 and runs in linear time. A
// check that takes more than a bounded number of steps ends with [Overload].
//
// The words are those of the specification: instance, keyword, subschema,
// resource, dialect, vocabulary.
package schema
