package extract

import "iter"

// blockSize candidates are gone through in less than some milliseconds. Lists of
// more are gone through with a look at each block at whether to stop, after which
// what is in them does not matter.
const blockSize = 1 << 14

// candidates is a list in blocks: millions are not copied as it grows.
type candidates struct {
	blocks [][]candidate // all of them full but the last
	taken  int           // by next
}

func (l *candidates) length() int {
	n := len(l.blocks)
	if n == 0 {
		return 0
	}
	return (n-1)*blockSize + len(l.blocks[n-1])
}

func (l *candidates) at(i int) *candidate { return &l.blocks[i/blockSize][i%blockSize] }

func (l *candidates) add(c candidate) {
	n := len(l.blocks)
	switch {
	case n == 0:
		l.blocks = append(l.blocks, nil)
	case len(l.blocks[n-1]) == blockSize:
		l.blocks = append(l.blocks, make([]candidate, 0, blockSize))
	}
	last := &l.blocks[len(l.blocks)-1]
	*last = append(*last, c)
}

// join appends what is in another list, which is not to be used any more.
func (l *candidates) join(other candidates, stop func() bool) {
	if l.length() == 0 {
		*l = other
		return
	}
	for c := range other.all(stop) {
		l.add(*c)
	}
}

// cut leaves the first n.
func (l *candidates) cut(n int) {
	l.blocks = l.blocks[:(n+blockSize-1)/blockSize]
	if k := len(l.blocks); k > 0 {
		l.blocks[k-1] = l.blocks[k-1][:n-(k-1)*blockSize]
	}
}

func (l *candidates) all(stop func() bool) iter.Seq[*candidate] {
	return func(yield func(*candidate) bool) {
		for k, block := range l.blocks {
			if k > 0 && stop() {
				return
			}
			for i := range block {
				if !yield(&block[i]) {
					return
				}
			}
		}
	}
}

// next takes the first of those that have not been taken; behind the last the list
// is empty.
func (l *candidates) next() (candidate, bool) {
	if l.taken == l.length() {
		*l = candidates{}
		return candidate{}, false
	}
	c := *l.at(l.taken)
	if l.taken++; l.taken%blockSize == 0 && l.taken < l.length() {
		l.blocks[l.taken/blockSize-1] = nil
	}
	return c, true
}
