package repair

// trailingComma takes out a comma with nothing behind it.
func trailingComma(m *machine) bool {
	c := m.at(m.pos)
	if m.due == dueComma && len(m.stack) == 0 && c == ',' {
		i := m.blank(m.pos + 1)
		if i < m.limit && m.at(i) != '`' {
			return false
		}
		m.edit(m.pos, m.pos+1, "")
		m.pos++
		return true
	}
	if m.due != dueNext || len(m.stack) == 0 || c != closerOf(m.top().kind) {
		return false
	}
	m.edit(m.comma, m.comma+1, "")
	m.due = dueComma
	if m.top().kind == '(' {
		m.top().commas++ // (1,) is a tuple
	}
	m.str.live = false
	return true
}

// extraComma takes out a comma in front of the first member, or a second one
// between members, where no value can be missing.
func extraComma(m *machine) bool {
	if m.at(m.pos) != ',' || m.due != dueFirst && !(m.due == dueNext && m.inObject()) {
		return false
	}
	m.edit(m.pos, m.pos+1, "")
	m.pos++
	return true
}

// elision takes out a second comma between elements: what stood there is
// missing.
func elision(m *machine) bool {
	if m.at(m.pos) != ',' || m.due != dueNext || m.inObject() {
		return false
	}
	m.edit(m.pos, m.pos+1, "")
	m.pos++
	m.truncated = true
	return true
}

// missingComma puts in a comma where the next token leaves no doubt.
func missingComma(m *machine) bool {
	if len(m.stack) == 0 || m.due != dueComma {
		return false
	}
	c := m.at(m.pos)
	gap := m.pos > m.lastEnd
	newline := m.hasNewline(m.lastEnd, m.pos)
	object := m.inObject()
	switch {
	case object && c == '"':
		if !m.namesMember(m.pos) {
			return false
		}
	case object:
		if !newline || !m.startsBareName(m.pos) && !m.namesMember(m.pos) {
			return false
		}
	case c == '"':
		end := m.quoteEnd(m.pos)
		if end < 0 || m.last == aString && !gap {
			return false
		}
		if next := m.blank(end + 1); !m.endsElement(next) && !(m.at(next) == '"' && next > end+1) && !m.hasNewline(end+1, next) {
			return false
		}
	case c == '{' || c == '[':
		if m.last == aString && !newline {
			return false
		}
	default:
		end := m.scalarEnd(m.pos)
		if end == 0 || !gap || !m.endsToken(end) || m.last == aString && !newline {
			return false
		}
		if m.top().kind != '[' {
			return false
		}
	}
	if m.level == Syntax && m.last == aString && m.str.live && m.str.style != double && !newline {
		return false
	}
	m.putComma()
	return true
}

// putComma inserts a comma behind the last value.
func (m *machine) putComma() {
	m.insert(m.lastEnd, ",")
	m.comma = m.lastEnd
	if len(m.stack) == 1 {
		m.rootComma = m.lastEnd
	}
	m.top().commas++
	m.due = dueNext
	m.str.live = false
}

// likelyComma puts in a comma in front of what can start an element or member.
func likelyComma(m *machine) bool {
	if len(m.stack) == 0 || m.due != dueComma || m.top().kind == 'f' {
		return false
	}
	c := m.at(m.pos)
	gap := m.pos > m.lastEnd
	if m.inObject() {
		if !gap || !m.startsBareName(m.pos) && !m.namesMember(m.pos) {
			return false
		}
	} else {
		switch {
		case c == '"':
			if m.quoteEnd(m.pos) < 0 {
				return false
			}
		case c == '{' || c == '[' || c == '\'' || c == '(':
		case isDigit(c) || c == '-':
			if end := m.scalarEnd(m.pos); end == 0 || !gap || !m.endsToken(end) && m.last != aNumber {
				return false
			}
		default:
			if (m.scalarEnd(m.pos) == 0 || !gap) && !(isNameUnit(c) && m.hasNewline(m.lastEnd, m.pos)) {
				return false
			}
		}
	}
	m.putComma()
	return true
}

