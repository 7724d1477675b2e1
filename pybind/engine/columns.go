package engine

/*
#include "column.h"

static inline int column_interrupted(jsonbeacon_column *job) { return job->interrupted(job->arg); }
*/
import "C"

import (
	"errors"

	"github.com/jsonbeacon/jsonbeacon/core/batch"
)

// column.h mirrors the table of fields: these do not compile otherwise.
const (
	_ = uint(C.JB_IN_VIOLATIONS-batch.InViolations) + uint(batch.InViolations-C.JB_IN_VIOLATIONS)
	_ = uint(C.JB_TRUTHS-batch.Bool) + uint(batch.Bool-C.JB_TRUTHS)
	_ = uint(C.JB_FIELDS-len(batch.Table)) + uint(len(batch.Table)-C.JB_FIELDS)
)

//export jsonbeacon_extract_column
func jsonbeacon_extract_column(c *C.jsonbeacon_column) (status C.int32_t) {
	defer recoverTo(&status, C.JB_COLUMN_PANIC)
	job := batch.Job{
		Column:   column(c.texts),
		Options:  options(c._select, c.kind, c.max_length, c.widening),
		Optional: c.required == 0,
		Threads:  int(c.threads),
		Wide:     c.wide != 0,
		Grow:     cGrow,
	}
	if c.interrupted != nil {
		job.Interrupted = func() bool { return C.column_interrupted(c) != 0 }
	}
	if c.schema != 0 {
		if job.Schema = heldSchema(c.schema); job.Schema == nil {
			return C.JB_COLUMN_NO_SCHEMA
		}
	}
	if c.type_count > 0 {
		var err error
		if job.Into, err = batch.NewInto(typeOf(columnTypes(c))); err != nil {
			return C.JB_COLUMN_PANIC
		}
	}
	result, err := batch.Run(job)
	var bad *batch.BadColumn
	switch {
	case err == nil:
		give(result, c)
		return C.JB_COLUMN_DONE
	case errors.As(err, &bad):
		c.bad_row = C.int64_t(bad.Row)
		putName(bad.What, &c.fault[0], C.size_t(len(c.fault)))
		return C.JB_COLUMN_BAD
	case err == batch.ErrInterrupted:
		give(result, c)
		return C.JB_COLUMN_INTERRUPTED
	case err == batch.ErrMemory:
		return C.JB_COLUMN_NO_MEMORY
	case err == batch.ErrTooLarge:
		return C.JB_COLUMN_TOO_LARGE
	}
	return C.JB_COLUMN_PANIC
}

// give hands a result over to C.
func give(r *batch.Result, c *C.jsonbeacon_column) {
	c.rows = C.int64_t(r.Rows)
	for i := range r.Masks {
		setBuffer(&c.masks[i].bits, r.Masks[i].Bits)
		c.masks[i].nulls = C.int64_t(r.Masks[i].Nulls)
	}
	for i := range r.Fields {
		setBuffer(&c.fields[i].offsets, r.Fields[i].Offsets)
		setBuffer(&c.fields[i].data, r.Fields[i].Data)
	}
	giveTyped(r, c)
}

// column is a column in C memory.
func column(t *C.jsonbeacon_texts) *batch.Column {
	rows, end := int(t.length), int(t.offset+t.length)
	c := &batch.Column{Length: rows, Offset: int(t.offset), OuterOffset: int(t.outer_offset)}
	if t.layout == C.JB_NO_TEXTS {
		c.Missing = true
		return c
	}
	if t.validity != nil {
		c.Validity = cSlice[byte](t.validity, (end+7)/8)
	}
	if t.outer != nil {
		c.Outer = cSlice[byte](t.outer, (rows+c.OuterOffset+7)/8)
	}
	switch {
	case t.dictionary != nil:
		c.Indices, c.IndexWidth = cSlice[byte](t.indices, end*int(t.index_width)), int(t.index_width)
		c.Dictionary = column(t.dictionary)
	case rows == 0: // there need be no buffers
	case t.layout == C.JB_VIEWS:
		c.Views = cSlice[byte](t.offsets, 16*end)
		c.Buffers = viewed(t)
	case t.layout == C.JB_OFFSETS_32:
		c.Offsets32 = cSlice[int32](t.offsets, end+1)
		c.Data = cSlice[byte](t.data, max(0, int(c.Offsets32[end])))
	default:
		c.Offsets64 = cSlice[int64](t.offsets, end+1)
		c.Data = cSlice[byte](t.data, max(0, int(c.Offsets64[end])))
	}
	return c
}
