package engine

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func never() bool { return false }

// TestDecimalToBytes: every length around the pieces that are put together, and
// some long ones, with all sorts of digits.
func TestDecimalToBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 5000; n++ {
		checkDecimal(t, randomDigits(r, n))
	}
	for _, n := range []int{20_000, 65_535, 65_537, 99_999, 200_000} {
		checkDecimal(t, randomDigits(r, n))
	}
	for _, n := range []int{1, 1023, 1024, 1025, 2048, 2049, 4096, 4097, 100_000} {
		checkDecimal(t, strings.Repeat("9", n))
		checkDecimal(t, "1"+strings.Repeat("0", n-1))
	}
}

func randomDigits(r *rand.Rand, n int) string {
	digits := make([]byte, n)
	for i := range digits {
		digits[i] = byte('0' + r.IntN(10))
	}
	digits[0] = byte('1' + r.IntN(9))
	if r.IntN(4) == 0 { // long runs of zeros
		for i := n / 3; i < n*2/3; i++ {
			digits[i] = '0'
		}
	}
	return string(digits)
}

func checkDecimal(t *testing.T, digits string) {
	t.Helper()
	want, _ := new(big.Int).SetString(digits, 10)
	for _, sign := range []string{"", "-"} {
		got, ok := decimalToBytes([]byte(sign+digits), never)
		if !ok || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%d digits, sign %q: %t, %.20x…, want %.20x…", len(digits), sign, ok, got, want.Bytes())
		}
		if len(got) > len(digits) {
			t.Errorf("%d digits: longer in bytes", len(digits))
		}
	}
}

// TestDecimalToBytesIsInterrupted: a long conversion asks, and a yes ends it at
// any time; a short one does not ask.
func TestDecimalToBytesIsInterrupted(t *testing.T) {
	long := []byte(strings.Repeat("7", 4_000_000))
	for _, after := range []int{0, 1, 5} {
		asked := 0
		magnitude, ok := decimalToBytes(long, func() bool { asked++; return asked > after })
		if ok || magnitude != nil || asked != after+1 {
			t.Errorf("asked %d times, want %d; finished: %t", asked, after+1, ok)
		}
	}
	if _, ok := decimalToBytes(long[:10_000], func() bool { return true }); !ok {
		t.Error("a number of 10,000 digits takes no time, and asked")
	}
}
