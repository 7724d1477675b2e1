package repair

// A missing "}" among objects cannot be seen where it is missing: what follows
// reads as the inner object's. In a text that is laid out in lines the
// indentation says whose it is. It is asked only when the reading without it
// has failed.

// byIndent closes, or keeps open, what the indentation of the line says, and
// reports whether it did.
func (m *machine) byIndent(c uint32) bool {
	if len(m.stack) == 0 {
		return false
	}
	outer := m.rule
	defer func() { m.rule = outer }()
	m.rule = indentRule
	if levels[indentRule] > m.level {
		return false
	}
	if isCloser(c) && m.due != dueValue && m.due != dueColon {
		return m.closerByIndent(c)
	}
	if m.pos == m.lineFirst && (m.due == dueNext || m.due == dueComma && c == ',') {
		return m.memberByIndent(c)
	}
	return false
}

// closerByIndent compares a closer with the line of its opener.
func (m *machine) closerByIndent(c uint32) bool {
	f := m.top()
	if m.pos != m.lineFirst {
		// A container whose members have lines of their own has one for its
		// closer.
		if f.member >= 0 && f.line != m.lineFirst && c == closerOf(f.kind) && m.due == dueComma {
			m.edit(m.pos, m.pos+1, "")
			m.pos++
			return true
		}
		return false
	}
	if m.lineIndent >= f.indent {
		return false
	}
	for d := len(m.stack) - 1; d > 0; d-- {
		if g := m.stack[d-1]; g.indent == m.lineIndent && closerOf(g.kind) == c {
			m.closeDown(d)
			return true
		}
	}
	return false
}

// memberByIndent compares a member or element that begins a line with those
// before it.
func (m *machine) memberByIndent(c uint32) bool {
	f := m.top()
	if f.member < 0 || m.lineIndent >= f.member {
		return false
	}
	if c == ',' {
		// A comma where the closer stood: its line is the closer's.
		for d := len(m.stack); d > 1; d-- {
			if m.stack[d-1].indent == m.lineIndent {
				m.closeDown(d - 1)
				return true
			}
		}
		return false
	}
	for d := len(m.stack) - 1; d > 0; d-- {
		g := m.stack[d-1]
		if g.member != m.lineIndent || g.kind == '{' && c != '"' {
			continue
		}
		comma := m.comma
		m.due = dueComma
		m.closeDown(d)
		m.comma, m.due = comma, dueNext
		m.top().commas++
		return true
	}
	return false
}

// canIndent reports whether the text is laid out in lines.
func (m *machine) canIndent() bool { return m.lineEnd(m.start) < m.limit }

// askIndent has the text read again by its indentation, if it has any.
func askIndent(m *machine) bool {
	if !m.plan.indent && m.canIndent() {
		m.next.indent = true
	}
	return false
}
