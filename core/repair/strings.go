package repair

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// literal is the string that was read last. Whether it ended where it seemed to
// shows only later, so what is needed to open it again is kept.
type literal struct {
	style style
	name  bool // it is a member's name
	live  bool // nothing but closers and a comma has been read since
	ended bool // where it ends has been decided
	over  bool // by a rule, while it was read
	path  bool // it reads as a path of Windows
	start int  // its opening quote
	inner int  // behind that
	close int  // its closing quote
	due   due  // what was due in front of it
	comma int  // the last comma in front of it
	prev  int  // the end of the value in front of it
	// The value in front of it, and the line it stands in.
	lastStart, lineFirst, lineIndent int
}

// readString reads the string whose opening quote, of n units, is at start.
func (m *machine) readString(start, n int, s style, name bool) bool {
	m.startString(start, n, s, name)
	return m.scanString(m.str.inner, -1)
}

func (m *machine) startString(start, n int, s style, name bool) {
	// Field by field: a composite literal would be made elsewhere and copied.
	str := &m.str
	str.style, str.name, str.live, str.ended, str.over, str.path = s, name, false, false, false, false
	str.start, str.inner, str.close = start, start+n, 0
	str.due, str.comma, str.prev, str.lastStart = m.due, m.comma, m.lastEnd, m.lastStart
	str.lineFirst, str.lineIndent = m.lineFirst, m.lineIndent
	m.closed = m.closed[:0]
}

// scanString reads a string's content from i on, up to its closing quote. If
// end is not negative, that is the quote at end, or the place of one that is
// missing, and quotes before it are content. A string that cannot be read ends
// the reading of the document.
func (m *machine) scanString(i, end int) bool {
	m.dead = !m.scanContent(i, end)
	return !m.dead
}

func (m *machine) scanContent(i, end int) bool {
	s := &m.str
	m.pos = i
	for {
		m.poll()
		i = m.pos
		near := min(m.limit, i+stretch)
		if s.style == double || end >= 0 {
			i = m.plainRun(i, near)
		} else {
			i = m.quotedRun(i, near)
			m.work += i - m.pos
		}
		m.pos = i
		if i >= m.limit {
			return m.textEnds()
		}
		if end >= 0 && i >= end {
			m.endString(end)
			return true
		}
		if i == near {
			ask(m.stop)
			continue
		}
		c := m.unit(i)
		switch {
		case c == '\\':
			if !m.readEscape(i) {
				return false
			}
			if m.str.over {
				return true
			}
		case c == '\n' && m.prose && m.level == All && m.endsProse(i+1):
			m.limit = i
			return m.textEnds()
		case c < ' ':
			if !m.mend(syntax.ControlCharacter) {
				return false
			}
		case c-0xD800 < 0x800 && !m.isUTF8:
			return false
		default:
			n := 1
			r := rune(c)
			if c >= 0x80 {
				r, n = m.char(i)
			}
			if end < 0 && s.style.closes(m, r, i) {
				m.endString(i)
				return true
			}
			if c == '"' {
				m.edit(i, i+1, `\"`)
			}
			m.pos = i + n
		}
	}
}

// endString ends the string with the quote at i.
func (m *machine) endString(i int) {
	s := &m.str
	n := 0
	switch {
	case s.style != double:
		n = s.style.length(m, i)
		m.requote(i, n)
	case m.at(i) == '"':
		n = 1
	}
	s.close = i
	s.live = true
	if m.root < 0 {
		m.root = s.start
	}
	if s.name {
		m.pos, m.due = i+n, dueColon
		m.lastEnd = m.pos
		m.firm++
		return
	}
	m.valueRead(aString, s.start, i+n)
}

// textEnds asks the rules for where the string ends that the text ends in.
func (m *machine) textEnds() bool {
	m.pos, m.open = m.limit, true
	ok := m.mend(syntax.UnexpectedEnd)
	m.open = false
	m.str.over = ok
	return ok
}

