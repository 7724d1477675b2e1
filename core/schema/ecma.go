package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// unsupported marks an expression that ECMA-262 allows and this package does
// not: what takes more than linear time.
type unsupported struct{ reason string }

func (u *unsupported) Error() string { return u.reason }

// spaces is what \s stands for in ECMA-262 §22.2.2.9: WhiteSpace and
// LineTerminator; otherwise is the rest of Unicode.
const (
	spaces    = `\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}`
	otherwise = `\x00-\x08\x0E-\x1F!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}`
)

// translate turns an ECMA-262 regular expression with the u flag (2020-12, Core
// §6.4) into Go's syntax. As most engines do, it lets a '{' that begins no
// quantifier, and a lone '}' or ']', stand for themselves.
func translate(source string) (string, error) {
	t := translator{in: []rune(source), atom: -1}
	for t.i < len(t.in) {
		if err := t.term(); err != nil {
			return "", err
		}
	}
	if len(t.groups) > 0 {
		return "", errors.New("has a group that is not closed")
	}
	return string(t.out), nil
}

type translator struct {
	in     []rune
	i      int
	out    []byte
	atom   int   // where in out the last atom starts, -1: there is nothing to repeat
	groups []int // where the open groups start
}

func (t *translator) peek(k int) rune {
	if t.i+k < len(t.in) {
		return t.in[t.i+k]
	}
	return -1
}

func (t *translator) emit(s string) {
	t.atom = len(t.out)
	t.out = append(t.out, s...)
}

func (t *translator) term() error {
	c := t.in[t.i]
	switch c {
	case '\\':
		t.i++
		return t.escape()
	case '[':
		t.i++
		return t.class()
	case '.':
		t.emit(`[^\n\r\x{2028}\x{2029}]`)
	case '^', '$', '|':
		t.out = append(t.out, map[rune]string{'^': `^`, '$': `\z`, '|': `|`}[c]...)
		t.atom = -1
	case '(':
		return t.group()
	case ')':
		if len(t.groups) == 0 {
			return errors.New("closes a group that is not open")
		}
		k := len(t.groups) - 1
		t.out, t.atom, t.groups = append(t.out, ')'), t.groups[k], t.groups[:k]
	case '*', '+', '?':
		t.i++
		return t.repeat(string(c))
	case '{':
		if least, most, length, ok := t.counts(); ok {
			t.i += length
			return t.repeatCounted(least, most)
		}
		t.emit(`\{`)
	default:
		t.emit(char(c))
	}
	t.i++
	return nil
}

func (t *translator) group() error {
	start := len(t.out)
	switch {
	case t.peek(1) != '?':
		t.i++
	case t.peek(2) == ':':
		t.i += 3
	case t.peek(2) == '=' || t.peek(2) == '!':
		return &unsupported{"looks ahead, which is not supported: it can take exponential time"}
	case t.peek(2) == '<' && (t.peek(3) == '=' || t.peek(3) == '!'):
		return &unsupported{"looks behind, which is not supported: it can take exponential time"}
	case t.peek(2) == '<':
		end := t.i + 3
		for end < len(t.in) && (t.in[end] == '_' || t.in[end] == '$' || unicode.IsLetter(t.in[end]) || unicode.IsDigit(t.in[end])) {
			end++
		}
		if end == t.i+3 || end == len(t.in) || t.in[end] != '>' {
			return errors.New("has a group without a valid name")
		}
		t.i = end + 1
	default:
		return errors.New("has an invalid group")
	}
	t.groups = append(t.groups, start)
	t.out = append(t.out, "(?:"...)
	t.atom = -1
	return nil
}

// counts reads {n}, {n,} or {n,m}; most is -1 where there is no bound.
func (t *translator) counts() (least, most, length int, ok bool) {
	end := t.i + 1
	for end < len(t.in) && t.in[end] != '}' && end-t.i < 24 {
		end++
	}
	if end == len(t.in) || t.in[end] != '}' {
		return 0, 0, 0, false
	}
	low, high, ranged := strings.Cut(string(t.in[t.i+1:end]), ",")
	least, err := strconv.Atoi(low)
	if err != nil || low[0] == '+' || low[0] == '-' {
		return 0, 0, 0, false
	}
	most = least
	if ranged {
		most = -1
		if high != "" {
			if most, err = strconv.Atoi(high); err != nil || high[0] == '+' || high[0] == '-' {
				return 0, 0, 0, false
			}
		}
	}
	return least, most, end + 1 - t.i, true
}

func (t *translator) repeat(quantifier string) error {
	if t.atom < 0 {
		return errors.New("has nothing to repeat before " + quantifier)
	}
	t.out = append(t.out, quantifier...)
	t.atom = -1
	if t.peek(0) == '?' { // lazy or not, it matches the same texts
		t.i++
	}
	return nil
}

const (
	// mostAtOnce is the highest count that package regexp takes.
	mostAtOnce = 1000
	// MaxRepeat is the highest count in a pattern.
	MaxRepeat = 10000
)

