package wire

import (
	"bytes"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// What these functions are given is known to be JSON.

func trim(value []byte) []byte { return bytes.Trim(value, " \t\r\n") }

// skipValue gives the offset behind the value that starts at i.
func skipValue(s []byte, i int) int {
	depth := 0
	for {
		switch s[i] {
		case '"':
			i = skipString(s, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			depth--
			i++
		case ',', ':', ' ', '\t', '\r', '\n':
			i++
			continue
		default:
			for i < len(s) && bytes.IndexByte([]byte(",:{}[] \t\r\n"), s[i]) < 0 {
				i++
			}
		}
		if depth == 0 {
			return i
		}
	}
}

func skipString(s []byte, i int) int {
	for i++; s[i] != '"'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// skip gives the first offset from i on that has neither white space nor c.
func skip(s []byte, i int, c byte) int {
	for s[i] == c || s[i] == ' ' || s[i] == '\t' || s[i] == '\r' || s[i] == '\n' {
		i++
	}
	return i
}

// eachMember calls f with each member of an object, the name still spelt as JSON does, until it
// gives an error.
func eachMember(object []byte, f func(name, value []byte) error) error {
	for i := skip(object, 1, ','); object[i] != '}'; i = skip(object, i, ',') {
		end := skipString(object, i)
		name := object[i:end]
		i = skip(object, end, ':')
		end = skipValue(object, i)
		if err := f(name, object[i:end]); err != nil {
			return err
		}
		i = end
	}
	return nil
}

// elements gives the elements of an array.
func elements(array []byte) (list [][]byte) {
	for i := skip(array, 1, ','); array[i] != ']'; i = skip(array, i, ',') {
		end := skipValue(array, i)
		list = append(list, array[i:end])
		i = end
	}
	return list
}

// textOf decodes a JSON string; half of a surrogate pair becomes U+FFFD.
func textOf(value []byte) string {
	units, _ := codePoints(value)
	var b []byte
	for _, c := range units {
		b = append(b, string(rune(c))...)
	}
	return string(b)
}

// codePoints decodes a JSON string to code points with a zero behind them. Half a surrogate pair
// stays what it is: a text that came from a program may have one.
func codePoints(value []byte) ([]uint32, bool) {
	if value[0] != '"' {
		return nil, false
	}
	raw := append(make([]byte, 0, len(value)), value[1:len(value)-1]...)
	raw = append(raw, 0)[:len(raw)]
	src := syntax.NewSource(raw)
	text := make([]uint32, 0, len(raw)+1)
	plain := 0 // what stands from here on has no escape
	flush := func(end int) {
		for _, c := range string(raw[plain:end]) {
			text = append(text, uint32(c))
		}
	}
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			i++
			continue
		}
		flush(i)
		c, n := syntax.EscapeAt(src, i)
		if n == 0 {
			half, _ := strconv.ParseUint(string(raw[i+2:i+6]), 16, 16)
			c, n = rune(half), len(`\ud800`)
		}
		text = append(text, uint32(c))
		i += n
		plain = i
	}
	flush(len(raw))
	return append(text, 0)[:len(text)], true
}

// whole reads an integer from low on; what is beyond high counts as high. 1.0 and 1e3 are integers,
// as JSON Schema has it.
func whole(v []byte, low, high int) (int, bool) {
	number, err := strconv.ParseFloat(string(v), 64)
	switch {
	case v[0] != '-' && (v[0] < '0' || v[0] > '9'), number < float64(low):
		return 0, false
	case err != nil, number > float64(high):
		return high, true
	}
	n := int(number)
	return n, float64(n) == number
}
