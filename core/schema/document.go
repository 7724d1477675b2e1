package schema

import (
	"strings"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// rootURI is the base of a schema that does not identify itself; relative
// references and keys of the registry are resolved against it.
const rootURI = "schema:///"

// document is a JSON text that schemas stand in.
type document struct {
	uri     string
	v       value[uint8]
	seen    map[int32]bool // the nodes that are known to be schemas
	clamped map[int32]bool // numbers that are as good as maxCount
	tables  tables[uint8]
	built   any // what the library is given
}

// readDocument reads and indexes a text, and refuses numbers that the library
// would not read.
func readDocument(uri string, source []byte) (*document, *Error) {
	doc := &document{uri: uri, seen: map[int32]bool{}, clamped: map[int32]bool{}}
	doc.tables.v = &doc.v
	if fault := doc.v.read(source); fault != nil {
		return nil, readFault(doc.name(), source, *fault)
	}
	for n := range doc.v.nodes {
		if doc.v.nodes[n].kind != kNumber {
			continue
		}
		x := parseNumber(doc.v.literal(nil, int32(n)))
		if len(x.digits) > MaxDigits || x.point > MaxDigits || x.point < -MaxDigits {
			return nil, doc.fault(int32(n), "the number is beyond the limit of %d digits", MaxDigits)
		}
	}
	return doc, nil
}

// name is how errors call the document: the schema itself has no name.
func (d *document) name() string {
	if d.uri == rootURI {
		return ""
	}
	return d.uri
}

// read indexes a text that has not been read before.
func (v *value[U]) read(source []U) *syntax.Fault {
	units := append(source[:len(source):len(source)], 0)[:len(source)]
	v.src, v.utf8 = syntax.NewSource(units), true
	end, fault := readWhole(v.src)
	if fault != nil {
		return fault
	}
	v.index(0, end)
	return nil
}

// stringAt is a member's value, if that is a string.
func (d *document) stringAt(n int32, name string) string {
	m := d.v.member(n, name)
	if m < 0 || d.v.nodes[m].kind != kString {
		return ""
	}
	return d.text(m)
}

func (d *document) text(n int32) string {
	var buf []byte
	return string(d.v.str(n, &buf))
}

// follow evaluates a JSON Pointer from a node.
func (d *document) follow(n int32, pointer string) (int32, bool) {
	for pointer != "" && n >= 0 {
		token, rest, more := strings.Cut(pointer[1:], "/")
		pointer = rest
		if more {
			pointer = "/" + rest
		}
		n = d.tables.child(n, unescape(token))
	}
	return n, n >= 0
}

// value gives the values that the library compiles.
func (d *document) value() any {
	if d.built == nil {
		b := builder[uint8]{v: &d.v, clamped: d.clamped}
		d.built = b.build(0)
	}
	return d.built
}
