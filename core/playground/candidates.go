package playground

import (
	"strconv"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/wire"
)

// maxCandidates is how many candidates the page is told of, beside the chosen one: more than anyone
// looks at.
const maxCandidates = 2000

// extracted is the answer and every candidate of the text, in its order.
func extracted(q Question) ([]byte, error) {
	answer, chosen, err := q.Answer()
	if err != nil {
		return nil, err
	}
	dst := append(append([]byte(`{"answer":`), answer...), `,"candidates":[`...)
	asked := q.Asked()
	l := lister{asked, syntax.NewExplainer(asked.Text, false), &chosen, 0}
	dst = l.appendAll(dst)
	dst = strconv.AppendInt(append(dst, `],"candidate_count":`...), int64(l.count), 10)
	dst = strconv.AppendInt(append(dst, `,"text_length":`...), int64(len(asked.Text)), 10)
	return append(dst, '}'), nil
}

type lister struct {
	asked  *wire.Question
	faults *syntax.Explainer[uint32]
	chosen *wire.Outcome
	count  int
}

// appendAll appends the candidates that there are before kind and select, each with its kind, source
// and span, the error that choosing it would be, and whether it is the chosen one.
func (l *lister) appendAll(dst []byte) []byte {
	session := extract.NewSession(syntax.NewSource(l.asked.Text), false, l.asked.Options)
	session.All = true
	told := 0
	for o, ok := session.Next(); ok; o, ok = session.Next() {
		if o.Start < 0 {
			continue // the text is too long
		}
		l.count++
		chosen := l.isChosen(&o)
		if told >= maxCandidates && !chosen {
			continue
		}
		if told++; told > 1 {
			dst = append(dst, ',')
		}
		dst = l.append(dst, &o, chosen)
	}
	return dst
}

func (l *lister) isChosen(o *wire.Outcome) bool {
	return o.Start == l.chosen.Start && o.End == l.chosen.End && l.chosen.Fault.Code != syntax.MultipleCandidates
}

func (l *lister) append(dst []byte, o *wire.Outcome, chosen bool) []byte {
	dst = append(append(dst, `{"kind":`...), l.kindOf(o)...)
	dst = append(append(dst, `,"source":"`...), o.Source.String()...)
	dst = strconv.AppendInt(append(dst, `","start":`...), int64(o.Start), 10)
	dst = strconv.AppendInt(append(dst, `,"end":`...), int64(o.End), 10)
	if o.Fault.Code != syntax.OK {
		dst = wire.FailureOf(o, l.faults).AppendJSON(append(dst, `,"error":`...))
	}
	dst = strconv.AppendBool(append(dst, `,"chosen":`...), chosen)
	return append(dst, '}')
}

// kindOf is that of the first character; once repaired, of the value.
func (l *lister) kindOf(o *wire.Outcome) string {
	first := l.asked.Text[o.Start]
	if len(o.Derived) > 0 {
		first = o.Derived[0]
	}
	switch first {
	case '{':
		return `"object"`
	case '[':
		return `"array"`
	}
	return "null"
}
