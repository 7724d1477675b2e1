package schema

import (
	"strings"
	"sync"
)

var metaRules struct {
	sync.Mutex
	byURI map[string]*Schema
}

// metaRule gives the rules of a draft's meta-schema, which are compiled when
// they are first needed: most processes never have a schema.
func metaRule(uri string) *Schema {
	metaRules.Lock()
	defer metaRules.Unlock()
	if s := metaRules.byURI[uri]; s != nil {
		return s
	}
	source, _ := metaschema(uri)
	s, err := compile(uri, source, Options{})
	if err != nil {
		panic("schema: " + uri + ": " + err.Error())
	}
	if metaRules.byURI == nil {
		metaRules.byURI = map[string]*Schema{}
	}
	metaRules.byURI[uri] = s
	return s
}

// checkSchemas validates what has been opened against its meta-schema.
func (c *compiler) checkSchemas() *Error {
	pending := c.store.unchecked
	c.store.unchecked = nil
	for _, res := range pending {
		if _, own := metaschema(res.doc.uri); own && strings.Contains(res.doc.uri, "json-schema.org") {
			continue
		}
		meta := metaOf(c, res)
		if meta.fault != nil {
			return meta.fault
		}
		e := newEval(&res.doc.v, meta.schema)
		for _, other := range pending {
			if other.doc == res.doc && other.node != res.node && other.dialect.draft != res.dialect.draft {
				if e.skip == nil {
					e.skip = map[int32]bool{}
				}
				e.skip[other.node] = true
			}
		}
		e.report = &report{most: 2}
		if e.check(meta.schema.root, res.node, nil) {
			continue
		}
		if len(e.report.found) == 0 {
			return res.doc.fault(res.node, "the schema takes too many steps to check")
		}
		f := &e.report.found[0]
		if f.keyword == "anyOf" { // what the closest alternative lacks says more
			f = &e.report.found[len(e.report.found)-1]
		}
		return res.doc.fault(f.node, "%s", e.message(f))
	}
	return nil
}

type metaResult struct {
	schema *Schema
	fault  *Error
}

func metaOf(c *compiler, res *resource) metaResult {
	uri := res.dialect.meta
	if draftOf(uri) != nil {
		return metaResult{schema: metaRule(uri)}
	}
	s, err := compile(uri, c.store.registry[uri], Options{Registry: c.opt.Registry})
	return metaResult{s, err}
}
