package syntax

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/jsonbeacon/jsonbeacon/core/text"
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

// TestHashKey: keys that are equal once decoded have the same hash, in units of
// every width and of every length; others do not.
func TestHashKey(t *testing.T) {
	long := "a key that is longer than the words in which it is read, and than the memory on the stack"
	for _, pair := range []struct{ plain, escaped string }{
		{"", ""}, {"a", `\u0061`}, {"abcdefgh", `abcdefg\u0068`}, {"abcdefghi", `\u0061bcdefghi`},
		{"\u00e9t\u00e9", `\u00e9t\u00E9`}, {long, `\u0061` + long[1:]}, {"a/b", `a\/b`},
	} {
		text := pair.plain + `"` + pair.escaped
		at := len([]rune(pair.plain)) + 1
		hashes[uint8](t, text, at)
		hashes[uint16](t, text, at)
		hashes[uint32](t, text, at)
		utf8 := append([]byte(text), 0)
		src, from := NewSource(utf8[:len(text)]), len(pair.plain)+1
		if hashKey(src, true, false, 7, 0, from-1) != hashKey(src, true, true, 7, from, len(text)) {
			t.Errorf("%q in UTF-8", text)
		}
	}
	// A character that no unit holds, with and without a neighbour.
	src := NewSource([]byte("\\u4e2d\\u4e2d\\u2d4e\x00")[:18])
	if hashKey(src, false, true, 7, 0, 6) != hashKey(src, false, true, 7, 6, 12) || hashKey(src, false, true, 7, 0, 6) == hashKey(src, false, true, 7, 12, 18) {
		t.Error("characters beyond the units")
	}
}

func hashes[U text.Unit](t *testing.T, s string, at int) {
	t.Helper()
	var units []U
	for _, c := range s {
		units = append(units, U(c))
	}
	n := len(units)
	src := NewSource(append(units, 0)[:n])
	if hashKey(src, false, false, 7, 0, at-1) != hashKey(src, false, true, 7, at, n) {
		t.Errorf("%q in units of %T", s, U(0))
	}
	if at > 1 && hashKey(src, false, false, 7, 0, at-1) == hashKey(src, false, false, 7, 0, at-2) {
		t.Errorf("%q and what it begins with have one hash", s)
	}
}
