package oracle

// Candidate is a span of the text that is, or set out to be, a JSON value.
type Candidate struct {
	Source     string
	Start, End int
	Value      any
	Fault      *Fault // nil: it is a value
	kind       string // "object", "array", or "" for a candidate without a kind
}

// Answer is what a call gives: a value, or with a Code an error. Offsets are -1
// where they do not apply.
type Answer struct {
	Value      any
	Source     string
	Start, End int
	Candidates int

	Code    string
	Reason  string
	Pos     int
	Related int
}

// Selects and Kinds are the choices of Choose.
var (
	Selects = []string{"first", "last", "largest", "only"}
	Kinds   = []string{"auto", "object", "array", "any"}
)

// Candidates: §2.0 to §2.2, in text order.
func Candidates(text []uint32) []Candidate {
	if found := whole(text); found != nil {
		return found
	}
	if found := fenced(text); found != nil {
		return found
	}
	return inline(text)
}

// Parse: the strict parser alone on a bare document.
func Parse(text []uint32) Answer {
	start, _ := trim(text, afterMark(text), len(text))
	value, fault := document(text, start)
	if fault != nil {
		return fail(fault, start, len(text))
	}
	_, stop := trim(text, start, len(text))
	return Answer{Value: value, Source: "whole", Start: start, End: stop, Candidates: 1, Pos: -1, Related: -1}
}

// document reads exactly one JSON document from start to the end of the text,
// white space behind it allowed.
func document(text []uint32, start int) (any, *Fault) {
	value, after, fault := read(text, start)
	if fault != nil {
		return nil, fault
	}
	if rest, _ := trim(text, after, len(text)); rest < len(text) {
		return nil, &Fault{Code: "json.trailing_characters", Pos: rest, Related: -1}
	}
	return value, nil
}

func isOpener(c uint32) bool { return c == '{' || c == '[' }

func kindOf(opener uint32) string {
	if opener == '{' {
		return "object"
	}
	return "array"
}

// afterMark is the offset behind a byte order mark at the very start.
func afterMark(text []uint32) int {
	if len(text) > 0 && text[0] == 0xFEFF {
		return 1
	}
	return 0
}

// whole: §2.0.
func whole(text []uint32) []Candidate {
	start, stop := trim(text, afterMark(text), len(text))
	if start == stop || !isOpener(text[start]) {
		return nil
	}
	value, fault := document(text, start)
	if fault != nil {
		return nil
	}
	return []Candidate{{Source: "whole", Start: start, End: stop, Value: value, kind: kindOf(text[start])}}
}

// inline: §2.2.
func inline(text []uint32) []Candidate {
	var found []Candidate
	for at := 0; at < len(text); {
		if !isOpener(text[at]) {
			at++
			continue
		}
		c := Candidate{Source: "inline", Start: at, kind: kindOf(text[at])}
		c.Value, c.End, c.Fault = read(text, at)
		if c.Fault != nil {
			if !shownWhatItIs(text, at, c.Fault) {
				at++ // prose
				continue
			}
			c.End = endOfFailed(text, c.Fault)
		}
		found = append(found, c)
		at = c.End
	}
	return found
}

// shownWhatItIs tells a malformed candidate from prose.
func shownWhatItIs(text []uint32, opener int, fault *Fault) bool {
	return jsonLike(text, opener) ||
		fault.Code == "json.too_deep" ||
		fault.Code == "json.unexpected_end" && fault.pastComma
}

func jsonLike(text []uint32, opener int) bool {
	next, _ := trim(text, opener+1, len(text))
	if next == len(text) {
		return false
	}
	c := text[next]
	if text[opener] == '{' {
		return c == '"' || c == '\'' || c == '}'
	}
	return c == '{' || c == '[' || c == '"' || c == ']'
}

// endOfFailed: from where the fault was found on, brackets count up and down
// from the number of containers open there, until none is open.
func endOfFailed(text []uint32, fault *Fault) int {
	open := len(fault.open)
	for at := fault.found; at < len(text); at++ {
		switch text[at] {
		case '{', '[':
			open++
		case '}', ']':
			open--
			if open == 0 {
				return at + 1
			}
		}
	}
	return len(text)
}

// Choose: §2.3 and §2.4.
func Choose(found []Candidate, selectBy, kind string) Answer {
	kept := ofKind(found, kind)
	if len(kept) == 0 {
		return Answer{Code: "json.not_found", Reason: "no_json", Start: -1, End: -1, Pos: -1, Related: -1}
	}
	if selectBy == "only" && len(kept) > 1 {
		reason := "ambiguous"
		for _, c := range kept {
			if c.Fault != nil && c.Fault.Code == "json.unexpected_end" {
				reason = "truncated"
			}
		}
		second := kept[1]
		return Answer{
			Code: "extract_json.multiple_candidates", Reason: reason,
			Pos: second.Start, Start: second.Start, End: second.End, Related: -1,
		}
	}
	chosen := kept[0]
	switch selectBy {
	case "last":
		chosen = kept[len(kept)-1]
	case "largest":
		for _, c := range kept {
			if c.End-c.Start > chosen.End-chosen.Start { // the first of equal ones
				chosen = c
			}
		}
	}
	if chosen.Fault != nil {
		return fail(chosen.Fault, chosen.Start, chosen.End)
	}
	return Answer{
		Value: chosen.Value, Source: chosen.Source, Start: chosen.Start, End: chosen.End,
		Candidates: len(kept), Pos: -1, Related: -1,
	}
}

func ofKind(found []Candidate, kind string) []Candidate {
	only := func(kind string) (kept []Candidate) {
		for _, c := range found {
			if c.kind == kind {
				kept = append(kept, c)
			}
		}
		return kept
	}
	switch kind {
	case "any":
		return found
	case "auto":
		if objects := only("object"); objects != nil {
			return objects
		}
		return found
	}
	return only(kind)
}

// fail is the error that a fault is; §4 sorts it.
func fail(fault *Fault, start, stop int) Answer {
	reason := "malformed"
	if fault.Code == "json.unexpected_end" {
		reason = "truncated"
	}
	return Answer{Code: fault.Code, Reason: reason, Pos: fault.Pos, Related: fault.Related, Start: start, End: stop}
}
