package syntax

// A reading can be taken over some tokens in front of where it stopped, if it
// has kept the commas that it came across: behind a comma it is clear what is
// due, and which containers are open can be told afterwards.

// keptCommas are so many of the last ones; a power of 2.
const keptCommas = 8

// comma is one that was read: where it stands, the words on the tape and the
// containers that are open there, and the innermost one (see State.cur) with
// this comma counted.
type comma struct {
	pos, used, depth int
	cur              uint64
}

// KeepCommas has the last commas kept, for CommaBefore.
func (r *Reader[U]) KeepCommas() { r.commas = true }

// CommaBefore gives a comma with n others or more behind it, and appends the
// containers that are open there, the outermost first. It gives -1 if the
// reading has not kept one, or has kept too little to tell what is open there.
func (r *Reader[U]) CommaBefore(n int, open []Container) (pos int, containers []Container) {
	st := r.st
	for back := n + 1; back <= min(st.commas, keptCommas); back++ {
		if list, ok := st.openAt(back, open); ok {
			return st.lastComma(back).pos, list
		}
	}
	return -1, open
}

// Comma is the last comma; -1 if none has been kept.
func (r *Reader[U]) Comma() int {
	if r.st.commas == 0 {
		return -1
	}
	return r.st.lastComma(1).pos
}

// lastComma gives the last comma (1), the one before it (2), and so on.
func (st *State) lastComma(back int) *comma {
	return &st.kept[(st.commas-back)&(keptCommas-1)]
}

// openAt appends the containers that were open at the comma so far back. On the
// stack is each as it was when one was last opened directly inside it. If that
// was not before the comma, a later comma of its own shows by how much its
// count has gone up; or another container stands in its place.
func (st *State) openAt(back int, open []Container) ([]Container, bool) {
	at := st.lastComma(back)
	for d := 1; d < at.depth; d++ {
		cur := st.stack[d]
		if openerOf(cur) > at.pos {
			return nil, false
		}
		commas := commasOf(cur)
		for b := back - 1; b > 0; b-- {
			if later := st.lastComma(b); later.depth == d {
				if openerOf(later.cur) == openerOf(cur) {
					commas = commasOf(later.cur) - 1
				}
				break
			}
		}
		open = append(open, Container{openerOf(cur), commas})
	}
	return append(open, Container{openerOf(at.cur), commasOf(at.cur)}), true
}

// Continue puts the reader, which is new, behind a comma in front of limit that
// the one before it with this State has kept, if its text was the same up to
// limit. What that one wrote on the tape in its first Advance, up to the comma,
// stays there. It reports whether there is such a comma; list is memory for the
// containers.
func (r *Reader[U]) Continue(limit int, list *[]Container) bool {
	st := r.st
	for back := 1; back <= min(st.commas, keptCommas); back++ {
		at := *st.lastComma(back)
		if at.pos >= limit {
			continue
		}
		open, ok := st.openAt(back, (*list)[:0])
		if !ok {
			continue
		}
		*list = open
		for d, c := range open[:at.depth-1] {
			st.push(d+1, r.container(c))
		}
		for st.floats > at.used {
			st.floats = int(r.tape.get(st.floats - 1))
		}
		st.pos, st.depth, st.cur, st.due = at.pos+1, at.depth, at.cur, dueFirst
		st.check, st.keep, st.commas = false, false, 0
		st.string.open, st.number.open = false, false
		r.from = at.used
		return true
	}
	return false
}
