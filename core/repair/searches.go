package repair

// Searches keep what has been found in a text ahead of where it is read, from one value in its
// prose to the next: the text may be one line, in which none should look to the end again.
type Searches struct {
	quote, newline, wall search
	// Work is what repair has gone over for those values, in units: within a small factor of what it
	// has read.
	Work int
}

// search is for the first of something: from an offset on, it is at another one.
type search struct {
	from, at int
	made     bool
}

// first gives the first from i on; find looks for it between two offsets, and gives the second if
// it is not there.
func (s *search) first(i, limit int, find func(i, limit int) int) int {
	switch {
	case !s.made || i > s.at:
		s.from, s.at, s.made = i, find(i, limit), true
	case i < s.from:
		if at := find(i, s.from); at < s.from {
			s.at = at
		}
		s.from = i
	}
	return s.at
}

// nextQuote gives the first '"' from i on; limit if there is none.
func (m *machine) nextQuote(i int) int {
	return min(m.limit, m.searches.quote.first(i, m.whole, func(i, limit int) int { return m.index(i, limit, '"') }))
}

// lineEnd gives the first newline from i on; limit if there is none.
func (m *machine) lineEnd(i int) int {
	return min(m.limit, m.searches.newline.first(i, m.whole, func(i, limit int) int { return m.index(i, limit, '\n') }))
}

func (m *machine) hasNewline(i, end int) bool { return i < end && m.lineEnd(i) < end }

// wall gives the first newline from i on behind which a value in prose cannot
// go on; the limit if there is none, or not in prose.
func (m *machine) wall(i int) int {
	if !m.prose {
		return m.limit
	}
	return min(m.limit, m.searches.wall.first(i, m.whole, func(i, limit int) int {
		for i = m.index(i, limit, '\n'); i < limit && !m.endsProse(i+1); i = m.index(i+1, limit, '\n') {
			m.poll()
		}
		return i
	}))
}

// endsProse reports whether the line at i cannot belong to a value in prose: it
// is blank, a fence line, or starts with a closing tag.
func (m *machine) endsProse(i int) bool {
	at := func(i int) uint32 {
		if i >= m.whole {
			return 0
		}
		return m.unit(i)
	}
	for c := at(i); c == ' ' || c == '\t' || c == '\r'; c = at(i) {
		i++
		m.pollAt(i)
	}
	switch c := at(i); c {
	case '\n':
		return true
	case '`', '~':
		return at(i+1) == c && at(i+2) == c
	case '<':
		return at(i+1) == '/'
	}
	return i >= m.whole
}
