package schema

import (
	"strings"
	"unicode"
)

// isULabel reports whether a label that is not ASCII alone may be in a domain
// name (RFC 5891 §4.2, RFC 5892).
func isULabel(s string) bool {
	label := []rune(s)
	if len(label) == 0 || isASCII(s) || label[0] == '-' || label[len(label)-1] == '-' {
		return false
	}
	if len(label) > 3 && label[2] == '-' && label[3] == '-' || unicode.In(label[0], unicode.M) {
		return false
	}
	for i, c := range label {
		if allowed, special := contextual(label, i); special {
			if !allowed {
				return false
			}
		} else if !isLetterDigit(c) {
			return false
		}
	}
	return true
}

// contextual decides the characters that RFC 5892, appendix A and §2.6, has
// rules of their own for.
func contextual(label []rune, i int) (allowed, special bool) {
	at := func(k int) rune {
		if k < 0 || k >= len(label) {
			return -1
		}
		return label[k]
	}
	switch c := label[i]; c {
	case 0xB7: // middle dot: between two l
		return at(i-1) == 'l' && at(i+1) == 'l', true
	case 0x375: // Greek lower numeral sign: before a Greek letter
		return unicode.Is(unicode.Greek, at(i+1)), true
	case 0x5F3, 0x5F4: // Hebrew geresh, gershayim: behind a Hebrew letter
		return unicode.Is(unicode.Hebrew, at(i-1)), true
	case 0x30FB: // Katakana middle dot: with Hiragana, Katakana or Han
		for _, d := range label {
			if d != c && unicode.In(d, unicode.Hiragana, unicode.Katakana, unicode.Han) {
				return true, true
			}
		}
		return false, true
	case 0x200C, 0x200D: // joiners: behind a virama
		return strings.ContainsRune(viramas, at(i-1)), true
	case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007:
		return true, true
	case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B:
		return false, true
	default:
		if c >= 0x660 && c <= 0x669 { // Arabic-Indic digits, of one kind alone
			return !containsRange(label, 0x6F0, 0x6F9), true
		}
		if c >= 0x6F0 && c <= 0x6F9 {
			return !containsRange(label, 0x660, 0x669), true
		}
	}
	return false, false
}

const viramas = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0e3a\u0f84\u1039\u103a\u1714\u1734\u17d2"

func containsRange(label []rune, low, high rune) bool {
	for _, c := range label {
		if c >= low && c <= high {
			return true
		}
	}
	return false
}

// Punycode, RFC 3492.
const (
	pBase, pMin, pMax, pSkew, pDamp, pBias, pFirst = 36, 1, 26, 38, 700, 72, 128
	mostPunycode                                   = 64 // characters: a label has no more
)

func adapt(delta, count int, first bool) int {
	if first {
		delta /= pDamp
	} else {
		delta /= 2
	}
	delta += delta / count
	k := 0
	for ; delta > (pBase-pMin)*pMax/2; k += pBase {
		delta /= pBase - pMin
	}
	return k + (pBase-pMin+1)*delta/(delta+pSkew)
}

// decodePunycode gives "" for what is none.
func decodePunycode(s string) string {
	out := []rune{}
	rest := s
	if i := strings.LastIndexByte(s, '-'); i > 0 {
		out, rest = []rune(s[:i]), s[i+1:]
	}
	n, i, bias := pFirst, 0, pBias
	for len(rest) > 0 {
		before, weight := i, 1
		for k := pBase; ; k += pBase {
			if rest == "" {
				return ""
			}
			d := strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789", rest[0]|0x20)
			if rest[0] >= '0' && rest[0] <= '9' {
				d = int(rest[0]-'0') + 26
			}
			rest = rest[1:]
			if d < 0 || d > (1<<30-i)/weight {
				return ""
			}
			i += d * weight
			t := min(max(k-bias, pMin), pMax)
			if d < t {
				break
			}
			if weight > 1<<24 {
				return ""
			}
			weight *= pBase - t
		}
		bias = adapt(i-before, len(out)+1, before == 0)
		n += i / (len(out) + 1)
		i %= len(out) + 1
		if n > unicode.MaxRune {
			return ""
		}
		out = append(out[:i], append([]rune{rune(n)}, out[i:]...)...)
		i++
	}
	return string(out)
}

func encodePunycode(s string) string {
	in := []rune(s)
	if len(in) > mostPunycode {
		return s // too long in any case
	}
	var out strings.Builder
	for _, c := range in {
		if c < 0x80 {
			out.WriteRune(c)
		}
	}
	done := out.Len()
	basic := done
	if basic > 0 {
		out.WriteByte('-')
	}
	n, delta, bias := pFirst, 0, pBias
	for done < len(in) {
		next := unicode.MaxRune
		for _, c := range in {
			if int(c) >= n && c < next {
				next = c
			}
		}
		delta += (int(next) - n) * (done + 1)
		n = int(next)
		for _, c := range in {
			if int(c) < n {
				delta++
			}
			if int(c) != n {
				continue
			}
			q := delta
			for k := pBase; ; k += pBase {
				t := min(max(k-bias, pMin), pMax)
				if q < t {
					break
				}
				out.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[t+(q-t)%(pBase-t)])
				q = (q - t) / (pBase - t)
			}
			out.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[q])
			bias = adapt(delta, done+1, done == basic)
			delta = 0
			done++
		}
		delta++
		n++
	}
	return out.String()
}
