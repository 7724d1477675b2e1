package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// scanFences takes the candidates from the JSON fences behind offset i. fenced
// is whether there is any JSON fence, there or, as any says, before: then they
// alone give candidates, and status is final.
func (f *Finder[U]) scanFences(i int, any bool) (status Status, fenced bool) {
	for !f.settled() && !f.poll(i) {
		in, ok := f.nextFence(i)
		if !ok {
			break
		}
		next, isJSON := f.readFence(in)
		if next < 0 {
			return f.ended, true
		}
		any = any || isJSON
		i = next
	}
	if any || f.aborted != Done {
		return f.finish(), true
	}
	return Done, false
}

// readFence adds the candidate of one fence, if it is a JSON fence, and gives
// the offset behind the fence; -1 where Finder.ended ends the search.
func (f *Finder[U]) readFence(in fence) (next int, isJSON bool) {
	if in.label == otherLabel {
		_, next = f.closer(in, in.content)
		return next, false
	}
	start := f.skipSpace(in.content)
	if start == f.src.Len() {
		return start, false
	}
	if next, empty := closesAt(f.src, in, start); empty {
		return next, false
	}
	first := f.src.At(start)
	if first != '{' && first != '[' {
		end, next := f.closer(in, start)
		if in.label == jsonLabel {
			f.add(candidate{
				start: start, end: f.trimEnd(start, end), source: Fence,
				fault: syntax.Fault{Code: syntax.ExpectedValue, Pos: start, Found: start, Related: -1},
			})
		}
		return next, in.label == jsonLabel
	}
	switch r := f.read(inFence, in, start); r.outcome {
	case value:
		return f.addFenced(in, start, r.end), true
	case failed:
		fault := r.failure.fault
		if f.repairs() {
			if c, ok := f.collect.mendInline(start, r.failure); ok {
				if next, ok := f.closesBeside(in, c.end, f.skipSpace(c.end)); ok {
					c.source = Fence
					f.add(c)
					return next, true
				}
			}
		}
		end, next := f.closer(in, start)
		end = f.trimEnd(start, end)
		if fault.Found >= end {
			fault = syntax.Fault{Code: syntax.UnexpectedEnd, Pos: end, Found: end, Related: -1}
			if n := len(r.failure.open); n > 0 {
				fault.Related = r.failure.open[n-1].Opener
			}
		}
		f.add(candidate{start: start, end: end, first: byte(first), source: Fence, fault: fault})
		return next, true
	case suspended:
		f.ended = More
		return -1, true
	}
	return f.src.Len(), true
}

// addFenced adds the candidate of a fence whose content starts with a value
// that ends at end: no line that closes the fence is inside a value. It gives the
// offset behind the fence; -1 where Finder.ended ends the search.
func (f *Finder[U]) addFenced(in fence, start, end int) (next int) {
	c := candidate{start: start, end: end, first: byte(f.src.At(start)), source: Fence}
	rest := f.skipSpace(end)
	next = rest
	if rest < f.src.Len() {
		var ok bool
		if next, ok = closesAt(f.src, in, rest); !ok {
			next, ok = f.closesBeside(in, end, rest)
		}
		if !ok {
			c.end, next = f.closer(in, rest)
			c.end = f.trimEnd(start, c.end)
			c.fault = syntax.Fault{Code: syntax.TrailingCharacters, Pos: rest, Found: rest, Related: -1}
			// A repeated key comes first in reading order.
			if f.onTape == start && f.keyed() {
				if r := f.readAside(start); r.outcome == failed {
					c.fault = r.failure.fault
				}
			}
		}
	}
	if c.fault.Code == syntax.OK && f.settles(c.first) {
		f.ended = f.deliver(start, end, 1, Fence)
		return -1
	}
	f.add(c)
	return next
}

// closesBeside: with repair on, a run of the fence's own characters right behind
// the document, on its last line, closes the fence.
func (f *Finder[U]) closesBeside(in fence, end, rest int) (next int, ok bool) {
	if f.opt.Repair == repair.Off || f.src.At(rest) != in.char || runLength(f.src, rest, in.char) < in.run {
		return 0, false
	}
	for i := end; i < rest; i++ {
		if !isBlank(f.src.At(i)) {
			return 0, false
		}
	}
	return nextLine(f.src, lineEnd(f.src, rest)), true
}
