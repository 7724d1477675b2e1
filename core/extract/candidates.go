package extract

import "slices"

// manyCandidates are copied in less than some milliseconds. Lists of more are gone
// through with looks at whether to stop, after which what is in them does not matter.
const manyCandidates = 1 << 14

// withRoom gives the list with room for n more. It grows as append would have it
// grow, but asks stop while it copies millions.
func withRoom(list []candidate, n int, stop func() bool) []candidate {
	if len(list)+n <= cap(list) || len(list) < manyCandidates {
		return list
	}
	grown := make([]candidate, 0, max(2*len(list), len(list)+n))
	return copyTo(grown, list, stop)
}

// joinLists appends to a list; the first of all is not copied.
func joinLists(a, b []candidate, stop func() bool) []candidate {
	if len(a) == 0 {
		return b
	}
	return copyTo(withRoom(a, len(b), stop), b, stop)
}

func copyTo(to, list []candidate, stop func() bool) []candidate {
	for part := range slices.Chunk(list, manyCandidates) {
		if len(part) == manyCandidates && stop() {
			break
		}
		to = append(to, part...)
	}
	return to
}
