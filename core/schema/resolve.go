package schema

import (
	"errors"
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

// resolve gives what a reference names, if it is there and no meta-schema.
func (s *survey) resolve(r reference) (to target, found bool, fault *Error) {
	uri, fragment, err := s.parts(r)
	if err != nil {
		return target{}, false, nil
	}
	res, found, fault := s.find(uri)
	switch {
	case fault != nil || !found || fragment == "":
		return res, found, fault
	case fragment[0] == '/':
		n, ok := res.doc.follow(res.node, fragment)
		return target{res.doc, n}, ok, nil
	}
	to, found = s.anchors[uri+"#"+fragment]
	return to, found, nil
}

// parts splits a reference into its URI and its fragment, decoded.
func (s *survey) parts(r reference) (uri, fragment string, err error) {
	uri, fragment, _ = strings.Cut(r.doc.text(r.node), "#")
	to, err := resolveURI(r.base, uri)
	if err == nil {
		fragment, err = url.PathUnescape(fragment)
	}
	if err != nil {
		return "", "", err
	}
	return to.String(), fragment, nil
}

// find gives the resource of a URI, which may be in the registry still.
func (s *survey) find(uri string) (target, bool, *Error) {
	if to, ok := s.resources[uri]; ok {
		return to, true, nil
	}
	if source, ok := s.registry[uri]; ok {
		if _, opened := s.documents[uri]; opened {
			return target{}, false, nil
		}
		doc, fault := s.open(uri, source)
		if doc == nil { // it is at fault only for what refers to it
			return target{}, false, nil
		}
		return target{doc, 0}, true, fault
	}
	if _, ok := metaPath(uri); ok {
		return target{}, false, nil
	}
	// A document of the registry may have another name of its own, or embed what is asked for.
	for _, key := range slices.Sorted(maps.Keys(s.registry)) {
		if _, opened := s.documents[key]; opened {
			continue
		}
		_, fault := s.open(key, s.registry[key])
		if to, ok := s.resources[uri]; ok {
			return to, true, fault
		}
	}
	return target{}, false, nil
}

// errNotFetched is what the library is told of what it cannot have.
var errNotFetched = errors.New("nothing is fetched")

// Load gives the library a document; nothing is fetched.
func (s *survey) Load(uri string) (any, error) {
	to, found, fault := s.find(uri)
	switch {
	case fault != nil:
		return nil, fault
	case !found && s.faults[uri] != nil:
		return nil, s.faults[uri]
	case !found:
		return nil, errNotFetched
	case to.node == 0:
		return to.doc.value(), nil
	}
	b := builder[uint8]{v: &to.doc.v, clamped: to.doc.clamped}
	return b.build(to.node), nil
}

// dangling gives the first reference, in the order of the texts, that names
// nothing, and says so.
func (s *survey) dangling() *Error {
	for _, r := range s.refs {
		text := r.doc.text(r.node)
		uri, fragment, err := s.parts(r)
		if err != nil {
			return r.doc.fault(r.node, "%q is no URI", text)
		}
		if _, ok := metaPath(uri); ok {
			if r.keyword == "$schema" && yearOf(uri) == 0 {
				return r.doc.fault(r.node, unknownDialect, text)
			}
			continue
		}
		_, found, _ := s.find(uri)
		_, named, _ := s.resolve(r)
		switch {
		case named:
		case r.keyword == "$schema":
			return r.doc.fault(r.node, unknownDialect, text)
		case s.faults[uri] != nil:
			return s.faults[uri]
		case !found:
			return r.doc.fault(r.node, "%q is neither in the schema nor in the registry, and nothing is fetched", text)
		case fragment[0] == '/':
			return r.doc.fault(r.node, "%q names nothing that exists", text)
		default:
			return r.doc.fault(r.node, "%q names no anchor that exists", text)
		}
	}
	return nil
}

const unknownDialect = "unknown dialect %q: 2020-12, 2019-09, draft-07, draft-06 and draft-04 are known"

func unescape(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}
