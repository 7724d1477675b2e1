package schema

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	failed "github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// unique is the keyword uniqueItems. The library's own compares elements of
// equal hashes one with another, and lists of strings can be made that all have
// the same.
type unique struct{ meter *meter }

func (u unique) Validate(ctx *jsonschema.ValidatorContext, v any) {
	list, ok := v.([]any)
	if !ok || len(list) < 2 {
		return
	}
	first := make(map[string]int, len(list))
	var buf []byte
	for i, element := range list {
		buf = appendCanonical(buf[:0], element)
		u.meter.spend(1 + len(buf)/8)
		if j, ok := first[string(buf)]; ok {
			ctx.AddError(&failed.UniqueItems{Duplicates: [2]int{j, i}})
			return
		}
		first[string(buf)] = i
	}
}

// appendCanonical spells a value so that equal values (2020-12, Core §4.2.2)
// and no others are spelt alike.
func appendCanonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, 'z')
	case bool:
		return strconv.AppendBool(dst, v)
	case json.Number:
		return append(append(dst, parseNumber([]byte(v)).String()...), ' ')
	case string:
		return append(appendInt(append(dst, '"'), len(v)), v...)
	case []any:
		dst = append(dst, '[')
		for _, e := range v {
			dst = appendCanonical(dst, e)
		}
		return append(dst, ']')
	case map[string]any:
		names := make([]string, 0, len(v))
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		dst = append(dst, '{')
		for _, name := range names {
			dst = appendCanonical(appendCanonical(dst, name), v[name])
		}
		return append(dst, '}')
	}
	return dst
}

// names is the keyword propertyNames. The library's own may name the wrong
// place: it keeps a path that is written over later.
type names struct{ schema *jsonschema.Schema }

func (n names) Validate(ctx *jsonschema.ValidatorContext, v any) {
	object, ok := v.(map[string]any)
	if !ok {
		return
	}
	for name := range object {
		if err, ok := ctx.Validate(n.schema, name, []string{name}).(*jsonschema.ValidationError); ok && err != nil {
			ctx.AddErrors([]*jsonschema.ValidationError{err}, &failed.PropertyNames{Property: name})
		}
	}
}

// integer4 is the type integer of draft 4 (Core §3.5), where 1.0 is none. want
// are the types that are asked for, of which number is none.
type integer4 struct{ want []string }

func (i integer4) Validate(ctx *jsonschema.ValidatorContext, v any) {
	if n, ok := v.(json.Number); ok && strings.ContainsAny(string(n), ".eE") {
		ctx.AddError(&failed.Type{Got: "number", Want: i.want})
	}
}
