package schema

import (
	"slices"
	"strconv"
	"strings"
)

// report gathers violations.
type report struct {
	most  int
	found []finding
	count int // those too that were one too many
}

// finding is a violation as the check comes across it; what it says is worked
// out afterwards.
type finding struct {
	rule            *rule
	node            int32
	keyword         string
	expected, found fact
	missing         bool // expected is the name of a member that is not there
}

// fact is a value that a violation tells.
type fact struct {
	of   source
	node int32
	json string
}

type source uint8

const (
	noFact source = iota
	inSchema
	inInstance
	inJSON
)

var (
	nothing    = fact{}
	ofInstance = fact{of: inInstance}
)

func ofSchema(n int32) fact { return fact{of: inSchema, node: n} }
func number1(n int) fact    { return fact{of: inJSON, json: strconv.Itoa(n)} }
func quoted(s string) fact  { return fact{of: inJSON, json: string(appendQuoted(nil, s))} }
func typeName(k kind) fact  { return quoted(nameOf(k)) }

func typeNames(set kind) fact {
	var names []string
	for _, t := range typeOrder {
		if k := types[t]; set&k == k && !(t == "integer" && set&kNumber != 0) {
			names = append(names, string(appendQuoted(nil, t)))
		}
	}
	if len(names) == 1 {
		return fact{of: inJSON, json: names[0]}
	}
	return fact{of: inJSON, json: "[" + strings.Join(names, ",") + "]"}
}

var typeOrder = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

func nameOf(k kind) string {
	for _, t := range typeOrder {
		if t != "integer" && types[t]&k != 0 {
			return t
		}
	}
	return ""
}

// fail reports a violation; it is always false.
func (e *eval[U]) fail(r *rule, n int32, keyword string, expected, found fact) bool {
	if e.report != nil {
		e.add(finding{rule: r, node: n, keyword: keyword, expected: expected, found: found})
	}
	return false
}

func (e *eval[U]) failMissing(r *rule, n int32, keyword, name string) {
	if e.report != nil {
		e.add(finding{rule: r, node: n, keyword: keyword, expected: quoted(name), missing: true})
	}
}

func (e *eval[U]) add(f finding) {
	e.report.count++
	if len(e.report.found) < e.report.most {
		e.report.found = append(e.report.found, f)
	}
}

// failAlternatives reports that none of several subschemas holds, and, where one
// of them is closer than the others, what it lacks.
func (e *eval[U]) failAlternatives(r *rule, n int32, keyword string, list []*rule) bool {
	if e.report == nil {
		return false
	}
	if set := e.typesOf(list, n); set != 0 {
		return e.fail(r, n, keyword, typeNames(set), typeName(e.v.nodes[n].kind))
	}
	e.fail(r, n, keyword, nothing, ofInstance)
	whole := e.report
	defer func() { e.report = whole }()
	var closest *report
	best, tied := 0, false
	for _, sub := range list {
		e.report = &report{most: whole.most}
		e.check(sub, n, nil)
		distance := e.distance(e.report, n)
		switch {
		case closest == nil || distance < best:
			closest, best, tied = e.report, distance, false
		case distance == best:
			tied = true
		}
		if e.stopped {
			return false
		}
	}
	if closest != nil && !tied {
		whole.count += closest.count
		room := whole.most - len(whole.found)
		whole.found = append(whole.found, closest.found[:min(room, len(closest.found))]...)
	}
	return false
}

// typesOf gives the types that alternatives ask for, if the type is what all of
// them refuse.
func (e *eval[U]) typesOf(list []*rule, n int32) (set kind) {
	k := e.v.nodes[n].kind
	for _, r := range list {
		for r.only {
			r = r.ref
		}
		if r.types == 0 || r.types&k != 0 || k == kNumber && r.types&kInteger != 0 {
			return 0
		}
		set |= r.types
	}
	return set
}

// distance says how far a value is from an alternative: one that wants another
// type, or another value of a member that tells the alternatives apart, is
// farther than any that wants the members otherwise.
func (e *eval[U]) distance(r *report, n int32) int {
	far := 0
	for i := range r.found {
		f := &r.found[i]
		if f.keyword == "type" && f.node == n {
			far = 1 << 21
		}
		if (f.keyword == "const" || f.keyword == "enum") && e.isUnder(f.node, n) {
			far = max(far, 1<<20)
		}
	}
	return far + r.count
}

// isUnder reports whether a node is n, or a member of it.
func (e *eval[U]) isUnder(child, n int32) bool {
	if child == n {
		return true
	}
	if e.v.nodes[n].kind != kObject {
		return false
	}
	for c := n + 1; c < e.v.nodes[n].next; c = e.v.nodes[c+1].next {
		if c+1 == child {
			return true
		}
	}
	return false
}

// path is where a violation is: of a member that is missing, where it would be.
func (e *eval[U]) path(f *finding) string {
	p := e.v.path(nil, f.node)
	if f.missing {
		p = appendToken(p, unquoted(f.expected.json))
	}
	return string(p)
}

func unquoted(json string) string {
	units := append([]byte(json), 0)
	var v value[uint8]
	if v.read(units[:len(units)-1]) != nil {
		return ""
	}
	var buf []byte
	return string(slices.Clone(v.str(0, &buf)))
}
