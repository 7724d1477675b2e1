package schema

import "bytes"

// number is a decimal number, exactly: 0.digits × 10^point, digits without
// zeros at either end; zero has none. Nothing of its size depends on the
// exponent, so 1e-999999999 is as cheap as 1.
type number struct {
	negative bool
	digits   []byte
	point    int64
}

// farthest is where exponents end: what is spelt with a longer one is taken to
// have this one. No text that fits in memory can tell the difference, but by
// another such exponent.
const farthest = 1 << 60

// parseNumber reads the text of a number. The digits take its memory.
func parseNumber(s []byte) (n number) {
	if s[0] == '-' {
		n.negative = true
		s = s[1:]
	}
	mantissa, exponent := s, []byte(nil)
	if i := bytes.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
	}
	n.digits = mantissa
	n.point = int64(len(mantissa))
	if i := bytes.IndexByte(mantissa, '.'); i >= 0 {
		copy(mantissa[1:i+1], mantissa[:i])
		n.digits = mantissa[1:]
		n.point = int64(i)
	}
	trimmed := bytes.TrimLeft(n.digits, "0")
	n.point -= int64(len(n.digits) - len(trimmed))
	n.digits = bytes.TrimRight(trimmed, "0")
	if len(n.digits) == 0 {
		return number{}
	}
	n.point += parseExponent(exponent)
	return n
}

func parseExponent(s []byte) (e int64) {
	negative := len(s) > 0 && s[0] == '-'
	for _, c := range s {
		if c >= '0' && c <= '9' {
			e = min(e*10+int64(c-'0'), farthest)
		}
	}
	if negative {
		return -e
	}
	return e
}

func (n number) isInteger() bool { return n.point >= int64(len(n.digits)) }

func (n number) compare(m number) int {
	switch {
	case len(n.digits) == 0 && len(m.digits) == 0:
		return 0
	case len(n.digits) == 0:
		return sign(!m.negative, true)
	case len(m.digits) == 0 || n.negative != m.negative:
		return sign(n.negative, true)
	case n.point != m.point:
		return sign(n.point < m.point, !n.negative)
	}
	c := bytes.Compare(n.digits, m.digits)
	if n.negative {
		return -c
	}
	return c
}

// sign is -1 where less is asked for and positive, and +1, the other way round.
func sign(less, positive bool) int {
	if less == positive {
		return -1
	}
	return 1
}

// decimal reads up to 19 digits.
func decimal(digits []byte) (n uint64) {
	for _, c := range digits {
		n = n*10 + uint64(c-'0')
	}
	return n
}

// smallInt reads an integer of up to 18 digits, as it stands in a text.
func smallInt(s []byte) (n int64, ok bool) {
	digits := s
	if s[0] == '-' {
		digits = s[1:]
	}
	if len(digits) > 18 {
		return 0, false
	}
	n = int64(decimal(digits))
	if s[0] == '-' {
		n = -n
	}
	return n, true
}
