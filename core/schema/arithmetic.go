package schema

import "math/bits"

// decimal reads up to 19 digits.
func decimal(digits []byte) (n uint64) {
	for _, c := range digits {
		n = n*10 + uint64(c-'0')
	}
	return n
}

func pow10(n int) uint64 {
	p := uint64(1)
	for range n {
		p *= 10
	}
	return p
}

// mulMod is a × b mod m, for a and b below m or below 2^32.
func mulMod(a, b, m uint64) uint64 {
	high, low := bits.Mul64(a, b)
	_, rest := bits.Div64(high%m, low, m)
	return rest
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
