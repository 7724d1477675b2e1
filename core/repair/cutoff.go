package repair

// stringCutOff ends a string whose closing quote is missing at the text's end:
// in front of the closers that close all that is open, if they stand there.
func (m *machine) stringCutOff() bool {
	s := &m.str
	if s.name {
		return false
	}
	x := m.lastRun()
	if x < 0 || m.level < All && !m.hasNewline(x, m.limit) {
		return false
	}
	// One line and its closers may also be a string that was cut off.
	m.truncated = m.truncated || !m.hasNewline(x, m.limit)
	m.open = false
	m.pos = x
	m.endAt(x)
	return true
}

// lastRun gives where the run of closers at the text's end begins that closes
// what is open around the last string; -1 if there is none.
func (m *machine) lastRun() int {
	s := &m.str
	if x := m.addressEnd(); x >= 0 {
		return x
	}
	low := m.limit
	for n := 0; low > s.inner && n < longestLook; low-- {
		m.pollAt(low)
		c := m.at(low - 1)
		if isSpace(c) {
			continue
		}
		if !isCloser(c) {
			break
		}
		n++
	}
	for x := low; x < m.limit; x++ {
		m.pollAt(x)
		if c := m.at(x); isCloser(c) && m.look(x, len(m.stack)) {
			for x > s.inner && isSpace(m.at(x-1)) {
				x--
				m.pollAt(x)
			}
			return x
		}
	}
	return -1
}

// addressEnd gives the comma that ends an address of the web in front of a
// number or literal; -1 if the string is none.
func (m *machine) addressEnd() int {
	s := &m.str
	if !m.hasText(s.inner, "http://") && !m.hasText(s.inner, "https://") || m.level < All {
		return -1
	}
	for i := s.inner; i < m.limit && !isSpace(m.unit(i)); i++ {
		m.pollAt(i)
		if m.unit(i) == ',' {
			if end := m.scalarEnd(m.blank(i + 1)); end > 0 && m.endsElement(end) && !m.inObject() {
				return i
			}
			break
		}
	}
	return -1
}

// cutOff closes what is open where the text ends.
func cutOff(m *machine) bool {
	if m.open {
		return m.closeString()
	}
	if len(m.stack) == 0 && m.due == dueValue && m.root < 0 {
		return false // there is no document at all
	}
	end := m.pos
	m.truncated = true
	switch m.due {
	case dueNext:
		m.edit(m.comma, m.comma+1, "")
		end = m.lastEnd
	case dueColon:
		m.insert(m.lastEnd, ": null")
		end = m.lastEnd
	case dueValue:
		if len(m.stack) > 0 && m.top().kind == 'f' {
			return false
		}
		m.insert(end, "null")
	case dueComma:
		end = m.lastEnd
	}
	for len(m.stack) > 0 {
		after := string(rune(closerOf(m.top().kind)))
		switch m.top().kind {
		case 'f':
			after = ""
		case '(':
			after = "]"
		}
		if after != "" {
			m.insert(end, after)
		}
		m.str.live = false
		m.shut(end)
	}
	m.due = dueComma
	m.pos = max(m.pos, end)
	return true
}

// closeString ends a string where the text ends, without the escape that was
// cut off with it.
func (m *machine) closeString() bool {
	s := &m.str
	end := m.limit
	m.truncated = true
	m.open = false
	// An escape that was cut off.
	if s.close > s.start && s.close < end && m.at(s.close) == '\\' {
		m.edit(s.close, end, "")
	}
	s.ended, s.live = true, false
	if s.style != double {
		outer := m.rule
		m.rule = ruleOfStyle[s.style]
		m.edit(s.start, s.inner, `"`)
		m.rule = outer
	}
	m.insert(end, `"`)
	if s.name {
		m.lastEnd, m.pos, m.due = end, end, dueColon
		if end == m.whole {
			m.firm++ // and not what a wall cuts off: that may be prose in quotes
		}
	} else {
		m.valueRead(aString, s.start, end)
	}
	return true
}

// cutNumber completes a number that was cut off: "2.", "2e+", "-".
func cutNumber(m *machine) bool {
	if m.isEllipsis(m.pos) {
		return false
	}
	i := m.pos
	if m.at(i) == '-' {
		i++
	}
	k := m.digits(i)
	if m.at(k) == '.' {
		k = m.digits(k + 1)
	}
	if m.at(i) == '.' && k == i+1 {
		m.insert(i, "0")
	}
	if m.at(k)|0x20 == 'e' {
		if k == i {
			return false
		}
		k++
		if c := m.at(k); c == '+' || c == '-' {
			k++
		}
	}
	if !m.endsElement(m.blank(k)) || k == m.pos || isDigit(m.at(k-1)) || m.at(i) == '0' && isDigit(m.at(i+1)) {
		return false
	}
	m.insert(k, "0")
	m.truncated = true
	m.memberStarts()
	m.valueRead(aNumber, m.pos, k)
	return true
}

// cutWord completes a literal that was cut off.
func cutWord(m *machine) bool {
	end := m.wordEnd(m.pos)
	if end < m.limit || end-m.pos > 4 {
		return false
	}
	s := m.ascii(m.pos, end)
	for _, w := range [...]string{"true", "false", "null"} {
		if len(s) < len(w) && w[:len(s)] == s && len(m.stack) > 0 {
			m.insert(end, w[len(s):])
			m.truncated = true
			m.memberStarts()
			m.valueRead(aWord, m.pos, end)
			return true
		}
	}
	return false
}
