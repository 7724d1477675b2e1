package repair

import "strings"

// comment takes out a comment that announces no omission.
func comment(m *machine) bool {
	end := m.commentEnd(m.pos)
	if end < 0 || m.mayBeText(end) || m.announcesOmission(m.pos, end) {
		return false
	}
	m.edit(m.pos, end, "")
	m.pos = end
	return true
}

// mayBeText reports whether the line comment, up to end, is rather the text of
// a string: of the one in front of it, or of one that lost its first quote. A
// quote in it ends that string well.
func (m *machine) mayBeText(end int) bool {
	if m.at(m.pos+1) == '*' || m.due != dueValue && (m.due != dueComma || m.last != aString || m.hasNewline(m.lastEnd, m.pos)) {
		return false
	}
	quote := m.nextQuote(m.pos)
	if quote < end && m.due == dueComma && m.lastEnd == m.pos {
		return true
	}
	for ; quote < end; quote = m.nextQuote(quote + 1) {
		if m.fits(quote+1, len(m.stack)) {
			return true
		}
	}
	return false
}

// omissionComment takes out a comment that says that something was left out.
func omissionComment(m *machine) bool {
	end := m.commentEnd(m.pos)
	if end < 0 {
		return false
	}
	m.edit(m.pos, end, "")
	m.pos = end
	m.truncated = true
	return true
}

// commentEnd gives the end of the comment at i, -1 if there is none.
func (m *machine) commentEnd(i int) int {
	switch {
	case m.at(i) == '/' && m.at(i+1) == '*':
		wall := m.wall(i)
		if i < m.openFrom || i >= m.openTo {
			for k := i + 2; k < wall; k++ {
				m.pollAt(k)
				if m.unit(k) == '*' && m.at(k+1) == '/' {
					return k + 2
				}
			}
			m.openFrom, m.openTo = i, wall
		}
		if wall >= m.limit && len(m.stack) == 0 && m.due == dueComma {
			return m.limit
		}
		return -1
	case m.at(i) == '/' && m.at(i+1) == '/':
	case m.at(i) == '#' && !(m.due == dueValue && isNameUnit(m.at(i+1))):
	default:
		return -1
	}
	return m.lineEnd(i)
}

// ahead gives the first unit from i on that is neither white space nor in a
// comment.
func (m *machine) ahead(i int) int {
	for range longestLook {
		i = m.blank(i)
		if !m.opensComment(i) {
			break
		}
		end := m.commentEnd(i)
		if end < 0 {
			break
		}
		i = end
	}
	return i
}

// omissions are the phrases by which a comment says that something is missing,
// by their first letter. "$" stands where no letter may follow.
var omissions = [26][]string{
	0:         {"and so on", "as above", "and more", "abbreviated", "additional "},
	'c' - 'a': {"continue", "cut off", "cut for"},
	'e' - 'a': {"etc$", "elided"},
	'l' - 'a': {"left out"},
	'm' - 'a': {"more item", "more entr", "more element", "more row", "more record", "more object", "more result", "more field", "more key", "more value", "more line", "more here", "more of", "more like", "more to come", "many more"},
	'o' - 'a': {"omitted", "other item", "other entr", "others$"},
	'r' - 'a': {"rest of", "rest is", "rest omitted", "remaining", "repeat"},
	's' - 'a': {"snip$", "similar", "shortened", "same as", "some more"},
	'u' - 'a': {"unchanged"},
	't' - 'a': {"the rest$", "truncated", "trimmed"},
}

// announcesOmission reports whether the comment says that something was left
// out: by an ellipsis, a number of further items, or a phrase.
func (m *machine) announcesOmission(start, end int) bool {
	const longest = 500
	var lower [longest]byte
	n := 0
	for i := start; i < end && n < longest; i++ {
		c := m.unit(i)
		switch {
		case c >= 0x80:
			if r, _ := m.char(i); r == '…' {
				return true
			}
			c = '?'
		case c-'A' < 26:
			c |= 0x20
		}
		lower[n] = byte(c)
		n++
	}
	s := string(lower[:n])
	for i := range n {
		c := s[i]
		switch {
		case c == '.' && i+2 < n && s[i+1] == '.' && s[i+2] == '.':
			return true
		case c-'a' >= 26 || i > 0 && s[i-1]-'a' < 26:
		case i > 1 && s[i-1] == ' ' && s[i-2]-'0' <= 9 && (strings.HasPrefix(s[i:], "more") || strings.HasPrefix(s[i:], "other")):
			return true
		default:
			for _, w := range omissions[c-'a'] {
				word, whole := strings.CutSuffix(w, "$")
				if rest, ok := strings.CutPrefix(s[i:], word); ok && !(whole && len(rest) > 0 && rest[0]-'a' < 26) {
					return true
				}
			}
		}
	}
	return false
}
