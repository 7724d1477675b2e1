package repair

import "slices"

// Quotes are the hard part of repair: a quote inside a string that was not
// escaped ends it too early, and one that is missing ends it too late. Either
// shows one token behind the place. The string is opened again then, once, and
// ends at the first quote behind which the text reads as JSON.

// unopen takes back what was read since the last string; undo puts it back.
func (m *machine) unopen() { // the containers that were closed since are open again
	for i := len(m.closed) - 1; i >= 0; i-- {
		m.stack = append(m.stack, m.closed[i])
	}
}

func (m *machine) reclose() { m.stack = m.stack[:len(m.stack)-len(m.closed)] }

// ended reports whether the last string can be opened again.
func (m *machine) canReopen() bool {
	return m.str.live && !m.str.ended && !m.open
}

// innerQuotes escapes the quotes inside the last string up to the one behind
// which the text reads as JSON.
func innerQuotes(m *machine) bool {
	if !m.canReopen() {
		return false
	}
	if len(m.closed) > 0 && m.endsStructure() || m.startsLost() || m.nextElement() {
		return false
	}
	m.unopen()
	s := &m.str
	end := m.endOf(s.close)
	if end < 0 {
		m.reclose()
		return false
	}
	m.closed = m.closed[:0]
	m.reopen()
	if s.style == double && s.close == s.inner && end > s.inner+1 && m.areDoubled(end) {
		return m.undouble(end)
	}
	m.pos = s.close
	return m.scanString(s.close, end)
}

// endsStructure reports whether what stands at pos goes on with the structure
// around it, and not with the text of a string.
func (m *machine) endsStructure() bool {
	c := m.at(m.pos)
	return c == ',' || c == '"' || isCloser(c) || c == '{' || c == '['
}

// startsLost reports whether what stands at pos is rather an element that lost
// its first quote than the rest of the string before the comma. A digit in
// front of that string's last quote speaks for inches.
func (m *machine) startsLost() bool {
	if m.due != dueNext || m.inObject() || len(m.closed) > 0 {
		return false
	}
	if isDigit(m.at(m.str.close-1)) && !m.hasNewline(m.str.close, m.pos) {
		return false
	}
	k := m.nextQuote(m.pos)
	return k < m.lineEnd(m.pos) && m.fits(k+1, len(m.stack))
}

// nextElement reports whether the next element of an array follows the string
// with neither a comma nor a space between them.
func (m *machine) nextElement() bool {
	if m.due != dueComma || m.inObject() || len(m.stack) == 0 || m.at(m.pos) != '"' || m.str.close == m.str.inner {
		return false
	}
	end := m.quoteEnd(m.pos)
	return end > m.pos+1 && m.endsElement(m.blank(end+1))
}

// reopen puts the machine back into the last string.
func (m *machine) reopen() {
	s := &m.str
	m.dropEdits(s.close)
	if s.style != double {
		// The opening quote is rewritten with the closing one.
		n := m.edits.from(s.start + 1)
		if n > 0 && int(m.edits.list[n-1].Start) == s.start {
			m.edits.list = slices.Delete(m.edits.list, n-1, n)
		}
	}
	s.ended, s.live = true, false
	m.due = s.due
	m.comma, m.lineFirst, m.lineIndent = s.comma, s.lineFirst, s.lineIndent
}

// endOf gives the first quote behind from that ends the last string well; -1 if
// there is none.
func (m *machine) endOf(from int) int {
	s := &m.str
	place := 0
	switch {
	case s.name:
		place = 3
	case len(m.stack) > 0 && m.inObject():
		place = 1
	case len(m.stack) > 0:
		place = 2
	}
	if from >= m.barrenFrom[s.style][place] && from < m.barren[s.style][place] {
		return -1
	}
	wall := m.wall(from)
	i := from + s.style.length(m, from)
	for i < wall {
		m.poll()
		if s.style == double {
			i = m.plainRun(i, wall)
			if i >= wall {
				break
			}
		}
		r, n := m.char(i)
		if r == '\\' {
			i += 2
			continue
		}
		if r == '\n' {
			j := m.blank(i)
			if !m.mayCross(j) {
				break
			}
			i = j
			continue
		}
		if k := s.style.length(m, i); k > 0 {
			if m.endsWell(i + k) {
				return i
			}
			// A sound member begins here: the string does not go over it, unless
			// it holds a document of its own.
			if c := m.at(s.inner); r == '"' && c != '{' && c != '[' && m.followsComma(i) && m.namesMember(i) {
				break
			}
		}
		i += n
	}
	m.barrenFrom[s.style][place], m.barren[s.style][place] = from, i
	return -1
}

// followsComma reports whether a comma, and white space, stand in front of i.
func (m *machine) followsComma(i int) bool {
	for n := 0; i > m.str.inner && n < longestName; n++ {
		i--
		if c := m.at(i); !isSpace(c) {
			return c == ',' || c == '{'
		}
	}
	return false
}

// mayCross reports whether a string may go on in the line whose first character
// is at i: not if that starts a member or is a closer.
func (m *machine) mayCross(i int) bool {
	c := m.at(i)
	return !(c == '"' && m.namesMember(i) || isCloser(c))
}

// endsWell reports whether the last string can end in front of i.
func (m *machine) endsWell(i int) bool {
	if m.str.name {
		return m.at(m.blank(i)) == ':'
	}
	return m.fits(i, len(m.stack))
}

// areDoubled reports whether the string is a name or value in doubled quotes,
// ""like this"", whose last quote is at end.
func (m *machine) areDoubled(end int) bool {
	if m.at(end-1) != '"' || m.at(m.str.close+1) == ' ' {
		return false
	}
	return m.str.name || m.doubledNames()
}

// doubledNames reports whether the name of the value at hand is in doubled
// quotes too.
func (m *machine) doubledNames() bool {
	i := m.str.start - 1
	for i > m.start && (isSpace(m.at(i)) || m.at(i) == ':') {
		i--
	}
	return m.at(i) == '"' && m.at(i-1) == '"'
}

// undouble takes out one of each two quotes.
func (m *machine) undouble(end int) bool {
	s := &m.str
	m.edit(s.start, s.start+1, "")
	s.start, s.inner = s.start+1, s.inner+1
	m.pos = s.inner
	if !m.scanString(s.inner, end-1) {
		return false
	}
	m.also(end, end+1, "")
	m.pos = end + 1
	m.lastEnd = m.pos
	return true
}
