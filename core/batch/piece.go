package batch

import (
	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A piece is some rows in succession, extracted by one thread. It is used again
// for others.
type piece struct {
	first int // its first row
	rows  []record
	blobs [len(blobs)][]byte
	sizes [numFields]int // of its texts, when it is complete
	begin [numFields]int // where its texts begin in the result
	typed *filling       // nil: there is no typed column
}

// Texts that a piece holds one behind the other.
const (
	blobValue = iota
	blobRepairs
	blobMessage
	blobViolations
)

var blobs = [...]int{
	blobValue: fieldValue, blobRepairs: fieldRepairs, blobMessage: fieldMessage, blobViolations: fieldViolations,
}

// keptBlob is how large a blob may be to be kept for the next piece.
const keptBlob = 4 << 20

func (p *piece) reset() {
	p.rows = p.rows[:0]
	for b := range p.blobs {
		if cap(p.blobs[b]) > keptBlob {
			p.blobs[b] = nil
		}
		p.blobs[b] = p.blobs[b][:0]
	}
	p.typed.reset()
}

// measure tells how long the texts of each field are.
func (p *piece) measure() {
	p.sizes = [numFields]int{}
	for i := range p.rows {
		for _, field := range namedFields {
			p.sizes[field] += len(p.rows[i].name(field))
		}
	}
	for b, field := range blobs {
		p.sizes[field] += len(p.blobs[b])
	}
}

// state is what became of a row.
type state uint8

const (
	missing state = iota // there was no text
	value
	nothing // no JSON, where none is required
	fault
)

// record is a row but for its texts. Places are code points, -1 where there is
// none.
type record struct {
	start, end int
	candidates int
	place      location
	texts      [len(blobs)]int // their lengths
	state      state
	kind       uint8
	source     uint8
	code       syntax.Code // OK: it is the schema's
	reason     syntax.Reason
	truncated  bool
	overload   bool // the schema could not be asked
}

type location struct{ position, line, column int }

var nowhere = location{position: -1}

// Codes of what a schema decides, and their reason.
const (
	validationFailed = "schema.validation_failed"
	schemaInvalid    = "schema.invalid"
	schemaReason     = "schema"
)

// namedFields have one of a few texts in a row: its name.
var namedFields = [...]int{fieldKind, fieldSource, fieldRepairs, fieldReason, fieldCode}

// name is the text of a field that stands in no blob.
func (r *record) name(field int) string {
	switch r.state {
	case value:
		switch field {
		case fieldKind:
			return kindNames[r.kind]
		case fieldSource:
			return extract.SourceNames[r.source]
		}
		fallthrough
	case nothing:
		if field == fieldRepairs && r.texts[blobRepairs] == 0 {
			return "[]"
		}
	case fault:
		switch field {
		case fieldReason:
			return r.reasonName()
		case fieldCode:
			return r.codeName()
		}
	}
	return ""
}

func (r *record) codeName() string {
	switch {
	case r.overload:
		return schemaInvalid
	case r.code == syntax.OK:
		return validationFailed
	}
	return r.code.String()
}

func (r *record) reasonName() string {
	if r.code == syntax.OK {
		return schemaReason
	}
	return r.reason.String()
}

// kindNames: of a value's first character.
var kindNames = [...]string{kindObject: "object", kindArray: "array", kindScalar: "scalar"}

const (
	kindObject = iota
	kindArray
	kindScalar
)
