package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// scanInline takes the candidates from the whole text, from offset i on, and
// gives the result.
//
// By the letter, every '{' and '[' that is no candidate is prose, and the next
// one is read anew, which would read a text of "[[[[…" once for every bracket.
// But a reading that failed as prose at p knows its openers: those that were
// open at p fail at p as well (failure.find), those that were closed before are
// values, and are read once more, since the scan goes on behind them. New is
// only an opener inside what the reading took for a string: from there the text
// is read with strings and the rest exchanged, so a second such opener is inside
// a string of the other reading. Hence no unit is in more than two readings that
// fail, and two failures are all there is to remember.
func (f *Finder[U]) scanInline(i int) Status {
	for i = syntax.IndexOpener(f.src, i); i < f.src.Len(); i = syntax.IndexOpener(f.src, i) {
		if f.settled() || f.poll(i) {
			break
		}
		first := byte(f.src.At(i))
		fail, at := f.known(i)
		if fail == nil {
			r := f.read(inProse, fence{}, i)
			if r.outcome == suspended {
				return More
			}
			if r.outcome == aborted {
				break
			}
			if r.outcome == value {
				if f.settles(first) {
					return f.deliver(i, r.end, 1, Inline)
				}
				f.add(candidate{start: i, end: r.end, first: first, source: Inline})
				i = r.end
				continue
			}
			fail = r.failure
		}
		is := f.isCandidate(i, fail, at)
		if f.opt.Repair != repair.Off && f.collect != nil && (is || f.mayOpen(i)) {
			if c, ok := f.collect.mendInline(i, fail.fault); ok {
				f.collect.collect(c)
				i = c.end
				continue
			}
			is = true
		}
		if !is {
			i++
			continue
		}
		end := f.failedEnd(fail, at)
		f.add(candidate{start: i, end: end, first: first, source: Inline, fault: fail.fault})
		i = end
	}
	return f.finish()
}

// isCandidate tells the opener of a value that failed, container at of fail,
// from a bracket in prose.
func (f *Finder[U]) isCandidate(opener int, fail *failure, at int) bool {
	switch fail.fault.Code {
	case syntax.TooDeep:
		return true
	case syntax.UnexpectedEnd:
		if fail.open[at].Commas > 0 {
			return true
		}
	}
	next := f.src.At(f.skipSpace(opener + 1))
	if f.src.At(opener) == '{' {
		return next == '"' || next == '\'' || next == '}'
	}
	return next == '{' || next == '[' || next == '"' || next == ']'
}

// failedEnd gives the end of a failed value: from where the fault was found on,
// brackets are counted until none of its own is open. What the fault makes of
// strings from there on nobody knows, so brackets inside them count.
func (f *Finder[U]) failedEnd(fail *failure, at int) int {
	open := len(fail.open) - at
	i := syntax.IndexBracket(f.src, fail.fault.Found)
	for ; i < f.src.Len(); i = syntax.IndexBracket(f.src, i) {
		if f.src.At(i)|0x20 == '{' {
			open++
		} else {
			open--
		}
		i++
		if open == 0 {
			return i
		}
	}
	return f.src.Len()
}
