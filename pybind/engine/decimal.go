package engine

import (
	"math/big"
	"math/bits"
)

// decimalToBytes gives the magnitude of digits, with a '-' in front or not, as
// bytes in big-endian order. It divides and conquers, since big.Int.SetString
// takes quadratic time, and asks interrupted between pieces of some
// milliseconds: true ends it without a result.
func decimalToBytes(digits []byte, interrupted func() bool) (magnitude []byte, ok bool) {
	if len(digits) > 0 && digits[0] == '-' {
		digits = digits[1:]
	}
	c := converter{interrupted: interrupted}
	v := c.convert(digits)
	if c.stopped {
		return nil, false
	}
	return v.Bytes(), true
}

const (
	// leafDigits are converted at once.
	leafDigits = 1 << 10
	// pieceWords is the size up to which big.Int.Mul is left alone: above, it
	// would take too long to be interrupted.
	pieceWords = 1 << 11
)

type converter struct {
	powers      []*big.Int // 10**(leafDigits << i)
	interrupted func() bool
	stopped     bool
}

func (c *converter) convert(digits []byte) *big.Int {
	if c.stopped {
		return new(big.Int)
	}
	if len(digits) <= leafDigits {
		v, _ := new(big.Int).SetString(string(digits), 10)
		return v
	}
	i := bits.Len(uint(len(digits)-1)/leafDigits) - 1
	low := len(digits) - leafDigits<<i
	v := c.mul(c.convert(digits[:low]), c.power(i))
	lower := c.convert(digits[low:])
	if len(digits) > leafDigits<<10 && c.ask() { // shorter ones are added in no time
		return v
	}
	return v.Add(v, lower)
}

func (c *converter) power(i int) *big.Int {
	for len(c.powers) <= i {
		if n := len(c.powers); n == 0 {
			c.powers = append(c.powers, new(big.Int).Exp(big.NewInt(10), big.NewInt(leafDigits), nil))
		} else {
			c.powers = append(c.powers, c.mul(c.powers[n-1], c.powers[n-1]))
		}
	}
	return c.powers[i]
}

// mul multiplies by Karatsuba's rule down to pieces, and between them looks up.
// Once stopped, its results mean nothing.
func (c *converter) mul(x, y *big.Int) *big.Int {
	z := new(big.Int)
	half := (max(len(x.Bits()), len(y.Bits())) + 1) / 2
	if c.stopped {
		return z
	}
	if half < pieceWords {
		return z.Mul(x, y)
	}
	if c.ask() {
		return z
	}
	x0, x1 := split(x, half)
	y0, y1 := split(y, half)
	low, high := c.mul(x0, y0), c.mul(x1, y1)
	shift := uint(half) * bits.UintSize
	middle := c.mul(x0.Add(x0, x1), y0.Add(y0, y1))
	if c.ask() {
		return z
	}
	middle.Sub(middle, low).Sub(middle, high)
	z.Lsh(high, shift).Add(z, middle).Lsh(z, shift)
	return z.Add(z, low)
}

// ask reports whether to stop.
func (c *converter) ask() bool {
	c.stopped = c.stopped || c.interrupted()
	return c.stopped
}

// split gives the low n words of x and the rest, in memory of their own where
// they are written to.
func split(x *big.Int, n int) (low, high *big.Int) {
	words := x.Bits()
	n = min(n, len(words))
	low = new(big.Int).SetBits(append([]big.Word(nil), words[:n]...))
	return low, new(big.Int).SetBits(words[n:])
}
