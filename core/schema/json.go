package schema

import (
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// AppendJSON appends the violations of a result in their JSON form:
// {"count": n, "violations": [{"path", "keyword", "message", "expected",
// "found", "offset", "line", "column"}]}. place gives the position of an
// offset; nil: there are none.
func (r *Result) AppendJSON(dst []byte, place func(offset int) text.Position) []byte {
	dst = appendInt(append(dst, `{"count":`...), r.Count)
	dst = append(dst, `,"violations":[`...)
	for i := range r.Violations {
		v := &r.Violations[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = syntax.AppendQuoted(append(dst, `{"path":`...), v.Path)
		dst = syntax.AppendQuoted(append(dst, `,"keyword":`...), v.Keyword)
		dst = syntax.AppendQuoted(append(dst, `,"message":`...), v.Message)
		if v.Expected != "" {
			dst = append(append(dst, `,"expected":`...), v.Expected...)
		}
		if v.Found != "" {
			dst = append(append(dst, `,"found":`...), v.Found...)
		}
		dst = appendInt(append(dst, `,"offset":`...), v.Offset)
		if place != nil {
			p := place(v.Offset)
			dst = appendInt(append(dst, `,"line":`...), p.Line)
			dst = appendInt(append(dst, `,"column":`...), p.Column)
		}
		dst = append(dst, '}')
	}
	return append(dst, "]}"...)
}

// JSON is the JSON form of an error: its sentence, and where it is.
func (e *Error) JSON() []byte {
	dst := syntax.AppendQuoted([]byte(`{"message":`), e.Error())
	dst = syntax.AppendQuoted(append(dst, `,"path":`...), e.Path)
	if e.Document != "" {
		dst = syntax.AppendQuoted(append(dst, `,"document":`...), e.Document)
	}
	if e.Place.Line > 0 {
		dst = appendInt(append(dst, `,"line":`...), e.Place.Line)
		dst = appendInt(append(dst, `,"column":`...), e.Place.Column)
	}
	return append(dst, '}')
}
