package repair

import "strings"

// comment takes out a comment that announces no omission.
func comment(m *machine) bool {
	end := m.commentEnd(m.pos)
	if end < 0 || m.announcesOmission(m.pos, end) {
		return false
	}
	m.edit(m.pos, end, "")
	m.pos = end
	return true
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
		for k := i + 2; k < wall; k++ {
			if m.unit(k) == '*' && m.at(k+1) == '/' {
				return k + 2
			}
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

// omissions are the words by which a comment says that something is missing.
var omissions = []string{
	"...", "…", " more ", "omitted", " etc", "the rest", " rest of", "unchanged", "remaining", "truncated", "and so on", "continue", "elided",
	"left out", "other items", "other entries", "same as above", "as above", "similar", "snip", "abbreviated", "repeat", "shortened",
}

// announcesOmission reports whether the comment says that something was left
// out.
func (m *machine) announcesOmission(start, end int) bool {
	const longest = 500
	var b strings.Builder
	for i := start; i < end && i < start+longest; {
		r, n := m.char(i)
		b.WriteRune(r)
		i += n
	}
	s := strings.ToLower(strings.TrimRight(strings.Trim(b.String(), "/*# \t\r\n"), ".")) + " "
	if full := strings.Trim(b.String(), "/*# \t\r\n"); strings.HasSuffix(full, "..") {
		return true
	}
	for _, w := range omissions {
		if strings.Contains(" "+s, w) {
			return true
		}
	}
	return false
}
