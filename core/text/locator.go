package text

// Locator gives the positions of many offsets of one text. What goes on from
// the offset before costs only what lies between.
type Locator[U Unit] struct {
	units []U
	utf8  bool
	start int // of the line that the last offset stood in
	line  int
	last  int
}

// NewLocator makes a Locator; utf8 says that 8-bit units are UTF-8.
func NewLocator[U Unit](units []U, utf8 bool) *Locator[U] {
	return &Locator[U]{units: units, utf8: utf8, line: 1}
}

// Locate gives the position of offset.
func (l *Locator[U]) Locate(offset int) Position {
	if offset < l.last {
		l.start, l.line = 0, 1
	}
	start, line := lineStart(l.units[l.start:], offset-l.start)
	l.start, l.line, l.last = l.start+start, l.line+line-1, offset
	column := offset - l.start
	if l.utf8 {
		column = 0
		for _, c := range l.units[l.start:offset] {
			if c&0xC0 != 0x80 {
				column++
			}
		}
	}
	return Position{l.line, column + 1}
}
