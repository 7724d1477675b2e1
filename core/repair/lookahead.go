package repair

// What stands ahead tells readings apart. Each look is short, or goes no
// further than the next quote, so that all looks together stay linear.

const (
	longestLook = 32  // structural characters that a look goes over
	longestName = 200 // units of a name that a look reads
)

// caches keep what would otherwise be searched for again and again.
type caches struct {
	barren            [numStyles][4]int // no string of this style and place can end before here, from barrenFrom on
	barrenFrom        [numStyles][4]int
	lookAt, lookDepth int // the last look: where, and what it gave
	lookFound         bool
	openFrom, openTo  int // no comment ends between these
}

// blank skips white space, and comments where the document may have them.
func (m *machine) blank(i int) int {
	for {
		c := m.at(i)
		if isSpace(c) && c != 0 {
			i++
			m.pollAt(i)
			continue
		}
		return i
	}
}

// fits reports whether the text from i on reads as JSON does behind a complete
// value with depth containers open: up to the next scalar, that one included.
func (m *machine) fits(i, depth int) bool {
	if m.lookAt == i+1 && m.lookDepth == depth {
		return m.lookFound
	}
	found := m.look(i, depth)
	m.lookAt, m.lookDepth, m.lookFound = i+1, depth, found
	return found
}

func (m *machine) look(i, depth int) bool {
	var opened [longestLook]byte
	n := 0 // containers opened on the way
	due := dueComma
	kind := func() byte {
		if n > 0 {
			return opened[n-1]
		}
		return m.kindAt(depth)
	}
	for range longestLook {
		i = m.blank(i)
		c := m.at(i)
		if i >= m.limit {
			return depth == 0 && n == 0 && due == dueComma
		}
		if n == 0 && depth == 0 && due == dueComma {
			return m.endsDocument(i)
		}
		if due == dueComma || isCloser(c) {
			switch {
			case c == ',' && due == dueComma && kind() != 'f':
				due = dueNext
			case c == closerOf(kind()):
				if n > 0 {
					n--
				} else {
					depth--
				}
				due = dueComma
			default:
				return due == dueComma && m.isComment(i)
			}
			i++
			continue
		}
		if kind() == '{' {
			return m.namesMember(i)
		}
		switch {
		case c == '{' || c == '[':
			opened[n] = byte(c)
			n++
			due = dueFirst
			i++
		case c == '"':
			end := m.quoteEnd(i)
			return end >= 0 && m.endsElement(m.blank(end+1))
		default:
			end := m.scalarEnd(i)
			return end > 0 && m.endsElement(m.blank(end)) || m.isComment(i)
		}
	}
	return true
}

// endsElement reports whether an array's element ends at i.
func (m *machine) endsElement(i int) bool {
	c := m.at(i)
	return c == ',' || isCloser(c) || i >= m.limit || m.opensComment(i)
}

// scalarEnd gives the end of the number or literal at i, 0 if there is none.
func (m *machine) scalarEnd(i int) int {
	if end, _ := m.numberShape(i); end > 0 {
		return end
	}
	for _, w := range [...]string{"true", "false", "null", "True", "False", "None"} {
		if m.hasWord(i, w) {
			return i + len(w)
		}
	}
	return 0
}

// namesMember reports whether a member's name and a colon stand at i.
func (m *machine) namesMember(i int) bool {
	c := m.at(i)
	switch {
	case c == '"':
		end := m.quoteEnd(i)
		if end < 0 || end-i > longestName {
			return false
		}
		i = m.blank(end + 1)
	case m.bareKeys && isNameUnit(c) && !isDigit(c):
		i = m.blank(m.wordEnd(i))
	case c == '\'' || c >= 0x80 || c == '`':
		r, n := m.char(i)
		s, ok := styleOf(r)
		if !ok || m.str.style == double {
			return false
		}
		end := -1
		for k := i + n; k < m.limit && k < i+longestName; {
			r, n := m.char(k)
			if s.closes(m, r, k) {
				end = k + n
				break
			}
			if r == '\n' {
				break
			}
			k += n
		}
		if end < 0 {
			return false
		}
		i = m.blank(end)
	default:
		return m.opensComment(i)
	}
	return m.at(i) == ':'
}

// isComment reports whether a comment stands at i, and not the text of a string
// that ends in the same line.
func (m *machine) isComment(i int) bool {
	return m.opensComment(i) && (m.at(i+1) == '*' || m.nextQuote(i) >= m.lineEnd(i))
}

func (m *machine) opensComment(i int) bool {
	c := m.at(i)
	return c == '/' && (m.at(i+1) == '/' || m.at(i+1) == '*') || c == '#' && m.at(i+1) == ' '
}

// endsDocument reports whether what stands at i may follow the root value.
func (m *machine) endsDocument(i int) bool {
	if m.prose {
		return true
	}
	switch c := m.at(i); c {
	case '`', ';':
		return true
	case '{', '[':
		return m.sequence || m.hasNewline(m.lastEnd, i)
	case ',':
		return m.sequence || m.blank(i+1) >= m.limit
	case '/', '#':
		return m.opensComment(i)
	}
	return false
}

// quoteEnd gives the quote that ends the string at i, in its line; -1 if there
// is none.
func (m *machine) quoteEnd(i int) int {
	i++
	for {
		i = m.plainRun(i, m.limit)
		switch m.at(i) {
		case '"':
			return i
		case '\\':
			i += 2
			if i > m.limit {
				return -1
			}
		default:
			return -1
		}
	}
}

// wordEnd gives the end of the name without quotes at i.
func (m *machine) wordEnd(i int) int {
	for i < m.limit {
		m.pollAt(i)
		c := m.unit(i)
		if !isNameUnit(c) {
			break
		}
		if c >= 0x80 {
			r, n := m.char(i)
			if !isNameRune(r) {
				break
			}
			i += n
			continue
		}
		i++
	}
	return i
}

// hasWord reports whether word stands at i, and no name goes on behind it.
func (m *machine) hasWord(i int, word string) bool {
	for k := range len(word) {
		if m.at(i+k) != uint32(word[k]) {
			return false
		}
	}
	c := m.at(i + len(word))
	return !(isLetter(c) || isDigit(c) || c == '_' || c == '$')
}
