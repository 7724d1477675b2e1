package syntax

import (
	"math/bits"
	"math/rand/v2"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// A KeySet holds the keys of the objects that are open, to find one that is
// repeated. It is memory to be reused; its zero value is ready.
//
// Containers close in the reverse of the order in which they were opened, so
// the keys are a stack, and taking the last ones out of the table again leaves
// it as if they had never been put in: no slot needs a mark for "was taken".
type KeySet struct {
	seed    uint64
	objects []keyedObject
	keys    []key
	table   []int32 // indices into keys, +1; by open addressing
}

type keyedObject struct {
	opener, depth int
	first         int // of its keys
}

type key struct {
	hash  uint64
	quote int // offset of its opening quote
	slot  int
}

// few keys are looked through one by one; more go through the table.
const fewKeys = 8

// reset forgets all keys, and memory that one large text made large.
func (k *KeySet) reset() {
	if k.seed == 0 {
		k.seed = rand.Uint64() | 1
	}
	k.drop(0)
	k.objects = k.objects[:0]
	if cap(k.keys) > 1<<12 {
		k.keys, k.table = nil, nil
	}
}

// drop takes out the keys from index n on.
func (k *KeySet) drop(n int) {
	for i := len(k.keys) - 1; i >= n; i-- {
		if slot := k.keys[i].slot; slot >= 0 {
			k.table[slot] = 0
		}
	}
	k.keys = k.keys[:n]
}

// add puts a key of the innermost object in and returns where it stood before,
// -1 if it did not. same compares it with the key whose quote is at an offset.
func (k *KeySet) add(opener, depth, quote int, hash uint64, same func(quote int) bool) int {
	for n := len(k.objects); n > 0; n-- {
		if o := k.objects[n-1]; o.depth < depth || o.opener == opener {
			break
		} else {
			k.drop(o.first)
		}
		k.objects = k.objects[:n-1]
	}
	if n := len(k.objects); n == 0 || k.objects[n-1].opener != opener {
		k.objects = append(k.objects, keyedObject{opener, depth, len(k.keys)})
	}
	first := k.objects[len(k.objects)-1].first
	if len(k.keys)-first < fewKeys {
		for i := first; i < len(k.keys); i++ {
			if k.keys[i].hash == hash && same(k.keys[i].quote) {
				return k.keys[i].quote
			}
		}
		k.keys = append(k.keys, key{hash, quote, -1})
		return -1
	}
	return k.addToTable(opener, first, quote, hash, same)
}

// addToTable is add for an object with many keys, all of which are in the
// table from then on.
func (k *KeySet) addToTable(opener, first, quote int, hash uint64, same func(quote int) bool) int {
	if 2*(len(k.keys)+1) > len(k.table) {
		k.table = make([]int32, 1<<bits.Len(uint(4*len(k.keys)+32)))
		for i := range k.keys {
			if k.keys[i].slot >= 0 {
				k.enter(i, k.ownerOf(i))
			}
		}
	}
	if k.keys[first].slot < 0 {
		for i := first; i < len(k.keys); i++ {
			k.enter(i, opener)
		}
	}
	mask := uint64(len(k.table) - 1)
	for slot := mix(hash, uint64(opener)) & mask; k.table[slot] != 0; slot = (slot + 1) & mask {
		i := int(k.table[slot] - 1)
		if i >= first && k.keys[i].hash == hash && same(k.keys[i].quote) {
			return k.keys[i].quote
		}
	}
	k.keys = append(k.keys, key{hash, quote, -1})
	k.enter(len(k.keys)-1, opener)
	return -1
}

// enter puts key i of the object at opener into the first free slot.
func (k *KeySet) enter(i, opener int) {
	mask := uint64(len(k.table) - 1)
	slot := mix(k.keys[i].hash, uint64(opener)) & mask
	for k.table[slot] != 0 {
		slot = (slot + 1) & mask
	}
	k.table[slot] = int32(i + 1)
	k.keys[i].slot = int(slot)
}

// ownerOf is the opener of the object that key i belongs to.
func (k *KeySet) ownerOf(i int) int {
	n := len(k.objects) - 1
	for k.objects[n].first > i {
		n--
	}
	return k.objects[n].opener
}

func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0x9E3779B97F4A7C15, b^0xD1B54A32D192ED03)
	return hi ^ lo
}

// hashKey hashes the units of a key, escapes decoded, with a secret seed: keys
// made to collide for one process do not for another.
func hashKey[U text.Unit](src Source[U], isUTF8, escaped bool, seed uint64, start, end int) uint64 {
	if !escaped {
		return hashUnits(src, seed, start, end)
	}
	var short [64]U
	units := short[:0]
	for i := start; i < end; {
		c, length := keyChar(src, isUTF8, i)
		i += length
		switch {
		case !isUTF8 && uint64(c) > uint64(^U(0)):
			// No key without an escape is equal to this one.
			return hashChars(src, seed, start, end)
		case isUTF8 && c >= utf8.RuneSelf:
			var b [utf8.UTFMax]byte
			for _, unit := range b[:utf8.EncodeRune(b[:], rune(c))] {
				units = append(units, U(unit))
			}
		default:
			units = append(units, U(c))
		}
	}
	units = append(units, 0)
	n := len(units) - 1
	return hashUnits(NewSource(units[:n]), seed, 0, n)
}

func hashUnits[U text.Unit](src Source[U], seed uint64, start, end int) uint64 {
	h := seed ^ uint64(end-start)
	i := start
	for ; i+lanes[U]() <= end; i += lanes[U]() {
		h = mix(h^src.Word(i), seed)
	}
	var rest uint64
	for ; i < end; i++ {
		rest = rest<<(64/lanes[U]()) | uint64(src.At(i))
	}
	return mix(h^rest, seed)
}

func hashChars[U text.Unit](src Source[U], seed uint64, start, end int) uint64 {
	h := seed
	for i := start; i < end; {
		c, length := keyChar(src, false, i)
		i += length
		h = mix(h+uint64(c), seed)
	}
	return h
}

// sameKey compares the key that starts at a with the one at b, escapes decoded.
func sameKey[U text.Unit](src Source[U], isUTF8 bool, a, b int) bool {
	for {
		// An escaped quote is not the end.
		if endA, endB := src.At(a) == '"', src.At(b) == '"'; endA || endB {
			return endA && endB
		}
		c, lengthA := keyChar(src, isUTF8, a)
		d, lengthB := keyChar(src, isUTF8, b)
		if c != d {
			return false
		}
		a += lengthA
		b += lengthB
	}
}

// keyChar is the character at i of a key that has been read, and its length in
// units.
func keyChar[U text.Unit](src Source[U], isUTF8 bool, i int) (c uint32, length int) {
	c = src.At(i)
	if c == '\\' {
		esc := readEscape(src, i)
		return esc.char, esc.length
	}
	if isUTF8 && c >= utf8.RuneSelf {
		var b [utf8.UTFMax]byte
		for k := range min(utf8.UTFMax, src.Len()-i) {
			b[k] = byte(src.At(i + k))
		}
		r, n := utf8.DecodeRune(b[:])
		return uint32(r), n
	}
	return c, 1
}
