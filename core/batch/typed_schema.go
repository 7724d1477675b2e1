package batch

import (
	"math"
	"strconv"
	"strings"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// appendSchema appends a type as a JSON Schema: what it refuses is just what has
// no place in a column of the type. So a value that does not fit is told as any
// other that a schema refuses, with every violation and its place.
func appendSchema(dst []byte, t *Type) []byte {
	name := schemaTypes[t.Kind]
	if name == "" { // any value
		return append(dst, "{}"...)
	}
	dst = append(dst, `{"type":`...)
	if t.Nullable && t.Kind != NullType {
		dst = append(append(append(dst, `["`...), name...), `","null"]`...)
	} else {
		dst = append(append(append(dst, '"'), name...), '"')
	}
	l := &layouts[t.Kind]
	switch t.Kind {
	case Float32Type:
		dst = appendRange(dst, float(-math.MaxFloat32, 32), float(math.MaxFloat32, 32))
	case Float64Type:
		dst = appendRange(dst, float(-math.MaxFloat64, 64), float(math.MaxFloat64, 64))
	case DecimalType:
		most := strings.Repeat("9", t.Precision-t.Scale) + "." + strings.Repeat("9", t.Scale)
		if t.Scale == 0 {
			most = most[:t.Precision]
		} else if t.Scale == t.Precision {
			most = "0" + most
		}
		dst = strconv.AppendInt(append(dst, `,"multipleOf":1e-`...), int64(t.Scale), 10)
		dst = appendRange(dst, "-"+most, most)
	case ListType, LargeListType:
		dst = appendSchema(append(dst, `,"items":`...), &t.Children[0])
	case MapType:
		dst = appendSchema(append(dst, `,"additionalProperties":`...), &t.Children[0].Children[1])
	case StructType:
		dst = appendMembers(dst, t)
	default:
		if l.most != 0 {
			dst = appendRange(dst, strconv.FormatInt(l.least, 10), strconv.FormatUint(l.most, 10))
		}
	}
	return append(dst, '}')
}

func appendMembers(dst []byte, t *Type) []byte {
	dst = append(dst, `,"properties":{`...)
	for i := range t.Children {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendSchema(append(syntax.AppendQuoted(dst, t.Children[i].Name), ':'), &t.Children[i])
	}
	dst = append(dst, `},"required":[`...)
	before := len(dst)
	for i := range t.Children {
		if t.Children[i].Nullable || t.Children[i].Kind == NullType {
			continue
		}
		if len(dst) > before {
			dst = append(dst, ',')
		}
		dst = syntax.AppendQuoted(dst, t.Children[i].Name)
	}
	return append(dst, ']')
}

func appendRange(dst []byte, least, most string) []byte {
	dst = append(append(dst, `,"minimum":`...), least...)
	return append(append(dst, `,"maximum":`...), most...)
}

func float(x float64, bits int) string { return strconv.FormatFloat(x, 'e', -1, bits) }

// schemaTypes are the names of JSON Schema for what a kind takes; of what takes
// any value there is none.
var schemaTypes = [numTypes]string{
	NullType: "null", BoolType: "boolean",
	Int8Type: "integer", Uint8Type: "integer", Int16Type: "integer", Uint16Type: "integer",
	Int32Type: "integer", Uint32Type: "integer", Int64Type: "integer", Uint64Type: "integer",
	Float32Type: "number", Float64Type: "number", DecimalType: "number",
	StringType: "string", LargeStringType: "string",
	ListType: "array", LargeListType: "array", StructType: "object", MapType: "object",
}
