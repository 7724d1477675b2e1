package oracle

// fence is one fence of a text: its info string without the white space around
// it, and the span of its content.
type fence struct {
	info       []uint32
	start, end int
}

// isBlank: white space in a fence's own lines.
func isBlank(c uint32) bool { return c == ' ' || c == '\t' }

// fences: §2.1, line by line.
func fences(text []uint32) []fence {
	var (
		found []fence
		open  bool
		char  uint32
		run   int
		f     fence
	)
	for start := 0; start < len(text); {
		lineEnd, next := line(text, start)
		c, n, rest := fenceRun(text[start:lineEnd])
		switch {
		case n < 3:
		case !open && !(c == '`' && contains(rest, '`')):
			open, char, run = true, c, n
			f = fence{info: rest, start: next}
		case open && c == char && n >= run && len(rest) == 0:
			open = false
			f.end = start
			found = append(found, f)
		}
		start = next
	}
	if open { // never closed: it runs to the end of the text
		f.end = len(text)
		found = append(found, f)
	}
	return found
}

// line gives the end of the line that starts at start, without its line ending,
// and the start of the next one. It ends at "\n" or "\r\n"; a "\r" that ends the
// text ends its line too.
func line(text []uint32, start int) (lineEnd, next int) {
	for i := start; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			return i, i + 1
		case text[i] == '\r' && i+1 == len(text):
			return i, i + 1
		case text[i] == '\r' && text[i+1] == '\n':
			return i, i + 2
		}
	}
	return len(text), len(text)
}

// fenceRun reads at most 3 spaces and a run of one of the fence characters from
// a line, and gives what follows without the white space around it.
func fenceRun(line []uint32) (char uint32, run int, rest []uint32) {
	i := 0
	for i < 3 && i < len(line) && line[i] == ' ' {
		i++
	}
	if i == len(line) || line[i] != '`' && line[i] != '~' {
		return 0, 0, nil
	}
	char = line[i]
	for i < len(line) && line[i] == char {
		i++
		run++
	}
	rest = line[i:]
	for len(rest) > 0 && isBlank(rest[0]) {
		rest = rest[1:]
	}
	for len(rest) > 0 && isBlank(rest[len(rest)-1]) {
		rest = rest[:len(rest)-1]
	}
	return char, run, rest
}

func contains(text []uint32, c uint32) bool {
	for _, d := range text {
		if d == c {
			return true
		}
	}
	return false
}

// labelledJSON reports whether the label is "json" in any ASCII case: the info string
// up to its first space or tab.
func (f fence) labelledJSON() bool {
	var label []uint32
	for _, c := range f.info {
		if isBlank(c) {
			break
		}
		label = append(label, c)
	}
	if len(label) != len("json") {
		return false
	}
	for i, c := range "json" {
		if label[i] != uint32(c) && label[i] != uint32(c)-'a'+'A' {
			return false
		}
	}
	return true
}

// fenced gives the candidates of the JSON fences.
func fenced(text []uint32) []Candidate {
	var found []Candidate
	for _, f := range fences(text) {
		start, stop := trim(text, f.start, f.end)
		if contains(f.info, '{') || contains(f.info, '[') {
			continue // never a JSON fence
		}
		if start == stop {
			continue // nothing in it: not a JSON fence at all
		}
		if f.labelledJSON() || len(f.info) == 0 && isOpener(text[start]) {
			found = append(found, fencedCandidate(text, start, stop))
		}
	}
	return found
}

// fencedCandidate: text[start:stop] must be exactly one JSON document.
func fencedCandidate(text []uint32, start, stop int) Candidate {
	c := Candidate{Source: "fence", Start: start, End: stop}
	if !isOpener(text[start]) {
		c.Fault = &Fault{Code: "json.expected_value", Pos: start, Related: -1}
		return c
	}
	c.kind = kindOf(text[start])
	c.Value, c.Fault = document(text[:stop], start)
	return c
}

// trim takes JSON white space off both ends of a span.
func trim(text []uint32, start, stop int) (int, int) {
	for start < stop && isSpace(text[start]) {
		start++
	}
	for start < stop && isSpace(text[stop-1]) {
		stop--
	}
	return start, stop
}
