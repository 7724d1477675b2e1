package schema

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// resolveURI resolves a reference (RFC 3986 §5).
func resolveURI(base *url.URL, ref string) (*url.URL, error) {
	parsed, err := url.Parse(ref)
	if err != nil {
		return nil, err
	}
	resolved := base.ResolveReference(parsed)
	if base.Opaque != "" && !parsed.IsAbs() { // a URN has no path to be relative to
		resolved.Opaque = base.Opaque
	}
	return resolved, nil
}

// dialectOf reads $schema.
func (s *store) dialectOf(doc *document, n int32, inherited *dialect) (*dialect, *Error) {
	uri := doc.stringAt(n, "$schema")
	if uri == "" {
		return inherited, nil
	}
	if d := draftOf(uri); d != nil {
		return &dialect{draft: d, meta: d.uri}, nil
	}
	at := doc.v.member(n, "$schema")
	uri, _, _ = strings.Cut(uri, "#")
	source, ok := s.registry[uri]
	if !ok || uri == doc.uri {
		return nil, doc.fault(at, "unknown dialect %q: 2020-12, 2019-09, draft-07, draft-06 and draft-04 are known", uri)
	}
	// A meta-schema of the caller's: what counts is its own draft and its vocabularies.
	meta := &document{uri: uri}
	if fault := meta.v.read(source); fault != nil {
		return nil, readFault(uri, source, *fault)
	}
	base := draftOf(meta.stringAt(0, "$schema"))
	if base == nil {
		return nil, doc.fault(at, "the dialect of the meta-schema %q is unknown", uri)
	}
	d := &dialect{draft: base, meta: uri}
	list := meta.v.member(0, "$vocabulary")
	if list < 0 || meta.v.nodes[list].kind != kObject || base.year < 2019 {
		return d, nil
	}
	d.vocabulary = map[string]bool{"core": true}
	var buf []byte
	for c := list + 1; c < meta.v.nodes[list].next; c = meta.v.nodes[c+1].next {
		name := string(meta.v.str(c, &buf))
		own, ok := strings.CutPrefix(name, base.vocabulary)
		if _, known := metaschema(strings.TrimSuffix(base.uri, "schema") + "meta/" + own); ok && known {
			d.vocabulary[own] = true
		} else if meta.v.nodes[c+1].kind == kTrue {
			return nil, doc.fault(at, "the meta-schema %q requires the vocabulary %q, which is not known", uri, name)
		}
	}
	return d, nil
}

// target is what a reference names.
type target struct {
	doc  *document
	node int32
}

// resolve finds what a reference of a resource names; at is its place.
func (s *store) resolve(from *resource, ref string, at int32) (target, *Error) {
	uri, err := resolveURI(from.base, ref)
	if err != nil {
		return target{}, from.doc.fault(at, "%q is no URI reference", ref)
	}
	fragment := uri.Fragment
	whole := *uri
	whole.Fragment, whole.RawFragment = "", ""
	res, fault := s.find(whole.String(), from.dialect)
	if fault != nil {
		return target{}, fault
	}
	if res == nil {
		return target{}, from.doc.fault(at, "%q is neither in the schema nor in the registry, and nothing is fetched", ref)
	}
	if fragment != "" && fragment[0] != '/' {
		n, ok := res.anchors[fragment]
		if !ok {
			return target{}, from.doc.fault(at, "%q names no anchor that exists", ref)
		}
		return target{res.doc, n}, nil
	}
	n, ok := s.follow(res, fragment)
	if !ok {
		return target{}, from.doc.fault(at, "%q names nothing that exists", ref)
	}
	return n, nil
}

// find gives the resource of a URI, which may be in the registry still.
func (s *store) find(uri string, fallback *dialect) (*resource, *Error) {
	if res := s.resources[uri]; res != nil {
		return res, nil
	}
	source, ok := s.registry[uri]
	if !ok {
		source, ok = metaschema(uri)
	}
	if ok {
		_, err := s.open(uri, source, fallback)
		return s.resources[uri], err
	}
	// A document of the registry may have another name of its own, or embed what is asked for.
	for _, key := range slices.Sorted(maps.Keys(s.registry)) {
		if s.resources[key] != nil {
			continue
		}
		before := len(s.unchecked)
		if _, err := s.open(key, s.registry[key], fallback); err != nil {
			delete(s.registry, key) // it is at fault only for who refers to it
			s.unchecked = s.unchecked[:before]
			continue
		}
		if res := s.resources[uri]; res != nil {
			return res, nil
		}
	}
	return nil, nil
}

// follow evaluates a JSON Pointer in a resource.
func (s *store) follow(res *resource, pointer string) (target, bool) {
	doc, n, around := res.doc, res.node, res
	for pointer != "" {
		token, rest, more := strings.Cut(pointer[1:], "/")
		pointer = rest
		if more {
			pointer = "/" + rest
		}
		if n = doc.child(n, unescape(token)); n < 0 {
			return target{}, false
		}
		if r := doc.of[n]; r != nil {
			around = r
		}
	}
	if doc.of[n] == nil {
		// No known keyword holds it, but being referred to makes it a schema.
		if s.collect(around, n, false) != nil {
			return target{}, false
		}
		s.unchecked = append(s.unchecked, &resource{doc: doc, node: n, dialect: doc.of[n].dialect})
	}
	return target{doc, n}, true
}

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// child is what a reference token names in a value, -1 if nothing. The members
// of an object are put in a table when it is first asked.
func (d *document) child(n int32, token string) int32 {
	v := &d.v
	nd := &v.nodes[n]
	switch nd.kind {
	case kObject:
		table := d.tables[n]
		if table == nil {
			table = make(map[string]int32, nd.count)
			var buf []byte
			for c := n + 1; c < nd.next; c = v.nodes[c+1].next {
				table[string(v.str(c, &buf))] = c + 1
			}
			d.tables[n] = table
		}
		if c, ok := table[token]; ok {
			return c
		}
	case kArray:
		i := int32(0)
		for c := n + 1; c < nd.next; c = v.nodes[c].next {
			if fmt.Sprint(i) == token {
				return c
			}
			i++
		}
	}
	return -1
}
