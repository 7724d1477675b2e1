package tools

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

type formatting struct {
	Text   string `json:"text"`
	Indent int    `json:"indent"`
}

// Format writes a JSON value, which has been read before, without white space,
// or with so many spaces of indentation a level.
func Format(request string) string {
	return Serve(request, func(f formatting) (any, error) {
		units := append([]byte(f.Text), 0)[:len(f.Text)]
		value := syntax.AppendValue(nil, syntax.NewSource(units), true, 0, len(units))
		if f.Indent > 0 {
			value = syntax.AppendIndented(nil, value, f.Indent)
		}
		return string(value), nil
	})
}
