package schema

import (
	"fmt"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
	"github.com/jsonbeacon/jsonbeacon/core/text"
)

// Error says what is wrong with a schema, and where.
type Error struct {
	Message  string
	Path     string        // JSON Pointer into the document
	Document string        // its URI, if it is one of the registry
	Place    text.Position // in the document; zero where it has none
}

func (e *Error) Error() string {
	where := "at the top level"
	if e.Path != "" {
		where = "at " + e.Path
	}
	if e.Document != "" {
		where += " of " + e.Document
	}
	return fmt.Sprintf("%s: %s", where, e.Message)
}

// readFault is the error of a document that is not JSON.
func readFault(doc string, source []byte, f syntax.Fault) *Error {
	message, place := syntax.Explain(source, true, f)
	return &Error{Message: "no JSON: " + message, Document: doc, Place: place}
}

// fault is an error at a node of the document.
func (d *document) fault(n int32, format string, args ...any) *Error {
	return &Error{
		Message:  fmt.Sprintf(format, args...),
		Path:     string(d.v.path(nil, n)),
		Document: d.name(),
		Place:    text.LocateUTF8(d.v.src.Units(), d.v.offset(n)),
	}
}
