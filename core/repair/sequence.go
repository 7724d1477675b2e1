package repair

// sequence makes an array of several complete values, separated by white space
// or commas. It is one edit in several parts.
func sequence(m *machine) bool {
	if len(m.stack) > 0 || m.due != dueComma || m.prose {
		return false
	}
	i := m.pos
	comma := m.at(i) == ','
	if comma {
		i = m.ahead(i + 1)
	}
	c := m.at(i)
	container := (c == '{' || c == '[') && m.last == aContainer
	if !container {
		// Scalars one behind the other are a sequence only on lines of their own.
		if !comma && !m.hasNewline(m.lastEnd, i) || i >= m.limit {
			return false
		}
		if c != '{' && c != '[' && c != '"' && m.scalarEnd(i) == 0 || c == '"' && m.namesMember(i) {
			return false
		}
	}
	if !m.sequence {
		m.sequence = true
		m.insert(m.root, "[")
	}
	if comma {
		m.pos++
	} else {
		m.alsoInsert(m.lastEnd, ",")
	}
	m.due = dueValue
	m.str.live = false
	return true
}

// endSequence closes the array.
func (m *machine) endSequence() {
	outer := m.rule
	m.rule = sequenceRule
	m.alsoInsert(m.lastEnd, "]")
	m.rule = outer
}
