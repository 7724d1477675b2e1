package extract

import "testing"

// TestCandidates: the list is what a slice would be, at the edges of its blocks too.
func TestCandidates(t *testing.T) {
	never := func() bool { return false }
	filled := func(n int) (l candidates) {
		for i := range n {
			l.add(candidate{start: i})
		}
		return l
	}
	for _, n := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 3 * blockSize} {
		l := filled(n)
		seen := 0
		for c := range l.all(never) {
			if c.start != seen || l.at(seen) != c {
				t.Fatalf("%d: %d at %d", n, c.start, seen)
			}
			seen++
		}
		if seen != n || l.length() != n {
			t.Fatalf("%d: %d, %d", n, seen, l.length())
		}
		for _, more := range []int{0, 1, blockSize} {
			joined := filled(n)
			joined.join(filled(more), never)
			if joined.length() != n+more || more > 0 && joined.at(n+more-1).start != more-1 {
				t.Errorf("%d and %d: %d", n, more, joined.length())
			}
			for _, kept := range []int{n + more, n, n / 2, 0} {
				joined.cut(kept)
				if joined.length() != kept {
					t.Errorf("%d cut to %d: %d", n+more, kept, joined.length())
				}
			}
		}
		for i := range n {
			if c, ok := l.next(); !ok || c.start != i {
				t.Fatalf("%d: %d is %d, %v", n, i, c.start, ok)
			}
		}
		if _, ok := l.next(); ok || l.length() != 0 {
			t.Errorf("%d: not empty", n)
		}
		l.add(candidate{start: 7})
		if c, ok := l.next(); !ok || c.start != 7 {
			t.Errorf("%d: not to be filled again", n)
		}
	}
}
