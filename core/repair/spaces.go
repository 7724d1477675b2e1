package repair

// specialSpace puts a space in place of a character that shows as white space,
// or not at all, between tokens.
func specialSpace(m *machine) bool {
	i := m.pos
	c := m.at(i)
	n := 1
	switch {
	case c == '\v' || c == '\f':
	case c >= 0x80:
		var r rune
		r, n = m.char(i)
		if !isSpecialSpace(r) {
			return false
		}
	default:
		return false
	}
	m.edit(i, i+n, " ")
	m.pos = i + n
	return true
}

func isSpecialSpace(r rune) bool {
	switch {
	case r == 0x85, r == 0xA0, r == 0xAD, r == 0x1680, r == 0x202F, r == 0x205F, r == 0x3000, r == 0xFEFF, r == 0x061C:
		return true
	case r >= 0x2000 && r <= 0x200F, r == 0x2028, r == 0x2029, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x2064, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

// quotePrefix takes the mark of a Markdown block quote for white space, if every
// line of the text has one.
func quotePrefix(m *machine) bool {
	i := m.pos
	if m.at(i) != '>' || i != m.lineFirst {
		return false
	}
	end := i
	for m.at(end) == '>' {
		end++
	}
	if m.at(end) == ' ' {
		end++
	}
	m.edit(i, end, "")
	m.pos = end
	// Indentation counts from behind the mark.
	j := m.blank(end)
	m.lineFirst, m.lineIndent = j, j-end
	return true
}
