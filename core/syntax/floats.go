package syntax

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// A float is put on the tape as four words: tag, sign, digit count and decimal
// exponent; the digits as an integer; its span; the float before it. Their
// values are found afterwards, in a loop of their own: the scanner keeps its
// registers, and the loop its table. It takes 10 KB of floats from 1.5 times
// the time to 1.1 (see benchmarks).

const (
	// maxExponent ends the reading of an exponent's digits before they
	// overflow: no number's digits are so many that a value this far out is
	// neither zero nor out of range.
	maxExponent = 2 * (MaxLength + 1)
	// maxDecimal is the largest exponent+digits of a float that is surely in
	// range: below 10**308.
	maxDecimal = 308
)

// resolveFloats gives every float on the tape its value: the nearest float64,
// ties to even. None overflows: those that might went through extremeFloat.
func resolveFloats[U text.Unit](src Source[U], st *State, tape Tape) {
	for f := st.floats; f != 0; {
		t := f - 4
		w, man := tape.get(t), tape.get(t+1)
		f = int(tape.get(t + 3))
		exp := int(int32(w >> 32))
		sign := w >> 4 & 1 << 63
		digits := w >> 8 & 255
		if digits <= 19 {
			// Both exact, so one operation rounds once (Clinger 1990).
			if man < 1<<53 && uint(exp+22) <= 44 {
				v := float64(int64(man))
				if exp < 0 {
					v /= exactPower(-exp)
				} else {
					v *= exactPower(exp)
				}
				tape.put(t, TagFloat)
				tape.put(t+1, math.Float64bits(v)|sign)
				continue
			}
			if v, ok := eiselLemire(man, exp); ok {
				tape.put(t, TagFloat)
				tape.put(t+1, v|sign)
				continue
			}
		}
		span := tape.get(t + 2)
		v, _ := parseFloat(src, int(span&0xFFFFFFFF), int(span>>32))
		tape.put(t, TagFloat)
		tape.put(t+1, math.Float64bits(v))
	}
	st.floats = 0
}

// eiselLemire finds the bits of the float64 nearest to man × 10**exp where 128
// bits of the power decide it (Lemire 2021, "Number Parsing at a Gigabyte per
// Second", §5), for normal results.
func eiselLemire(man uint64, exp int) (uint64, bool) {
	if exp < minPower || exp > maxPower {
		return 0, false
	}
	if man == 0 {
		return 0, true
	}
	pow := power(exp - minPower)
	shift := bits.LeadingZeros64(man)
	man <<= shift & 63
	// 217706/2**16 is log2(10), close enough for these exponents.
	exponent := uint64(217706*exp>>16+64+1023) - uint64(shift)
	hi, lo := bits.Mul64(man, pow[0])
	if hi&0x1FF == 0x1FF && lo+man < man {
		yhi, ylo := bits.Mul64(man, pow[1])
		mid, carry := bits.Add64(lo, yhi, 0)
		top := hi + carry
		if top&0x1FF == 0x1FF && mid+1 == 0 && ylo+man < man {
			return 0, false
		}
		hi, lo = top, mid
	}
	msb := hi >> 63
	mantissa := hi >> ((msb + 9) & 63)
	exponent -= 1 ^ msb
	if lo == 0 && hi&0x1FF == 0 && mantissa&3 == 1 {
		return 0, false // halfway, as far as these bits tell
	}
	mantissa += mantissa & 1
	mantissa >>= 1
	exponent += mantissa >> 53
	mantissa >>= mantissa >> 53
	if exponent-1 >= 0x7FF-1 {
		return 0, false
	}
	return exponent<<52 | mantissa&(1<<52-1), true
}

// extremeFloat decides the float at the tape's end, which may overflow; false
// if it does.
func extremeFloat[U text.Unit](src Source[U], st *State, tape Tape) bool {
	t := st.used - 4
	span := tape.get(t + 2)
	st.floats = int(tape.get(t + 3))
	v, ok := parseFloat(src, int(span&0xFFFFFFFF), int(span>>32))
	tape.put(t, TagFloat)
	tape.put(t+1, math.Float64bits(v))
	return ok
}

// parseFloat is the exact way, for any float of RFC 8259; false on overflow.
func parseFloat[U text.Unit](src Source[U], start, length int) (float64, bool) {
	if length > decisiveDigits {
		var n partialNumber
		n.begin(start)
		readNumber(src, &n, start+length)
		return numberValue(src, &n, 64)
	}
	var room [64]byte
	digits := room[:0]
	for i := start; i < start+length; i++ {
		digits = append(digits, byte(src.At(i)))
	}
	v, err := strconv.ParseFloat(string(digits), 64)
	return v, err == nil
}
