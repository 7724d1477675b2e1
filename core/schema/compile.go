package schema

import (
	"errors"
	"fmt"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Options are what a schema is compiled with.
type Options struct {
	Registry map[string][]byte // JSON texts in UTF-8, by URI
	Formats  bool              // the keyword format is an assertion
	Draft    int               // of a schema without $schema: 4, 6, 7, 2019 or 2020; 0: 2020
}

// Schema is a compiled schema.
type Schema struct {
	survey  *survey
	formats bool
	chain   int   // how many schemas can be applied to one value within one another
	numbers int   // that an instance's number may be compared with
	quick   *rule // what is checked without the library

	mutex sync.Mutex
	idle  []*graph // not in use; a check has one for itself
}

// maxIdle is how many graphs are kept: as many as checks run at once, within reason.
const maxIdle = 4

// Compile compiles a schema: a JSON text in UTF-8. The error is an [*Error].
func Compile(source []byte, opt Options) (*Schema, error) {
	s, fault := compile(source, opt)
	if fault != nil {
		return nil, fault
	}
	return s, nil
}

func compile(source []byte, opt Options) (*Schema, *Error) {
	v, fault := newSurvey(opt)
	if fault != nil {
		return nil, fault
	}
	if _, fault := v.all(source); fault != nil {
		return nil, fault
	}
	s := &Schema{survey: v, formats: opt.Formats}
	g, fault := s.newGraph()
	if fault != nil {
		return nil, fault
	}
	if s.chain, fault = g.chain(v); fault != nil {
		return nil, fault
	}
	s.numbers = g.numbers()
	s.quick = compileQuick(g)
	s.idle = []*graph{g}
	return s, nil
}

// newGraph has the library compile the schema.
func (s *Schema) newGraph() (g *graph, fault *Error) {
	defer func() {
		if r := recover(); r != nil {
			fault = &Error{Message: fmt.Sprint("the schema cannot be compiled: ", r)}
		}
	}()
	c := jsonschema.NewCompiler()
	c.DefaultDraft(draftOf(s.survey.year))
	c.UseLoader(s.survey)
	c.UseRegexpEngine(s.survey.compileRegexp)
	for _, f := range formats {
		c.RegisterFormat(f)
	}
	if s.formats {
		c.AssertFormat()
	}
	if err := c.AddResource(rootURI, s.survey.documents[rootURI].value()); err != nil {
		return nil, s.survey.explain(err)
	}
	root, err := c.Compile(rootURI)
	if err != nil {
		return nil, s.survey.explain(err)
	}
	g = &graph{root: root, schemas: map[*jsonschema.Schema]bool{}, formats: map[*jsonschema.Schema]*jsonschema.Format{}}
	g.add(root)
	for _, t := range s.survey.dynamic { // only the dynamic scope may lead there
		if sch, err := c.Compile(t.doc.uri + "#" + fragmentOf(string(t.doc.v.path(nil, t.node)))); err == nil {
			g.add(sch)
		}
	}
	g.prepare(s.formats)
	return g, nil
}

// take gives a graph that nobody else uses.
func (s *Schema) take() *graph {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if last := len(s.idle) - 1; last >= 0 {
		g := s.idle[last]
		s.idle = s.idle[:last]
		return g
	}
	g, fault := s.newGraph()
	if fault != nil {
		panic(fault) // it has been compiled before
	}
	return g
}

func (s *Schema) put(g *graph) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.idle) < maxIdle {
		s.idle = append(s.idle, g)
	}
}

func (s *survey) compileRegexp(source string) (jsonschema.Regexp, error) {
	if p := s.patterns[source]; p != nil {
		return p, nil
	}
	p, err := compileRegexp(source)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// explain says what the library holds against a schema, and where.
func (s *survey) explain(err error) *Error {
	var (
		own       *Error
		invalid   *jsonschema.SchemaValidationError
		twice     *jsonschema.DuplicateAnchorError
		same      *jsonschema.DuplicateIDError
		regexp    *jsonschema.InvalidRegexError
		unknown   *jsonschema.UnsupportedVocabularyError
		violation *jsonschema.ValidationError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &invalid) && errors.As(invalid.Err, &violation):
		return s.violated(invalid.URL, violation)
	case errors.As(err, &twice):
		return s.second(twice.URL, twice.Ptr1, twice.Ptr2, "the anchor %q stands twice", twice.Anchor)
	case errors.As(err, &same):
		return s.second(same.URL, same.Ptr1, same.Ptr2, "%q identifies two schemas", same.ID)
	case errors.As(err, &regexp):
		return s.at(regexp.URL, "the regular expression %q %s", cut(regexp.Regex), regexp.Err)
	case errors.As(err, &unknown):
		return s.at(unknown.URL, "the vocabulary %q is not known", unknown.Vocabulary)
	}
	if fault := s.dangling(); fault != nil {
		return fault
	}
	return &Error{Message: err.Error()}
}

// locate finds a place that the library names.
func (s *survey) locate(uri, pointer string) (target, bool) {
	t, ok := s.resources[uri]
	if !ok {
		return target{}, false
	}
	s.mutex.Lock() // to follow builds tables
	defer s.mutex.Unlock()
	n, ok := t.doc.follow(t.node, pointer)
	return target{t.doc, n}, ok
}

func (s *survey) at(location, format string, args ...any) *Error {
	if t, ok := s.locate(splitLocation(location)); ok {
		return t.doc.fault(t.node, format, args...)
	}
	return &Error{Message: fmt.Sprintf(format, args...)}
}

// second is the error of what stands at two places, at the second.
func (s *survey) second(uri, first, second, format string, args ...any) *Error {
	a, _ := s.locate(uri, first)
	b, ok := s.locate(uri, second)
	switch {
	case !ok:
		return &Error{Message: fmt.Sprintf(format, args...)}
	case a.doc == b.doc && a.node > b.node:
		b = a
	}
	return b.doc.fault(b.node, format, args...)
}

// violated is the error of a schema that its meta-schema refuses: the first
// violation, or what the closest alternative lacks.
func (s *survey) violated(location string, violation *jsonschema.ValidationError) *Error {
	t, ok := s.locate(splitLocation(location))
	if !ok {
		return &Error{Message: violation.Error()}
	}
	r := &reporter[uint8]{v: &t.doc.v, tables: &t.doc.tables, root: t.node, survey: s}
	r.gather(violation)
	r.sort()
	if len(r.found) == 0 {
		return t.doc.fault(t.node, "the schema is not valid")
	}
	f := &r.found[0]
	if f.keyword == "anyOf" { // what the closest alternative lacks says more
		f = &r.found[len(r.found)-1]
	}
	return t.doc.fault(f.node, "%s", r.message(f))
}
