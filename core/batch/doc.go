// Package batch extracts JSON from columns of texts: a text in, a row of what
// the one-shot call says of it out.
//
// A [Column] and a [Result] are laid out as Apache Arrow has them, and neither
// is built from the other's memory: a text is read where it lies. Rows keep
// their order whatever the number of threads, a text that has no answer is a
// row with its error, and a missing text is a missing row. With [Job.Into],
// values are put into a column of a [Type] as well. What a row costs leaves
// nothing on Go's heap.
package batch
