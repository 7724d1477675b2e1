package candidates

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/markdown"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// Find lists the candidates of a text. The only error is a [LimitError]. The
// time is linear in the length of the text, apart from what the open block
// quotes and lists, at most 64, cost on every line.
func Find(text string, opt Options) (*List, error) {
	if len(text) > MaxBytes {
		return nil, &LimitError{syntax.TextBytes, -1}
	}
	if !utf8.ValidString(text) {
		return nil, &LimitError{syntax.InvalidUTF8, firstInvalid(text)}
	}
	raw := []byte(text)
	regions, err := markdown.Parse(raw)
	if err != nil {
		var deep *markdown.DepthError
		errors.As(err, &deep)
		return nil, &LimitError{syntax.ContainerDepth, deep.Offset}
	}
	f := finder{raw: text, opt: opt, place: place{line: 1}, check: newChecker()}
	if f.opt.MaxResults == 0 {
		f.opt.MaxResults = DefaultResults
	}
	for i := range regions {
		if source, ok := sourceOf(&regions[i]); ok {
			f.scan(&regions[i], source)
		}
	}
	return &List{f.kept, f.count}, nil
}

func firstInvalid(text string) int {
	for i, c := range text {
		if c == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
			return i
		}
	}
	return len(text)
}

// languages are those of which a fence's code may be JSON, in any ASCII case.
var languages = [...]string{"json", "jsonc", "json5"}

// sourceOf gives the source of a region's candidates; fences in other languages
// have none.
func sourceOf(r *markdown.Region) (Source, bool) {
	switch {
	case r.Kind == markdown.Prose:
		return Prose, true
	case r.Kind == markdown.Indented:
		return IndentedCode, true
	case r.Language == "":
		return UntaggedFence, true
	}
	for _, language := range languages {
		// Of the same length, so that no letter is another's fold beyond ASCII.
		if len(r.Language) == len(language) && strings.EqualFold(r.Language, language) {
			return JSONFence, true
		}
	}
	return 0, false
}

// finder goes through the regions of a text.
type finder struct {
	raw   string
	opt   Options
	place place // it only moves forward, as the candidates do
	match matcher
	check *checker
	fix   repairer

	kept  []Candidate // the best so far, in their order
	count int
}

// scan finds the candidates of a region.
func (f *finder) scan(r *markdown.Region, source Source) {
	for next := 0; ; {
		i := bytes.IndexAny(r.Text[next:], "{[")
		if i < 0 {
			return
		}
		m := f.match.match(r.Text, next+i)
		next = m.next
		f.count++
		f.keep(r, source, m)
	}
}

// keep judges a candidate and puts it in its place in the list, unless the list
// is full of better ones.
func (f *finder) keep(r *markdown.Region, source Source, m match) {
	text := r.Text[m.start:m.end]
	c := Candidate{Source: source, Fence: -1, Reason: m.reason, length: unitsIn(text)}
	if r.Kind == markdown.Fenced {
		c.Fence = r.Fence
	}
	code, offset := f.check.fault(r.Text, m.start, m.end, m.deep)
	c.Fault.Code = code
	if f.opt.Repair {
		c.Repair = f.repair(text, code == syntax.OK)
	}
	at := f.rank(&c)
	if at == f.opt.MaxResults {
		return
	}
	if code != syntax.OK {
		c.Fault.Offset = unitsIn(text[:offset-m.start])
	}
	c.Text = string(text)
	start, end := r.Span(m.start, m.end)
	c.Contiguous = f.raw[start:end] == c.Text
	c.Start, c.StartLine = f.place.at(f.raw, start)
	c.End, c.EndLine = f.place.at(f.raw, end)
	if len(f.kept) < f.opt.MaxResults {
		f.kept = append(f.kept, Candidate{})
	}
	copy(f.kept[at+1:], f.kept[at:])
	f.kept[at] = c
}

func (f *finder) repair(text []byte, valid bool) *Repair {
	if valid {
		return &Repair{Text: string(text), Valid: true}
	}
	fixed, rules, deep := f.fix.repair(text)
	code, _ := f.check.fault(fixed, 0, len(fixed), deep)
	return &Repair{string(fixed), code == syntax.OK, rules}
}
