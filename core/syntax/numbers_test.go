package syntax_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// TestParseFloat: what math/big makes of it, of numbers that strconv misreads too.
func TestParseFloat(t *testing.T) {
	for _, n := range []int{1, 779, 780, 781, 799, 800, 801, 1000, 5000} {
		zeros, sevens := strings.Repeat("0", n), strings.Repeat("7", n)
		for _, s := range []string{
			fmt.Sprintf("1%se-%d", zeros, n), fmt.Sprintf("-%se-%d", sevens, n), fmt.Sprintf("0.%s7e%d", zeros, n),
			fmt.Sprintf("%s.%se-%d", sevens, zeros, n), fmt.Sprintf("%se%d", sevens, 310-n), "0." + zeros,
		} {
			for _, bits := range []int{32, 64} {
				exact, _, err := big.ParseFloat(s, 10, 20_000, big.ToNearestEven)
				if err != nil {
					t.Fatal(err)
				}
				want, _ := exact.Float64()
				if bits == 32 {
					narrow, _ := exact.Float32()
					want = float64(narrow)
				}
				got, ok := syntax.ParseFloat([]byte(s), bits)
				if ok == math.IsInf(want, 0) || ok && got != want {
					t.Errorf("%d bits of %.20s… (%d): %v, %v, want %v", bits, s, len(s), got, ok, want)
				}
			}
		}
	}
}
