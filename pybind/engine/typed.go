package engine

/*
#include "column.h"
*/
import "C"

import "github.com/jsonbeacon/jsonbeacon/core/batch"

// column.h mirrors the kinds of types: this does not compile otherwise.
const _ = uint(C.JB_TYPE_DECIMAL-batch.DecimalType) + uint(batch.DecimalType-C.JB_TYPE_DECIMAL)

// typeOf takes a type from the list, with all in it.
func typeOf(list []C.jsonbeacon_type) batch.Type {
	var take func() batch.Type
	take = func() batch.Type {
		c := &list[0]
		list = list[1:]
		t := batch.Type{
			Kind: batch.TypeKind(c.kind), Name: C.GoString(c.name), Nullable: c.nullable != 0,
			Precision: int(c.precision), Scale: int(c.scale),
		}
		for range c.children {
			t.Children = append(t.Children, take())
		}
		return t
	}
	return take()
}

// giveTyped hands the typed column over to C.
func giveTyped(r *batch.Result, c *C.jsonbeacon_column) {
	columns := typedColumns(c)
	for i, typed := range r.Typed() {
		out := &columns[i]
		setBuffer(&out.validity, typed.Validity)
		setBuffer(&out.offsets, typed.Offsets)
		setBuffer(&out.data, typed.Data)
		out.rows, out.nulls = C.int64_t(typed.Rows), C.int64_t(typed.Nulls)
	}
}
