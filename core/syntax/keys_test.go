package syntax

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKeySet: a stack of objects, keys of few and of many, hashes that collide:
// a key is repeated if and only if its object has it.
func TestKeySet(t *testing.T) {
	for n := range uint64(300) {
		r := rand.New(rand.NewPCG(1, n))
		hashes := []uint64{1, 3, 50, 1 << 40}[r.IntN(4)] // of so many kinds
		var k KeySet
		k.reset()
		m := &modelKeys{k: &k, hashes: hashes}
		for range 2000 {
			switch r.IntN(40) {
			case 0:
				if len(m.objects) < MaxDepth {
					m.open()
				}
			case 1:
				if len(m.objects) > 1 {
					m.objects = m.objects[:len(m.objects)-1]
				}
			default:
				if err := m.add(r.IntN(400)); err != nil {
					t.Fatalf("text %d: %v", n, err)
				}
			}
		}
	}
}

// modelKeys is what a KeySet must answer, by maps. A key is a number; where it
// stands says which.
type modelKeys struct {
	k       *KeySet
	hashes  uint64
	objects []modelObject
	names   []int // by quote
	opened  int
}

type modelObject struct {
	opener int
	keys   map[int]int // the quote of each
}

func (m *modelKeys) open() {
	m.opened++
	m.objects = append(m.objects, modelObject{m.opened, map[int]int{}})
}

func (m *modelKeys) add(name int) error {
	if len(m.objects) == 0 {
		m.open()
	}
	o := m.objects[len(m.objects)-1]
	m.names = append(m.names, name)
	quote := len(m.names) - 1
	hash := mix(uint64(name), 1) % m.hashes
	got := m.k.add(o.opener, len(m.objects), quote, hash, func(q int) bool { return m.names[q] == name })
	want, repeated := o.keys[name]
	if !repeated {
		want = -1
		o.keys[name] = quote
	}
	if got != want {
		return fmt.Errorf("key %d of object %d: %d, want %d", name, o.opener, got, want)
	}
	return nil
}

// TestKeySetForgets: when keys are dropped, the table is as if they had never
// been put in, so looking for others does not pass over where they were.
func TestKeySetForgets(t *testing.T) {
	never := func(int) bool { return false }
	for n := range uint64(200) {
		r := rand.New(rand.NewPCG(2, n))
		var k KeySet
		k.reset()
		quote := 0
		fill := func(opener, depth, count int) {
			for range count {
				k.add(opener, depth, quote, r.Uint64N(64), never)
				quote++
			}
		}
		fill(1, 1, 20+r.IntN(20)) // the table is large enough for what follows
		table, keys := slices.Clone(k.table), len(k.keys)
		fill(2, 2, r.IntN(len(table)/2-keys))
		if len(k.table) != len(table) {
			t.Fatal("the table has grown: the test does not test what it means to")
		}
		k.drop(keys)
		if !slices.Equal(k.table, table) || len(k.keys) != keys {
			t.Fatalf("set %d: %v, was %v", n, k.table, table)
		}
	}
}

// TestKeySetMemory: what one large object needed is not kept for ever.
func TestKeySetMemory(t *testing.T) {
	var k KeySet
	k.reset()
	for i := range 1 << 14 {
		k.add(1, 1, i, mix(uint64(i), 1), func(int) bool { return false })
	}
	k.reset()
	if len(k.table) != 0 || cap(k.keys) != 0 {
		t.Errorf("a table of %d, room for %d keys", len(k.table), cap(k.keys))
	}
}
