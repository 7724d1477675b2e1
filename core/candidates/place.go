package candidates

// place is an offset in the text as UTF-16 counts, and its line.
type place struct {
	byte, unit, line int
}

// at moves the place to a byte, which is not before where it is.
func (p *place) at(text string, offset int) (unit, line int) {
	for ; p.byte < offset; p.byte++ {
		c := text[p.byte]
		p.unit += units(c)
		if c == '\n' || c == '\r' && !(p.byte+1 < len(text) && text[p.byte+1] == '\n') {
			p.line++
		}
	}
	return p.unit, p.line
}

// unitsIn is the length of UTF-8 in UTF-16 code units.
func unitsIn(text []byte) int {
	n := 0
	for _, c := range text {
		n += units(c)
	}
	return n
}

// units is what a byte of UTF-8 adds to the length in UTF-16: the first of a
// character all of it, the others nothing.
func units(c byte) int {
	switch {
	case c < 0x80:
		return 1
	case c < 0xC0:
		return 0
	case c < 0xF0:
		return 1
	}
	return 2
}
