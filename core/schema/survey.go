package schema

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// survey is what is known of a schema and the documents that it refers to
// before the library compiles them: where its references go, and that it is
// within the limits.
type survey struct {
	registry  map[string][]byte
	documents map[string]*document // by URI; nil: it cannot be read
	faults    map[string]*Error    // why
	resources map[string]target    // schemas with a URI of their own
	anchors   map[string]target    // by URI and fragment
	dynamic   []target             // with $dynamicAnchor
	refs      []reference
	patterns  map[string]*pattern
	year      int // of a document that names no draft
	values    int
	schemas   int
	foreign   int

	mutex sync.Mutex // once all is known, for locate
}

// target is a schema in a document.
type target struct {
	doc  *document
	node int32
}

// reference is a $ref, $dynamicRef, $recursiveRef or $schema.
type reference struct {
	target  // the string
	keyword string
	base    *url.URL
}

func newSurvey(opt Options) (*survey, *Error) {
	s := &survey{
		registry: map[string][]byte{}, documents: map[string]*document{}, faults: map[string]*Error{},
		resources: map[string]target{}, anchors: map[string]target{}, patterns: map[string]*pattern{}, year: 2020,
	}
	if opt.Draft != 0 {
		s.year = opt.Draft
	}
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

// open reads a document and surveys its schemas.
func (s *survey) open(uri string, source []byte) (*document, *Error) {
	doc, fault := readDocument(uri, source)
	if fault == nil {
		if s.values += len(doc.v.nodes); s.values > MaxValues {
			fault = &Error{Message: fmt.Sprintf("the schema and what it refers to have more than %d values", MaxValues), Document: doc.name()}
		}
	}
	if fault != nil {
		s.faults[uri] = fault
		s.documents[uri] = nil
		return nil, fault
	}
	s.documents[uri] = doc
	base, err := url.Parse(uri)
	if err != nil {
		return nil, doc.fault(0, "%q is no URI", uri)
	}
	s.resources[uri] = target{doc, 0}
	return doc, s.schema(doc, 0, base, s.year, true)
}

// all goes through a schema and what it refers to.
func (s *survey) all(source []byte) (*document, *Error) {
	root, fault := s.open(rootURI, source)
	if fault != nil {
		return nil, fault
	}
	if year := yearOf(root.stringAt(0, "$schema")); root.v.nodes[0].kind == kObject && year != 0 {
		s.year = year // documents of the registry are read like the schema
	}
	for i := 0; i < len(s.refs); i++ {
		r := s.refs[i]
		to, found, fault := s.resolve(r)
		if fault != nil {
			return nil, fault
		}
		if found && r.keyword != "$schema" && !to.doc.seen[to.node] {
			s.foreign++
			base, _ := url.Parse(to.doc.uri)
			if fault := s.schema(to.doc, to.node, base, s.year, false); fault != nil {
				return nil, fault
			}
		}
		if s.foreign*s.schemas > MaxForeign {
			return nil, r.doc.fault(r.node, "there are too many references to places where no keyword has a schema")
		}
	}
	return root, nil
}

// schema surveys a schema and its subschemas.
func (s *survey) schema(doc *document, n int32, base *url.URL, year int, isRoot bool) *Error {
	v := &doc.v
	if doc.seen[n] {
		return nil
	}
	doc.seen[n] = true
	if s.schemas++; s.schemas > MaxSubschemas {
		return doc.fault(n, "there are too many schemas, more than %d", MaxSubschemas)
	}
	if v.nodes[n].kind != kObject {
		return nil
	}
	hasRef := v.member(n, "$ref") >= 0
	if named := doc.stringAt(n, "$schema"); named != "" && (isRoot || doc.stringAt(n, "$id") != "" || doc.stringAt(n, "id") != "") {
		s.refs = append(s.refs, reference{target{doc, v.member(n, "$schema")}, "$schema", base})
		if y := yearOf(named); y != 0 {
			year = y
		}
	}
	id := doc.stringAt(n, map[bool]string{true: "id", false: "$id"}[year == 4])
	if year < 2019 && hasRef {
		id = "" // draft 7, Core §8.3: all other members beside $ref are ignored
	}
	if at, anchor, _ := strings.Cut(id, "#"); at != "" || anchor != "" {
		if own, err := resolveURI(base, at); err == nil && at != "" {
			base = own
			s.resources[own.String()] = target{doc, n}
		}
		if anchor != "" && year < 2019 {
			s.anchors[base.String()+"#"+anchor] = target{doc, n}
		}
	}
	return s.keywords(doc, n, base, year)
}

func (s *survey) keywords(doc *document, n int32, base *url.URL, year int) *Error {
	v := &doc.v
	for c := n + 1; c < v.nodes[n].next; c = v.nodes[c+1].next {
		name, m := doc.text(c), c+1
		switch kind := v.nodes[m].kind; {
		case kind == kString:
			switch name {
			case "$ref", "$dynamicRef", "$recursiveRef":
				s.refs = append(s.refs, reference{target{doc, m}, name, base})
			case "$anchor", "$dynamicAnchor":
				s.anchors[base.String()+"#"+doc.text(m)] = target{doc, n}
				if name == "$dynamicAnchor" {
					s.dynamic = append(s.dynamic, target{doc, n})
				}
			case "pattern":
				if fault := s.pattern(doc, m); fault != nil {
					return fault
				}
			}
		case kind == kNumber && counts[name]:
			if x := parseNumber(v.literal(nil, m)); x.isInteger() && x.point > 15 && !x.negative {
				doc.clamped[m] = true
			}
		}
		k, ok := subschemas[name]
		if !ok || year < k.since || year > k.until {
			continue
		}
		for _, sub := range v.under(m, k.shape) {
			if name == "patternProperties" {
				if fault := s.pattern(doc, sub-1); fault != nil {
					return fault
				}
			}
			if name == "dependencies" && v.nodes[sub].kind == kArray {
				continue
			}
			if fault := s.schema(doc, sub, base, year, false); fault != nil {
				return fault
			}
		}
	}
	return nil
}

func (s *survey) pattern(doc *document, n int32) *Error {
	source := doc.text(n)
	if s.patterns[source] == nil {
		p, err := compileRegexp(source)
		if err != nil {
			return doc.fault(n, "the regular expression %q %s", cut(source), err)
		}
		s.patterns[source] = p
	}
	return nil
}
