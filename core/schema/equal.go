package schema

import (
	"bytes"
	"hash/maphash"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// equal reports whether two values are equal (2020-12, Core §4.2.2): numbers by
// their value, objects whatever the order of their members.
func equal[U, V, W text.Unit](e *eval[U], a *value[V], n int32, b *value[W], m int32) bool {
	x, y := &a.nodes[n], &b.nodes[m]
	if x.kind != y.kind || x.count != y.count || !e.spend(1) {
		return false
	}
	switch x.kind {
	case kNumber:
		return parseNumber(a.literal(nil, n)).compare(parseNumber(b.literal(nil, m))) == 0
	case kString:
		var bufA, bufB []byte
		return bytes.Equal(a.str(n, &bufA), b.str(m, &bufB))
	case kArray:
		d := m + 1
		for c := n + 1; c < x.next; c = a.nodes[c].next {
			if !equal(e, a, c, b, d) {
				return false
			}
			d = b.nodes[d].next
		}
	case kObject:
		var buf []byte
		for c := n + 1; c < x.next; c = a.nodes[c+1].next {
			if !e.spend(int(y.count)) {
				return false
			}
			d := b.member(m, string(a.str(c, &buf)))
			if d < 0 || !equal(e, a, c+1, b, d) {
				return false
			}
		}
	}
	return true
}

// fewElements are compared one with another; more go through a table.
const fewElements = 8

// repeated gives an element that is equal to one before it, or -1.
func (e *eval[U]) repeated(n int32) int32 {
	nodes := e.v.nodes
	if nodes[n].count <= fewElements {
		for c := n + 1; c < nodes[n].next; c = nodes[c].next {
			for d := n + 1; d < c; d = nodes[d].next {
				if equal(e, e.v, c, e.v, d) {
					return c
				}
			}
		}
		return -1
	}
	seed := maphash.MakeSeed()
	seen := make(map[uint64][]int32, nodes[n].count)
	for c := n + 1; c < nodes[n].next; c = nodes[c].next {
		h := e.hash(seed, c)
		for _, d := range seen[h] {
			if equal(e, e.v, c, e.v, d) {
				return c
			}
		}
		seen[h] = append(seen[h], c)
		if !e.spend(int(nodes[c].next - c)) {
			return -1
		}
	}
	return -1
}

// hash is the same for equal values.
func (e *eval[U]) hash(seed maphash.Seed, n int32) uint64 {
	nodes := e.v.nodes
	var h maphash.Hash
	h.SetSeed(seed)
	h.WriteByte(byte(nodes[n].kind))
	switch nodes[n].kind {
	case kNumber:
		x := e.number(n)
		h.Write(x.digits)
		writeUint(&h, uint64(x.point))
		if x.negative {
			h.WriteByte('-')
		}
	case kString:
		h.Write(e.v.str(n, &e.buf))
	case kArray:
		for c := n + 1; c < nodes[n].next; c = nodes[c].next {
			writeUint(&h, e.hash(seed, c))
		}
	case kObject:
		var sum uint64
		for c := n + 1; c < nodes[n].next; c = nodes[c+1].next {
			var member maphash.Hash
			member.SetSeed(seed)
			writeUint(&member, e.hash(seed, c))
			writeUint(&member, e.hash(seed, c+1))
			sum += member.Sum64()
		}
		writeUint(&h, sum)
	}
	return h.Sum64()
}

func writeUint(h *maphash.Hash, x uint64) {
	for range 8 {
		h.WriteByte(byte(x))
		x >>= 8
	}
}
