package candidates

import "bytes"

// Rules are the names of the three rules, in the order in which they are told.
// None of them can change what a document says.
var Rules = [...]string{"comments", "trailing_commas", "unclosed"}

const (
	comments = iota
	trailingCommas
	unclosed
)

// repairer applies the rules in one pass.
type repairer struct {
	text    []byte
	out     []byte
	closers []byte
	used    [len(Rules)]bool

	value  bool // the last token ends a value
	comma  int  // in out: a comma behind a value with only white space behind it, or -1
	deep   int  // in out: the first opener that is nested too deep, or -1
	broken bool // a closer closes nothing, or a line ends in a string: nothing is known of what is open
}

// repair gives the repaired text, with a byte in its capacity, the rules that
// changed it, and the first opener that is nested too deep, -1 if none is.
func (r *repairer) repair(text []byte) (fixed []byte, rules []string, deep int) {
	*r = repairer{text: text, out: r.out[:0], closers: r.closers[:0], comma: -1, deep: -1}
	inString := false
	openComment := false // a comment that is never closed is left as it is
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			end, closed := stringEnd(text, i)
			inString = !closed && end == len(text)
			r.broken = r.broken || !closed && !inString
			r.token(text[i:end], true)
			i = end
		case c == '/' && bytes.HasPrefix(text[i:], []byte("//")):
			end := bytes.IndexByte(text[i:], '\n')
			if end < 0 {
				end = len(text) - i
			}
			i += end
			r.used[comments] = true
		case c == '/' && !openComment && bytes.HasPrefix(text[i:], []byte("/*")):
			end := bytes.Index(text[i+2:], []byte("*/"))
			if end < 0 {
				openComment = true
				continue
			}
			i += 2 + end + 2
			if len(r.out) > 0 && i < len(text) && isWord(r.out[len(r.out)-1]) && isWord(text[i]) {
				r.out = append(r.out, ' ') // or two tokens would become one
			}
			r.used[comments] = true
		default:
			r.character(c)
			i++
		}
	}
	r.close(inString)
	for rule, used := range r.used {
		if used {
			rules = append(rules, Rules[rule])
		}
	}
	r.out = append(r.out, 0)[:len(r.out)]
	return r.out, rules, r.deep
}

// token copies something that is not white space.
func (r *repairer) token(token []byte, endsValue bool) {
	r.out = append(r.out, token...)
	r.value, r.comma = endsValue, -1
}

func (r *repairer) character(c byte) {
	switch c {
	case ' ', '\t', '\n', '\r':
		r.out = append(r.out, c)
	case '{', '[':
		r.closers = append(r.closers, c+2)
		if len(r.closers) == MaxDepth+1 && r.deep < 0 {
			r.deep = len(r.out)
		}
		r.token([]byte{c}, false)
	case '}', ']':
		r.dropComma()
		if last := len(r.closers) - 1; last >= 0 && r.closers[last] == c {
			r.closers = r.closers[:last]
		} else {
			r.broken = true
		}
		r.token([]byte{c}, true)
	case ',':
		behindValue := r.value
		r.token([]byte{c}, false)
		if behindValue {
			r.comma = len(r.out) - 1
		}
	default:
		r.token([]byte{c}, c != ':')
	}
}

// dropComma takes out a comma that nothing follows.
func (r *repairer) dropComma() {
	if r.comma >= 0 {
		r.out = append(r.out[:r.comma], r.out[r.comma+1:]...)
		r.comma = -1
		r.used[trailingCommas] = true
	}
}

// close closes what is open at the end. A string that ends inside an escape
// cannot be closed without changing it.
func (r *repairer) close(inString bool) {
	if r.broken || inString && endsInEscape(r.out) || len(r.closers) == 0 && !inString {
		return
	}
	if inString {
		r.out = append(r.out, '"')
	}
	r.dropComma()
	for i := len(r.closers) - 1; i >= 0; i-- {
		r.out = append(r.out, r.closers[i])
	}
	r.used[unclosed] = true
}

// stringEnd gives the offset behind the string at i, and whether it is closed
// there; else the line or the text ends in it.
func stringEnd(text []byte, i int) (end int, closed bool) {
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '"':
			return i + 1, true
		case '\\':
			if i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		}
	}
	return i, false
}

// endsInEscape reports whether a string that is not closed ends in a backslash
// that escapes what would follow.
func endsInEscape(text []byte) bool {
	n := len(text) - len(bytes.TrimRight(text, `\`))
	return n%2 == 1
}

// isWord reports whether a byte may be part of a number or a literal.
func isWord(c byte) bool {
	return c|0x20-'a' < 26 || c-'0' < 10 || c == '+' || c == '-' || c == '.' || c == '_'
}