// missingColon puts in a colon between a name and its value.
func missingColon(m *machine) bool {
	c := m.at(m.pos)
	gap := m.pos > m.lastEnd
	switch {
	case c == '{' || c == '[':
	case c == '"':
		if end := m.quoteEnd(m.pos); end < 0 || !m.fitsMember(m.blank(end+1)) {
			return false
		}
	case c == '\'' || c == '`' || c >= 0x80:
		r, _ := m.char(m.pos)
		if _, ok := styleOf(r); !ok {
			return false
		}
	default:
		if end := m.scalarEnd(m.pos); end == 0 || !m.endsToken(end) {
			return false
		}
		// A name that lost its last quote took its colon along.
		if !gap && m.str.name && m.nameHolds(':') {
			return false
		}
	}
	m.insert(m.lastEnd, ":")
	m.due = dueValue
	m.str.live = false
	return true
}

// fitsMember reports whether a member can end in front of i.
func (m *machine) fitsMember(i int) bool {
	c := m.at(i)
	return c == ',' || c == '}' || i >= m.limit || m.opensComment(i) || m.hasNewline(m.pos, i)
}

func (m *machine) nameHolds(c uint32) bool {
	for i := m.str.inner; i < m.str.close && i < m.str.inner+longestName; i++ {
		if m.at(i) == c {
			return true
		}
	}
	return false
}

// otherColon puts a colon in place of '=', '=>', ':=' and the full-width one.
func otherColon(m *machine) bool {
	n := 0
	switch c := m.at(m.pos); {
	case c == '=' && m.at(m.pos+1) == '>':
		n = 2
	case c == '=' && m.at(m.pos+1) != '=':
		n = 1
	case c >= 0x80:
		if r, k := m.char(m.pos); r == '：' {
			n = k
		}
	}
	if n == 0 {
		return false
	}
	m.edit(m.pos, m.pos+n, ":")
	m.pos += n
	m.due = dueValue
	m.str.live = false
	return true
}

// otherComma puts a comma in place of ';' and of what other scripts have.
func otherComma(m *machine) bool {
	c := m.at(m.pos)
	n := 0
	switch {
	case c == ';':
		n = 1
	case c >= 0x80:
		if r, k := m.char(m.pos); r == '，' || r == '、' || r == '；' || r == '،' {
			n = k
		}
	}
	if n == 0 {
		return false
	}
	after := ","
	if len(m.stack) == 0 {
		// Behind the document it ends a statement.
		if m.blank(m.pos+n) < m.limit {
			return false
		}
		after = ""
	}
	m.edit(m.pos, m.pos+n, after)
	if after != "" {
		at := m.pos
		m.takeComma()
		m.comma = at
		m.pos = at + n
		if next := m.blank(m.pos); m.at(next) == closerOf(m.top().kind) {
			m.edits.write(&m.edits.list[len(m.edits.list)-1], "")
			m.due = dueComma
		}
		m.str.live = false
		return true
	}
	m.pos += n
	return true
}

// fullWidthBracket puts a bracket in place of a full-width one.
func fullWidthBracket(m *machine) bool {
	if m.at(m.pos) < 0x80 {
		return false
	}
	r, n := m.char(m.pos)
	var c byte
	switch r {
	case '｛':
		c = '{'
	case '｝':
		c = '}'
	case '［', '【':
		c = '['
	case '］', '】':
		c = ']'
	default:
		return false
	}
	if c == '{' || c == '[' {
		if m.due == dueComma || m.due == dueColon || m.nameDue() || len(m.stack) >= 512 {
			return false
		}
		m.edit(m.pos, m.pos+n, string(c))
		m.memberStarts()
		m.push(c, n)
		return true
	}
	if len(m.stack) == 0 || m.due == dueValue || m.due == dueColon || uint32(c) != closerOf(m.top().kind) {
		return false
	}
	if m.due == dueNext {
		m.edit(m.comma, m.comma+1, "")
	}
	m.edit(m.pos, m.pos+n, string(c))
	m.pos += n
	m.shut(m.pos)
	return true
}
