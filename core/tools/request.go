package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A member of a request: what it may be, which becomes part of the contract, and where it goes.
type member[R any] struct {
	Name   string
	Schema Schema
	read   func(*R, json.RawMessage) error
}

// readMembers reads an object with some of these members, each once. What the error says of a
// value begins with the member's name.
func readMembers[R any](request *R, object json.RawMessage, members []member[R]) error {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, _ := d.Token(); t != json.Delim('{') {
		return fmt.Errorf("a request is an object, not %s", shown(object))
	}
	seen := map[string]bool{}
	for d.More() {
		var value json.RawMessage
		name, _ := d.Token()
		if err := d.Decode(&value); err != nil {
			return err
		}
		m := named(members, name.(string))
		switch {
		case m == nil:
			return fmt.Errorf("there is no member %s; there are %s", quoted(name.(string)), list(members))
		case seen[m.Name]:
			return fmt.Errorf("the member %q is repeated", m.Name)
		}
		seen[m.Name] = true
		if err := m.read(request, value); err != nil {
			return fmt.Errorf("%s must be %w, not %s", m.Name, err, shown(value))
		}
	}
	for _, m := range members {
		if m.Schema.required && !seen[m.Name] {
			return fmt.Errorf("the member %q is missing", m.Name)
		}
	}
	return nil
}

func named[R any](members []member[R], name string) *member[R] {
	for i := range members {
		if members[i].Name == name {
			return &members[i]
		}
	}
	return nil
}

func list[R any](members []member[R]) (names string) {
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

func quoted(name string) string {
	text, _ := json.Marshal(plain(name))
	return shown(text)
}

// wrong is what a value must be instead.
type wrong string

func (w wrong) Error() string { return string(w) }

// codePoints decodes a JSON string to code points with a zero behind them. Half a surrogate pair
// stays what it is: a text that came from a program may have one.
func codePoints(value json.RawMessage) ([]uint32, bool) {
	if value[0] != '"' {
		return nil, false
	}
	raw := append([]byte(value[1:len(value)-1]), 0)[:len(value)-2]
	src := syntax.NewSource(raw)
	text := make([]uint32, 0, len(raw)+1)
	plain := 0 // what stands from here on has no escape
	flush := func(end int) {
		for _, c := range string(raw[plain:end]) {
			text = append(text, uint32(c))
		}
	}
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			i++
			continue
		}
		flush(i)
		c, n := syntax.EscapeAt(src, i)
		if n == 0 {
			half, _ := strconv.ParseUint(string(raw[i+2:i+6]), 16, 16)
			c, n = rune(half), len(`\ud800`)
		}
		text = append(text, uint32(c))
		i += n
		plain = i
	}
	flush(len(raw))
	return append(text, 0)[:len(text)], true
}

// textMember is the member that holds what is to be read.
func textMember[R any](what string, put func(*R, []uint32)) member[R] {
	return member[R]{"text", Schema{Type: "string", Description: what, required: true}, func(r *R, v json.RawMessage) error {
		units, ok := codePoints(v)
		if !ok {
			return wrong("a string")
		}
		put(r, units)
		return nil
	}}
}

// choice is a member with some names as its values; put is given the index of one.
func choice[R any](name, what string, names []string, put func(*R, int)) member[R] {
	return member[R]{name, Schema{Enum: anys(names), Default: names[0], Description: what}, func(r *R, v json.RawMessage) error {
		i := indexOf(names, v)
		if i < 0 {
			return wrong("one of " + alternatives(names))
		}
		put(r, i)
		return nil
	}}
}

// level is a choice with null as its first value, where names[0] has none.
func level[R any](name, what string, names []string, put func(*R, int)) member[R] {
	m := choice(name, what, names, put)
	m.Schema.Enum[0], m.Schema.Default = nil, json.RawMessage("null")
	m.read = func(r *R, v json.RawMessage) error {
		i := indexOf(names, v)
		switch {
		case string(v) == "null":
			i = 0
		case i <= 0:
			return wrong("one of null, " + alternatives(names[1:]))
		}
		put(r, i)
		return nil
	}
	return m
}

// truth is a member that is true or false.
func truth[R any](name, what string, byDefault bool, put func(*R, bool)) member[R] {
	return member[R]{name, Schema{Type: "boolean", Default: byDefault, Description: what}, func(r *R, v json.RawMessage) error {
		switch string(v) {
		case "true", "false":
			put(r, v[0] == 't')
			return nil
		}
		return wrong("one of true, false")
	}}
}

// whole reads an integer from low on; what is beyond high counts as high. 1.0 and 1e3 are integers,
// as JSON Schema has it.
func whole(v json.RawMessage, low, high int) (int, bool) {
	number, err := strconv.ParseFloat(string(v), 64)
	switch {
	case v[0] != '-' && (v[0] < '0' || v[0] > '9'), number < float64(low):
		return 0, false
	case err != nil, number > float64(high):
		return high, true
	}
	n := int(number)
	return n, float64(n) == number
}

// indexOf gives the index of a JSON string among names, or -1.
func indexOf(names []string, v json.RawMessage) int {
	var name string
	if v[0] != '"' || json.Unmarshal(v, &name) != nil {
		return -1
	}
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

func anys(names []string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = name
	}
	return out
}
