package extract

import (
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// Options say what to look for. The zero value is the strict default.
type Options struct {
	Select Select
	Kind   Kind
	// MaxLength refuses texts of more units (code points or, for UTF-8, bytes)
	// before they are read; 0 means syntax.MaxLength.
	MaxLength int

	// Tags are names such as "json": the bodies of <json>…</json> are looked
	// through before anything else, each as a text of its own.
	Tags      []string
	Reasoning Reasoning
	// Fallthrough tries every source in turn, and every candidate in it, until
	// one is a value. One that was cut off ends it.
	Fallthrough bool
	// Repair mends malformed candidates, up to a level.
	Repair    repair.Level
	Invisible Invisible
	Blank     Blank
	// Sources are the finders that run; none named means all.
	Sources Sources
}

// Plain reports whether the strict default is all that is asked for, so that a
// Finder can answer; otherwise it takes a Session.
func (o Options) Plain() bool {
	return len(o.Tags) == 0 && o.Reasoning == 0 && !o.Fallthrough && o.Repair == repair.Off && o.Invisible == 0 && o.Blank == 0 && o.Sources == 0
}

// Sources is a set of finders: of 1<<Fence and 1<<Inline.
type Sources uint8

// Has reports whether a finder runs.
func (s Sources) Has(finder Source) bool { return s == 0 || s>>finder&1 != 0 }

// Select says which of several candidates is chosen.
type Select uint8

// The choices of Select.
const (
	First Select = iota
	Last
	Largest // by the code points of its span; the first of equals
	Only    // more than one is an error
)

// Kind says which candidates count, by their first character.
type Kind uint8

// The choices of Kind.
const (
	Auto Kind = iota // objects if there are any, malformed ones included, else everything
	Object
	Array
	Any
)

// Source says where a candidate was found.
type Source uint8

// The sources.
const (
	Whole Source = iota // the text is the value
	Fence
	Inline
	Tag
)

// Invisible says what becomes of characters that show nothing, such as U+200B.
type Invisible uint8

// The choices of Invisible.
const (
	KeepInvisible  Invisible = iota
	SkipInvisible            // between tokens they are white space
	StripInvisible           // and taken out of strings
)

// Blank says what becomes of a value that has nothing in it.
type Blank uint8

// The choices of Blank.
const (
	AllowBlank Blank = iota
	RejectBlank
)

// Names of the choices, in the order of their constants.
var (
	SelectNames = []string{"first", "last", "largest", "only"}
	KindNames   = []string{"auto", "object", "array", "any"}
	SourceNames = []string{"whole", "fence", "inline", "tag"}

	ReasoningNames = []string{"keep", "skip"}
	InvisibleNames = []string{"keep", "syntax", "strip"}
	BlankNames     = []string{"allow", "reject"}
)

func (s Source) String() string { return SourceNames[s] }

// maxLength is the limit in force.
func (o Options) maxLength() int {
	if o.MaxLength > 0 && o.MaxLength < syntax.MaxLength {
		return o.MaxLength
	}
	return syntax.MaxLength
}
