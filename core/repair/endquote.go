package repair

// missingEndQuote ends a string whose closing quote is missing before the run
// of structural characters in front of the quote that seemed to close it: that
// one opens the next token.
func missingEndQuote(m *machine) bool {
	if m.open {
		return m.stringCutOff()
	}
	if !m.canReopen() || m.str.name || m.str.style >= tripled {
		return false
	}
	m.unopen()
	x := m.runBefore(m.str.inner, m.str.close)
	if x < 0 || m.prose && m.wall(m.str.inner) < x {
		m.reclose()
		return false
	}
	m.closed = m.closed[:0]
	m.endAt(x)
	return true
}

// runBefore gives where the text from start up to the quote at k ends, if the
// quote opens the next token: the longest run of structural characters in
// front of it that reads as JSON there. -1: it does not.
func (m *machine) runBefore(start, k int) int {
	low := k
	for n := 0; low > start && n < longestLook; low-- {
		m.pollAt(low)
		c := m.at(low - 1)
		if isSpace(c) {
			continue
		}
		if c != ',' && c != '{' && c != '[' && c != '}' && c != ']' {
			break
		}
		n++
	}
	// In a text laid out in lines the closers have lines of their own, so those
	// in the string's line are its content.
	line := m.lineEnd(low)
	own := line
	for own > low && (isSpace(m.at(own-1)) || m.at(own-1) == ',') {
		own--
		m.pollAt(own)
	}
	x := -1
	if line < k {
		x = m.runFrom(own, k)
	}
	if x < 0 {
		x = m.runFrom(low, k)
	}
	for x > start && isSpace(m.at(x-1)) {
		x--
		m.pollAt(x)
	}
	return x
}

// runFrom gives the first place from x on from which structural characters lead
// to the quote at k, -1 if there is none.
func (m *machine) runFrom(x, k int) int {
	for ; x < k; x++ {
		m.pollAt(x)
		if c := m.at(x); (c == ',' || c == '}' || c == ']') && m.leadsTo(x, k) {
			return x
		}
	}
	return -1
}

// leadsTo reports whether the structural characters from x on lead to the token
// that the quote at k opens, and that token is sound.
func (m *machine) leadsTo(x, k int) bool {
	depth := len(m.stack)
	var opened [longestLook]byte
	n := 0
	kind := func() byte {
		if n > 0 {
			return opened[n-1]
		}
		return m.kindAt(depth)
	}
	due := dueComma
	for ; x < k; x++ {
		m.pollAt(x)
		c := m.at(x)
		switch {
		case isSpace(c):
		case c == ',' && due == dueComma && n+depth > 0:
			due = dueNext
		case isCloser(c) && due == dueComma && n+depth > 0 && c == closerOf(kind()):
			if n > 0 {
				n--
			} else {
				depth--
			}
		case (c == '{' || c == '[') && due != dueComma && kind() != '{' && n < longestLook:
			opened[n] = byte(c)
			n++
			due = dueFirst
		default:
			return false
		}
	}
	if due == dueComma || n+depth == 0 {
		return false
	}
	if kind() == '{' {
		return m.namesMember(k)
	}
	// An element: the next one must be sound as well, since a word in quotes
	// between commas looks the same.
	end := m.sameQuote(k)
	if end < 0 || n > 0 {
		return end >= 0 && m.endsElement(m.blank(end))
	}
	return m.look(end, depth)
}

// sameQuote gives the end of the string at k, quoted as the last one is, in its
// line; -1 if there is none.
func (m *machine) sameQuote(k int) int {
	s := m.str.style
	if s == double {
		if end := m.quoteEnd(k); end >= 0 {
			return end + 1
		}
		return -1
	}
	_, n := m.char(k)
	for i := k + n; i < m.limit; i += n {
		m.pollAt(i)
		var r rune
		if r, n = m.char(i); r == '\n' {
			break
		}
		if s.closes(m, r, i) {
			return i + n
		}
	}
	return -1
}

// endAt ends the last string at x, where its quote is missing.
func (m *machine) endAt(x int) {
	s := &m.str
	m.dropEdits(x)
	if s.style != double {
		m.dropEdits(s.start)
		outer := m.rule
		m.rule = ruleOfStyle[s.style]
		m.edit(s.start, s.inner, `"`)
		m.rule = outer
		m.escapeQuotes(s.inner, x)
	}
	m.insert(x, `"`)
	s.ended, s.live, s.close = true, false, x
	m.comma, m.lineFirst, m.lineIndent = s.comma, s.lineFirst, s.lineIndent
	m.valueRead(aString, s.start, x)
	if s.name {
		m.due = dueColon
	}
}

// escapeQuotes escapes the double quotes of a string in other quotes, and what
// else a strict string does not take.
func (m *machine) escapeQuotes(i, end int) {
	for ; i < end; i++ {
		m.pollAt(i)
		switch c := m.at(i); {
		case c == '\\':
			i++
		case c == '"':
			m.edit(i, i+1, `\"`)
		case c < ' ':
			m.pos = i
			rawControl(m)
		}
	}
}
