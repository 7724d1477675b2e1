package stream

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// number is how far a number has come.
type number uint8

const (
	minus number = iota
	zero
	digits
	point
	fraction
	exponent
	sign
	power
)

// isSmall reports whether the number that ends at offset i cannot be beyond a
// float's range: it is short, and so is its exponent.
func (s *Machine[U]) isSmall(i int) bool {
	return i-s.m.value.token <= 200 && (s.src.At(i-2)-'0' > 9 || s.src.At(i-3)-'0' > 9)
}

func (n number) isWhole() bool { return n == zero || n == digits || n == fraction || n == power }

// number goes on with a number to the first unit that is not part of it.
func (s *Machine[U]) number(i int) int {
	state := s.m.value.number
	for ; ; i++ {
		c := s.src.At(i)
		digit := c-'0' <= 9
		switch {
		case digit && (state == digits || state == fraction || state == power):
		case digit && state == minus:
			state = digits
			if c == '0' {
				state = zero
			}
		case digit && state == point:
			state = fraction
		case digit && (state == exponent || state == sign):
			state = power
		case c == '.' && (state == zero || state == digits):
			state = point
		case c|0x20 == 'e' && (state == zero || state == digits || state == fraction):
			state = exponent
		case (c == '+' || c == '-') && state == exponent:
			state = sign
		default:
			s.m.value.number = state
			return i
		}
	}
}

// inRange reports whether the number that starts there is one of a float's.
func (s *Machine[U]) inRange(start int) bool {
	a := asides.Get().(*aside)
	defer asides.Put(a)
	r := syntax.NewReader(s.src, false, syntax.NewTape(a.words[:]), &a.state)
	r.Start(start)
	status := r.Advance()
	for status == syntax.More {
		status = r.Advance()
	}
	return status == syntax.Done
}
