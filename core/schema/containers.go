package schema

func (e *eval[U]) array(r *rule, n int32, m *marks) bool {
	ok := true
	nodes := e.v.nodes
	count, quick := int(nodes[n].count), e.report == nil
	if count < r.minItems {
		ok = e.fail(r, n, "minItems", number1(r.minItems), number1(count))
	}
	if r.maxItems >= 0 && count > r.maxItems {
		ok = e.fail(r, n, "maxItems", number1(r.maxItems), number1(count))
	}
	if r.unique && count > 1 && (ok || !quick) {
		if second := e.repeated(n); second >= 0 {
			ok = e.fail(r, second, "uniqueItems", nothing, ofInstance)
		}
	}
	if !ok && quick || r.prefix == nil && r.items == nil && r.contains == nil {
		return ok
	}
	if !e.spend(count) {
		return false
	}
	i, found := 0, 0
	for c := n + 1; c < nodes[n].next; c = nodes[c].next {
		switch {
		case i < len(r.prefix):
			ok = e.checkUnder(r.prefix[i], c, r.prefixKeyword) && ok
			m.set(i)
		case r.items != nil:
			ok = e.checkUnder(r.items, c, r.itemsKeyword) && ok
			m.set(i)
		}
		if !ok && quick {
			return false
		}
		if r.contains != nil && e.quietly(r.contains, c, nil) {
			found++
			if r.res.dialect.year >= 2020 {
				m.set(i) // in 2019-09 contains evaluates nothing
			}
		}
		i++
	}
	if r.contains == nil {
		return ok
	}
	least := 1
	if r.minContains >= 0 {
		least = r.minContains
	}
	if found < least {
		keyword := "contains"
		if r.minContains >= 0 {
			keyword = "minContains"
		}
		ok = e.fail(r, n, keyword, number1(least), number1(found))
	}
	if r.maxContains >= 0 && found > r.maxContains {
		ok = e.fail(r, n, "maxContains", number1(r.maxContains), number1(found))
	}
	return ok
}

func (e *eval[U]) object(r *rule, n int32, m *marks) bool {
	ok := true
	nodes := e.v.nodes
	count, quick := int(nodes[n].count), e.report == nil
	if count < r.minMembers {
		ok = e.fail(r, n, "minProperties", number1(r.minMembers), number1(count))
	}
	if r.maxMembers >= 0 && count > r.maxMembers {
		ok = e.fail(r, n, "maxProperties", number1(r.maxMembers), number1(count))
	}
	if !ok && quick || !e.spend(count) {
		return false
	}
	if r.fields != nil || r.patterns != nil || r.additional != nil || r.names != nil {
		i, present := 0, 0
		for c := n + 1; c < nodes[n].next; c = nodes[c+1].next {
			required, valid := e.member(r, c, i, m)
			if required {
				present++
			}
			if ok = valid && ok; !ok && quick {
				return false
			}
			i++
		}
		if present < r.required {
			ok = e.missing(r, n)
		}
	}
	for i := range r.dependents {
		if !ok && quick {
			return false
		}
		ok = e.dependent(r, &r.dependents[i], n, m) && ok
	}
	return ok
}

// member checks the member whose name is c, the i-th of its object.
func (e *eval[U]) member(r *rule, c int32, i int, m *marks) (required, ok bool) {
	ok = true
	evaluated := false
	if r.fields != nil {
		if f := r.fields[string(e.v.str(c, &e.buf))]; f != nil {
			required = f.required
			if f.rule != nil {
				evaluated = true
				ok = e.checkUnder(f.rule, c+1, "properties")
			}
		}
	}
	for _, p := range r.patterns {
		if e.matches(p.pattern, c) {
			evaluated = true
			ok = e.checkUnder(p.rule, c+1, "patternProperties") && ok
		}
	}
	if !evaluated && r.additional != nil {
		evaluated = true
		ok = e.checkUnder(r.additional, c+1, "additionalProperties")
	}
	if r.names != nil && !e.quietly(r.names, c, nil) {
		ok = e.fail(r, c, "propertyNames", nothing, ofInstance)
	}
	if evaluated {
		m.set(i)
	}
	return required, ok
}

// missing reports the required members that an object does not have, in the
// order of the schema.
func (e *eval[U]) missing(r *rule, n int32) bool {
	if e.report == nil {
		return false
	}
	names, present := make([]string, r.required), make([]bool, r.required)
	for name, f := range r.fields {
		if f.required {
			names[f.order] = name
		}
	}
	for c := n + 1; c < e.v.nodes[n].next; c = e.v.nodes[c+1].next {
		if f := r.fields[string(e.v.str(c, &e.buf))]; f != nil && f.required {
			present[f.order] = true
		}
	}
	for i, name := range names {
		if !present[i] {
			e.failMissing(r, n, "required", name)
		}
	}
	return false
}

func (e *eval[U]) dependent(r *rule, d *dependent, n int32, m *marks) bool {
	if e.v.member(n, d.name) < 0 {
		return true
	}
	if d.rule != nil {
		return e.within(d.rule, n, m)
	}
	ok := true
	for _, name := range d.required {
		if !e.spend(1) {
			return false
		}
		if e.v.member(n, name) < 0 {
			e.failMissing(r, n, d.keyword, name)
			ok = false
		}
	}
	return ok
}

func (e *eval[U]) unevaluated(r *rule, n int32, m *marks) bool {
	ok := true
	nodes := e.v.nodes
	i := 0
	if r.unevaluatedMembers != nil && nodes[n].kind == kObject {
		for c := n + 1; c < nodes[n].next; c = nodes[c+1].next {
			if !m.has(i) {
				ok = e.checkUnder(r.unevaluatedMembers, c+1, "unevaluatedProperties") && ok
			}
			i++
		}
		m.all()
	}
	if r.unevaluatedItems != nil && nodes[n].kind == kArray {
		for c := n + 1; c < nodes[n].next; c = nodes[c].next {
			if !m.has(i) {
				ok = e.checkUnder(r.unevaluatedItems, c, "unevaluatedItems") && ok
			}
			i++
		}
		m.all()
	}
	return ok
}

// checkUnder checks a member or an element; what the schema false refuses is
// told by the keyword that has it.
func (e *eval[U]) checkUnder(r *rule, n int32, keyword string) bool {
	if r.never {
		return e.fail(r, n, keyword, nothing, nothing)
	}
	return e.check(r, n, nil)
}

// quietly checks without a report.
func (e *eval[U]) quietly(r *rule, n int32, m *marks) bool {
	report := e.report
	e.report = nil
	ok := e.check(r, n, m)
	e.report = report
	return ok
}
