package schema

// marks are the members or elements of one value that have been evaluated
// (2020-12, Core §11). A nil one is not asked for.
type marks struct{ bits []uint64 }

func (e *eval[U]) newMarks(count int32) *marks {
	var m *marks
	if k := len(e.free); k > 0 {
		m, e.free = e.free[k-1], e.free[:k-1]
	} else {
		m = &marks{}
	}
	words := int(count+63) / 64
	if cap(m.bits) < words {
		m.bits = make([]uint64, words)
	}
	m.bits = m.bits[:words]
	clear(m.bits)
	return m
}

func (e *eval[U]) release(m *marks) { e.free = append(e.free, m) }

func (m *marks) set(i int) {
	if m != nil {
		m.bits[i/64] |= 1 << (i % 64)
	}
}

func (m *marks) has(i int) bool { return m.bits[i/64]>>(i%64)&1 != 0 }

func (m *marks) all() {
	if m != nil {
		for i := range m.bits {
			m.bits[i] = ^uint64(0)
		}
	}
}

func (m *marks) merge(other *marks) {
	for i := range m.bits {
		m.bits[i] |= other.bits[i]
	}
}
