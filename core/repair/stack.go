package repair

// frame is an open container.
type frame struct {
	kind   byte // '{', '[', '(' for a tuple, 'f' for a call
	open   int  // its opener
	line   int  // first unit of the opener's line
	indent int  // of that line
	member int  // indentation of the first member that begins a line, else -1
	commas int
	same   int // containers of its kind closed directly inside it, and inside those
}

// push opens a container whose opener, of n units, is at pos.
func (m *machine) push(k byte, n int) {
	if m.root < 0 {
		m.root = m.pos
	}
	m.stack = append(m.stack, frame{kind: k, open: m.pos, line: m.lineFirst, indent: m.ownIndent(), member: -1})
	m.pos += n
	m.due = dueFirst
	m.str.live = false
}

// pop closes the innermost container with the closer at pos.
func (m *machine) pop() {
	m.pos++
	m.shut(m.pos)
}

// shut closes the innermost container, which ends at end.
func (m *machine) shut(end int) {
	f := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	if f.open < m.lineFirst && !m.onlyClosers(m.lineFirst, end) {
		m.lineMixed = m.lineFirst
	}
	if m.str.live {
		m.closed = append(m.closed, f)
	}
	if len(m.stack) == 0 {
		m.rootFrame = f
	} else if g := m.top(); g.kind == f.kind {
		g.same += f.same + 1
	}
	m.last, m.lastStart, m.lastEnd = aContainer, f.open, end
	m.due = dueComma
}

// onlyClosers reports whether nothing but closers and white space stands there.
func (m *machine) onlyClosers(i, end int) bool {
	for ; i < end; i++ {
		m.pollAt(i)
		if c := m.at(i); !isCloser(c) && !isSpace(c) {
			return false
		}
	}
	return true
}

// ownIndent is the indentation of the line for a container that is opened on it;
// -1 where that tells nothing of it: the line starts with the end of another one,
// with a colon or a comma, or has opened the container that this one is in.
func (m *machine) ownIndent() int {
	if m.lineMixed == m.lineFirst || len(m.stack) > 0 && m.top().line == m.lineFirst {
		return -1
	}
	return m.lineIndent
}

func (m *machine) top() *frame    { return &m.stack[len(m.stack)-1] }
func (m *machine) inObject() bool { return len(m.stack) > 0 && m.top().kind == '{' }

// kindAt is the kind of the container with depth containers open, 0 for none.
func (m *machine) kindAt(depth int) byte {
	if depth == 0 {
		return 0
	}
	return m.stack[depth-1].kind
}

func closerOf(kind byte) uint32 {
	switch kind {
	case '{':
		return '}'
	case '[':
		return ']'
	}
	return ')'
}

// memberStarts notes the indentation of the container's first member that
// begins a line.
func (m *machine) memberStarts() {
	if m.pos == m.lineFirst && len(m.stack) > 0 {
		if f := m.top(); f.member < 0 && f.line != m.lineFirst {
			f.member = m.lineIndent
		}
	}
}
