package repair

import (
	"math"
	"strconv"
)

// number gives the end of the strict number at i.
func (m *machine) number(i int) (end int, ok bool) {
	end, finite := m.numberShape(i)
	return end, end > 0 && finite
}

// numberShape gives the end of the number at i by the grammar, 0 if there is
// none, and whether a float can hold it.
func (m *machine) numberShape(i int) (end int, finite bool) {
	start := i
	if m.at(i) == '-' {
		i++
	}
	digits := i
	if m.at(i) == '0' {
		i++
	} else {
		i = m.digits(i)
	}
	if i == digits || isDigit(m.at(i)) {
		return 0, false
	}
	float := false
	if m.at(i) == '.' {
		j := m.digits(i + 1)
		if j == i+1 {
			return 0, false
		}
		i, float = j, true
	}
	if m.at(i)|0x20 == 'e' {
		j := i + 1
		if c := m.at(j); c == '+' || c == '-' {
			j++
		}
		k := m.digits(j)
		if k == j {
			return 0, false
		}
		i, float = k, true
	}
	// No float of fewer characters overflows without an exponent.
	if !float || i-start < 5 {
		return i, true
	}
	return i, m.finite(start, i)
}

func (m *machine) digits(i int) int {
	for isDigit(m.at(i)) {
		i++
		m.pollAt(i)
	}
	return i
}

func (m *machine) finite(start, end int) bool {
	// Further digits than these tell no more than whether there are any but 0.
	var digits [800]byte
	n, exponent, more, point := 0, 0, false, false
	i := start
	for ; i < end && m.at(i)|0x20 != 'e'; i++ {
		m.pollAt(i)
		switch c := m.at(i); {
		case c == '-':
		case c == '.':
			point = true
		case n == 0 && c == '0' && point:
			exponent--
		case n == 0 && c == '0':
		case n < len(digits)-1:
			digits[n] = byte(c)
			n++
			if point {
				exponent--
			}
		default:
			more = more || c != '0'
			if !point {
				exponent++
			}
		}
	}
	if i == end && end-start < 300 {
		return true
	}
	if more {
		digits[n] = '1'
		n++
		exponent--
	}
	exponent += m.exponent(i+1, end)
	f, _ := strconv.ParseFloat(string(digits[:n])+"e"+strconv.Itoa(exponent), 64)
	return !math.IsInf(f, 0)
}

// exponent gives the exponent of a number at i; if that is huge, another huge one.
func (m *machine) exponent(i, end int) int {
	const huge = 1 << 40
	sign, n := 1, 0
	for ; i < end; i++ {
		m.pollAt(i)
		switch c := m.at(i); c {
		case '-':
			sign = -1
		case '+':
		default:
			n = min(10*n+int(c-'0'), huge)
		}
	}
	return sign * n
}

// ascii copies units that are known to be ASCII.
func (m *machine) ascii(start, end int) string {
	b := make([]byte, 0, end-start)
	for i := start; i < end; i++ {
		b = append(b, byte(m.at(i)))
		m.pollAt(i)
	}
	return string(b)
}

// numberSpelling mends a sign, a point or an exponent that JSON spells
// differently: "+1", ".5", "5.".
func numberSpelling(m *machine) bool {
	start := m.pos
	i := start
	sign := m.at(i)
	if sign == '+' || sign == '-' {
		i++
	}
	whole := m.digits(i)
	if whole-i > 1 && m.at(i) == '0' {
		return false
	}
	fraction, end := whole, whole
	point := m.at(whole) == '.'
	if point {
		fraction = whole + 1
		end = m.digits(fraction)
	}
	if whole == i && end == fraction {
		return false
	}
	digits := end
	if m.at(end)|0x20 == 'e' {
		j := end + 1
		if c := m.at(j); c == '+' || c == '-' {
			j++
		}
		if k := m.digits(j); k > j {
			end = k
		}
	}
	if !m.endsToken(end) || end >= m.limit && len(m.stack) > 0 {
		return false
	}
	if sign == '+' {
		m.edit(start, start+1, "")
	}
	if point && whole == i {
		m.insert(whole, "0")
	}
	if point && digits == fraction {
		m.insert(fraction, "0")
	}
	m.memberStarts()
	m.valueRead(aNumber, start, end)
	return true
}

// endsToken reports whether an unquoted value ends at i.
func (m *machine) endsToken(i int) bool {
	c := m.at(i)
	return c == 0 || isSpace(c) || c == ',' || isCloser(c) || c == ':' || c == ';' || c == '/' && (m.at(i+1) == '/' || m.at(i+1) == '*') || c == '#' || c == '`'
}

// programmersNumber rewrites hexadecimal, octal and binary numbers, and takes
// out underscores between digits.
func programmersNumber(m *machine) bool {
	start := m.pos
	i := start
	if m.at(i) == '-' {
		i++
	}
	end := i
	for c := m.at(end); isNameUnit(c) && c != '-' || c == '.'; c = m.at(end) {
		if c >= 0x80 {
			return false
		}
		end++
		m.pollAt(end)
	}
	if !m.endsToken(end) || end >= m.limit && len(m.stack) > 0 || end-i > 80 {
		return false
	}
	s := m.ascii(i, end)
	after := ""
	switch {
	case len(s) > 2 && s[0] == '0' && (s[1]|0x20 == 'x' || s[1]|0x20 == 'b' || s[1]|0x20 == 'o'):
		n, err := strconv.ParseUint(s, 0, 64)
		if err != nil {
			return false
		}
		after = strconv.FormatUint(n, 10)
	default:
		for k := range len(s) {
			if s[k] != '_' {
				after += s[k : k+1]
			} else if k == 0 || k+1 == len(s) || s[k-1]-'0' > 9 || s[k+1]-'0' > 9 {
				return false
			}
		}
		if after == s {
			return false
		}
		if e, ok := plainNumber(after); !ok || e != len(after) {
			return false
		}
	}
	m.edit(i, end, after)
	m.memberStarts()
	m.valueRead(aNumber, start, end)
	return true
}

// plainNumber gives the end of the strict number that s begins with.
func plainNumber(s string) (int, bool) {
	var m machine
	m.w8, m.limit = []byte(s), len(s)
	return m.number(0)
}

// overflow makes null of a number that no float can hold.
func overflow(m *machine) bool {
	end, _ := m.numberShape(m.pos)
	if end == 0 {
		return false
	}
	return m.becomesNull(end)
}

// becomesNull puts null in place of what stands from pos to end.
func (m *machine) becomesNull(end int) bool {
	m.edit(m.pos, end, "null")
	m.truncated = m.truncated || levels[m.rule] == All
	m.memberStarts()
	m.valueRead(aWord, m.pos, end)
	return true
}

// programmersNumberAt is programmersNumber where the number's first digit was
// read as a number of its own.
func programmersNumberAt(m *machine) bool { return m.rereadNumber(programmersNumber) }

func cutNumberAt(m *machine) bool { return m.rereadNumber(cutNumber) }

// rereadNumber applies a rule to the number that was read last, if what does
// not fit follows it directly.
func (m *machine) rereadNumber(apply func(*machine) bool) bool {
	if m.due != dueComma {
		return apply(m)
	}
	if m.last != aNumber || m.lastEnd != m.pos {
		return false
	}
	at, end := m.pos, m.lastEnd
	m.pos = m.lastStart
	if n := len(m.edits.list); n > 0 && int(m.edits.list[n-1].End) > m.pos || !apply(m) {
		m.pos, m.lastEnd = at, end
		return false
	}
	return true
}
