package candidates

import (
	"cmp"
	"sort"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// rank gives the place of a candidate among those that are kept, which all
// stand before it in the text.
func (f *finder) rank(c *Candidate) int {
	if n := len(f.kept); n == f.opt.MaxResults && compare(c, &f.kept[n-1]) >= 0 {
		return n
	}
	return sort.Search(len(f.kept), func(i int) bool { return compare(c, &f.kept[i]) < 0 })
}

// compare gives a negative number if a is the better candidate, and 0 if the
// one that stands first is.
func compare(a, b *Candidate) int {
	return cmp.Or(
		cmp.Compare(a.tier(), b.tier()),
		cmp.Compare(a.Source, b.Source),
		cmp.Compare(a.incomplete(), b.incomplete()),
		cmp.Compare(b.length, a.length),
	)
}

// tier is 0 for what is valid, 1 for what repair makes valid, 2 for the rest.
func (c *Candidate) tier() int {
	switch {
	case c.Fault.Code == syntax.OK:
		return 0
	case c.Repair != nil && c.Repair.Valid:
		return 1
	}
	return 2
}

func (c *Candidate) incomplete() int {
	if c.Reason == Complete {
		return 0
	}
	return 1
}
