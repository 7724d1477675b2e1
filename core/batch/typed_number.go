package batch

import "math/bits"

// parseInteger reads the text of a number as an integer of a layout, exactly:
// 1.0 and 10e-1 are 1, 1.5 is none. It is given in two's complement.
func parseInteger(s []byte, l *layout) (x uint64, ok bool) {
	digits := s
	negative := s[0] == '-'
	if negative {
		digits = s[1:]
	}
	var n uint64
	const safe = 19 // digits that 64 bits have room for
	if len(digits) > safe {
		n, ok = decimalInteger(digits)
	} else {
		ok = true
		for _, c := range digits {
			if c-'0' > 9 {
				n, ok = decimalInteger(digits)
				break
			}
			n = n*10 + uint64(c-'0')
		}
	}
	switch {
	case !ok:
		return 0, false
	case negative:
		return -n, n <= -uint64(l.least)
	}
	return n, n <= l.most
}

// decimalInteger is an integer in any spelling, of up to 64 bits.
func decimalInteger(s []byte) (n uint64, ok bool) {
	m, ok := decimalTimes(s, 0)
	return m.low, ok && m.high == 0
}

// magnitude is a number of 128 bits, and how many digits it has; of those, zero
// has none.
type magnitude struct {
	high, low uint64
	digits    int
}

// MaxPrecision is how many digits a decimal may have.
const MaxPrecision = 38

// decimalTimes reads a number without a sign, in any spelling, and gives it times
// 10^scale, if that is an integer of no more than MaxPrecision digits.
func decimalTimes(s []byte, scale int) (m magnitude, ok bool) {
	// What has been read is m × 10^(zeros+scale), and m does not end with a zero:
	// where the exponent is negative, it is no integer.
	zeros, i := 0, 0
	fraction := false
	for ; i < len(s) && s[i] != 'e' && s[i] != 'E'; i++ {
		if s[i] == '.' {
			fraction = true
			continue
		}
		if fraction {
			scale--
		}
		if s[i] == '0' {
			zeros++
			continue
		}
		if !m.shift(zeros) || !m.add(uint64(s[i]-'0')) {
			return m, false
		}
		zeros = 0
	}
	if m.digits == 0 {
		return m, true
	}
	scale += zeros
	if i < len(s) {
		scale += smallExponent(s[i+1:])
	}
	return m, scale >= 0 && m.shift(scale)
}

// add puts a digit behind the others, if there is room.
func (m *magnitude) add(digit uint64) bool {
	if m.digits == MaxPrecision {
		return false
	}
	high, low := bits.Mul64(m.low, 10)
	low, carry := bits.Add64(low, digit, 0)
	m.high, m.low = m.high*10+high+carry, low
	m.digits++
	return true
}

// shift puts zeros behind the digits, if there are any and there is room.
func (m *magnitude) shift(zeros int) bool {
	if m.digits == 0 {
		return true
	}
	for range min(zeros, MaxPrecision+1) {
		if !m.add(0) {
			return false
		}
	}
	return true
}

// parseDecimal reads the text of a number as so many units of 10^-scale, exactly,
// in two's complement.
func parseDecimal(s []byte, precision, scale int) (high, low uint64, ok bool) {
	negative := s[0] == '-'
	if negative {
		s = s[1:]
	}
	m, ok := decimalTimes(s, scale)
	if negative {
		var borrow uint64
		m.low, borrow = bits.Sub64(0, m.low, 0)
		m.high, _ = bits.Sub64(0, m.high, borrow)
	}
	return m.high, m.low, ok && m.digits <= precision
}

// smallExponent reads an exponent; one that is longer than any text is cut.
func smallExponent(s []byte) (e int) {
	const longest = 1 << 40
	for _, c := range s {
		if c-'0' <= 9 {
			e = min(e*10+int(c-'0'), longest)
		}
	}
	if s[0] == '-' {
		return -e
	}
	return e
}
