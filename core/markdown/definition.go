package markdown

import (
	"bytes"
	"unicode/utf8"
)

// longestLabel is how many characters a link label may have (CommonMark, "Links").
const longestLabel = 999

// definitions gives the part of a paragraph that is link reference definitions:
// its first lines, or nothing. Every line of the paragraph ends in "\n".
func definitions(paragraph []byte) []byte {
	rest := paragraph
	for len(rest) > 0 {
		n := definition(rest)
		if n == 0 {
			break
		}
		rest = rest[n:]
	}
	return paragraph[:len(paragraph)-len(rest)]
}

// definition gives the length of the definition at the start of s, its line
// ending included; 0 if there is none. CommonMark, "Link reference definitions".
func definition(s []byte) int {
	i := skipSpaces(s, 0)
	i = labelEnd(s, i)
	if i < 0 || s[i] != ':' {
		return 0
	}
	i = destinationEnd(s, skipSpaceAndLine(s, i+1))
	if i < 0 {
		return 0
	}
	without := lineEnd(s, i) // the end of the definition without a title
	title := skipSpaceAndLine(s, i)
	if title > i {
		if end := titleEnd(s, title); end >= 0 {
			if end = lineEnd(s, end); end >= 0 {
				return end
			}
		}
	}
	return max(without, 0)
}

// labelEnd gives the offset behind the "]" of a label, -1 if there is none.
func labelEnd(s []byte, i int) int {
	if i >= len(s) || s[i] != '[' {
		return -1
	}
	start := i + 1
	text := false
	for i = start; i < len(s) && i-start <= longestLabel*utf8.UTFMax; i++ {
		switch s[i] {
		case '[':
			return -1
		case ']':
			if !text || utf8.RuneCount(s[start:i]) > longestLabel {
				return -1
			}
			return i + 1
		case ' ', '\t', '\n':
			continue
		case '\\':
			if isEscape(s, i) {
				i++
			}
		}
		text = true
	}
	return -1
}

// destinationEnd gives the offset behind a link destination, -1 if there is none.
func destinationEnd(s []byte, i int) int {
	if i >= len(s) {
		return -1
	}
	if s[i] == '<' {
		for i++; i < len(s); i++ {
			switch s[i] {
			case '\n', '<':
				return -1
			case '>':
				return i + 1
			case '\\':
				if isEscape(s, i) {
					i++
				}
			}
		}
		return -1
	}
	start, open := i, 0
	for ; i < len(s) && (s[i] > ' ' && s[i] != 0x7F || s[i] == 0); i++ { // U+0000 stands for U+FFFD
		switch s[i] {
		case '(':
			open++
		case ')':
			open--
			if open < 0 {
				return -1
			}
		case '\\':
			if isEscape(s, i) {
				i++
			}
		}
	}
	if i == start || open > 0 {
		return -1
	}
	return i
}

// titleEnd gives the offset behind a link title, -1 if there is none.
func titleEnd(s []byte, i int) int {
	if i >= len(s) {
		return -1
	}
	closer := s[i]
	switch closer {
	case '"', '\'':
	case '(':
		closer = ')'
	default:
		return -1
	}
	for i++; i < len(s); i++ {
		switch s[i] {
		case closer:
			return i + 1
		case '(':
			if closer == ')' {
				return -1
			}
		case '\\':
			if isEscape(s, i) {
				i++
			}
		}
	}
	return -1
}

// isEscape reports whether the backslash at i escapes what follows it.
func isEscape(s []byte, i int) bool {
	return i+1 < len(s) && bytes.IndexByte([]byte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"), s[i+1]) >= 0
}

func skipSpaces(s []byte, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

// skipSpaceAndLine skips spaces and tabs with at most one line ending in them.
func skipSpaceAndLine(s []byte, i int) int {
	i = skipSpaces(s, i)
	if i < len(s) && s[i] == '\n' {
		i = skipSpaces(s, i+1)
	}
	return i
}

// lineEnd gives the offset behind the line ending, -1 if something else than
// spaces and tabs is before it.
func lineEnd(s []byte, i int) int {
	i = skipSpaces(s, i)
	if i < len(s) && s[i] == '\n' {
		return i + 1
	}
	return -1
}
