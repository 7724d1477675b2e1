package schema

import (
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// fewChildren are looked through one after another; more go into a table.
const fewChildren = 8

// tables finds the children of containers, in constant time after the first.
type tables[U text.Unit] struct {
	v       *value[U]
	members map[int32]map[string]int32
	items   map[int32][]int32
	buf     []byte
}

// child is what a reference token (RFC 6901) names in a value, -1 if nothing.
func (t *tables[U]) child(n int32, token string) int32 {
	switch t.v.nodes[n].kind {
	case kObject:
		return t.member(n, token)
	case kArray:
		if i, err := strconv.Atoi(token); err == nil && (token[0] != '0' || token == "0") {
			return t.item(n, i)
		}
	}
	return -1
}

// member is the value of a member, -1 if there is none.
func (t *tables[U]) member(n int32, name string) int32 {
	nd := &t.v.nodes[n]
	if nd.count <= fewChildren {
		return t.v.member(n, name)
	}
	table := t.members[n]
	if table == nil {
		table = make(map[string]int32, nd.count)
		for c := n + 1; c < nd.next; c = t.v.nodes[c+1].next {
			table[string(t.v.str(c, &t.buf))] = c + 1
		}
		if t.members == nil {
			t.members = map[int32]map[string]int32{}
		}
		t.members[n] = table
	}
	if c, ok := table[name]; ok {
		return c
	}
	return -1
}

// item is an element, -1 if there is none.
func (t *tables[U]) item(n int32, i int) int32 {
	nd := &t.v.nodes[n]
	if i < 0 || i >= int(nd.count) {
		return -1
	}
	table := t.items[n]
	if table == nil {
		table = make([]int32, 0, nd.count)
		for c := n + 1; c < nd.next; c = t.v.nodes[c].next {
			table = append(table, c)
		}
		if t.items == nil {
			t.items = map[int32][]int32{}
		}
		t.items[n] = table
	}
	return table[i]
}

// at follows the tokens of a path from a node; -1: there is nothing.
func (t *tables[U]) at(n int32, tokens []string) int32 {
	for _, token := range tokens {
		if n < 0 {
			break
		}
		n = t.child(n, token)
	}
	return n
}
