package schema

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// appendQuoted appends a string as JSON.
func appendQuoted[T string | []byte](dst []byte, s T) []byte {
	units := append([]byte(s), 0)[:len(s)]
	dst = append(dst, '"')
	dst = syntax.AppendText(dst, syntax.NewSource(units), true, 0, len(units))
	return append(dst, '"')
}
