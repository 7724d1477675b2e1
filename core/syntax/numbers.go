package syntax

import (
	"math"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Numbers of very many digits are read a stretch at a time. Of a float's digits
// only the first ones decide its value: of the others it is enough to know
// whether one of them is not zero.

// decisiveDigits are enough to round by, with a further one that is not zero
// for all the rest: no two neighbouring float64 have a middle of more than 767.
// strconv takes 800; an integer of more it reads as too small by powers of ten.
const decisiveDigits = 780

// partialNumber is what is known of a number so far.
type partialNumber struct {
	open     bool
	part     numberPart
	start    int
	pos      int  // the unit that is due
	first    int  // the first digit that is not zero, -1
	whole    int  // the end of the digits in front of the point
	digits   int  // the end of those behind it as well
	rest     bool // a digit that is too far behind first to count is not zero
	exponent int  // cut at maxExponent
	negative bool // the exponent is
}

type numberPart uint8

const (
	numberSign numberPart = iota
	numberWhole
	numberFraction
	numberExponent
)

// begin puts p in front of the number at start.
func (p *partialNumber) begin(start int) {
	*p = partialNumber{open: true, start: start, pos: start, first: -1}
}

// readNumber reads on to the number's end, which closes p, or to limit. It
// reports whether the unit at pos fits.
func readNumber[U text.Unit](src Source[U], p *partialNumber, limit int) bool {
	isDigit := func() bool { return src.At(p.pos)-'0' <= 9 }
	if p.part == numberSign {
		p.part = numberWhole
		if src.At(p.pos) == '-' {
			p.pos++
		}
		if !isDigit() {
			return false
		}
		if src.At(p.pos) == '0' && src.At(p.pos+1)-'0' <= 9 {
			p.pos++
			return false
		}
	}
	for {
		readDigits(src, p, limit)
		if isDigit() {
			return true
		}
		switch p.part {
		case numberWhole:
			p.whole, p.digits = p.pos, p.pos
		case numberFraction:
			p.digits = p.pos
		}
		switch c := src.At(p.pos); {
		case c == '.' && p.part == numberWhole:
			p.part = numberFraction
			p.pos++
		case c|0x20 == 'e' && p.part != numberExponent:
			p.part = numberExponent
			p.pos++
			if c = src.At(p.pos); c == '-' || c == '+' {
				p.negative = c == '-'
				p.pos++
			}
		default:
			p.open = false
			return true
		}
		if !isDigit() {
			return false
		}
	}
}

// readDigits reads digits of one part up to limit.
func readDigits[U text.Unit](src Source[U], p *partialNumber, limit int) {
	i := p.pos
	defer func() { p.pos = i }()
	if p.part == numberExponent {
		for ; i < limit && src.At(i)-'0' <= 9; i++ {
			if p.exponent < maxExponent {
				p.exponent = p.exponent*10 + int(src.At(i)-'0')
			}
		}
		return
	}
	if p.first < 0 {
		for i < limit && src.At(i) == '0' {
			i++
		}
		if i == limit || src.At(i)-'0' > 9 {
			return
		}
		p.first = i
	}
	// The point may be one of these.
	decisive := min(p.first+decisiveDigits+1, limit)
	if i < decisive {
		i, _ = skipDigits(src, i, decisive)
	}
	if i >= decisive {
		var some bool
		i, some = skipDigits(src, i, limit)
		p.rest = p.rest || some
	}
}

// skipDigits steps over digits and reports whether any is not zero.
func skipDigits[U text.Unit](src Source[U], i, end int) (next int, nonzero bool) {
	for lanes[U]() == 8 && i+8 <= end && areDigits(src.Word(i)) {
		nonzero = nonzero || src.Word(i) != '0'*ones[U]()
		i += 8
	}
	for ; i < end && src.At(i)-'0' <= 9; i++ {
		nonzero = nonzero || src.At(i) != '0'
	}
	return i, nonzero
}

// ParseFloat gives the float of 32 or 64 bits that is nearest to a number of RFC
// 8259; false on overflow.
func ParseFloat(number []byte, bits int) (float64, bool) {
	if len(number) <= decisiveDigits {
		v, err := strconv.ParseFloat(string(number), bits)
		return v, err == nil
	}
	src := NewSource(append(number[:len(number):len(number)], 0)[:len(number)])
	var n partialNumber
	n.begin(0)
	readNumber(src, &n, len(number))
	return numberValue(src, &n, bits)
}

// numberValue is the value of a float of so many bits that has been read; false
// on overflow.
func numberValue[U text.Unit](src Source[U], p *partialNumber, bits int) (float64, bool) {
	var room [decisiveDigits + 64]byte
	shorter := room[:0]
	if src.At(p.start) == '-' {
		shorter = append(shorter, '-')
	}
	if p.first < 0 {
		shorter = append(shorter, '0')
	} else {
		// What the exponent is, if all digits stand in front of the point.
		exponent := min(p.exponent, maxExponent)
		if p.negative {
			exponent = -exponent
		}
		exponent += p.whole - p.first
		for i := p.first; i < min(p.digits, p.first+decisiveDigits+1); i++ {
			if c := byte(src.At(i)); c != '.' {
				shorter = append(shorter, c)
				exponent--
			}
		}
		if p.first > p.whole {
			exponent++ // the point is no digit
		}
		if p.rest {
			shorter = append(shorter, '1')
			exponent--
		}
		shorter = strconv.AppendInt(append(shorter, 'e'), int64(exponent), 10)
	}
	v, err := strconv.ParseFloat(string(shorter), bits)
	return v, err == nil
}

// longNumber reads a number on that goes far, and puts it on the tape when it
// has been read whole. It may not be: then State.number is open.
func (r *Reader[U]) longNumber() bool {
	st := r.st
	p := &st.number
	if !p.open {
		p.begin(st.token)
	}
	fits := readNumber(r.src, p, min(r.src.Len(), p.pos+stretch))
	st.pos = p.pos
	if !fits {
		r.fail(Fault{InvalidNumber, st.token, p.pos, -1})
		return false
	}
	if p.open {
		return true
	}
	st.due = dueComma
	if p.part == numberWhole {
		r.tape.put(st.used, TagBig|uint64(p.pos-p.start)<<4|uint64(p.start)<<32)
		st.used++
		return true
	}
	v, ok := numberValue(r.src, p, 64)
	if !ok && !r.lax {
		r.fail(Fault{NumberOutOfRange, st.token, st.token, -1})
		return false
	}
	r.tape.put(st.used, TagFloat)
	r.tape.put(st.used+1, math.Float64bits(v))
	st.used += 4
	return true
}
