package repair

// style is how a string is quoted.
type style uint8

const (
	double      style = iota // "…", as JSON has it
	single                   // '…'
	backtick                 // `…` and `…´
	curlyDouble              // “…”, „…“, ＂…＂, «…»
	curlySingle              // ‘…’
	tripled                  // """…"""
	tripledSingle
	numStyles
)

// styleOf gives the style that a character opens, and whether it opens one.
func styleOf(r rune) (style, bool) {
	switch r {
	case '"':
		return double, true
	case '\'':
		return single, true
	case '`', '´':
		return backtick, true
	case '“', '”', '„', '‟', '＂', '«':
		return curlyDouble, true
	case '‘', '’', '‚', '‛', '＇':
		return curlySingle, true
	}
	return 0, false
}

// closes reports whether r, at i, closes a string of the style.
func (s style) closes(m *machine, r rune, i int) bool {
	switch s {
	case double:
		return r == '"'
	case single:
		return r == '\''
	case backtick:
		return r == '`' || r == '´' || r == '\''
	case curlyDouble:
		return r == '”' || r == '“' || r == '‟' || r == '＂' || r == '"' || r == '»'
	case curlySingle:
		return r == '’' || r == '‘' || r == '‛' || r == '＇' || r == '\'' || r == '`'
	case tripled:
		return r == '"' && m.at(i+1) == '"' && m.at(i+2) == '"' && m.at(i+3) != '"'
	case tripledSingle:
		return r == '\'' && m.at(i+1) == '\'' && m.at(i+2) == '\'' && m.at(i+3) != '\''
	}
	return false
}

// length is the number of units of the closing quote at i; 0 if none is there.
func (s style) length(m *machine, i int) int {
	if i >= m.limit {
		return 0
	}
	r, n := m.char(i)
	switch {
	case !s.closes(m, r, i):
		return 0
	case s >= tripled:
		return 3
	}
	return n
}

// requote puts double quotes in place of the string's own; the closing one, of
// n units, is at i.
func (m *machine) requote(i, n int) {
	outer := m.rule
	m.rule = ruleOfStyle[m.str.style]
	m.edit(m.str.start, m.str.inner, `"`)
	m.also(i, i+n, `"`)
	m.rule = outer
}

// quoteStyle reads a string or a name in quotes that are not JSON's.
func quoteStyle(m *machine) bool {
	r, n := m.char(m.pos)
	s, ok := styleOf(r)
	if !ok || s == double || s == backtick && m.at(m.pos+1) == '`' && m.at(m.pos+2) == '`' {
		return false
	}
	if s == single && m.at(m.pos+1) == '\'' && m.at(m.pos+2) == '\'' {
		return false
	}
	m.memberStarts()
	return m.readString(m.pos, n, s, m.nameDue())
}

// tripleQuotes reads a string in three quotes on each side.
func tripleQuotes(m *machine) bool {
	s := tripled
	switch {
	case m.isTripled(m.pos):
	case m.at(m.pos) == '\'' && m.at(m.pos+1) == '\'' && m.at(m.pos+2) == '\'':
		s = tripledSingle
	default:
		return false
	}
	m.memberStarts()
	return m.readString(m.pos, 3, s, m.nameDue())
}

// isTripled reports whether three double quotes open a string at i.
func (m *machine) isTripled(i int) bool {
	return m.at(i+1) == '"' && m.at(i+2) == '"' && m.at(i) == '"'
}

// nameDue reports whether a member's name is due, and not a value.
func (m *machine) nameDue() bool {
	return m.inObject() && (m.due == dueFirst || m.due == dueNext)
}

// concatenation joins strings that a plus sign joins.
func concatenation(m *machine) bool {
	if m.last != aString || !m.str.live || m.at(m.pos) != '+' {
		return false
	}
	i := m.blank(m.pos + 1)
	if i >= m.limit {
		return false
	}
	r, n := m.char(i)
	s, ok := styleOf(r)
	if !ok {
		return false
	}
	from := m.str.close
	if m.str.style != double {
		// The closing quote has been rewritten: take that back.
		m.dropEdits(from)
	}
	m.edit(from, i+n, "")
	due := m.str.due
	m.startString(i, n, s, false)
	m.str.due = due
	m.str.ended = true
	// The quote that opens this one is gone with the plus sign.
	if !m.scanJoined() {
		return false
	}
	return true
}

// scanJoined reads the rest of a string whose opening quote is not there.
func (m *machine) scanJoined() bool {
	s := m.str.style
	m.pos = m.str.inner
	for {
		m.poll()
		i := m.pos
		if i >= m.limit {
			return false
		}
		r, n := m.char(i)
		switch {
		case r == '\\':
			if !m.readEscape(i) {
				return false
			}
		case s.closes(m, r, i):
			if s != double {
				m.also(i, i+n, `"`)
			}
			m.str.close, m.str.live = i, true
			m.valueRead(aString, m.str.start, i+n)
			return true
		case r < ' ' || r == '"' || r >= 0xD800 && r < 0xE000 && !m.isUTF8:
			return false
		default:
			m.pos = i + n
		}
	}
}
