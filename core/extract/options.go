package extract

import "github.com/jsonbeacon/jsonbeacon/core/syntax"

// Options say what to look for. The zero value is the strict default.
type Options struct {
	Select Select
	Kind   Kind
	// MaxLength refuses texts of more units (code points or, for UTF-8, bytes)
	// before they are read; 0 means syntax.MaxLength.
	MaxLength int
}

// Select says which of several candidates is chosen.
type Select int

// The choices of Select.
const (
	First Select = iota
	Last
	Largest // by the code points of its span; the first of equals
	Only    // more than one is an error
)

// Kind says which candidates count, by their first character.
type Kind int

// The choices of Kind.
const (
	Auto Kind = iota // objects if there are any, malformed ones included, else everything
	Object
	Array
	Any
)

// Source says where a candidate was found.
type Source int

// The sources.
const (
	Whole Source = iota // the text is the value
	Fence
	Inline
	Tag
)

// Names of the choices, in the order of their constants.
var (
	SelectNames = []string{"first", "last", "largest", "only"}
	KindNames   = []string{"auto", "object", "array", "any"}
	SourceNames = []string{"whole", "fence", "inline", "tag"}
)

func (s Source) String() string { return SourceNames[s] }

// maxLength is the limit in force.
func (o Options) maxLength() int {
	if o.MaxLength > 0 && o.MaxLength < syntax.MaxLength {
		return o.MaxLength
	}
	return syntax.MaxLength
}
