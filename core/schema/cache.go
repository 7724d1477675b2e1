package schema

import (
	lists "container/list"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"slices"
	"sync"
)

// MaxCached is how many compiled schemas are kept.
const MaxCached = 128

// Cache keeps what has been compiled, by content; what has not been used for
// the longest time is dropped first. Its zero value is ready, and it can be
// used from any goroutine.
type Cache struct {
	mutex   sync.Mutex
	order   *lists.List // of *cached, the last used in front
	entries map[[sha256.Size]byte]*lists.Element
}

type cached struct {
	key    [sha256.Size]byte
	schema *Schema
}

// Compile is the function Compile, or what it gave before.
func (c *Cache) Compile(source []byte, opt Options) (*Schema, error) {
	key := keyOf(source, opt)
	c.mutex.Lock()
	if e := c.entries[key]; e != nil {
		c.order.MoveToFront(e)
		c.mutex.Unlock()
		return e.Value.(*cached).schema, nil
	}
	c.mutex.Unlock()
	s, err := Compile(source, opt)
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.entries == nil {
		c.order, c.entries = lists.New(), map[[sha256.Size]byte]*lists.Element{}
	}
	if c.entries[key] == nil {
		c.entries[key] = c.order.PushFront(&cached{key, s})
	}
	if c.order.Len() > MaxCached {
		delete(c.entries, c.order.Remove(c.order.Back()).(*cached).key)
	}
	return s, nil
}

func keyOf(source []byte, opt Options) (key [sha256.Size]byte) {
	h := sha256.New()
	write := func(b []byte) {
		h.Write(binary.AppendUvarint(nil, uint64(len(b))))
		h.Write(b)
	}
	write(source)
	flags := []byte{byte(opt.Draft), byte(opt.Draft >> 8), 0}
	if opt.Formats {
		flags[2] = 1
	}
	write(flags)
	for _, uri := range slices.Sorted(maps.Keys(opt.Registry)) {
		write([]byte(uri))
		write(opt.Registry[uri])
	}
	h.Sum(key[:0])
	return key
}
