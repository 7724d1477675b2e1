package schema

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// kind is what a node is, one bit each, so that a set of types is one number.
type kind uint8

const (
	kNull kind = 1 << iota
	kTrue
	kFalse
	kNumber
	kString
	kArray
	kObject
	kInteger // of the keyword type alone: a number without a fraction
)

// node is a value or a member's name. Nodes stand in the order of the text: the
// children of a container follow it, up to next; an object's are names and
// values in turn.
type node struct {
	start, end int32 // units of the text, a string's without its quotes
	next       int32 // the node behind this one and all of its children
	count      int32 // elements or members
	kind       kind
	plain      bool // string: neither an escape nor a unit beyond ASCII; number: digits and a sign only
	escaped    bool // string: it has escapes
}

// value is the index of a JSON text.
type value[U text.Unit] struct {
	src   syntax.Source[U]
	utf8  bool
	nodes []node
	depth int // how deep containers nest
}

// index fills the nodes of src[start:end], which has been read and is JSON.
// Invisible characters between tokens, which an option lets pass, are stepped
// over.
func (v *value[U]) index(start, end int) {
	var stack [syntax.MaxDepth + 1]int32
	depth := 0
	v.depth = 0
	nodes := v.nodes[:0]
	src := v.src
	for i := start; i < end; {
		c := src.At(i)
		switch c {
		case ' ', '\n', '\r', '\t', ',', ':':
			i++
			continue
		case '"':
			i++
			n := node{start: int32(i), kind: kString}
			var or uint32
			for c = src.At(i); c != '"'; c = src.At(i) {
				or |= c
				if c == '\\' {
					n.escaped = true
					i++
				}
				i++
			}
			n.end = int32(i)
			n.plain = or < 0x80 && !n.escaped
			i++
			n.next = int32(len(nodes) + 1)
			nodes = append(nodes, n)
		case '{', '[':
			k := kObject
			if c == '[' {
				k = kArray
			}
			depth++
			v.depth = max(v.depth, depth)
			stack[depth] = int32(len(nodes))
			nodes = append(nodes, node{start: int32(i), kind: k})
			i++
			continue
		case '}', ']':
			n := &nodes[stack[depth]]
			i++
			n.end, n.next = int32(i), int32(len(nodes))
			if c == '}' {
				n.count /= 2 // names were counted too
			}
			depth--
		case 't', 'f', 'n':
			k, length := kTrue, 4
			switch c {
			case 'f':
				k, length = kFalse, 5
			case 'n':
				k = kNull
			}
			nodes = append(nodes, node{start: int32(i), end: int32(i + length), next: int32(len(nodes) + 1), kind: k})
			i += length
		default:
			if c-'0' > 9 && c != '-' {
				i += max(1, syntax.InvisibleAt(src, v.utf8, i))
				continue
			}
			n := node{start: int32(i), kind: kNumber, plain: true}
			for i++; i < end; i++ {
				c = src.At(i)
				if c-'0' <= 9 {
					continue
				}
				if c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' {
					break
				}
				n.plain = false
			}
			n.end, n.next = int32(i), int32(len(nodes)+1)
			nodes = append(nodes, n)
		}
		if depth > 0 {
			nodes[stack[depth]].count++
		} else {
			break
		}
	}
	v.nodes = nodes
}

// str gives a string's characters in UTF-8; buf is where it may put them.
func (v *value[U]) str(n int32, buf *[]byte) []byte {
	nd := &v.nodes[n]
	start, end := int(nd.start), int(nd.end)
	if bytes, ok := any(v.src.Units()).([]byte); ok && (nd.plain || v.utf8 && !nd.escaped) {
		return bytes[start:end]
	}
	*buf = v.appendString((*buf)[:0], start, end)
	return *buf
}

func (v *value[U]) appendString(dst []byte, start, end int) []byte {
	for i := start; i < end; {
		c, n := rune(v.src.At(i)), 1
		if c == '\\' {
			c, n = syntax.EscapeAt(v.src, i)
		} else if v.utf8 {
			dst = append(dst, byte(c))
			i++
			continue
		}
		dst = appendRune(dst, c)
		i += n
	}
	return dst
}

// chars is the length of a string in code points.
func (v *value[U]) chars(n int32) int {
	nd := &v.nodes[n]
	if !nd.escaped && (nd.plain || !v.utf8) {
		return int(nd.end - nd.start)
	}
	count := 0
	for i := int(nd.start); i < int(nd.end); count++ {
		c := v.src.At(i)
		if c == '\\' {
			_, length := syntax.EscapeAt(v.src, i)
			i += length
			continue
		}
		i++
		for v.utf8 && c >= 0x80 && i < int(nd.end) && v.src.At(i)&0xC0 == 0x80 {
			i++
		}
	}
	return count
}

// literal appends the text of a number.
func (v *value[U]) literal(dst []byte, n int32) []byte {
	for i := v.nodes[n].start; i < v.nodes[n].end; i++ {
		dst = append(dst, byte(v.src.At(int(i))))
	}
	return dst
}

// offset is where a value begins in the text, a string at its quote.
func (v *value[U]) offset(n int32) int {
	if v.nodes[n].kind == kString {
		return int(v.nodes[n].start) - 1
	}
	return int(v.nodes[n].start)
}

// span is the whole of a value in the text.
func (v *value[U]) span(n int32) (start, end int) {
	nd := &v.nodes[n]
	if nd.kind == kString {
		return int(nd.start) - 1, int(nd.end) + 1
	}
	return int(nd.start), int(nd.end)
}

// member finds a member's value in an object, -1 if there is none.
func (v *value[U]) member(object int32, name string) int32 {
	var buf []byte
	for c := object + 1; c < v.nodes[object].next; c = v.nodes[c+1].next {
		if string(v.str(c, &buf)) == name {
			return c + 1
		}
	}
	return -1
}

// path appends the JSON Pointer (RFC 6901) of a node.
func (v *value[U]) path(dst []byte, n int32) []byte {
	var buf []byte
	for at := int32(0); at != n; {
		nd := &v.nodes[at]
		c, i := at+1, 0
		if nd.kind == kObject {
			for n >= v.nodes[c+1].next {
				c = v.nodes[c+1].next
			}
			dst = appendToken(dst, v.str(c, &buf))
			if n == c {
				return dst // a name: the path of its member
			}
			at = c + 1
			continue
		}
		for n >= v.nodes[c].next {
			c = v.nodes[c].next
			i++
		}
		dst = appendInt(append(dst, '/'), i)
		at = c
	}
	return dst
}