// readEscape reads the escape at i.
func (m *machine) readEscape(i int) bool {
	c := m.at(i + 1)
	if m.str.path && isLetter(c) {
		return m.mend(syntax.InvalidEscape)
	}
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		if i+1 < m.limit {
			m.pos = i + 2
			return true
		}
	case 'u':
		n := 0
		var v uint32
		for n < 4 && isHex(m.at(i+2+n)) {
			v = v<<4 | hexValue(m.at(i+2+n))
			n++
		}
		if i+2+n >= m.limit && n < 4 {
			m.str.close = i
			return m.textEnds()
		}
		if n < 4 {
			return m.mend(syntax.InvalidUnicodeEscape)
		}
		if v-0xD800 >= 0x800 {
			m.pos = i + 6
			return true
		}
		return m.surrogates(i, v)
	}
	if i+1 >= m.limit {
		m.str.close = i
		return m.textEnds()
	}
	return m.mend(syntax.InvalidEscape)
}

// surrogates reads the pair of escapes at i, whose first is v.
func (m *machine) surrogates(i int, v uint32) bool {
	if v >= 0xDC00 {
		return false
	}
	j := i + 6
	pair := []byte{'\\', 'u'}
	for k := range 6 {
		if j+k >= m.limit {
			m.str.close = i
			return m.textEnds()
		}
		c := m.unit(j + k)
		if k < 2 && c != uint32(pair[k]) || k >= 2 && !isHex(c) || k == 2 && c|0x20 != 'd' || k == 3 && hexValue(c) < 12 {
			return false
		}
	}
	m.pos = i + 12
	return true
}

func hexValue(c uint32) uint32 {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// rawControl escapes a control character.
func rawControl(m *machine) bool {
	c := m.at(m.pos)
	if c == '\n' && m.prose && m.endsProse(m.pos+1) {
		return false
	}
	const hex = "0123456789abcdef"
	after := `\u00` + hex[c>>4:c>>4+1] + hex[c&15:c&15+1]
	switch c {
	case '\n':
		after = `\n`
	case '\r':
		after = `\r`
	case '\t':
		after = `\t`
	case '\b':
		after = `\b`
	case '\f':
		after = `\f`
	}
	m.edit(m.pos, m.pos+1, after)
	m.pos++
	return true
}

// strayBackslash keeps a backslash that makes no escape as a character, but for
// two that other languages have: an escaped single quote and a line that goes
// on.
func strayBackslash(m *machine) bool {
	i := m.pos
	c := m.at(i + 1)
	switch {
	case c == '\'', c == '`':
		m.edit(i, i+1, "")
		m.pos = i + 2
		return true
	case c == '\n' && m.str.style != double:
		m.edit(i, i+2, "")
		m.pos = i + 2
		return true
	case m.level < Guess && m.isPath():
		return false
	case c == 'u' && !(isLetter(m.at(i+2)) && !isHex(m.at(i+2)) && isLetter(m.at(i+3))):
		return false
	}
	m.edit(i, i+1, `\\`)
	m.pos = i + 1
	return true
}

// windowsPath keeps every backslash before a letter as a character in a string
// that reads as a path of Windows.
func windowsPath(m *machine) bool {
	s := &m.str
	if !s.path {
		if !m.isPath() {
			return false
		}
		s.path = true
		// What came before was read as escapes.
		for i := s.inner; i < m.pos; i++ {
			m.pollAt(i)
			if m.at(i) != '\\' {
				continue
			}
			if isLetter(m.at(i + 1)) {
				m.edit(i, i+1, `\\`)
			} else {
				i++
			}
		}
	}
	m.edit(m.pos, m.pos+1, `\\`)
	m.pos++
	return true
}

// isPath reports whether the string reads as a path: a drive letter, or a
// server's name behind two backslashes.
func (m *machine) isPath() bool {
	i := m.str.inner
	if isLetter(m.at(i)) && m.at(i+1) == ':' && m.at(i+2) == '\\' {
		return true
	}
	if m.at(i) != '\\' || m.at(i+1) != '\\' || !isLetter(m.at(i+2)) {
		return false
	}
	return m.at(m.wordEnd(i+2)) == '\\'
}
