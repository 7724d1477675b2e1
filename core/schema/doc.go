// Package schema says whether a JSON text is what a JSON Schema asks for.
//
// What a schema means is decided by github.com/santhosh-tekuri/jsonschema,
// for the drafts 2020-12, 2019-09, 7, 6 and 4. This package is what stands
// between that library and a text: it reads schemas strictly, gives the library
// values in which every number is exact, bounds what a hostile schema or
// instance can cost, and says of every violation, in a fixed order, where in
// the text it is. [Validate] first asks a checker of common keywords, which
// works on an index of the text and can only answer that the instance is valid
// or that it does not know; then no value need be built.
//
// Nothing is ever fetched: a reference reaches the schema itself, the
// meta-schemas of the drafts, and what the caller put into the registry. A
// regular expression is translated from ECMA-262 and runs in linear time. A
// check that takes more than a bounded number of steps ends with [Overload].
//
// A [Schema] is immutable and can be used from any goroutine. The words are
// those of the specification: instance, keyword, subschema, resource, draft.
package schema
