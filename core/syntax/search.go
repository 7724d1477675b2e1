package syntax

import (
	"math/bits"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// The searches of prose: each returns the first offset from i on with a unit it
// looks for, Len if there is none.

// IndexOpener looks for '{' and '['.
func IndexOpener[U text.Unit](src Source[U], i int) int { return index(src, i, 0x20, '{', '{') }

// IndexBracket looks for '{', '[', '}' and ']'.
func IndexBracket[U text.Unit](src Source[U], i int) int { return index(src, i, 0x20, '{', '}') }

// IndexFence looks for '`' and '~'.
func IndexFence[U text.Unit](src Source[U], i int) int { return index(src, i, 0, '`', '~') }

// IndexNewline looks for '\n'.
func IndexNewline[U text.Unit](src Source[U], i int) int { return index(src, i, 0, '\n', '\n') }

// IndexMarkup looks for '{', '[' and '<'.
func IndexMarkup[U text.Unit](src Source[U], i int) int {
	for {
		i = index(src, i, 0x20, '{', '<')
		if i == src.Len() || src.At(i) > ' ' { // not U+001C, which folds to '<'
			return i
		}
		i++
	}
}

// IndexLess looks for '<'.
func IndexLess[U text.Unit](src Source[U], i int) int { return index(src, i, 0, '<', '<') }

// SkipSpace gives the first unit from i on that is not JSON white space.
func SkipSpace[U text.Unit](src Source[U], i int) int {
	for c := src.At(i); c <= ' ' && (c == ' ' || c == '\n' || c == '\r' || c == '\t'); c = src.At(i) {
		i++
	}
	return i
}

// index looks for units that are a or b once the bits of fold are set: 0x20
// makes one character of '[' and '{', and of ']' and '}'. Four words at a time:
// most have nothing, and one branch says so.
func index[U text.Unit](src Source[U], i int, fold, a, b uint64) int {
	var (
		n      = src.Len()
		step   = lanes[U]()
		folds  = ones[U]() * fold
		as, bs = ones[U]() * a, ones[U]() * b
	)
	marks := func(x uint64) uint64 {
		y := x | folds
		return (((y ^ as) - ones[U]()) | ((y ^ bs) - ones[U]())) &^ x & tops[U]()
	}
	for i+4*step <= n {
		w0, w1 := marks(src.Word(i)), marks(src.Word(i+step))
		w2, w3 := marks(src.Word(i+2*step)), marks(src.Word(i+3*step))
		if w0|w1|w2|w3 == 0 {
			i += 4 * step
			continue
		}
		for w0 == 0 {
			w0, w1, w2 = w1, w2, w3
			i += step
		}
		return i + bits.TrailingZeros64(w0)>>laneShift[U]()
	}
	for ; i < n; i++ {
		if c := uint64(src.At(i)) | fold; c == a || c == b {
			break
		}
	}
	return i
}

// IndexStringEnd looks for what a string's plain characters end at: a quote, a
// backslash, a control character, a surrogate.
func IndexStringEnd[U text.Unit](src Source[U], i int) int {
	n := src.Len()
	for i+lanes[U]() <= n {
		if x := stringStops(src.Word(i), ones[U](), uint64(^U(0))); x != 0 {
			return i + bits.TrailingZeros64(x)>>laneShift[U]()
		}
		i += lanes[U]()
	}
	for c := src.At(i); c >= ' ' && c != '"' && c != '\\' && !isSurrogate(c); c = src.At(i) {
		i++
	}
	return min(i, n)
}

// SkipIndent is SkipSpace for where many spaces may stand in a row.
func SkipIndent[U text.Unit](src Source[U], i int) int {
	for {
		switch src.At(i) {
		case ' ', '\n':
			i++
			for i+lanes[U]() <= src.Len() {
				x := src.Word(i) ^ ' '*ones[U]()
				if x != 0 {
					i += bits.TrailingZeros64(x) >> laneShift[U]()
					break
				}
				i += lanes[U]()
			}
		case '\r', '\t':
			i++
		default:
			return i
		}
	}
}
