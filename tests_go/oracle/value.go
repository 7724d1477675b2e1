package oracle

import "math"

// A value is nil, a bool, an Int, a float64, a string, an []any or an Object.

// Int is an integer of any size in decimal, as it is written but for "-0".
type Int string

// Object is a list of members, in the order they are written in.
type Object []Member

// Member is a name and its value.
type Member struct {
	Name  string
	Value any
}

// Equal compares two values: floats by their bits, members in their order.
func Equal(a, b any) bool {
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		return ok && math.Float64bits(a) == math.Float64bits(b)
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !Equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case Object:
		b, ok := b.(Object)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i].Name != b[i].Name || !Equal(a[i].Value, b[i].Value) {
				return false
			}
		}
		return true
	}
	switch b.(type) {
	case []any, Object:
		return false
	}
	return a == b
}
