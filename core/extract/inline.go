package extract

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

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
		like, ends := f.begins(i)
		mendable := f.repairs() && f.mayOpen(i)
		if ends && !mendable {
			i++
			continue
		}
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
		if !like && !shown(fail, at) && !mendable {
			i++
			continue
		}
		if f.repairs() {
			if c, ok := f.collect.mendInline(i, fail); ok {
				f.collect.collect(c)
				i = c.end
				continue
			}
		}
		end := f.failedEnd(fail, at)
		f.add(candidate{start: i, end: end, first: first, source: Inline, fault: fail.fault})
		i = end
	}
	return f.finish()
}

// begins looks at the first character behind the opener at i, white space aside:
// is the opener JSON-like, and if not, is the value at its end there? Then it is
// prose, and most brackets in prose are, without being read.
func (f *Finder[U]) begins(i int) (like, ends bool) {
	switch next := f.src.At(f.skipSpace(i + 1)); next {
	case '"':
		return true, false
	case '}', '\'':
		like = f.src.At(i) == '{'
		return like, !like
	case '{', '[', ']':
		like = f.src.At(i) == '['
		return like, !like
	case '-', 't', 'f', 'n':
		return false, f.src.At(i) == '{'
	default:
		return false, f.src.At(i) == '{' || next-'0' > 9
	}
}

// shown reports whether container at of a failure has shown what it is, though
// its opener is not JSON-like.
func shown(fail *failure, at int) bool {
	switch fail.fault.Code {
	case syntax.TooDeep:
		return true
	case syntax.UnexpectedEnd:
		return fail.open[at].Commas > 0
	}
	return false
}

// failedEnd gives the end of a failed value: from where the fault was found on,
// brackets are counted until none of its own is open. What the fault makes of
// strings from there on nobody knows, so brackets inside them count.
func (f *Finder[U]) failedEnd(fail *failure, at int) int {
	open := len(fail.open) - at
	i := syntax.IndexBracket(f.src, fail.fault.Found)
	for ; i < f.src.Len() && !f.poll(i); i = syntax.IndexBracket(f.src, i) {
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