// repeatCounted writes x{n,m}, in pieces where the numbers are large.
func (t *translator) repeatCounted(least, most int) error {
	switch {
	case most >= 0 && most < least:
		return errors.New("has a quantifier whose numbers are out of order")
	case least > MaxRepeat || most > MaxRepeat:
		return &unsupported{fmt.Sprintf("repeats more than %d times", MaxRepeat)}
	case t.atom < 0:
		return errors.New("has nothing to repeat before {")
	case least <= mostAtOnce && most <= mostAtOnce:
		q := fmt.Sprintf("{%d,%d}", least, most)
		if most < 0 {
			q = fmt.Sprintf("{%d,}", least)
		}
		return t.repeat(q)
	}
	atom := string(t.out[t.atom:])
	t.out = append(t.out[:t.atom], "(?:"...)
	for n := least; n > 0; n -= mostAtOnce {
		t.out = append(t.out, fmt.Sprintf("%s{%d}", atom, min(n, mostAtOnce))...)
	}
	if most < 0 {
		t.out = append(t.out, atom+"*"...)
	}
	for n := most - least; n > 0; n -= mostAtOnce {
		t.out = append(t.out, fmt.Sprintf("%s{0,%d}", atom, min(n, mostAtOnce))...)
	}
	t.out = append(t.out, ')')
	t.atom = -1
	if t.peek(0) == '?' {
		t.i++
	}
	return nil
}

// char is a character that stands for itself.
func char(c rune) string {
	if c == '_' || c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
		return string(c)
	}
	if c >= 0xD800 && c < 0xE000 {
		return `\x{FFFD}` // a surrogate is in no text
	}
	return fmt.Sprintf(`\x{%X}`, c)
}

// escape translates what follows a backslash, outside of a class.
func (t *translator) escape() error {
	switch t.peek(0) {
	case 'b', 'B':
		t.out = append(t.out, '\\', byte(t.peek(0)))
		t.atom = -1
		t.i++
		return nil
	case 'k':
		return &unsupported{"refers back to a group, which is not supported: it can take exponential time"}
	}
	if c := t.peek(0); c >= '1' && c <= '9' {
		return &unsupported{"refers back to a group, which is not supported: it can take exponential time"}
	}
	set, c, err := t.escaped()
	if err != nil {
		return err
	}
	if set != "" {
		t.emit("[" + set + "]")
	} else {
		t.emit(char(c))
	}
	return nil
}

// escaped reads an escape that stands for a set, in the form of a class's
// inside, or for a character.
func (t *translator) escaped() (set string, c rune, err error) {
	c = t.peek(0)
	t.i++
	switch c {
	case 'd', 'D', 'w', 'W':
		return `\` + string(c), 0, nil
	case 's':
		return spaces, 0, nil
	case 'S':
		return otherwise, 0, nil
	case 't', 'n', 'v', 'f', 'r':
		return "", map[rune]rune{'t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r'}[c], nil
	case 'p', 'P':
		set, err := t.property(c)
		return set, 0, err
	case 'c':
		l := t.peek(0)
		if l >= 0x80 || !unicode.IsLetter(l) {
			return "", 0, errors.New(`has \c without a letter`)
		}
		t.i++
		return "", l % 32, nil
	case 'x':
		c, err := t.hex(2)
		return "", c, err
	case 'u':
		c, err := t.unicode()
		return "", c, err
	case '0':
		if n := t.peek(0); n >= '0' && n <= '9' {
			return "", 0, errors.New("has an octal escape")
		}
		return "", 0, nil
	case -1:
		return "", 0, errors.New("ends in a backslash")
	}
	if c == '_' || c < 0x80 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
		return "", 0, fmt.Errorf(`has \%c, which is no escape of ECMA-262`, c)
	}
	return "", c, nil
}

func (t *translator) hex(digits int) (rune, error) {
	if t.i+digits > len(t.in) {
		return 0, errors.New("has an escape that is cut off")
	}
	n, err := strconv.ParseUint(string(t.in[t.i:t.i+digits]), 16, 32)
	if err != nil {
		return 0, errors.New("has an escape without its hex digits")
	}
	t.i += digits
	return rune(n), nil
}

func (t *translator) unicode() (rune, error) {
	if t.peek(0) == '{' {
		end := t.i + 1
		for end < len(t.in) && t.in[end] != '}' {
			end++
		}
		n, err := strconv.ParseUint(string(t.in[t.i+1:min(end, len(t.in))]), 16, 32)
		if err != nil || n > unicode.MaxRune || end == len(t.in) {
			return 0, errors.New(`has an invalid \u{…}`)
		}
		t.i = end + 1
		return rune(n), nil
	}
	high, err := t.hex(4)
	if err == nil && utf16.IsSurrogate(high) && t.peek(0) == '\\' && t.peek(1) == 'u' {
		before := t.i
		t.i += 2
		if low, err := t.hex(4); err == nil && utf16.DecodeRune(high, low) != unicode.ReplacementChar {
			return utf16.DecodeRune(high, low), nil
		}
		t.i = before
	}
	return high, err
}

// property reads \p{…}: general categories and scripts.
func (t *translator) property(p rune) (string, error) {
	end := t.i
	for end < len(t.in) && t.in[end] != '}' {
		end++
	}
	if t.peek(0) != '{' || end == len(t.in) {
		return "", errors.New(`has \p without a property`)
	}
	name := string(t.in[t.i+1 : end])
	t.i = end + 1
	key, of, ok := strings.Cut(name, "=")
	if !ok {
		of = name
	} else if !strings.Contains(" General_Category gc Script sc Script_Extensions scx ", " "+key+" ") {
		return "", fmt.Errorf("has the unknown property %s", key)
	}
	set := fmt.Sprintf(`\%c{%s}`, p, of)
	if !knownSet(set) {
		return "", &unsupported{fmt.Sprintf("has the property %s, which is not supported", cut(name))}
	}
	return set, nil
}
