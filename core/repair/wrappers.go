package repair

// fenceRemains takes out the lines of a Markdown fence around the document.
func fenceRemains(m *machine) bool {
	c := m.at(m.pos)
	if c != '`' && c != '~' || m.at(m.pos+1) != c || m.at(m.pos+2) != c {
		return false
	}
	if len(m.stack) > 0 {
		return m.fenceInBrackets()
	}
	i := m.pos
	for m.at(i) == c {
		i++
	}
	switch {
	case m.due == dueComma:
		// Or up to the bracket that the fence was put in.
		if n := m.blank(i); n < m.limit {
			if !m.bracketed || n+1 < m.limit {
				return false
			}
			i = m.limit
		}
	case m.root < 0:
		// The label goes to the end of the line, or up to a bracket.
		for m.at(i) == ' ' {
			i++
		}
		end := m.wordEnd(i)
		if k := m.at(end); k == '\n' || k == '\r' || isSpace(k) && k != 0 {
			i = end
		} else if k == '{' || k == '[' {
			i = end
		} else if m.at(i) != '{' && m.at(i) != '[' {
			return false
		}
	default:
		return false
	}
	m.edit(m.pos, i, "")
	m.pos = i
	return true
}

// fenceInBrackets takes out the bracket that a fence was put in.
func (m *machine) fenceInBrackets() bool {
	if len(m.stack) > 1 || m.due != dueFirst || m.unit(m.limit-1) != closerOf(m.top().kind) || m.prose {
		return false
	}
	f := m.top()
	m.edit(f.open, f.open+1, "")
	m.stack = m.stack[:0]
	m.root, m.due, m.bracketed = -1, dueValue, true
	return true
}

// call takes out a function call around one value: JSONP, ObjectId("…").
func call(m *machine) bool {
	if m.due == dueComma {
		return m.callEnd()
	}
	if !m.valueDue() || len(m.stack) >= 512 {
		return false
	}
	i := m.wordEnd(m.pos)
	for m.at(i) == '.' {
		i = m.wordEnd(i + 1)
	}
	if i == m.pos || isDigit(m.at(m.pos)) {
		return false
	}
	i = m.blank(i)
	if m.at(i) != '(' {
		return false
	}
	next := m.at(m.blank(i + 1))
	if !(next == '"' || next == '\'' || next == '{' || next == '[' || next == '-' || isDigit(next) || m.scalarEnd(m.blank(i+1)) > 0 || next == 0 && m.level == All) {
		return false
	}
	m.memberStarts()
	m.edit(m.pos, i+1, "")
	at := m.pos
	m.push('f', i+1-m.pos)
	m.top().open = at
	m.due = dueValue
	return true
}

// callEnd takes out the closing bracket of a call.
func (m *machine) callEnd() bool {
	if m.due != dueComma || len(m.stack) == 0 || m.top().kind != 'f' || m.at(m.pos) != ')' {
		return false
	}
	i := m.pos + 1
	if m.at(i) == ';' && len(m.stack) == 1 {
		i++
	}
	m.edit(m.pos, i, "")
	m.pos = i
	m.str.live = false
	m.shut(i)
	return true
}

// valueDue reports whether a value can stand here.
func (m *machine) valueDue() bool {
	return m.due == dueValue || (m.due == dueFirst || m.due == dueNext) && !m.inObject()
}

// tuple reads Python's tuple as an array.
func tuple(m *machine) bool {
	if m.at(m.pos) == ')' {
		return m.tupleEnd()
	}
	if m.at(m.pos) != '(' || !m.valueDue() || len(m.stack) >= 512 {
		return false
	}
	m.memberStarts()
	m.edit(m.pos, m.pos+1, "[")
	m.push('(', 1)
	return true
}

// tupleEnd ends it. One value in brackets is no tuple.
func (m *machine) tupleEnd() bool {
	if len(m.stack) == 0 || m.top().kind != '(' || m.at(m.pos) != ')' || m.due == dueValue {
		return false
	}
	f := m.top()
	after := "]"
	if f.commas == 0 && m.due == dueComma {
		after = ""
		i := m.edits.from(f.open)
		for ; i < len(m.edits.list) && m.edits.list[i].End == m.edits.list[i].Start; i++ { // what was inserted there
		}
		m.edits.write(&m.edits.list[i], "")
	}
	m.also(m.pos, m.pos+1, after)
	m.pop()
	return true
}
