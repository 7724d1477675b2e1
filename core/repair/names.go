package repair

import "unicode"

// isNameRune reports whether a character beyond ASCII can be part of a name
// without quotes.
func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// unquotedName puts quotes around a member's name.
func unquotedName(m *machine) bool {
	end := m.wordEnd(m.pos)
	if end == m.pos || !m.isColon(m.blank(end)) {
		return false
	}
	m.memberStarts()
	m.bareKeys = true
	m.insert(m.pos, `"`)
	m.alsoInsert(end, `"`)
	m.nameRead(end)
	return true
}

// nameWithoutColon puts quotes around a name that its value follows directly, in
// quotes that could not be the name's.
func nameWithoutColon(m *machine) bool {
	end := m.wordEnd(m.pos)
	i := m.blank(end)
	if end == m.pos || i == end || i >= m.limit || m.at(i) == '"' {
		return false
	}
	r, _ := m.char(i)
	if _, ok := styleOf(r); !ok {
		return false
	}
	m.memberStarts()
	m.insert(m.pos, `"`)
	m.alsoInsert(end, `"`)
	m.nameRead(end)
	return true
}

func (m *machine) alsoInsert(at int, after string) { m.also(at, at, after) }

func (m *machine) nameRead(end int) {
	m.pos, m.due, m.lastEnd = end, dueColon, end
	m.str.live = false
}

// isColon reports whether a colon, or what is read as one, stands at i.
func (m *machine) isColon(i int) bool {
	switch m.at(i) {
	case ':':
		return true
	case '=':
		return m.at(i+1) != '='
	}
	if m.at(i) >= 0x80 {
		r, _ := m.char(i)
		return r == '：'
	}
	return false
}

// nameStartQuote puts the quote in front of a name that has only the one
// behind.
func nameStartQuote(m *machine) bool {
	i := m.pos
	for ; i < m.limit && i < m.pos+longestName; i++ {
		c := m.unit(i)
		if c == '"' {
			break
		}
		if c < ' ' || c == '{' || c == '[' || c == '}' || c == ']' || c == ',' || c == ':' || c == '\\' {
			return false
		}
	}
	if i == m.pos || m.at(i) != '"' || m.at(m.blank(i+1)) != ':' {
		return false
	}
	m.memberStarts()
	m.insert(m.pos, `"`)
	m.nameRead(i + 1)
	return true
}

// nameEndQuote ends a name whose closing quote is missing, in front of the colon
// inside it.
func nameEndQuote(m *machine) bool {
	s := &m.str
	if !s.name || s.ended || !s.live && !m.open || s.style >= tripled {
		return false
	}
	limit := s.close
	if m.open {
		limit = m.limit
	}
	x := s.inner
	for ; x < limit && x < s.inner+longestName; x++ {
		c := m.at(x)
		if c == ':' {
			break
		}
		if c < ' ' || c == '\\' || c == ',' || c == '{' || c == '}' || c == '[' || c == ']' {
			return false
		}
	}
	if x >= limit || m.at(x) != ':' || x == s.inner {
		return false
	}
	// Without a line behind it, a name with a colon that was cut off looks the
	// same.
	if m.open && m.level < All && !m.hasNewline(x, m.limit) {
		return false
	}
	next := m.at(m.blank(x + 1))
	switch {
	case next == '"', next == '{', next == '[', next == '-', isDigit(next), next == 't', next == 'f', next == 'n':
	default:
		return false
	}
	m.truncated = m.truncated || m.open && !m.hasNewline(x, m.limit)
	m.open = false
	for isSpace(m.at(x - 1)) {
		x--
	}
	m.lastEnd = s.prev
	m.endAt(x)
	m.lastEnd = x
	return true
}
