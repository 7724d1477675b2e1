package batch

import (
	"math"
	"strconv"
)

// parseInteger reads the text of a number as an integer of a layout, exactly:
// 1.0 and 10e-1 are 1, 1.5 is none. The bits are those of the integer in two's
// complement.
func parseInteger(s []byte, l *layout) (bits uint64, ok bool) {
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

// decimalInteger reads a number without a sign, in any spelling.
func decimalInteger(s []byte) (n uint64, ok bool) {
	// What has been read is n × 10^(zeros+scale), and n does not end with a zero:
	// where the exponent is negative, it is no integer.
	zeros, scale, i := 0, 0, 0
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
		if n, ok = shifted(n, zeros); ok {
			n, ok = timesTen(n, uint64(s[i]-'0'))
		}
		if !ok {
			return 0, false
		}
		zeros = 0
	}
	if n == 0 {
		return 0, true
	}
	scale += zeros
	if i < len(s) {
		scale += smallExponent(s[i+1:])
	}
	if scale < 0 {
		return 0, false
	}
	return shifted(n, scale)
}

// shifted is n × 10^zeros, where that has room.
func shifted(n uint64, zeros int) (uint64, bool) {
	ok := true
	for ; zeros > 0 && n != 0 && ok; zeros-- {
		n, ok = timesTen(n, 0)
	}
	return n, ok
}

// timesTen is n × 10 + digit, where that has room.
func timesTen(n, digit uint64) (uint64, bool) {
	if n > math.MaxUint64/10 || n == math.MaxUint64/10 && digit > math.MaxUint64%10 {
		return 0, false
	}
	return n*10 + digit, true
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

// parseFloat reads the text of a number as the nearest float of so many bits.
func parseFloat(s []byte, bits int) (x float64, ok bool) {
	x, err := strconv.ParseFloat(string(s), bits)
	return x, err == nil
}
