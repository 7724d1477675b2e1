package repair

// Closers that are missing, wrong or one too many. What stands behind them
// tells which; where it does not, the indentation may.

// missingCloser closes containers whose closers are missing: in front of a
// closer that is an outer one's, of an object in an object's place of a name,
// and of a member among elements.
func missingCloser(m *machine) bool {
	if len(m.stack) == 0 || m.due == dueColon {
		return false
	}
	c := m.at(m.pos)
	switch {
	case isCloser(c) && m.due != dueValue:
		return m.outerCloser(c)
	case c == '{' && m.inObject() && len(m.stack) > 1 && m.kindAt(len(m.stack)-1) == '[':
		return m.nextObject()
	case c == ':' && m.due == dueComma && !m.inObject() && len(m.stack) > 1 && m.kindAt(len(m.stack)-1) == '{':
		return m.nextMember()
	}
	return false
}

// outerCloser closes the containers inside the one that c closes, if the text
// reads on from there and not otherwise.
func (m *machine) outerCloser(c uint32) bool {
	depth := len(m.stack)
	outer := depth - 1
	for outer > 0 && closerOf(m.kindAt(outer)) != c {
		outer--
	}
	if outer == 0 || depth-outer > 8 || !m.fits(m.pos, outer) {
		return false
	}
	for _, f := range m.stack[outer:] {
		if m.isDoubtful(f) {
			return false
		}
	}
	dropped := m.fits(m.pos+1, depth)
	ends := outer == 1 && (m.prose || m.blank(m.pos+1) >= m.limit)
	if m.pos == m.lineFirst && m.passedOver() {
		return false
	}
	if m.pos != m.lineFirst || m.stack[outer-1].indent != m.lineIndent {
		if dropped {
			return false
		}
		// The last closer of a text: whether an inner one is missing, or this
		// one is wrong and the rest was cut off, nobody can say.
		if ends && m.level < All {
			return false
		}
		m.truncated = m.truncated || ends
	}
	m.closeDown(outer)
	return true
}

// closeDown closes containers until depth are open, behind the last value.
func (m *machine) closeDown(depth int) {
	if m.due == dueNext {
		m.edit(m.comma, m.comma+1, "")
	}
	at := m.lastEnd
	if m.due == dueFirst {
		at = m.top().open + 1
	}
	for len(m.stack) > depth {
		m.insert(at, string(rune(closerOf(m.top().kind))))
		m.str.live = false
		m.shut(at)
	}
}

// isDoubtful reports whether the closer that is missing may as well be that of
// a container of the same kind inside this one. The indentation is asked first;
// if it says nothing, only All goes on.
func (m *machine) isDoubtful(f frame) bool {
	if m.passedOver() {
		return true
	}
	if f.same == 0 {
		return false
	}
	if !m.plan.indent && m.canIndent() {
		m.next.indent = true
		return true
	}
	return m.level < All
}

// nextObject closes an object in front of the next one of their array.
func (m *machine) nextObject() bool {
	if m.due == dueFirst {
		return false
	}
	if i := m.blank(m.pos + 1); m.at(i) != '}' && !m.namesMember(i) && !m.startsBareName(i) {
		return false
	}
	if m.isDoubtful(*m.top()) {
		return false
	}
	hadComma := m.due == dueNext
	comma := m.comma
	m.insert(m.lastEnd, "}")
	m.str.live = false
	at := m.lastEnd
	m.shut(at)
	if hadComma {
		m.comma, m.due = comma, dueNext
		return true
	}
	m.putComma()
	return true
}

// nextMember closes an array in front of what turned out to be the next member
// of the object around it.
func (m *machine) nextMember() bool {
	s := m.str
	if !s.live || s.style != double || s.ended || s.due != dueNext || len(m.closed) > 0 {
		return false
	}
	m.dropEdits(s.start)
	m.lastEnd = s.prev
	m.insert(s.prev, "]")
	m.str.live = false
	m.shut(s.prev)
	m.pos, m.due, m.comma = s.start, dueNext, s.comma
	m.lineFirst, m.lineIndent = s.lineFirst, s.lineIndent
	return true
}

// extraCloser takes out a closer that closes nothing.
func extraCloser(m *machine) bool {
	c := m.at(m.pos)
	if len(m.stack) == 0 && m.due == dueComma && (isCloser(c) || c == ',') {
		return m.closersBehind() || m.earlyCloser()
	}
	if !isCloser(c) || m.due != dueComma && m.due != dueFirst {
		return false
	}
	if m.plan.drop != m.pos+1 && (m.due == dueFirst || !m.fits(m.pos+1, len(m.stack))) {
		return false
	}
	m.edit(m.pos, m.pos+1, "")
	m.pos++
	return true
}

// closersBehind takes out the closers behind the whole document.
func (m *machine) closersBehind() bool {
	i := m.pos
	for i < m.limit && (isCloser(m.unit(i)) || isSpace(m.unit(i))) {
		i++
		m.pollAt(i)
	}
	if i < m.limit && !(m.unit(i) == '`' || m.unit(i) == ';') {
		return false
	}
	if !m.plan.indent && m.canIndent() {
		m.next.indent, m.doubt = true, true
	}
	for i > m.pos && isSpace(m.unit(i-1)) {
		i--
		m.pollAt(i)
	}
	m.edit(m.pos, i, "")
	m.pos = i
	return true
}

// wrongCloser puts the right closer in place of another.
func wrongCloser(m *machine) bool {
	c := m.at(m.pos)
	if !isCloser(c) || len(m.stack) == 0 || m.due != dueComma && m.due != dueFirst {
		return false
	}
	k := m.top().kind
	if c == closerOf(k) || k == 'f' || !m.fits(m.pos+1, len(m.stack)-1) {
		return false
	}
	m.edit(m.pos, m.pos+1, string(rune(closerOf(k))))
	m.pop()
	return true
}

// earlyCloser finds the closer that is one too many when the root container was
// closed before its last member.
func (m *machine) earlyCloser() bool {
	if len(m.stack) > 0 || m.due != dueComma || m.sequence || m.plan.drop != 0 || m.rootFrame.kind != '{' && m.rootFrame.kind != '[' {
		return false
	}
	c := m.at(m.pos)
	if c != ',' && !isCloser(c) {
		return false
	}
	m.stack = append(m.stack, m.rootFrame)
	fits := m.fits(m.pos, 1)
	m.stack = m.stack[:0]
	if !fits {
		return false
	}
	if !m.plan.indent && m.canIndent() {
		m.next.indent = true
		return false
	}
	if m.rootComma < 0 && m.passedOver() {
		return false
	}
	// Two closers of one kind stand together where one of them may be extra.
	found, n := -1, 0
	from := max(m.rootComma, m.rootFrame.open) + 1
	for i := from; i < m.lastEnd; i++ {
		m.pollAt(i)
		switch c := m.unit(i); {
		case c == '"':
			if i = m.quoteEnd(i); i < 0 {
				return false
			}
		case isCloser(c) && m.at(i+1) == c:
			for m.at(i+1) == c && i+1 < m.lastEnd {
				i++
			}
			found = i
			n++
		}
	}
	if n == 0 || n > 1 && (m.level < All || found != m.lastEnd-1) {
		return false
	}
	m.next.drop = found + 1
	return false
}
