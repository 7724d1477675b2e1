package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// tag is an opening or closing tag, such as <json id="1"> or </json>.
type tag struct {
	name       int // index into the names that were looked for
	start, end int
	closing    bool
	empty      bool // <json/>
}

// nextTag finds the first tag with one of names (in lower case; any ASCII case
// in the text) from offset i on. A value that parses is stepped over: what looks
// like a tag inside it is text.
func (f *Finder[U]) nextTag(i int, names []string) (tag, bool) {
	for {
		i = syntax.IndexMarkup(f.src, i)
		if i == f.src.Len() || f.poll(i) {
			return tag{}, false
		}
		if f.src.At(i) == '<' {
			if t, ok := readTag(f.src, i, names); ok {
				return t, true
			}
			i++
			continue
		}
		if end, ok := f.valueAt(i); ok {
			i = end
		} else {
			i++
		}
	}
}

// valueAt gives the end of the value that starts at the opener at offset i.
func (f *Finder[U]) valueAt(i int) (end int, ok bool) {
	if fail, _ := f.known(i); fail != nil {
		return 0, false
	}
	r := f.readAside(i)
	return r.end, r.outcome == value
}

// readTag reads the tag whose '<' is at offset i. Attributes run to the next
// '>'; a '<' before it makes this no tag, which also keeps the cost linear.
func readTag[U text.Unit](src syntax.Source[U], i int, names []string) (tag, bool) {
	t := tag{start: i, name: -1}
	i++
	if src.At(i) == '/' {
		t.closing = true
		i++
	}
	for k, name := range names {
		if n := nameAt(src, i, name); n > 0 {
			t.name = k
			i += n
			break
		}
	}
	if t.name < 0 {
		return t, false
	}
	for ; i < src.Len(); i++ {
		switch src.At(i) {
		case '>':
			t.empty = src.At(i-1) == '/'
			t.end = i + 1
			return t, true
		case '<':
			return t, false
		}
	}
	return t, false
}

// nameAt gives the length of name if it stands at offset i as a whole.
func nameAt[U text.Unit](src syntax.Source[U], i int, name string) int {
	for k := range len(name) {
		c := src.At(i + k)
		if c-'A' < 26 {
			c |= 0x20
		}
		if c != uint32(name[k]) {
			return 0
		}
	}
	switch src.At(i + len(name)) {
	case '>', '/', ' ', '\t', '\n', '\r':
		return len(name)
	}
	return 0
}
