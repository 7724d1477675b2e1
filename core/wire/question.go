package wire

import (
	"unicode/utf8"

	"github.com/jsonbeacon/jsonbeacon/core/extract"
	"github.com/jsonbeacon/jsonbeacon/core/repair"
	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Question is one text, as code points, and what is asked of it.
type Question struct {
	Text     []uint32
	Options  extract.Options
	Optional bool // it is no failure if there is no JSON at all
	// The JSON Schema that the value must meet, or its text as a string; nil: any value is good.
	Schema   []byte
	Registry map[string][]byte // that $ref may reach
	Formats  bool              // are asserted
}

func (q *Question) source() syntax.Source[uint32] { return syntax.NewSource(q.Text) }

// ExtractMembers are the options of extract_json under their Python names.
var ExtractMembers = []Member[Question]{
	textMember("What the model wrote.", func(q *Question, units []uint32) { q.Text = units }),
	ChoiceMember("select", "Which value is taken if there are several; `only` makes several an error.", extract.SelectNames,
		func(q *Question, i int) { q.Options.Select = extract.Select(i) }),
	ChoiceMember("kind", "What counts; `auto` passes over arrays where there is an object.", extract.KindNames,
		func(q *Question, i int) { q.Options.Kind = extract.Kind(i) }),
	TruthMember("required", "If false, no JSON at all is the value null and no error.", true,
		func(q *Question, b bool) { q.Optional = !b }),
	schemaMember,
	TruthMember("formats", "Whether the keyword `format` of the schema asserts, and does not only annotate.", false,
		func(q *Question, b bool) { q.Formats = b }),
	registryMember,
	tagsMember,
	ChoiceMember("reasoning", "`skip` ignores what the model thinks aloud in <think> and the like.", extract.ReasoningNames,
		func(q *Question, i int) { q.Options.Reasoning = extract.Reasoning(i) }),
	TruthMember("fallthrough", "Where one value fails, try the next: in tags, then JSON fences, other fences, prose.", false,
		func(q *Question, b bool) { q.Options.Fallthrough = b }),
	choiceOrNull("repair", "Mend what is damaged: `syntax` where there is one reading, `guess` where one is likelier, `all` also "+
		"where something is missing.", repairLevels,
		func(q *Question, i int) { q.Options.Repair = repair.Level(i) }),
	ChoiceMember("invisible", "Characters that show nothing: `syntax` ignores them between tokens, `strip` takes them out of "+
		"strings too.", extract.InvisibleNames,
		func(q *Question, i int) { q.Options.Invisible = extract.Invisible(i) }),
	ChoiceMember("blank", "`reject` refuses a value in which nothing is filled in.", extract.BlankNames,
		func(q *Question, i int) { q.Options.Blank = extract.Blank(i) }),
	sourcesMember,
	maxLengthMember,
}

// RepairMembers are the options of repair_json.
var RepairMembers = []Member[Question]{
	textMember("The damaged JSON, and nothing else.", func(q *Question, units []uint32) { q.Text = units }),
	levelMember(),
}

// repairLevels are the names of the levels, by their numbers.
var repairLevels = []string{repair.Off.String(), repair.Syntax.String(), repair.Guess.String(), repair.All.String()}

func levelMember() Member[Question] {
	m := ChoiceMember("level", "How far to go: `syntax` makes edits that have one reading, `guess` also the likeliest one, `all` "+
		"also supplies what is missing.", repairLevels[1:],
		func(q *Question, i int) { q.Options.Repair = repair.Level(i + 1) })
	m.Default = `"` + repair.All.String() + `"`
	return m
}

var tagsMember = Member[Question]{
	Name: "tags", Takes: TagNames, Default: "null",
	Description: "Names such as `result`: look in <result>…</result> before anything else. " +
		"With several such elements, `select` says which counts.",
	read: func(q *Question, v []byte) error {
		names, ok := namesOf(v)
		for _, name := range names {
			ok = ok && isTagName(name)
		}
		if !ok && string(v) != "null" {
			return wrong(`null, or names of tags such as "json" or ["json", "result"]`)
		}
		q.Options.Tags = names
		return nil
	},
}

// namesOf reads a string, or an array of at least one.
func namesOf(v []byte) (list []string, ok bool) {
	each := [][]byte{v}
	if v[0] == '[' {
		each = elements(v)
	}
	for _, e := range each {
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

var finderNames = []string{extract.Fence.String(), extract.Inline.String()}

var sourcesMember = Member[Question]{
	Name: "sources", Takes: Finders, Names: finderNames, Default: `["` + finderNames[0] + `","` + finderNames[1] + `"]`,
	Description: "Where to look: in JSON fences, in the text outside them, or both.",
	read: func(q *Question, v []byte) error {
		names, ok := namesOf(v)
		var set extract.Sources
		for _, name := range names {
			switch name {
			case finderNames[0]:
				set |= 1 << extract.Fence
			case finderNames[1]:
				set |= 1 << extract.Inline
			default:
				ok = false
			}
		}
		if !ok {
			return wrong(`"fence", "inline" or both of them`)
		}
		q.Options.Sources = set
		if set == 1<<extract.Fence|1<<extract.Inline {
			q.Options.Sources = 0 // the default
		}
		return nil
	},
}

var maxLengthMember = Member[Question]{
	Name: "max_length", Takes: CountOrNull, Low: 1, High: syntax.MaxLength, Default: "null",
	Description: "Refuse a text of more code points, before it is read.",
	read: func(q *Question, v []byte) error {
		n, ok := whole(v, 1, syntax.MaxLength)
		if !ok && string(v) != "null" {
			return wrong("null or a number of characters from 1 on")
		}
		q.Options.MaxLength = n
		return nil
	},
}

var schemaMember = Member[Question]{
	Name: "schema", Takes: SchemaOrNull, Default: "null",
	Description: "A JSON Schema, or its text: what the value must be.",
	read: func(q *Question, v []byte) error {
		if !isSchema(v) && string(v) != "null" {
			return wrong("null, or a JSON Schema: an object, a boolean or the text of one")
		}
		if string(v) != "null" {
			q.Schema = v
		}
		return nil
	},
}

var registryMember = Member[Question]{
	Name: "schema_registry", Takes: Registry, Default: "null",
	Description: "The JSON Schemas that $ref may reach, by URI; nothing is ever fetched.",
	read: func(q *Question, v []byte) error {
		what := wrong("null, or an object of JSON Schemas by URI, each once")
		if string(v) == "null" {
			return nil
		}
		if v[0] != '{' {
			return what
		}
		q.Registry = map[string][]byte{}
		return eachMember(v, func(name, document []byte) error {
			uri := textOf(name)
			if _, again := q.Registry[uri]; again || !isSchema(document) {
				return what
			}
			q.Registry[uri] = document
			return nil
		})
	},
}

// isSchema reports whether a JSON value can be a schema, or its text.
func isSchema(v []byte) bool {
	return v[0] == '{' || v[0] == '"' || v[0] == 't' || v[0] == 'f'
}
