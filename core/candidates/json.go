package candidates

import (
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// AppendJSON appends the list in its JSON form: without white space, and in
// strings nothing escaped but '"', '\' and U+0000 to U+001F.
func (l *List) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"candidates":[`...)
	for i := range l.Candidates {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = l.Candidates[i].appendJSON(dst, i+1)
	}
	dst = append(dst, `],"candidate_count":`...)
	dst = strconv.AppendInt(dst, int64(l.Count), 10)
	dst = appendBool(append(dst, `,"truncated":`...), l.Count > len(l.Candidates))
	return append(dst, '}')
}

func (c *Candidate) appendJSON(dst []byte, rank int) []byte {
	number := func(name string, n int) {
		dst = append(dst, name...)
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	number(`{"rank":`, rank)
	dst = syntax.AppendQuoted(append(dst, `,"source":`...), c.Source.String())
	if c.Fence >= 0 {
		number(`,"fence_index":`, c.Fence)
	} else {
		dst = append(dst, `,"fence_index":null`...)
	}
	number(`,"start":`, c.Start)
	number(`,"end":`, c.End)
	number(`,"start_line":`, c.StartLine)
	number(`,"end_line":`, c.EndLine)
	dst = syntax.AppendQuoted(append(dst, `,"text":`...), c.Text)
	dst = appendBool(append(dst, `,"contiguous":`...), c.Contiguous)
	kind := `"object"`
	if c.Text[0] == '[' {
		kind = `"array"`
	}
	dst = append(append(dst, `,"top_level":`...), kind...)
	dst = appendBool(append(dst, `,"complete":`...), c.Reason == Complete)
	dst = append(dst, `,"incomplete_reason":`...)
	if c.Reason == Complete {
		dst = append(dst, "null"...)
	} else {
		dst = syntax.AppendQuoted(dst, c.Reason.String())
	}
	dst = appendBool(append(dst, `,"valid_json":`...), c.Fault.Code == syntax.OK)
	if c.Fault.Code == syntax.OK {
		dst = append(dst, `,"json_error":null`...)
	} else {
		dst = syntax.AppendQuoted(append(dst, `,"json_error":{"code":`...), c.Fault.Code.String())
		number(`,"offset":`, c.Fault.Offset)
		dst = append(dst, '}')
	}
	return append(c.Repair.appendJSON(append(dst, `,"repair":`...)), '}')
}

func (r *Repair) appendJSON(dst []byte) []byte {
	if r == nil {
		return append(dst, "null"...)
	}
	dst = syntax.AppendQuoted(append(dst, `{"text":`...), r.Text)
	dst = appendBool(append(dst, `,"valid_json":`...), r.Valid)
	dst = append(dst, `,"rules":[`...)
	for i, rule := range r.Rules {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = syntax.AppendQuoted(dst, rule)
	}
	return append(dst, "]}"...)
}

func appendBool(dst []byte, b bool) []byte { return strconv.AppendBool(dst, b) }
