// Package markdown finds the leaf blocks of a CommonMark 0.31.2 document that
// can hold data: code, fenced or indented, and prose, which is paragraphs,
// headings and HTML blocks. It knows nothing of JSON.
//
// What is a block, and which lines belong to it, is decided by the block
// parsers of goldmark, without extensions. The loop that asks them line by
// line is this package's own (document.go), because goldmark's can neither be
// stopped nor bounded: it looks at every open container on every line, keeps a
// record of each look, and goes on to parse inlines. Here containers nest at
// most [MaxDepth] deep, a run of blank lines costs its length, and inlines are
// not read at all.
//
// A [Region] is the text of one leaf with the markers and the indentation of
// its containers removed, and a map from each of its bytes to the text that it
// came from.
package markdown
