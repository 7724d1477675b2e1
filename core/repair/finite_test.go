package repair

import (
	"strings"
	"testing"
)

// TestFinite: of a number's digits as many are looked at as tell, however many it has.
func TestFinite(t *testing.T) {
	// Half a unit beyond the largest float: the first that overflows.
	const limit = "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792"
	digits := strings.Repeat
	for s, want := range map[string]bool{
		"1e308": true, "1.8e308": false, "1e309": false, "1e-999": true, "0e999": true, "0.0e99999": true,
		"1e99999999999999999999": false, "1e-99999999999999999999": true, "1E+308": true,
		limit: false, limit[:len(limit)-1] + "1": true,
		limit[:len(limit)-1] + "1." + digits("9", 900): true, limit + "." + digits("0", 900): false,
		digits("9", 308): true, digits("9", 309): false,
		digits("7", 5000) + "e-4700": true, digits("7", 5000) + "e-4690": false,
		"0." + digits("0", 2000) + "1e2309": true, "0." + digits("0", 2000) + "1e2310": false,
		"1" + digits("0", 1000) + "." + digits("0", 1000) + "1e-692": true, "1" + digits("0", 1000) + ".0e-691": false,
	} {
		for _, s := range []string{s, "-" + s} {
			var m machine
			m.w8, m.limit = []byte(s), len(s)
			if got := m.finite(0, len(s)); got != want {
				t.Errorf("%.40s… of %d characters: finite %t", s, len(s), got)
			}
		}
	}
}
