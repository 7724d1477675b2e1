package syntax

import (
	"math/big"
	"testing"
)

// TestPowers computes the table anew: 128 bits of 10**e, the first of which is
// set, the rest cut off.
func TestPowers(t *testing.T) {
	if len(powers) != maxPower-minPower+1 {
		t.Fatalf("%d powers, want %d", len(powers), maxPower-minPower+1)
	}
	for e := minPower; e <= maxPower; e++ {
		v := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
		if e < 0 { // 1/10**-e with more bits than are kept
			v.Quo(new(big.Int).Lsh(big.NewInt(1), 1024), v)
		}
		if n := v.BitLen() - 128; n > 0 {
			v.Rsh(v, uint(n))
		} else {
			v.Lsh(v, uint(-n))
		}
		low := new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0))).Uint64()
		high := v.Rsh(v, 64).Uint64()
		if got := powers[e-minPower]; got != [2]uint64{high, low} {
			t.Errorf("10**%d: %#x, want %#x %#x", e, got, high, low)
		}
	}
}

func TestExactPowers(t *testing.T) {
	v := 1.0
	for e, got := range exactPowers {
		if got != v {
			t.Errorf("10**%d: %v", e, got)
		}
		v *= 10
	}
}
