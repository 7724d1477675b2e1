package repair

// A layer is an encoding of the document as a whole, that is taken off before
// the document is read.
type layer struct {
	level  Level
	covers func(u *units, in region) bool
	decode func(m *machine) // records the edits
	rule   *uint8
}

var layers = [...]layer{
	{Syntax, coversEscapes, decodeEscapes, &escapedRule},
	{Syntax, coversEntities, decodeEntities, &entitiesRule},
}

// nearEnd is how much of the prose behind an opener is decoded at first.
const nearEnd = 1 << 6

// attemptLayer takes a layer off and repairs what is under it. In prose, where the
// value's end is not known, ever more is decoded until a value that is sound under
// the layer ends in it: that is the same value, whatever stands behind it.
func attemptLayer(u *units, in region, level Level, l layer) (Result, bool) {
	for size := nearEnd; in.prose && size < in.limit-in.start; size *= 4 {
		near := in
		near.limit = in.start + size
		if r, ok, sound := attemptDecoded(u, near, level, l); ok && sound {
			return r, true
		}
	}
	r, ok, _ := attemptDecoded(u, in, level, l)
	return r, ok
}

// attemptDecoded is attemptLayer for a region that ends where its limit is; sound
// says that nothing had to be repaired under the layer.
func attemptDecoded(u *units, in region, level Level, l layer) (r Result, ok, sound bool) {
	var m machine
	m.begin(*u, in, level, plan{})
	m.rule = *l.rule
	l.decode(&m)
	for i := range m.edits.list {
		m.edits.poll(i)
		m.edits.list[i].Cont = i > 0
	}
	end := m.pos
	if len(m.edits.list) == 0 {
		return Result{}, false, false
	}
	first := m.edits
	r = Result{Start: in.start, End: end}
	r.record(first)
	under := decoded(*u, r)
	inner, ok := attemptPlain(&under, region{limit: outLen(&under), prose: in.prose}, level, Stand{})
	u.work += m.worked() - u.worked() + outLen(&under) + under.worked()
	if !ok {
		return Result{}, false, false
	}
	if in.prose {
		// What lies behind the document under the layer stays as it was.
		first.list, r.End = upTo(first.list, in.start, inner.End)
	}
	r.record(compose(in.start, first, inner.edits(), u.stop))
	r.Truncated = inner.Truncated
	return r, true, len(inner.Edits) == 0
}

// upTo gives the edits that make the first n units of the outcome, and where
// those end in the text.
func upTo(list []Edit, start, n int) ([]Edit, int) {
	shift := -start
	for i, e := range list {
		if int(e.Start)+shift >= n {
			return list[:i], n - shift
		}
		shift += int(e.n - (e.End - e.Start))
	}
	return list, n - shift
}

// decoded is the text with the edits applied.
func decoded(u units, r Result) units {
	out := units{isUTF8: u.isUTF8, stop: u.stop}
	switch {
	case u.w16 != nil:
		out.w16 = applied(nil, u.w16, r, u.stop)
	case u.w32 != nil:
		out.w32 = applied(nil, u.w32, r, u.stop)
	default:
		out.w8 = applied(nil, u.w8, r, u.stop)
	}
	return out
}

// coversEscapes reports whether the document is escaped as if it stood in a
// string: its first quote is.
func coversEscapes(u *units, in region) bool {
	i := in.start
	c := u.unit(i)
	if c == '\\' && i+4 <= in.limit && u.unit(i+1) == '"' {
		return u.unit(in.limit-1) == '"' // a string
	}
	if c != '{' && c != '[' && c != '"' {
		return false
	}
	for i++; i < in.limit; i++ {
		u.pollAt(i)
		switch c := u.unit(i); {
		case isSpace(c) || c == '{' || c == '[':
		case c == '\\' && i+1 < in.limit:
			switch u.unit(i + 1) {
			case 'n', 'r', 't':
				i++
			case '"':
				return u.unit(in.start) != '"' || u.unit(in.limit-1) == '"'
			default:
				return false
			}
		default:
			return false
		}
	}
	return false
}

// decodeEscapes takes one backslash off every escape.
func decodeEscapes(m *machine) {
	i := m.start
	end := m.limit
	if m.at(i) == '"' {
		// The string that the document was put in.
		m.edit(i, i+1, "")
		m.edit(end-1, end, "")
		i++
		m.limit--
	}
	inside := false
	for i < m.limit {
		m.poll()
		c := m.unit(i)
		if c != '\\' {
			if c == '"' && m.prose {
				break // the end of the string around it
			}
			i++
			continue
		}
		switch e := m.at(i + 1); e {
		case '"':
			inside = !inside
			m.edit(i, i+1, "")
			i += 2
		case '\\':
			m.edit(i, i+1, "")
			i += 2
			// What the second backslash escapes is no quote of the document.
			if n := m.at(i); n == '\\' && (m.at(i+1) == '"' || m.at(i+1) == '\\') {
				m.edit(i, i+1, "")
				i += 2
			}
		case 'n', 'r', 't':
			if inside {
				i += 2
				break
			}
			m.edit(i, i+2, map[uint32]string{'n': "\n", 'r': "\r", 't': "\t"}[e])
			i += 2
		case '/', '\'':
			m.edit(i, i+1, "")
			i += 2
		default:
			i += 2
		}
	}
	m.pos = end
	if m.prose {
		m.pos = min(i, end)
	}
}

// entities are those of HTML that JSON and its strings need.
var entities = []struct{ name, char string }{
	{"&quot;", `"`}, {"&#34;", `"`}, {"&#x22;", `"`}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"},
	{"&#39;", "'"}, {"&#x27;", "'"}, {"&apos;", "'"}, {"&nbsp;", " "}, {"&#91;", "["}, {"&#93;", "]"}, {"&#123;", "{"}, {"&#125;", "}"},
	{"&lbrace;", "{"}, {"&rbrace;", "}"}, {"&lbrack;", "["}, {"&rbrack;", "]"}, {"&#x3D;", "="}, {"&#x2F;", "/"}, {"&#x60;", "`"},
}

// coversEntities reports whether the document's first quote is HTML's.
func coversEntities(u *units, in region) bool {
	i := in.start
	for i < in.limit && (u.unit(i) == '{' || u.unit(i) == '[' || isSpace(u.unit(i))) {
		u.pollAt(i)
		i++
	}
	if i == in.start || i == in.limit || u.unit(i) != '&' {
		return false
	}
	m := machine{units: *u, region: in}
	return m.hasText(i, "&quot;") || m.hasText(i, "&#34;") || m.hasText(i, "&#x22;")
}

// decodeEntities decodes the entities, once.
func decodeEntities(m *machine) {
	for i := m.start; i < m.limit; i++ {
		m.pollAt(i)
		if m.unit(i) != '&' {
			continue
		}
		for _, e := range entities {
			if m.hasText(i, e.name) {
				m.edit(i, i+len(e.name), e.char)
				i += len(e.name) - 1
				break
			}
		}
	}
	m.pos = m.limit
}

// hasText reports whether text stands at i.
func (m *machine) hasText(i int, text string) bool {
	for k := range len(text) {
		if m.at(i+k) != uint32(text[k]) {
			return false
		}
	}
	return true
}
