package schema

// combined checks the keywords that apply subschemas to the value itself.
func (e *eval[U]) combined(r *rule, n int32, m *marks) bool {
	ok := true
	quick := e.report == nil
	if r.ref != nil {
		ok = e.within(r.ref, n, m) && ok
	}
	if r.dynamic != nil && (ok || !quick) {
		ok = e.within(e.inScope(r), n, m) && ok
	}
	for _, sub := range r.allOf {
		if !ok && quick {
			return false
		}
		ok = e.within(sub, n, m) && ok
	}
	if r.anyOf != nil && (ok || !quick) {
		ok = e.any(r, n, m) && ok
	}
	if r.oneOf != nil && (ok || !quick) {
		ok = e.one(r, n, m) && ok
	}
	if r.not != nil && (ok || !quick) && e.quietly(r.not, n, nil) {
		ok = e.fail(r, n, "not", nothing, ofInstance)
	}
	if r.condition != nil && (ok || !quick) {
		branch := r.otherwise
		if e.trial(r.condition, n, m) {
			branch = r.then
		}
		if branch != nil {
			ok = e.within(branch, n, m) && ok
		}
	}
	return ok && !e.stopped
}

// within checks a subschema whose evaluations count if it holds.
func (e *eval[U]) within(r *rule, n int32, m *marks) bool {
	if m == nil {
		return e.check(r, n, nil)
	}
	own := e.newMarks(e.v.nodes[n].count)
	defer e.release(own)
	ok := e.check(r, n, own)
	if ok {
		m.merge(own)
	}
	return ok
}

// trial is within without a report.
func (e *eval[U]) trial(r *rule, n int32, m *marks) bool {
	report := e.report
	e.report = nil
	ok := e.within(r, n, m)
	e.report = report
	return ok
}

func (e *eval[U]) any(r *rule, n int32, m *marks) bool {
	ok := false
	for _, sub := range r.anyOf {
		if e.trial(sub, n, m) {
			if ok = true; m == nil {
				break
			}
		}
		if e.stopped {
			return false
		}
	}
	return ok || e.failAlternatives(r, n, "anyOf", r.anyOf)
}

func (e *eval[U]) one(r *rule, n int32, m *marks) bool {
	holding := 0
	for _, sub := range r.oneOf {
		if e.trial(sub, n, m) {
			if holding++; holding > 1 {
				return e.fail(r, n, "oneOf", number1(1), number1(holding))
			}
		}
		if e.stopped {
			return false
		}
	}
	return holding == 1 || e.failAlternatives(r, n, "oneOf", r.oneOf)
}

// inScope gives what $dynamicRef or $recursiveRef names here: the outermost
// resource of the dynamic scope with that anchor has it (2020-12, Core
// §8.2.3.2; 2019-09, Core §8.2.4.2).
func (e *eval[U]) inScope(r *rule) *rule {
	if r.anchor == "" && r.recursive == nil {
		return r.dynamic
	}
	for _, res := range e.scope {
		if r.recursive != nil {
			if res.recursive {
				return res.root
			}
		} else if to := res.rules[r.anchor]; to != nil {
			return to
		}
	}
	return r.dynamic
}
