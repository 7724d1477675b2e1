package repair

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// Text where a value is due: a string that lost its first quote, or both.

// bareString makes a string of it.
func bareString(m *machine) bool {
	if m.due == dueComma {
		return m.bareTail()
	}
	c := m.at(m.pos)
	if c == '"' || c == '\'' || c == '`' || c == '{' || c == '[' || c == '}' || c == ']' || c == ',' || c == ':' || c == '<' || c == '(' && m.due != dueValue {
		return false
	}
	if c == '.' && m.at(m.pos+1) == '.' || m.isEllipsis(m.pos) || m.isNotANumber(m.pos) {
		return false
	}
	if _, finite := m.numberShape(m.pos); !finite && m.code() == syntax.NumberOutOfRange {
		return false
	}
	if len(m.stack) == 0 {
		return m.bareDocument()
	}
	return m.bareFrom(m.pos)
}

// bareTail makes a string of a number or literal and the text behind it: a
// date, a version, a measure.
func (m *machine) bareTail() bool {
	if m.last != aNumber && m.last != aWord || m.hasNewline(m.lastEnd, m.pos) {
		return false
	}
	from := m.lastStart
	if m.isNotANumber(from) {
		return false
	}
	mark := m.pos
	m.firm--
	if m.edits.from(from) < len(m.edits.list) {
		return false // what is there has been mended already
	}
	m.pos = from
	if len(m.stack) == 0 {
		if m.bareDocument() {
			return true
		}
	} else if m.bareFrom(from) {
		return true
	}
	m.pos = mark
	m.firm++
	return false
}

// bareDocument makes a string of a whole text that begins like a number or is a
// regular expression, or one word: in lower case, or of more than letters. Other
// text without quotes or brackets is prose and no document.
func (m *machine) bareDocument() bool {
	c := m.at(m.pos)
	if c == '/' && m.unit(m.limit-1) == '/' && m.limit-m.pos > 2 && m.level == All && m.lineEnd(m.pos) == m.limit {
		return m.quoteText(m.pos, m.limit)
	}
	if c == '/' || c == '#' {
		return false
	}
	number := isDigit(c) || c == '-' || c == '.' || c == '+'
	end, word := m.pos, true
	for ; end < m.limit; end++ {
		m.pollAt(end)
		c := m.unit(end)
		if c == '"' || c < ' ' || isCloser(c) || c == '{' || c == '[' || c == ',' || c == ' ' && !number {
			break
		}
		word = word && (isLetter(c) || c >= 0x80)
	}
	if m.blank(end) < m.limit && m.at(m.blank(end)) != ',' || m.level < All && (!number || end == m.pos+1) {
		return false
	}
	if end-m.pos > longestName || word && c-'a' >= 26 {
		return false
	}
	return m.quoteText(m.pos, end)
}

// bareFrom reads bare text inside a container.
func (m *machine) bareFrom(from int) bool {
	depth := len(m.stack)
	object := m.inObject()
	wall := m.lineEnd(from)
	if m.prose {
		wall = min(wall, m.wall(from))
	}
	quote := m.nextQuote(from)
	// In an array a comma ends the text, unless a quote says otherwise.
	first := -1
	for i := from; i < wall; i++ {
		m.pollAt(i)
		if quote < i {
			quote = m.nextQuote(i)
		}
		switch c := m.unit(i); {
		case c == '\\':
			i++
		case i == quote:
			if i > from && m.at(i-1) != ' ' && m.at(i-1) != ',' && m.at(i-1) != '[' && m.fits(i+1, depth) {
				return m.lostQuote(from, i)
			}
			if x := m.runBefore(from, i); x > from {
				if first >= 0 {
					x = min(x, first)
				}
				return m.quoteText(from, x)
			}
			if first >= 0 {
				return m.quoteText(from, first)
			}
			quote = m.nextQuote(i + 1)
		case c == ',' || c == '}' || c == ']' || c == ')' && m.top().kind != '[' && !object:
			if object {
				if m.fits(i, depth) || m.namesBare(i) {
					return m.quoteText(from, i)
				}
			} else if first < 0 && (c == ',' || c == closerOf(m.top().kind)) {
				first = i
				// No quote in this line: nothing can say otherwise.
				if quote >= wall || m.isEscaped(quote) {
					return m.quoteText(from, first)
				}
				i = quote - 1
			}
		case c == '/' && i > from && isSpace(m.at(i-1)) && m.opensComment(i):
			wall = i
		}
	}
	switch {
	case first >= 0:
		return m.quoteText(from, first)
	case wall >= m.limit:
		return m.level == All && m.cutBare(from, wall)
	}
	// The line ends the text if the next one goes on with a member or a closer.
	j := m.blank(wall)
	if c := m.at(j); c == closerOf(m.top().kind) || !object && m.unit(wall) == '\n' || object && (m.namesMember(j) || m.startsBareName(j)) {
		return m.quoteText(from, wall)
	}
	return false
}

// isEscaped reports whether a backslash stands in front of i.
func (m *machine) isEscaped(i int) bool { return m.at(i-1) == '\\' }

// cutBare ends bare text where the text was cut off, in front of what closes
// the containers.
func (m *machine) cutBare(from, end int) bool {
	for k := end; k > from; k-- {
		m.pollAt(k)
		if c := m.at(k - 1); !isCloser(c) && !isSpace(c) {
			end = k
			break
		}
	}
	m.truncated = true
	return m.quoteText(from, end)
}

// namesBare reports whether a comma at i leads to a name without quotes.
func (m *machine) namesBare(i int) bool {
	return m.bareKeys && m.at(i) == ',' && m.startsBareName(m.blank(i+1))
}

func (m *machine) startsBareName(i int) bool {
	end := m.wordEnd(i)
	return end > i && m.at(m.blank(end)) == ':'
}

// quoteText puts quotes around the text from start to end.
func (m *machine) quoteText(start, end int) bool {
	for end > start && isSpace(m.at(end-1)) {
		end--
		m.pollAt(end)
	}
	if end == start || m.isEllipsis(start) && start+3 >= end {
		return false
	}
	m.pos = start
	m.memberStarts()
	m.insert(start, `"`)
	for i := start; i < end; i++ {
		m.pollAt(i)
		switch c := m.at(i); {
		case c == '"':
			m.also(i, i+1, `\"`)
		case c == '\\':
			m.also(i, i+1, `\\`)
		case c < ' ':
			m.also(i, i+1, " ")
		}
	}
	m.alsoInsert(end, `"`)
	m.valueRead(aString, start, end)
	m.firm--
	m.str.live = false
	return true
}

// lostQuote puts the first quote in front of a string that has only the last
// one, at end.
func (m *machine) lostQuote(start, end int) bool {
	m.memberStarts()
	m.startString(start, 0, double, false)
	m.insert(start, `"`)
	if !m.scanString(start, end) {
		return false
	}
	m.str.ended, m.str.live = true, false
	m.firm--
	return true
}
