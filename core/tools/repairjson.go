package tools

import (
	"encoding/json"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// RepairJSON mends a text that is one damaged JSON document.
func RepairJSON(request string) string {
	return Serve(request, func(object json.RawMessage) (any, error) {
		q := question{options: extract.Options{Repair: repair.All}}
		if err := readMembers(&q, object, repairMembers); err != nil {
			return nil, err
		}
		s := extract.NewSession(q.source(), false, q.options)
		s.Bare = true
		o, _ := s.Next()
		if o.Fault.Code != syntax.OK {
			return q.refused(&o), nil
		}
		return q.repaired(&o), nil
	})
}

var repairMembers = []member[question]{
	textMember("The damaged JSON, and nothing else.", func(q *question, units []uint32) { q.text = units }),
	levelMember(),
}

func levelMember() member[question] {
	m := choice("level", "How far to go: `syntax` makes edits that have one reading, `guess` also the likeliest one, `all` "+
		"also supplies what is missing.", repairLevels[1:],
		func(q *question, i int) { q.options.Repair = repair.Level(i + 1) })
	m.Schema.Default = repair.All.String()
	return m
}
