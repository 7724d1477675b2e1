package wire

import (
	"errors"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Member of a request: what it may be, which becomes part of the contract, and where it goes.
type Member[R any] struct {
	Name        string
	Description string
	Takes       Kind
	Names       []string // that a Choice may be, the default first
	Low, High   int      // of a Count
	Default     string   // as JSON
	Required    bool
	read        func(*R, []byte) error
}

// Kind is what a member may be.
type Kind uint8

// The kinds.
const (
	Text         Kind = iota // a string
	Choice                   // one of Names
	ChoiceOrNull             // null, which Names[0] stands for, or one of the others
	Truth                    // true or false
	TagNames                 // null, a name or an array of names
	Finders                  // one of Names, or an array of them
	Count                    // an integer from Low to High
	CountOrNull              // null, or an integer from 1 on
	SchemaOrNull             // null, or a JSON Schema or its text
	Registry                 // null, or an object of JSON Schemas by URI
	Anything                 // what whoever it is given to reads
)

// ReadMembers reads an object with some of these members, each once. What the error says of a
// value begins with the member's name.
func ReadMembers[R any](request *R, object []byte, members []Member[R]) error {
	if object[0] != '{' {
		return wrong("a request is an object, not " + shown(object))
	}
	seen := map[string]bool{}
	err := eachMember(object, func(spelt, value []byte) error {
		name := textOf(spelt)
		m := named(members, name)
		switch {
		case m == nil:
			return wrong("there is no member " + shown(syntax.AppendQuoted(nil, name)) + "; there are " + list(members))
		case seen[m.Name]:
			return wrong("the member " + strconv.Quote(m.Name) + " is repeated")
		}
		seen[m.Name] = true
		err := m.read(request, value)
		var not wrong
		if errors.As(err, &not) {
			return wrong(m.Name + " must be " + string(not) + ", not " + shown(value))
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, m := range members {
		if m.Required && !seen[m.Name] {
			return wrong("the member " + strconv.Quote(m.Name) + " is missing")
		}
	}
	return nil
}

func named[R any](members []Member[R], name string) *Member[R] {
	for i := range members {
		if members[i].Name == name {
			return &members[i]
		}
	}
	return nil
}

func list[R any](members []Member[R]) (names string) {
	for i, m := range members {
		if i > 0 {
			names += ", "
		}
		names += m.Name
	}
	return names
}

// longestShown is how much of a value a message shows, in code points.
const longestShown = 40

func shown(value []byte) string {
	n := 0
	for i := range string(value) {
		if n == longestShown {
			return string(value[:i]) + "…"
		}
		n++
	}
	return string(value)
}

// wrong is what a value must be instead.
type wrong string

func (w wrong) Error() string { return string(w) }

// textMember is the member that holds what is to be read.
func textMember[R any](what string, put func(*R, []uint32)) Member[R] {
	return Member[R]{Name: "text", Description: what, Required: true, read: func(r *R, v []byte) error {
		units, ok := codePoints(v)
		if !ok {
			return wrong("a string")
		}
		put(r, units)
		return nil
	}}
}

// RawText is the member that holds what is to be read, as JSON spells it, in its quotes.
func RawText[R any](what string, put func(*R, []byte) error) Member[R] {
	return Member[R]{Name: "text", Description: what, Required: true, read: func(r *R, v []byte) error {
		if v[0] != '"' {
			return wrong("a string")
		}
		return put(r, v)
	}}
}

// RawMember is a member of which nothing is known here.
func RawMember[R any](name string, put func(*R, []byte)) Member[R] {
	return Member[R]{Name: name, Takes: Anything, read: func(r *R, v []byte) error {
		put(r, v)
		return nil
	}}
}

// ChoiceMember is a member with some names as its values; put is given the index of one.
func ChoiceMember[R any](name, what string, names []string, put func(*R, int)) Member[R] {
	return Member[R]{Name: name, Description: what, Takes: Choice, Names: names, Default: `"` + names[0] + `"`, read: func(r *R, v []byte) error {
		i := indexOf(names, v)
		if i < 0 {
			return wrong("one of " + alternatives(names))
		}
		put(r, i)
		return nil
	}}
}

// choiceOrNull is a choice with null as its first value, where names[0] has none.
func choiceOrNull[R any](name, what string, names []string, put func(*R, int)) Member[R] {
	return Member[R]{Name: name, Description: what, Takes: ChoiceOrNull, Names: names, Default: "null", read: func(r *R, v []byte) error {
		i := indexOf(names, v)
		switch {
		case string(v) == "null":
			i = 0
		case i <= 0:
			return wrong("one of null, " + alternatives(names[1:]))
		}
		put(r, i)
		return nil
	}}
}

// TruthMember is a member that is true or false.
func TruthMember[R any](name, what string, byDefault bool, put func(*R, bool)) Member[R] {
	return Member[R]{Name: name, Description: what, Takes: Truth, Default: strconv.FormatBool(byDefault), read: func(r *R, v []byte) error {
		switch string(v) {
		case "true", "false":
			put(r, v[0] == 't')
			return nil
		}
		return wrong("one of true, false")
	}}
}

// CountMember is an integer from low to high.
func CountMember[R any](name, what string, low, high, byDefault int, put func(*R, int)) Member[R] {
	return Member[R]{Name: name, Description: what, Takes: Count, Low: low, High: high, Default: strconv.Itoa(byDefault), read: func(r *R, v []byte) error {
		n, ok := whole(v, low, high+1)
		if !ok || n > high {
			return wrong("a number from " + strconv.Itoa(low) + " to " + strconv.Itoa(high))
		}
		put(r, n)
		return nil
	}}
}

// indexOf gives the index of a JSON string among names, or -1.
func indexOf(names []string, v []byte) int {
	if v[0] != '"' {
		return -1
	}
	name := textOf(v)
	for i := range names {
		if names[i] == name {
			return i
		}
	}
	return -1
}

func alternatives(names []string) (list string) {
	for i, name := range names {
		if i > 0 {
			list += ", "
		}
		list += strconv.Quote(name)
	}
	return list
}
