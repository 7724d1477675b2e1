package extract

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// RunDocument reads the text as one JSON document, a scalar or a container,
// with nothing but white space around it and a byte order mark in front. Of
// the Options, MaxLength alone has a say.
func (f *Finder[U]) RunDocument() Status {
	if f.src.Len() > f.opt.maxLength() {
		return f.tooLong()
	}
	start := f.skipLead()
	if !f.Careful {
		f.tape.Start(start)
		switch f.tape.Advance() {
		case syntax.Done:
			f.onTape = start
			return f.afterDocument(start, f.tape.End())
		case syntax.More:
			f.memory.at, f.memory.start = document, start
			return More
		}
	}
	switch r := f.readAside(start); r.outcome {
	case failed:
		return f.fail(r.failure.fault, start, f.src.Len())
	case aborted:
		return f.aborted
	default:
		return f.afterDocument(start, r.end)
	}
}

// afterDocument looks at what follows the value.
func (f *Finder[U]) afterDocument(start, end int) Status {
	if rest := f.skipSpace(end); rest < f.src.Len() {
		// A repeated key comes first in reading order.
		if !f.giveUpTape() {
			return f.aborted
		}
		fault := syntax.Fault{Code: syntax.TrailingCharacters, Pos: rest, Found: rest, Related: -1}
		return f.fail(fault, start, f.src.Len())
	}
	return f.deliver(start, end, 1, Whole)
}
