package repair

import (
	"strings"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// A Rule mends one kind of damage. To add one: an entry here, its function in
// the file of what it mends, and its cases in tests_go/testdata/repair.
type Rule struct {
	Name  string        // permanent
	Level Level         // the lowest at which it applies
	On    []syntax.Code // where strict reading stops
	At    string        // the characters it may start at; "" is any
	Doc   string        // what it does, for the table of rules
	apply func(*machine) bool
}

// Rules are asked in this order.
var Rules = [...]Rule{
	{"repair.whitespace", Syntax, token, "\v\f" + wide, "A character that shows as white space, or not at all, between tokens becomes a space.", specialSpace},
	{"repair.quote_prefix", Syntax, token, ">", "The mark `>` of a block quote at the start of a line is white space.", quotePrefix},
	{"repair.comment", Syntax, token, "/#", "A comment (`//`, `/* */`, `#`) that announces no omission is taken out.", comment},
	{"repair.omission_comment", All, token, "/#", "A comment that says that something was left out is taken out.", omissionComment},
	{"repair.fence", Syntax, token, "`~", "The lines of a Markdown fence around the document are taken out.", fenceRemains},
	{"repair.escaped_document", Syntax, nil, "", "A document that is escaped as a whole, as if it stood in a string, loses one layer of backslashes.", never},
	{"repair.html_entities", Syntax, nil, "", "A document that is encoded for HTML as a whole is decoded.", never},
	{"repair.duplicate_key", All, nil, "", "Of members with the same name the last one stays.", never},

	{"repair.trailing_comma", Syntax, codes(syntax.TrailingComma, syntax.TrailingCharacters), ",}])", "A comma with nothing behind it is taken out.", trailingComma},
	{"repair.extra_comma", Guess, codes(syntax.ExpectedKey, syntax.ExpectedValue), ",", "A comma in front of the first member or element, or a second one between members, is taken out.", extraComma},
	{"repair.elision", All, codes(syntax.ExpectedValue), ",", "A second comma between elements is taken out.", elision},
	{"repair.comma_mark", Syntax, codes(syntax.ExpectedComma, syntax.TrailingCharacters), ";" + wide, "A semicolon, or the comma of another script, becomes a comma; behind the document a semicolon is taken out.", otherComma},
	{"repair.colon_mark", Syntax, codes(syntax.ExpectedColon), "=:" + wide, "`=`, `=>` or a full-width colon becomes a colon.", otherColon},
	{"repair.bracket_mark", Syntax, token, wide, "A full-width bracket becomes a bracket.", fullWidthBracket},
	{"repair.concatenation", Syntax, codes(syntax.ExpectedComma, syntax.TrailingCharacters), "+", "Strings joined by `+` become one.", concatenation},

	{"repair.quotes", Syntax, codes(syntax.ExpectedKey, syntax.ExpectedValue), "'`" + wide, "Single, curly, back-tick and full-width quotes become double quotes.", quoteStyle},
	{"repair.triple_quotes", Guess, codes(syntax.ExpectedKey, syntax.ExpectedValue), "\"'", "A string in three quotes on each side becomes a string.", tripleQuotes},
	{"repair.unquoted_key", Syntax, codes(syntax.ExpectedKey), "", "A name without quotes gets them.", unquotedName},
	{"repair.key_without_colon", Guess, codes(syntax.ExpectedKey), "", "A name without quotes, and with no colon behind it, gets them in front of a string.", nameWithoutColon},
	{"repair.control_character", Syntax, codes(syntax.ControlCharacter), "", "A raw control character in a string is escaped.", rawControl},
	{"repair.windows_path", Guess, codes(syntax.InvalidEscape, syntax.InvalidUnicodeEscape), "", "In a string that reads as a Windows path every backslash is a character.", windowsPath},
	{"repair.backslash", Syntax, codes(syntax.InvalidEscape, syntax.InvalidUnicodeEscape), "", "A backslash that makes no escape is kept as a character; an escaped single quote becomes the quote.", strayBackslash},
	{"repair.literal", Syntax, codes(syntax.InvalidLiteral, syntax.ExpectedValue), "TFN", "Python's `True`, `False` and `None`, and literals in capitals, become JSON's.", pythonLiteral},
	{"repair.literal_cut_off", All, codes(syntax.InvalidLiteral), "tfn", "A literal that was cut off is completed.", cutWord},
	{"repair.undefined", Guess, codes(syntax.ExpectedValue), "u", "`undefined` becomes null.", undefined},
	{"repair.number", Syntax, codes(syntax.InvalidNumber, syntax.ExpectedValue), "+-." + digits, "A leading `+`, and a decimal point without digits on one side, are written as JSON does.", numberSpelling},
	{"repair.number_base", Guess, codes(syntax.InvalidNumber, syntax.ExpectedComma), letters + digits + "-_.", "Hexadecimal, octal and binary numbers, and underscores between digits, are written out.", programmersNumberAt},
	{"repair.number_cut_off", All, codes(syntax.InvalidNumber, syntax.ExpectedValue, syntax.ExpectedComma, syntax.TrailingCharacters), "+-.eE" + digits, "A number that was cut off gets the digit it lacks.", cutNumberAt},
	{"repair.overflow", All, codes(syntax.NumberOutOfRange), "", "A number that no float can hold becomes null.", overflow},
	{"repair.not_a_number", All, codes(syntax.ExpectedValue, syntax.InvalidLiteral, syntax.InvalidNumber), "+-NniI", "`NaN` and the infinities become null.", notANumber},
	{"repair.ellipsis", All, codes(syntax.ExpectedValue, syntax.ExpectedKey, syntax.ExpectedComma), "." + wide, "An ellipsis between members or elements is taken out; as a value it becomes null.", ellipsis},
	{"repair.placeholder", All, codes(syntax.ExpectedValue), "<", "A bare `<placeholder>` becomes a string.", placeholder},
	{"repair.tuple", Syntax, codes(syntax.ExpectedValue, syntax.ExpectedComma, syntax.TrailingComma), "()", "A Python tuple becomes an array.", tuple},
	{"repair.call", Guess, codes(syntax.ExpectedValue, syntax.InvalidLiteral, syntax.ExpectedComma), ")" + letters + "_$", "A function call around one value is taken out.", call},

	{"repair.missing_comma", Syntax, codes(syntax.ExpectedComma), "", "A comma is put in where the next token leaves no doubt.", missingComma},
	{"repair.missing_colon", Syntax, codes(syntax.ExpectedColon), "", "A colon is put in between a name and its value.", missingColon},

	{"repair.missing_end_quote", Guess, codes(syntax.ExpectedComma, syntax.ExpectedKey, syntax.ExpectedColon, syntax.TrailingCharacters, syntax.UnexpectedEnd), "", "A string that runs into the next token, or into the closers at the text's end, ends in front of them.", missingEndQuote},
	{"repair.key_end_quote", Guess, codes(syntax.ExpectedColon, syntax.UnexpectedEnd), "", "A name that runs into its value ends in front of the colon.", nameEndQuote},
	{"repair.key_start_quote", Guess, codes(syntax.ExpectedKey), "", "A name with only its last quote gets the first.", nameStartQuote},
	{"repair.sequence", Guess, codes(syntax.TrailingCharacters), "", "Several values, one behind the other, become an array.", sequence},
	{"repair.missing_closer", Guess, codes(syntax.ExpectedComma, syntax.ExpectedKey, syntax.ExpectedValue, syntax.TrailingComma), "{}]):", "A container whose closer is missing is closed.", missingCloser},
	{"repair.extra_closer", Guess, codes(syntax.ExpectedComma, syntax.ExpectedKey, syntax.ExpectedValue, syntax.TrailingCharacters), ",}])", "A closer that closes nothing is taken out.", extraCloser},
	{"repair.wrong_closer", Guess, codes(syntax.ExpectedComma, syntax.ExpectedKey, syntax.ExpectedValue), "}])", "A closer of the wrong kind becomes the right one.", wrongCloser},
	{"repair.inner_quotes", Guess, codes(syntax.ExpectedComma, syntax.ExpectedKey, syntax.ExpectedColon, syntax.ExpectedValue, syntax.TrailingCharacters), "", "Quotes inside a string are escaped; doubled quotes around one are halved.", innerQuotes},
	{"repair.likely_comma", Guess, codes(syntax.ExpectedComma), "", "A comma is put in where the next token likely begins an element or member.", likelyComma},
	{"repair.bare_string", Guess, codes(syntax.ExpectedValue, syntax.InvalidLiteral, syntax.InvalidNumber, syntax.ExpectedComma, syntax.TrailingCharacters), "", "Text without quotes, or with only the last one, becomes a string.", bareString},

	{"repair.missing_value", All, codes(syntax.ExpectedValue), ",}", "A member without a value gets null.", missingValue},
	{"repair.indentation", Guess, codes(syntax.UnexpectedEnd, syntax.ExpectedComma, syntax.ExpectedKey, syntax.ExpectedValue, syntax.TrailingCharacters), "", "Where closers are missing or too many, the indentation of the lines says to which container a line belongs.", askIndent},
	{"repair.cut_off", All, codes(syntax.UnexpectedEnd), "", "What is open where the text ends is closed.", cutOff},
}

// token are the codes at a place where a token is due.
var token = codes(syntax.ExpectedValue, syntax.ExpectedKey, syntax.ExpectedColon, syntax.ExpectedComma, syntax.TrailingCharacters)

// Sets of characters for Rule.At; wide is all those beyond ASCII.
const (
	wide    = "\x80"
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

	numStarts = 0x81
	numCodes  = 32
	maxRules  = 64 // bits of a word
)

func codes(list ...syntax.Code) []syntax.Code { return list }

func never(*machine) bool { return false }

// What the machine needs of the table, apart from it because its rules need the
// machine.
var (
	applicable [numCodes][numStarts]uint64 // by code and character, a bit for each rule
	atLevel    [All + 1]uint64             // and by level
	actions    [maxRules]func(*machine) bool
	levels     [maxRules]Level

	ruleOfStyle [numStyles]uint8

	escapedRule, entitiesRule, indentRule, duplicateRule, sequenceRule uint8
)

func init() {
	named := map[string]uint8{}
	for i, r := range Rules {
		id := uint8(i)
		actions[i], levels[i] = r.apply, r.Level
		for _, code := range r.On {
			for c := range numStarts {
				if r.At == "" || strings.IndexByte(r.At, byte(c)) >= 0 {
					applicable[code][c] |= 1 << i
				}
			}
		}
		for l := r.Level; l <= All; l++ {
			atLevel[l] |= 1 << i
		}
		if _, ok := named[r.Name]; !ok {
			named[r.Name] = id
		}
	}
	escapedRule, entitiesRule = named["repair.escaped_document"], named["repair.html_entities"]
	indentRule, duplicateRule, sequenceRule = named["repair.indentation"], named["repair.duplicate_key"], named["repair.sequence"]
	for s := range numStyles {
		ruleOfStyle[s] = named["repair.quotes"]
	}
	ruleOfStyle[tripled], ruleOfStyle[tripledSingle] = named["repair.triple_quotes"], named["repair.triple_quotes"]
}
