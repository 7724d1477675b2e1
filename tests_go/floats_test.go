package tests_go

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// floatReader reads bare numbers.
type floatReader[U text.Unit] struct {
	state syntax.State
	words [8 + syntax.TapeSlack]uint64
	units []U
}

// read gives the bits of the float that s spells; false if it is out of range.
func (f *floatReader[U]) read(s string) (uint64, bool) {
	f.units = f.units[:0]
	for i := range len(s) {
		f.units = append(f.units, U(s[i]))
	}
	f.units = append(f.units, 0)
	r := syntax.NewReader(syntax.NewSource(f.units[:len(s)]), false, syntax.NewTape(f.words[:]), &f.state)
	r.Start(0)
	switch r.Advance() {
	case syntax.Done:
		if f.words[0] != syntax.TagFloat || f.state.Used() != 4 || r.End() != len(s) {
			panic(fmt.Sprintf("%s: %#x", s, f.words[:f.state.Used()]))
		}
		return f.words[1], true
	case syntax.Failed:
		if r.Fault().Code != syntax.NumberOutOfRange || r.Fault().Pos != 0 {
			panic(fmt.Sprintf("%s: %+v", s, r.Fault()))
		}
	}
	return 0, false
}

// TestFloats: every float is the nearest, as strconv has it. All ways to find it
// are in the sample: exact operations, 128 bits of a power, and neither.
func TestFloats(t *testing.T) {
	f8, f16, f32 := new(floatReader[uint8]), new(floatReader[uint16]), new(floatReader[uint32])
	r := rand.New(rand.NewPCG(*seed, 0))
	for n := range 2_000_000 {
		s := randomFloat(r)
		want, err := strconv.ParseFloat(s, 64)
		got, ok := f8.read(s)
		if n%16 == 0 && ok {
			if b, _ := f16.read(s); b != got {
				t.Fatalf("%s: %#x in 16-bit units, %#x in 8-bit ones", s, b, got)
			}
			if b, _ := f32.read(s); b != got {
				t.Fatalf("%s: %#x in 32-bit units, %#x in 8-bit ones", s, b, got)
			}
		}
		if ok != (err == nil) || ok && got != math.Float64bits(want) {
			t.Fatalf("%s: %#x, %t; want %#x, %v", s, got, ok, math.Float64bits(want), err)
		}
	}
}

// randomFloat spells a float, mostly near those of everyday, with a fraction or
// an exponent.
func randomFloat(r *rand.Rand) string {
	var b []byte
	if r.IntN(2) == 0 {
		b = append(b, '-')
	}
	switch r.IntN(6) {
	case 0: // what a program prints
		b = strconv.AppendFloat(b, math.Abs(r.NormFloat64())*math.Pow10(r.IntN(30)-15), 'e', -1, 64)
	case 1: // any bits
		for {
			if v := math.Abs(math.Float64frombits(r.Uint64())); v <= math.MaxFloat64 {
				b = strconv.AppendFloat(b, v, 'e', r.IntN(22)-1, 64)
				break
			}
		}
	case 2: // short
		return string(fmt.Appendf(b, "%d.%0*d", r.IntN(1000), 1+r.IntN(4), r.IntN(10)))
	case 3: // up to 30 digits around a point
		b = appendDigits(b, r, 1+r.IntN(15), true)
		b = append(b, '.')
		return string(appendDigits(b, r, 1+r.IntN(15), false))
	case 4: // zeros in front, which are no digits of the number
		b = append(b, "0."...)
		for range r.IntN(30) {
			b = append(b, '0')
		}
		b = appendDigits(b, r, 1+r.IntN(20), false)
		return string(fmt.Appendf(b, "E%+d", r.IntN(80)-40))
	default:
		b = appendDigits(b, r, 1+r.IntN(20), true)
		if r.IntN(2) == 0 {
			b = append(b, '.')
			b = appendDigits(b, r, 1+r.IntN(5), false)
		}
		b = fmt.Appendf(b, "e%d", r.IntN(700)-350)
	}
	return string(b)
}

func appendDigits(b []byte, r *rand.Rand, n int, first bool) []byte {
	if first && n > 1 {
		b = append(b, byte('1'+r.IntN(9)))
		n--
	}
	for range n {
		b = append(b, byte('0'+r.IntN(10)))
	}
	return b
}

// TestHalfwayFloats: a decimal halfway between two floats goes to the even one;
// the least digit more or less decides otherwise.
func TestHalfwayFloats(t *testing.T) {
	f := new(floatReader[uint8])
	r := rand.New(rand.NewPCG(*seed, 1))
	for range 4000 {
		var v float64
		switch r.IntN(4) {
		case 0:
			v = math.Float64frombits(uint64(r.IntN(1 << 20))) // subnormal
		case 1:
			v = float64(1<<53 + r.Int64N(1<<53)) // few digits: within the table's reach
		default:
			v = math.Abs(math.Float64frombits(r.Uint64()))
		}
		next := math.Nextafter(v, math.Inf(1))
		if math.IsNaN(v) || math.IsInf(next, 0) {
			continue
		}
		half := new(big.Float).SetPrec(2000).SetFloat64(v)
		half.Add(half, new(big.Float).SetPrec(2000).SetFloat64(next)).Quo(half, big.NewFloat(2))
		exact := half.Text('e', 1200)
		mantissa, exponent := exact[:1202], exact[1202:]
		for _, s := range []string{exact, mantissa + "1" + exponent, below(mantissa) + exponent, half.Text('e', r.IntN(40))} {
			want, err := strconv.ParseFloat(s, 64)
			got, ok := f.read(s)
			if ok != (err == nil) || ok && got != math.Float64bits(want) {
				t.Fatalf("%s: %#x, want %#x", s, got, math.Float64bits(want))
			}
		}
	}
}

// below takes one off the last digit.
func below(digits string) string {
	b := []byte(digits)
	for i := len(b) - 1; ; i-- {
		switch b[i] {
		case '0':
			b[i] = '9'
		case '.':
		default:
			b[i]--
			return string(b)
		}
	}
}

// TestFloatEdges: the largest, the smallest, and those next to them.
func TestFloatEdges(t *testing.T) {
	f := new(floatReader[uint32])
	for _, s := range []string{
		"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "179769313486231570.0e291",
		"1e308", "1e309", "9.99e307", "123456789012345678901234567890e279", "0.00001e313", "0.00001e314",
		"5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072014e-308",
		"2.2250738585072011e-308", "1e-400", "-0.0", "0e999", "0.0e-999", "-0e99999999999999999999",
		"1e-99999999999999999999", "1e16777216", "1e-16777217", "9007199254740993.0", "1e22", "1e23", "9e22",
		"12345678901234567890.5", "0.1e1", "1.0", "100000000000000000000.0", "8.5e-65", "8.5e65",
	} {
		want, err := strconv.ParseFloat(s, 64)
		got, ok := f.read(s)
		if ok != (err == nil) || ok && got != math.Float64bits(want) {
			t.Errorf("%s: %#x, %t; want %#x, %v", s, got, ok, math.Float64bits(want), err)
		}
	}
}
