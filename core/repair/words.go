package repair

// otherLiterals are the spellings of other languages, and of other cases.
var otherLiterals = []struct{ word, json string }{
	{"True", "true"}, {"False", "false"}, {"None", "null"},
	{"TRUE", "true"}, {"FALSE", "false"}, {"NULL", "null"}, {"Null", "null"},
}

// pythonLiteral writes a literal as JSON does.
func pythonLiteral(m *machine) bool {
	for _, l := range otherLiterals {
		if m.hasWord(m.pos, l.word) {
			end := m.pos + len(l.word)
			if !m.endsToken(m.blank(end)) && !m.hasNewline(end, m.blank(end)) {
				return false
			}
			if end >= m.limit && len(m.stack) > 0 && m.level < All {
				return false
			}
			m.edit(m.pos, end, l.json)
			m.memberStarts()
			m.valueRead(aWord, m.pos, end)
			return true
		}
	}
	return false
}

// undefined makes null of it.
func undefined(m *machine) bool {
	const word = "undefined"
	return m.hasWord(m.pos, word) && m.endsToken(m.blank(m.pos+len(word))) && m.becomesNull(m.pos+len(word))
}

// notANumber makes null of NaN and the infinities.
func notANumber(m *machine) bool {
	i := m.pos
	if c := m.at(i); c == '-' || c == '+' {
		i++
	}
	for _, w := range notNumbers {
		if m.hasWord(i, w) && m.endsToken(m.blank(i+len(w))) {
			return m.becomesNull(i + len(w))
		}
	}
	return false
}

var notNumbers = []string{"NaN", "nan", "Infinity", "inf", "Inf", "INF", "NAN"}

// isNotANumber reports whether NaN or an infinity stands at i.
func (m *machine) isNotANumber(i int) bool {
	if c := m.at(i); c == '-' || c == '+' {
		i++
	}
	for _, w := range notNumbers {
		if m.hasWord(i, w) && m.endsToken(m.blank(i+len(w))) {
			return true
		}
	}
	return false
}

// placeholder makes a string of <what a template has>.
func placeholder(m *machine) bool {
	i := m.pos
	if m.at(i) != '<' || m.at(i+1) == '/' {
		return false
	}
	end := i + 1
	for c := m.at(end); c != '>'; c = m.at(end) {
		if c < ' ' || c == '"' || c == '<' || end-i > longestName {
			return false
		}
		end++
	}
	if !m.endsElement(m.blank(end + 1)) {
		return false
	}
	m.truncated = true
	return m.quoteText(i, end+1)
}

// isEllipsis reports whether an ellipsis stands at i.
func (m *machine) isEllipsis(i int) bool { return m.ellipsisEnd(i) > 0 }

func (m *machine) ellipsisEnd(i int) int {
	if m.at(i) == '.' && m.at(i+1) == '.' && m.at(i+2) == '.' {
		for m.at(i) == '.' {
			i++
			m.pollAt(i)
		}
		return i
	}
	if i < m.limit && m.at(i) >= 0x80 {
		if r, n := m.char(i); r == '…' {
			return i + n
		}
	}
	return 0
}

// ellipsis takes out an ellipsis between members or elements, and its comma; as
// a member's value it becomes null.
func ellipsis(m *machine) bool {
	end := m.ellipsisEnd(m.pos)
	if end == 0 {
		return false
	}
	if m.due == dueValue {
		return m.endsElement(m.blank(end)) && m.becomesNull(end)
	}
	if m.due == dueColon {
		return false
	}
	next := m.blank(end)
	if m.due != dueComma && m.at(next) == ',' {
		end = next + 1
	} else if !m.endsElement(next) && !m.isEllipsis(next) {
		return false
	}
	m.edit(m.pos, end, "")
	m.pos = end
	m.truncated = true
	return true
}

// missingValue puts null where a member has no value.
func missingValue(m *machine) bool {
	if c := m.at(m.pos); m.due != dueValue || len(m.stack) == 0 || c != ',' && c != '}' {
		return false
	}
	m.insert(m.pos, "null")
	m.truncated = true
	m.valueRead(aWord, m.pos, m.pos)
	return true
}
