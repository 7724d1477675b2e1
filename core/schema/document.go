package schema

import (
	"embed"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// rootURI is the base of a schema that does not identify itself; relative
// references and keys of the registry are resolved against it.
const rootURI = "schema:///"

//go:embed metaschemas
var metaschemas embed.FS

// metaschema gives the text of a meta-schema of json-schema.org.
func metaschema(uri string) ([]byte, bool) {
	_, rest, _ := strings.Cut(uri, "://")
	path, ok := strings.CutPrefix(rest, "json-schema.org/")
	if path == "schema" {
		path = "draft/2020-12/schema"
	}
	if !ok {
		return nil, false
	}
	source, err := metaschemas.ReadFile("metaschemas/" + path + ".json")
	return source, err == nil
}

// document is a JSON text that schemas stand in.
type document struct {
	uri string
	v   value[uint8]
	of  map[int32]*resource // by the nodes that are known to be schemas
	// The members of the objects that a JSON Pointer has gone through.
	tables map[int32]map[string]int32
}

// resource is a schema with a URI of its own, without those that are embedded
// in it (2020-12, Core §4.3.5).
type resource struct {
	doc       *document
	node      int32
	base      *url.URL
	dialect   *dialect
	anchors   map[string]int32
	dynamic   map[string]int32 // $dynamicAnchor
	rules     map[string]*rule // of dynamic
	root      *rule            // once compiled
	recursive bool             // $recursiveAnchor
}

// store holds what references can reach.
type store struct {
	registry  map[string][]byte
	resources map[string]*resource
	fallback  *dialect // of a document that names none
	values    int      // nodes of all documents
	unchecked []*resource
}

func newStore(opt Options) (*store, *Error) {
	s := &store{registry: map[string][]byte{}, resources: map[string]*resource{}}
	base, _ := url.Parse(rootURI)
	for _, key := range slices.Sorted(maps.Keys(opt.Registry)) {
		uri, err := base.Parse(key)
		if err != nil {
			return nil, &Error{Message: fmt.Sprintf("the registry's key %q is no URI", key)}
		}
		uri.Fragment = ""
		s.registry[uri.String()] = opt.Registry[key]
	}
	return s, nil
}

// open reads a document and makes its resources known.
func (s *store) open(uri string, source []byte, fallback *dialect) (*document, *Error) {
	name := uri
	if uri == rootURI {
		name = ""
	}
	doc := &document{uri: uri, of: map[int32]*resource{}, tables: map[int32]map[string]int32{}}
	if fault := doc.v.read(source); fault != nil {
		return nil, readFault(name, source, *fault)
	}
	if s.values += len(doc.v.nodes); s.values > MaxValues {
		return nil, &Error{Message: fmt.Sprintf("the schema and what it refers to have more than %d values", MaxValues), Document: name}
	}
	base, err := url.Parse(uri)
	if err != nil {
		return nil, doc.fault(0, "%q is no URI", uri)
	}
	root := &resource{doc: doc, base: base, dialect: fallback}
	if err := s.collect(root, 0, true); err != nil {
		return nil, err
	}
	if s.resources[uri] == nil { // it has another name, and this one too
		s.resources[uri] = doc.of[0]
	}
	return doc, nil
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

// collect makes the resources and anchors known that a schema and its
// subschemas are and have. res is the resource around it.
func (s *store) collect(res *resource, n int32, isRoot bool) *Error {
	doc := res.doc
	v := &doc.v
	if doc.of[n] != nil {
		return nil
	}
	if v.nodes[n].kind != kObject {
		if isRoot {
			res.fill()
		}
		doc.of[n] = res
		return nil
	}
	res, err := s.enter(res, n, isRoot)
	if err != nil {
		return err
	}
	doc.of[n] = res
	if err := s.collectAnchors(res, n); err != nil {
		return err
	}
	var buf []byte
	for c := n + 1; c < v.nodes[n].next; c = v.nodes[c+1].next {
		k, ok := subschemas[string(v.str(c, &buf))]
		if !ok || res.dialect.year < k.since || res.dialect.year > k.until {
			continue
		}
		for _, sub := range v.under(c+1, k.shape) {
			if err := s.collect(res, sub, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *resource) fill() { r.anchors, r.dynamic = map[string]int32{}, map[string]int32{} }

// under gives the subschemas that a keyword's value holds.
func (v *value[U]) under(n int32, of shape) (subs []int32) {
	nd := &v.nodes[n]
	switch {
	case nd.kind == kArray && of&list != 0:
		for c := n + 1; c < nd.next; c = v.nodes[c].next {
			subs = append(subs, c)
		}
	case nd.kind == kObject && of&members != 0:
		for c := n + 1; c < nd.next; c = v.nodes[c+1].next {
			subs = append(subs, c+1)
		}
	case of&one != 0:
		subs = append(subs, n)
	}
	return subs
}

// enter gives the resource that a schema object belongs to: one of its own, if
// it identifies itself.
func (s *store) enter(res *resource, n int32, isRoot bool) (*resource, *Error) {
	doc := res.doc
	dialect := res.dialect
	if isRoot || doc.stringAt(n, "$id") != "" || doc.stringAt(n, "id") != "" {
		var err *Error
		if dialect, err = s.dialectOf(doc, n, dialect); err != nil {
			return nil, err
		}
	}
	id := doc.identifier(n, dialect.draft)
	if id == "" && !isRoot {
		return res, nil
	}
	own := &resource{doc: doc, node: n, base: res.base, dialect: dialect}
	own.fill()
	if id != "" {
		base, err := resolveURI(res.base, id)
		if err != nil {
			return nil, doc.fault(doc.v.member(n, dialect.id), "%q is no URI", id)
		}
		own.base = base
	}
	uri := own.base.String()
	if other := s.resources[uri]; other != nil && (other.doc != doc || other.node != n) {
		if other.doc == doc {
			return nil, doc.fault(doc.v.member(n, dialect.id), "%q identifies two schemas", id)
		}
	} else {
		s.resources[uri] = own
	}
	if isRoot || dialect.draft != res.dialect.draft {
		s.unchecked = append(s.unchecked, own)
	}
	return own, nil
}

// identifier is a schema's URI without a fragment, if it has one.
func (d *document) identifier(n int32, of *draft) string {
	if of.year < 2019 && d.v.member(n, "$ref") >= 0 {
		return "" // draft 7, Core §8.3: all other members beside $ref are ignored
	}
	id, _, _ := strings.Cut(d.stringAt(n, of.id), "#")
	return id
}

// stringAt is a member's value, if that is a string.
func (d *document) stringAt(n int32, name string) string {
	m := d.v.member(n, name)
	if m < 0 || d.v.nodes[m].kind != kString {
		return ""
	}
	var buf []byte
	return string(d.v.str(m, &buf))
}

func (s *store) collectAnchors(res *resource, n int32) *Error {
	doc, year := res.doc, res.dialect.year
	add := func(anchor string, keyword string) *Error {
		if at, ok := res.anchors[anchor]; ok && at != n {
			return doc.fault(doc.v.member(n, keyword), "the anchor %q stands twice", anchor)
		}
		res.anchors[anchor] = n
		return nil
	}
	if year < 2019 {
		id := doc.stringAt(n, res.dialect.id)
		_, anchor, _ := strings.Cut(id, "#")
		if anchor != "" && doc.v.member(n, "$ref") < 0 {
			return add(anchor, res.dialect.id)
		}
		return nil
	}
	if anchor := doc.stringAt(n, "$anchor"); anchor != "" {
		if err := add(anchor, "$anchor"); err != nil {
			return err
		}
	}
	if anchor := doc.stringAt(n, "$dynamicAnchor"); anchor != "" && year >= 2020 {
		res.dynamic[anchor] = n
		return add(anchor, "$dynamicAnchor")
	}
	if m := doc.v.member(n, "$recursiveAnchor"); m >= 0 && year == 2019 && n == res.node {
		res.recursive = doc.v.nodes[m].kind == kTrue
	}
	return nil
}
