package candidates

// match is where a candidate ends.
type match struct {
	start, end int
	next       int // where the scan goes on
	reason     Reason
	deep       int // the first opener that is nested too deep, -1 if none is
}

// matcher matches brackets; outside strings, and each with the last.
type matcher struct{ closers []byte }

// match gives the candidate whose opener is at start. It looks at each
// character once, and the scan goes on behind what it has looked at.
func (m *matcher) match(text []byte, start int) match {
	m.closers = m.closers[:0]
	found := match{start: start, deep: -1}
	cut := func(reason Reason, at, next int) match {
		found.reason, found.end, found.next = reason, trimEnd(text, at), next
		return found
	}
	inString := false
	for i := start; i < len(text); i++ {
		c := text[i]
		switch {
		case inString:
			switch c {
			case '"':
				inString = false
			case '\n':
				return cut(UnterminatedString, i, i+1)
			case '\\':
				if i+1 < len(text) && text[i+1] != '\n' {
					i++
				}
			}
		case c == '"':
			inString = true
		case c == '{' || c == '[':
			m.closers = append(m.closers, c+2)
			if len(m.closers) == MaxDepth+1 && found.deep < 0 {
				found.deep = i
			}
		case c == '}' || c == ']':
			last := len(m.closers) - 1
			if m.closers[last] != c {
				return cut(MismatchedCloser, i, i+1)
			}
			m.closers = m.closers[:last]
			if last == 0 {
				found.end, found.next = i+1, i+1
				return found
			}
		}
	}
	if inString {
		return cut(UnterminatedString, len(text), len(text))
	}
	return cut(Unclosed, len(text), len(text))
}

// trimEnd takes JSON white space off the end of text[:end].
func trimEnd(text []byte, end int) int {
	for end > 0 && (text[end-1] == ' ' || text[end-1] == '\n' || text[end-1] == '\t' || text[end-1] == '\r') {
		end--
	}
	return end
}
