package syntax

import "github.com/jsonbeacon/jsonbeacon/core/text"

// diagnose says what a unit that does not fit means, by what was due there.
func diagnose[U text.Unit](src Source[U], st *State) Fault {
	i := st.pos
	c := src.At(i)
	at := func(code Code) Fault { return Fault{code, i, i, -1} }
	switch st.where {
	case inKey:
		// A closer right behind '{' ends the object, so this one is behind a comma.
		if c == '}' {
			return at(TrailingComma)
		}
		return at(ExpectedKey)
	case inColon:
		return at(ExpectedColon)
	case inComma:
		return Fault{ExpectedComma, i, i, openerOf(st.cur)}
	case inNumber:
		return Fault{InvalidNumber, st.token, i, -1}
	}
	switch {
	case c == ']' && st.depth > 0 && !isObject(st.cur):
		return at(TrailingComma)
	case c == '{' || c == '[':
		return at(TooDeep)
	case c == 't':
		return misspelt(src, i, "true")
	case c == 'f':
		return misspelt(src, i, "false")
	case c == 'n':
		return misspelt(src, i, "null")
	case c == 'T' && isWord(src, i, "True"),
		c == 'F' && isWord(src, i, "False"),
		c == 'N' && isWord(src, i, "None"):
		return at(InvalidLiteral)
	case (c == '.' || c == '+') && src.At(i+1)-'0' <= 9:
		return at(InvalidNumber)
	}
	return at(ExpectedValue)
}

// misspelt is the fault of a literal at i that is not spelt to its end.
func misspelt[U text.Unit](src Source[U], i int, literal string) Fault {
	k := 1
	for k < len(literal)-1 && src.At(i+k) == uint32(literal[k]) {
		k++
	}
	return Fault{InvalidLiteral, i, i + k, -1}
}

// isWord reports whether word stands at i and no letter, digit or '_' behind it.
func isWord[U text.Unit](src Source[U], i int, word string) bool {
	for k := range len(word) {
		if src.At(i+k) != uint32(word[k]) {
			return false
		}
	}
	c := src.At(i + len(word))
	return !((c|0x20)-'a' < 26 && c < 0x80 || c-'0' <= 9 || c == '_')
}
