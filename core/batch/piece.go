package batch

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// A piece is some rows in succession, extracted by one thread. It is used again
// for others.
type piece struct {
	first int // its first row
	rows  []record
	blobs [len(blobs)][]byte
	err   error
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
	p.rows, p.err = p.rows[:0], nil
	for b := range p.blobs {
		if cap(p.blobs[b]) > keptBlob {
			p.blobs[b] = nil
		}
		p.blobs[b] = p.blobs[b][:0]
	}
}

// size is how many bytes the piece has of a text, at most.
func (p *piece) size(field int) int {
	n := len(p.rows) * longests[field]
	for b, f := range blobs {
		if f == field {
			n += len(p.blobs[b])
		}
	}
	return n
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
