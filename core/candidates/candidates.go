package candidates

import (
	"fmt"

	"github.com/jsonbeacon/jsonbeacon/core/markdown"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// The limits.
const (
	MaxBytes          = 131_072           // of a text, in UTF-8
	MaxDepth          = 64                // of brackets; beyond it a candidate is not valid
	MaxContainerDepth = markdown.MaxDepth // of block quotes and lists
	MaxResults        = 100
	DefaultResults    = 10
)

// Options say how to list. The zero value repairs nothing and lists the first
// DefaultResults candidates.
type Options struct {
	Repair     bool
	MaxResults int // 1 to MaxResults; 0 is DefaultResults
}

// List is what was found.
type List struct {
	Candidates []Candidate // the best first
	Count      int         // how many there are, listed or not
}

// Candidate is a part of a text that may be JSON. Offsets and lengths are
// counted in UTF-16 code units.
type Candidate struct {
	Source     Source
	Fence      int // the number of the fenced code block that it is in, from 0; -1 elsewhere
	Start, End int // in the text as it was given
	StartLine  int // from 1; a line ends at "\n", "\r\n" or "\r"
	EndLine    int
	Text       string // without what the containers of its block put in front of lines
	Contiguous bool   // Text is the text from Start to End
	Reason     Reason // why it is not complete; Complete
	Fault      Fault  // what makes it invalid; Code is OK where nothing does
	Repair     *Repair

	length int // of Text
}

// Source is the sort of block that a candidate is in.
type Source uint8

// The sources, the likeliest to hold what is wanted first.
const (
	JSONFence Source = iota
	UntaggedFence
	IndentedCode
	Prose
)

var sources = [...]string{"json_fence", "untagged_fence", "indented_code", "prose"}

func (s Source) String() string { return sources[s] }

// Reason says why a candidate is not complete.
type Reason uint8

// The reasons.
const (
	Complete           Reason = iota
	MismatchedCloser          // a closer of the other kind stands where it ends
	UnterminatedString        // the line or the text ends inside a string
	Unclosed                  // the block ends
)

var reasons = [...]string{"", "mismatched_closer", "unterminated_string", "unclosed"}

func (r Reason) String() string { return reasons[r] }

// SourceNames are the names of the sources, in their order.
func SourceNames() []string { return sources[:] }

// ReasonNames are the names of the reasons but Complete, which has none.
func ReasonNames() []string { return reasons[MismatchedCloser:] }

// Fault is the first thing in a candidate that RFC 8259 does not allow.
type Fault struct {
	Code   syntax.Code
	Offset int // in the candidate's Text
}

// Repair is what the three rules make of a candidate.
type Repair struct {
	Text  string
	Valid bool
	Rules []string // those that changed it, in the order of Rules
}

// LimitError says that a text is beyond a limit.
type LimitError struct {
	Code   syntax.Code // TextBytes or ContainerDepth, or InvalidUTF8
	Offset int         // of the place in bytes; -1 if there is none
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("candidates: %s at byte %d", e.Code, e.Offset)
}
