package schema

import "errors"

// class translates a character class, behind its '['.
func (t *translator) class() error {
	t.atom = len(t.out)
	open := `[`
	if t.peek(0) == '^' {
		open = `[^`
		t.i++
	}
	if t.peek(0) == ']' {
		t.i++
		if open == `[` {
			t.out = append(t.out, `[^\x00-\x{10FFFF}]`...) // [] matches nothing
		} else {
			t.out = append(t.out, `[\x00-\x{10FFFF}]`...)
		}
		return nil
	}
	t.out = append(t.out, open...)
	for {
		if t.i >= len(t.in) {
			return errors.New("has a class that is not closed")
		}
		if t.in[t.i] == ']' {
			t.i++
			t.out = append(t.out, ']')
			return nil
		}
		set, low, err := t.classAtom()
		if err != nil {
			return err
		}
		if set != "" {
			t.out = append(t.out, set...)
			continue
		}
		if t.peek(0) != '-' || t.peek(1) == ']' || t.peek(1) == -1 {
			t.out = append(t.out, char(low)...)
			continue
		}
		t.i++
		set, high, err := t.classAtom()
		switch {
		case err != nil:
			return err
		case set != "":
			t.out = append(t.out, char(low)+`\-`+set...)
		case high < low:
			return errors.New("has a range whose ends are out of order")
		case low >= 0xD800 && high < 0xE000: // surrogates are in no text
			t.out = append(t.out, `\x{FFFD}`...)
		default:
			if low >= 0xD800 && low < 0xE000 {
				low = 0xE000
			}
			if high >= 0xD800 && high < 0xE000 {
				high = 0xD7FF
			}
			t.out = append(t.out, char(low)+"-"+char(high)...)
		}
	}
}

func (t *translator) classAtom() (set string, c rune, err error) {
	c = t.in[t.i]
	t.i++
	if c != '\\' {
		return "", c, nil
	}
	if t.peek(0) == 'b' {
		t.i++
		return "", '\b', nil
	}
	return t.escaped()
}
