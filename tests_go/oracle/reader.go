package oracle

import "slices"

// maxDepth: §3, json.too_deep.
const maxDepth = 512

// Fault is the first fault in reading order.
type Fault struct {
	Code string
	Pos  int // the position that §3 gives it
	// Related is the opener of the innermost container for json.unexpected_end
	// and json.expected_comma, the first key for json.duplicate_key, else -1.
	Related int

	found     int   // reading had come this far
	open      []int // openers of the containers that were open there
	pastComma bool  // the outermost had a complete element or member and its comma
}

// end stands for the character behind the last one.
const end = ^uint32(0)

// reader reads RFC 8259 from at on, in a text that ends at len(text). A fault
// is a panic with a *Fault; value catches it.
type reader struct {
	text      []uint32
	at        int
	open      []int
	pastComma bool
}

// read reads a value that starts at offset at, white space before it allowed,
// and gives the offset behind it.
func read(text []uint32, at int) (value any, after int, fault *Fault) {
	r := reader{text: text, at: at}
	defer func() {
		if e := recover(); e != nil {
			fault = e.(*Fault)
		}
	}()
	value = r.value()
	return value, r.at, nil
}

func (r *reader) fault(code string, pos int) {
	r.faultAbout(code, pos, -1)
}

func (r *reader) faultAbout(code string, pos, related int) {
	panic(&Fault{
		Code: "json." + code, Pos: pos, Related: related,
		found: r.at, open: slices.Clone(r.open), pastComma: r.pastComma,
	})
}

// peek is the character some places ahead, or end.
func (r *reader) peek(ahead int) uint32 {
	if r.at+ahead < len(r.text) {
		return r.text[r.at+ahead]
	}
	return end
}

// due is the character here; the text must not end here.
func (r *reader) due() uint32 {
	if r.at == len(r.text) {
		r.faultAbout("unexpected_end", r.at, r.innermost())
	}
	return r.text[r.at]
}

func (r *reader) innermost() int {
	if len(r.open) == 0 {
		return -1
	}
	return r.open[len(r.open)-1]
}

// isSpace: JSON white space.
func isSpace(c uint32) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func (r *reader) skipSpace() {
	for isSpace(r.peek(0)) {
		r.at++
	}
}

func (r *reader) value() any {
	r.skipSpace()
	switch c := r.due(); {
	case c == '{':
		return r.object()
	case c == '[':
		return r.array()
	case c == '"':
		return r.string()
	case c == '-', isDigit(c):
		return r.number()
	case c == 't':
		return r.literal("true", true)
	case c == 'f':
		return r.literal("false", false)
	case c == 'n':
		return r.literal("null", nil)
	}
	r.noValue()
	return nil
}

// noValue: a value is due and something else stands there.
func (r *reader) noValue() {
	c := r.peek(0)
	if (c == '.' || c == '+') && isDigit(r.peek(1)) {
		r.fault("invalid_number", r.at)
	}
	for _, word := range []string{"True", "False", "None"} {
		if r.standsHere(word) && !isWord(r.peek(len(word))) {
			r.fault("invalid_literal", r.at)
		}
	}
	r.fault("expected_value", r.at)
}

func (r *reader) standsHere(word string) bool {
	for i, c := range word {
		if r.peek(i) != uint32(c) {
			return false
		}
	}
	return true
}

// isWord: an ASCII letter, digit or '_'.
func isWord(c uint32) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_'
}

func (r *reader) openContainer() {
	if len(r.open) == maxDepth {
		r.fault("too_deep", r.at) // the 513th opener
	}
	r.open = append(r.open, r.at)
	r.at++
}

func (r *reader) closeContainer() {
	r.open = r.open[:len(r.open)-1]
	r.at++
}

func (r *reader) array() any {
	elements := []any{}
	r.openContainer()
	r.skipSpace()
	if r.due() == ']' {
		r.closeContainer()
		return elements
	}
	for {
		elements = append(elements, r.value())
		if !r.commaOr(']') {
			return elements
		}
	}
}

func (r *reader) object() any {
	members := Object{}
	first := map[string]int{} // where each name stands
	r.openContainer()
	r.skipSpace()
	if r.due() == '}' {
		r.closeContainer()
		return members
	}
	for {
		if r.due() != '"' {
			r.fault("expected_key", r.at)
		}
		quote := r.at
		name := r.string()
		if before, repeated := first[name]; repeated { // found when its closing quote is read
			r.faultAbout("duplicate_key", quote, before)
		}
		first[name] = quote
		r.skipSpace()
		if r.due() != ':' {
			r.fault("expected_colon", r.at)
		}
		r.at++
		members = append(members, Member{name, r.value()})
		if !r.commaOr('}') {
			return members
		}
	}
}

// commaOr reads what follows an element or member: true past a comma that
// another must follow, false past the closer.
func (r *reader) commaOr(closer uint32) bool {
	r.skipSpace()
	c := r.due()
	if c == closer {
		r.closeContainer()
		return false
	}
	if c != ',' {
		r.faultAbout("expected_comma", r.at, r.innermost())
	}
	r.at++
	if len(r.open) == 1 {
		r.pastComma = true
	}
	r.skipSpace()
	if r.due() == closer {
		r.fault("trailing_comma", r.at)
	}
	return true
}
