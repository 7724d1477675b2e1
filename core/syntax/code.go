package syntax

import "strconv"

// Code says what is wrong. Its name is permanent; its message is not.
type Code uint8

// The codes. OK is no fault.
const (
	OK Code = iota
	ExpectedValue
	ExpectedKey
	ExpectedColon
	ExpectedComma
	TrailingComma
	InvalidLiteral
	InvalidNumber
	NumberOutOfRange
	ControlCharacter
	InvalidEscape
	InvalidUnicodeEscape
	LoneSurrogate
	DuplicateKey
	TooDeep
	UnexpectedEnd
	TrailingCharacters
	InvalidUTF8
	NotFound
	MultipleCandidates
	TooLong
	BlankValue
	TextBytes
	ContainerDepth
	numCodes
)

// Reason sorts failures for counting.
type Reason uint8

// The reasons.
const (
	NoReason Reason = iota
	NoJSON
	Truncated
	Ambiguous
	Malformed
	ReasonTooLong
	Blank
	numReasons
)

// codes holds, for each code, its name, the reason it counts under, and its
// sentence. %s stands for the character found, where the sentence has it.
var codes = [numCodes]struct {
	name    string
	reason  Reason
	message string
}{
	OK:                   {"", NoReason, ""},
	ExpectedValue:        {"json.expected_value", Malformed, "expected a JSON value, found %s"},
	ExpectedKey:          {"json.expected_key", Malformed, "expected a key in double quotes, found %s"},
	ExpectedColon:        {"json.expected_colon", Malformed, "expected ':' after a key, found %s"},
	ExpectedComma:        {"json.expected_comma", Malformed, "expected ',' or '%s', found %s"},
	TrailingComma:        {"json.trailing_comma", Malformed, "expected another %s after the comma, found %s"},
	InvalidLiteral:       {"json.invalid_literal", Malformed, "expected true, false or null, found %s"},
	InvalidNumber:        {"json.invalid_number", Malformed, "invalid number %s"},
	NumberOutOfRange:     {"json.number_out_of_range", Malformed, "number %s is beyond the range of a 64-bit float"},
	ControlCharacter:     {"json.control_character", Malformed, "control character %s must be escaped in a string"},
	InvalidEscape:        {"json.invalid_escape", Malformed, "invalid escape %s in a string"},
	InvalidUnicodeEscape: {"json.invalid_unicode_escape", Malformed, "expected four hex digits in %s"},
	LoneSurrogate:        {"json.lone_surrogate", Malformed, "unpaired surrogate %s in a string"},
	DuplicateKey:         {"json.duplicate_key", Malformed, "repeated key %s"},
	TooDeep:              {"json.too_deep", Malformed, "nested deeper than 512 levels"},
	UnexpectedEnd:        {"json.unexpected_end", Truncated, "unexpected end of the text"},
	TrailingCharacters:   {"json.trailing_characters", Malformed, "expected nothing after the JSON value, found %s"},
	InvalidUTF8:          {"json.invalid_utf8", Malformed, "the text is not UTF-8"},
	NotFound:             {"json.not_found", NoJSON, "no JSON object or array found"},
	MultipleCandidates:   {"extract_json.multiple_candidates", Ambiguous, "expected one JSON value, found another"},
	TooLong:              {"extract_json.too_long", ReasonTooLong, "the text is too long"},
	BlankValue:           {"extract_json.blank_value", Blank, "the value is blank: nothing but null, empty and placeholders"},
	TextBytes:            {"limits.text_bytes", ReasonTooLong, "the text is longer than 131,072 bytes of UTF-8"},
	ContainerDepth:       {"limits.container_depth", Malformed, "block quotes and lists nested deeper than 64 levels"},
}

var reasons = [numReasons]string{"", "no_json", "truncated", "ambiguous", "malformed", "too_long", "blank"}

// String gives the permanent name, such as "json.expected_value".
func (c Code) String() string {
	if c >= numCodes {
		return "syntax.Code(" + strconv.Itoa(int(c)) + ")"
	}
	return codes[c].name
}

// Reason gives what failures with this code count as.
func (c Code) Reason() Reason { return codes[c].reason }

// String gives the permanent name, such as "malformed".
func (r Reason) String() string {
	if r >= numReasons {
		return "syntax.Reason(" + strconv.Itoa(int(r)) + ")"
	}
	return reasons[r]
}

// Reasons lists every reason, NoReason first.
func Reasons() []Reason {
	list := make([]Reason, numReasons)
	for r := range numReasons {
		list[r] = r
	}
	return list
}

// Codes lists every code, in the order of their numbers.
func Codes() []Code {
	list := make([]Code, 0, numCodes-1)
	for c := OK + 1; c < numCodes; c++ {
		list = append(list, c)
	}
	return list
}
