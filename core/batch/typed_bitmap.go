package batch

import "math/bits"

// bitmap is a bit a value, the lowest first. Bits behind the last are zero.
type bitmap []byte

// append sets bit n, the first that is not there.
func (m bitmap) append(n int, bit bool) bitmap {
	if n&7 == 0 {
		m = append(m, 0)
	}
	if bit {
		m[n>>3] |= 1 << (n & 7)
	}
	return m
}

// count is how many bits are set.
func (m bitmap) count() (n int) {
	for _, b := range m {
		n += bits.OnesCount8(b)
	}
	return n
}

// cut leaves n bits, if there are more.
func (m bitmap) cut(n int) bitmap {
	if len(m) > (n+7)/8 {
		m = m[:(n+7)/8]
	}
	if n&7 != 0 && len(m) > n>>3 {
		m[n>>3] &= 1<<(n&7) - 1
	}
	return m
}

// copyBits writes the n bits of m behind the first at of dst, which has the
// room; what is behind them is zero up to the byte's end.
func (m bitmap) copyBits(dst []byte, at, n int) {
	if n == 0 {
		return
	}
	dst = dst[at>>3 : (at+n+7)>>3]
	shift := at & 7
	if shift == 0 {
		copy(dst, m)
		return
	}
	dst[0] &= 1<<shift - 1
	for i, b := range m[:(n+7)/8] {
		dst[i] |= b << shift
		if i+1 < len(dst) {
			dst[i+1] = b >> (8 - shift)
		}
	}
}
