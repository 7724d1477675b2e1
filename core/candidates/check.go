package candidates

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// checker reads candidates by the grammar of RFC 8259 alone.
type checker struct {
	state syntax.State
	tape  syntax.Tape
}

func newChecker() *checker {
	return &checker{tape: syntax.NewTape(make([]uint64, 256+syntax.TapeSlack))}
}

// fault gives the first fault of text[start:end] and its offset in text; OK if
// it is valid. deep is the first opener that is nested too deep, -1 if none is.
// A byte behind end must be in the capacity of text.
func (c *checker) fault(text []byte, start, end, deep int) (syntax.Code, int) {
	candidate := text[start : end+1]
	behind := candidate[end-start]
	candidate[end-start] = 0 // which stops the reader
	defer func() { candidate[end-start] = behind }()

	source := syntax.NewSource(candidate[:end-start])
	r := syntax.NewReader(source, true, c.tape, &c.state)
	r.GrammarAlone()
	r.Start(0)
	status := syntax.More
	for status == syntax.More {
		status = r.Advance()
	}
	found := r.Fault()
	if status == syntax.Done {
		// What is matched ends with its value, but what is repaired need not.
		if rest := syntax.SkipSpace(source, r.End()); rest < source.Len() {
			status, found = syntax.Failed, syntax.Fault{Code: syntax.TrailingCharacters, Pos: rest, Found: rest}
		}
	}
	// Up to its first fault the candidate's brackets are those that were
	// matched, so what is nested too deep comes first in reading order unless
	// the fault showed before it, or is that it may not stand there at all.
	if deep >= 0 && (status == syntax.Done || found.Found > deep-start || found.Code == syntax.TooDeep) {
		return syntax.TooDeep, deep
	}
	if status == syntax.Done {
		return syntax.OK, 0
	}
	return found.Code, start + found.Pos
}
