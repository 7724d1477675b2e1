package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// fence is an opened code fence.
type fence struct {
	content int    // offset of the line behind the opener's
	char    uint32 // '`' or '~'
	run     int    // how many of them
	label   label
}

// label is what the info string makes of a fence.
type label uint8

const (
	otherLabel label = iota // never JSON
	noLabel                 // JSON if its content starts with a bracket
	jsonLabel
)

// nextFence finds the first opener in the lines from i on; i may stand inside a
// line that is not one.
func (f *Finder[U]) nextFence(i int) (fence, bool) {
	src := f.src
	for {
		i = syntax.IndexFence(src, i)
		if i == src.Len() || f.poll(i) {
			return fence{}, false
		}
		run := runLength(src, i, src.At(i))
		if run >= 3 && startsLine(src, i) {
			if in, ok := opener(src, i, run); ok {
				return in, true
			}
		}
		i += run
	}
}

// opener reads the line of which the run at i is the first that is no space.
func opener[U text.Unit](src syntax.Source[U], i, run int) (fence, bool) {
	char := src.At(i)
	end := lineEnd(src, i+run)
	l, ok := readInfo(src, i+run, end, char)
	return fence{nextLine(src, end), char, run, l}, ok
}

func runLength[U text.Unit](src syntax.Source[U], i int, char uint32) int {
	n := 1
	for src.At(i+n) == char {
		n++
	}
	return n
}

// startsLine reports whether at most 3 spaces stand before i on its line.
func startsLine[U text.Unit](src syntax.Source[U], i int) bool {
	for k := 1; k <= 4; k++ {
		if i-k < 0 || src.At(i-k) == '\n' {
			return true
		}
		if src.At(i-k) != ' ' {
			return false
		}
	}
	return false
}

// lineEnd is where the line that i stands in ends, its "\n" or "\r\n" left out.
func lineEnd[U text.Unit](src syntax.Source[U], i int) int {
	end := syntax.IndexNewline(src, i)
	if end > i && src.At(end-1) == '\r' {
		end--
	}
	return end
}

// nextLine is the start of the line behind the one that ends at end.
func nextLine[U text.Unit](src syntax.Source[U], end int) int {
	if src.At(end) == '\r' {
		end++
	}
	return min(end+1, src.Len())
}

// readInfo reads the info string in src[i:end]; false if it makes the line no
// opener (CommonMark 4.5: a backtick fence's holds no backtick).
func readInfo[U text.Unit](src syntax.Source[U], i, end int, char uint32) (label, bool) {
	for i < end && isBlank(src.At(i)) {
		i++
	}
	if i == end {
		return noLabel, true
	}
	bracket := false
	for k := i; k < end; k++ {
		c := src.At(k)
		if c == '`' && char == '`' {
			return 0, false
		}
		bracket = bracket || c == '{' || c == '['
	}
	const json = "json"
	k := 0
	for k < len(json) && i+k < end && src.At(i+k)|0x20 == uint32(json[k]) {
		k++
	}
	if k == len(json) && !bracket && (i+k == end || isBlank(src.At(i+k))) {
		return jsonLabel, true
	}
	return otherLabel, true
}

// closer finds the line that closes the fence, from i in its content on: where
// the fence's content ends, at the latest, and the offset behind the line. A
// fence that is never closed runs to the end of the text.
func (f *Finder[U]) closer(in fence, i int) (end, next int) {
	src := f.src
	for {
		i = syntax.IndexFence(src, i)
		if i == src.Len() || f.poll(i) {
			return i, src.Len()
		}
		if next, ok := closesAt(src, in, i); ok {
			return i, next
		}
		i += runLength(src, i, src.At(i))
	}
}

// closesAt reports whether the line in which i is the first unit that is no
// space closes the fence, and gives the offset behind it.
func closesAt[U text.Unit](src syntax.Source[U], f fence, i int) (next int, ok bool) {
	if src.At(i) != f.char || !startsLine(src, i) {
		return 0, false
	}
	run := runLength(src, i, f.char)
	if run < f.run {
		return 0, false
	}
	for i += run; isBlank(src.At(i)); i++ {
	}
	// Only the line's end may follow; looking no further keeps long lines cheap.
	if c := src.At(i); i < src.Len() && c != '\n' && c != '\r' {
		return 0, false
	}
	if end := lineEnd(src, i); end == i {
		return nextLine(src, end), true
	}
	return 0, false
}

// isBlank: white space within a fence's own lines is space and tab.
func isBlank(c uint32) bool { return c == ' ' || c == '\t' }
