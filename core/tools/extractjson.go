package tools

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/schema"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// ExtractJSON takes the JSON object or array out of a text.
func ExtractJSON(request string) string {
	return Serve(request, func(object json.RawMessage) (any, error) {
		var q question
		if err := readMembers(&q, object, extractMembers); err != nil {
			return nil, err
		}
		if err := q.compile(); err != nil {
			return nil, err
		}
		switch o := q.answer(); {
		case o.Fault.Code == syntax.NotFound && q.optional:
			return nothing, nil
		case o.Fault.Code != syntax.OK:
			return q.refused(&o.outcome), nil
		case o.said.Verdict == schema.Overload:
			return nil, schemaFailure(TooManySteps)
		case o.said.Verdict == schema.Invalid:
			return q.violated(&o), nil
		default:
			return q.extracted(&o.outcome), nil
		}
	})
}

// extractMembers are the options of extract_json under their Python names.
var extractMembers = []member[question]{
	textMember("What the model wrote.", func(q *question, units []uint32) { q.text = units }),
	choice("select", "Which value is taken if there are several; `only` makes several an error.", extract.SelectNames,
		func(q *question, i int) { q.options.Select = extract.Select(i) }),
	choice("kind", "What counts; `auto` passes over arrays where there is an object.", extract.KindNames,
		func(q *question, i int) { q.options.Kind = extract.Kind(i) }),
	truth("required", "If false, no JSON at all is the value null and no error.", true,
		func(q *question, b bool) { q.optional = !b }),
	schemaMember,
	truth("formats", "Whether the keyword `format` of the schema asserts, and does not only annotate.", false,
		func(q *question, b bool) { q.schema.Formats = b }),
	registryMember,
	tagsMember,
	choice("reasoning", "`skip` ignores what the model thinks aloud in <think> and the like.", extract.ReasoningNames,
		func(q *question, i int) { q.options.Reasoning = extract.Reasoning(i) }),
	truth("fallthrough", "Where one value fails, try the next: in tags, then JSON fences, other fences, prose.", false,
		func(q *question, b bool) { q.options.Fallthrough = b }),
	level("repair", "Mend what is damaged: `syntax` where there is one reading, `guess` where one is likelier, `all` also "+
		"where something is missing.", repairLevels,
		func(q *question, i int) { q.options.Repair = repair.Level(i) }),
	choice("invisible", "Characters that show nothing: `syntax` ignores them between tokens, `strip` takes them out of "+
		"strings too.", extract.InvisibleNames,
		func(q *question, i int) { q.options.Invisible = extract.Invisible(i) }),
	choice("blank", "`reject` refuses a value in which nothing is filled in.", extract.BlankNames,
		func(q *question, i int) { q.options.Blank = extract.Blank(i) }),
	sourcesMember,
	maxLengthMember,
}

// repairLevels are the names of the levels, by their numbers.
var repairLevels = []string{repair.Off.String(), repair.Syntax.String(), repair.Guess.String(), repair.All.String()}

// tagName is isTagName as a pattern.
var tagName = Schema{Type: "string", Pattern: "^[^\\x00-,/;-@\\[-^`{-\\x7f]+$"}

var tagsMember = member[question]{
	"tags",
	Schema{
		AnyOf:   []Schema{{Type: "null"}, tagName, {Type: "array", Items: &tagName, MinItems: 1}},
		Default: json.RawMessage("null"),
		Description: "Names such as `result`: look in <result>…</result> before anything else. " +
			"With several such elements, `select` says which counts.",
	},
	func(q *question, v json.RawMessage) error {
		names, ok := namesOf(v)
		for _, name := range names {
			ok = ok && isTagName(name)
		}
		if !ok && string(v) != "null" {
			return wrong(`null, or names of tags such as "json" or ["json", "result"]`)
		}
		q.options.Tags = names
		return nil
	},
}

// namesOf reads a string, or an array of at least one.
func namesOf(v json.RawMessage) (list []string, ok bool) {
	elements := []json.RawMessage{v}
	if v[0] == '[' && json.Unmarshal(v, &elements) != nil {
		return nil, false
	}
	for _, e := range elements {
		units, ok := codePoints(e)
		if !ok {
			return nil, false
		}
		var name []byte
		for _, c := range units {
			if !utf8.ValidRune(rune(c)) {
				return nil, false
			}
			name = utf8.AppendRune(name, rune(c))
		}
		list = append(list, string(name))
	}
	return list, len(list) > 0
}

// isTagName reports whether a name can be a tag's.
func isTagName(name string) bool {
	for _, c := range name {
		ascii := c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		if !ascii && c != '_' && c != '-' && c != '.' && c != ':' && c < 0x80 {
			return false
		}
	}
	return name != ""
}

var sourceNames = []string{extract.Fence.String(), extract.Inline.String()}

var sourcesMember = member[question]{
	"sources",
	Schema{
		AnyOf:       []Schema{{Enum: anys(sourceNames)}, {Type: "array", Items: &Schema{Enum: anys(sourceNames)}, MinItems: 1}},
		Default:     sourceNames,
		Description: "Where to look: in JSON fences, in the text outside them, or both.",
	},
	func(q *question, v json.RawMessage) error {
		names, ok := namesOf(v)
		var set extract.Sources
		for _, name := range names {
			switch name {
			case sourceNames[0]:
				set |= 1 << extract.Fence
			case sourceNames[1]:
				set |= 1 << extract.Inline
			default:
				ok = false
			}
		}
		if !ok {
			return wrong(`"fence", "inline" or both of them`)
		}
		q.options.Sources = set
		if set == 1<<extract.Fence|1<<extract.Inline {
			q.options.Sources = 0 // the default
		}
		return nil
	},
}

var one, maxLength = 1, syntax.MaxLength

var maxLengthMember = member[question]{
	"max_length",
	Schema{
		AnyOf:       []Schema{{Type: "null"}, {Type: "integer", Minimum: &one}},
		Default:     json.RawMessage("null"),
		Description: "Refuse a text of more code points, before it is read.",
	},
	func(q *question, v json.RawMessage) error {
		n, ok := whole(v, 1, maxLength)
		if !ok && string(v) != "null" {
			return wrong("null or a number of characters from 1 on")
		}
		q.options.MaxLength = n
		return nil
	},
}
