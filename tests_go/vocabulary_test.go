package tests_go

// What generated texts are made of.

// alphabet are the characters that matter.
const alphabet = "{}[]\",:\\u0'1 \n`~-.etrunlsafd8c"

var tokens = []string{
	"{", "}", "[", "]", ":", ",", `"`, "'", `\`, " ", "\n", "\t", "`", "~", "1", "0", "-", ".", "x", `"a"`, `"a":`,
	`"b":1`, `"\u0061"`, `""`, "true", "false", "null", "tru", "nul", "True", "None", "NaN", "-1", "1.5", "1e5",
	"1e999", "01", ".5", "+1", "1.", "{}", "[]", "[1]", "[1,", "[1,2", `{"a":1}`, `{"a":1,`, "{a}", "```",
	"```json", "\n```\n", "\n```json\n", "\n~~~\n", "~~~json\n", "\r\n", "\r", "\uFEFF", "é", "😀", `\u`,
	`\ud83d`, `\ude00`, `\u00`, `\n`, `\q`, "\x00", "\x1F", surrogate(0xD800), surrogate(0xDC00), "//", "<think>",
	",]", ",}", ", ]",
}

// numbers at every edge, and what is none.
var numbers = []string{
	"0", "-0", "1", "-1", "12", "0.5", "-0.0", "1e5", "1E+5", "1e-5", "1.25e3", "01", "-01", "00", "-", "--1", "+1",
	"+", ".5", "-.5", "+.5", ".", "..", "1.", "1.x", "1.e5", "1e", "1e+", "1e-", "1ex", "1e5.5", "1.2.3", "0x1F",
	"1_000", "1e308", "1.7976931348623157e308", "1.7976931348623159e308", "1e309", "1e999", "-1e999", "0e999",
	"1e-999", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "9007199254740993.0",
	"123456789012345678901234567890", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
	"-9223372036854775809", "18446744073709551615", "18446744073709551616", "99999999999999999", "100000000000000000",
	"NaN", "Infinity", "-Infinity", "1a", "1 2", "\u0661", "1\u0660", "0.1e1e1", "12e03", "1e00000000000000000001",
	"1e99999999999999999999", "0.0000000000000000000000000000001", "123456789.123456789e-10",
}

// words are literals, and what starts as one or is Python's.
var words = []string{
	"true", "false", "null", "t", "tr", "tru", "f", "fals", "n", "nul", "truex", "truE", "nan", "none", "nulll",
	"true1", "True", "False", "None", "Tru", "Truex", "True_", "True1", "Noneé", "Nonee", "TRUE", "NaN", "undefined",
}

// stringParts are what a JSON string may hold, badStringParts what it may not.
var stringParts = []string{
	"a", "key", " ", "{", "}", "[", "]", ",", ":", "'", "`", "```", "/", "\x7F", "\u0080", "é", "\u0100", "€",
	"\u2028", "\uFEFF", "\uFFFD", "\uFFFF", "\U00010000", "😀", "\U0010FFFF", `\"`, `\\`, `\/`, `\b`, `\n`, `\t`,
	`\u0041`, `\u00e9`, `\u0000`, `\u20AC`, `\uFFFF`, `\ud83d\ude00`, `\uDBFF\uDFFF`, `\u005c`, `\u0022`, "long enough",
}

var badStringParts = []string{
	"\n", "\t", "\r", "\x00", "\x1F", `\q`, `\x41`, `\'`, `\u`, `\u1`, `\u12`, `\u123`, `\u12G4`, `\u{41}`, `\U0041`,
	`\ud800`, `\udbff`, `\udc00`, `\udfff`, `\ud800\ud800`, `\ud800\u0041`, `\ud800\n`, `\ud800\q`, `\ud800x`,
	`\ud800\u12`, `\ud800\u12G4`, "\\ud800\n", `\ud800\`, `\udc00\ud800`, surrogate(0xD800), surrogate(0xDFFF),
	surrogate(0xD83D) + surrogate(0xDE00), `\ud83d` + surrogate(0xDE00), `"`, `\`,
}

var prose = []string{
	"Here it is: ", "see [1], ", "{name}", "[1-3]", "[see below]", "[[link]]", "{{x}}", "It's ", `"quoted" `, "a } b ",
	"] ok ", "done.", "\n\n", "\n", "\r\n", "- item\n", "`code`", "``x``", "f(x) {", "[1, 2", "[ ]", "{ }",
	`$\{x\}$`, "’s ", "été ", "日本 ", "😀 ", "\x00", "\uFEFF", surrogate(0xD800), "[1,", `[1,"`, `["`, "{'", `{"a`,
	"{ \n}", "[\t{", "[1,2,", "{a: 1, b: [1]}", "[{", `\`, `\{`, "~~~", "```",
}

// infos are info strings of fences.
var infos = []string{
	"json", "JSON", "Json", "json ", " json", "\tjson\t", "json title=x", "json\tx", "json5", "jso", "x-json", "json,",
	"", "", "", " ", "\t", "python", "text json", "json {", "json [1]", "{", "[x]", "json `x`", "`", "json~", "json\r",
	"j\u017Fon", `json{"a":1}`, "js\u200Bon", "json\u00A0x", "json\vx", "{.json}", "json}", "J[SON", "js\x0Fn",
}

var (
	runs     = []string{"```", "```", "```", "```", "````", "``", "~~~", "~~~", "~~~~", "~~", "``~", "~~~```"}
	indents  = []string{"", "", "", "", " ", "   ", "    ", "\t", "> ", "\uFEFF"}
	lineEnds = []string{"\n", "\n", "\n", "\n", "\r\n", "\r", "\n\n", "\r\r\n", "\u2028", "\f", ""}
	spaces   = []string{"", "", "", "", " ", "\n", "\t", "\r\n", "  ", "\r", "\n    ", "          "}
	keys     = []string{
		"a", "a", "b", "key", "", "é", "😀", "a b", "{", "}", "[", "]", `\"`, `\\`, `\u0061`, `\u0000`,
		`\ud83d\ude00`, `\u00e9`,
	}
)

// frames are what may stand around a document.
var frames = [][2]string{
	{"", ""}, {"", ""}, {"x ", ""}, {"\uFEFF", ""}, {"", " y"}, {" \n", "\n"}, {"```json\n", "\n```"}, {"[1] ", " {}"},
}

// around are containers for a part that is a fault, or may be.
var around = [][2]string{
	{`{"a":`, "}"}, {"[", "]"}, {"[1,", "]"}, {`["",`, ""}, {`{"a":1,"b":`, ""}, {"[[", "],{}]"}, {"{", ":1}"},
	{`{"a":[`, ""}, {"[{},", ",1]"}, {" [ ", " ] "}, {"[", ",]"}, {`{"a":`, ",}"}, {"[[1", " , ]]"},
}

// hostileUnits are what may cost too much when it is repeated.
var hostileUnits = []string{
	"{", "[", `{"a":`, "[1,", "[[1,2],", `"`, `\"`, "```json\n", "```\n", "{name} ", "[1] ", `{"a":1} `, "{'",
	`[1,"a `, `[1,",[1,"`, `[1,{"a":1,"a":2},`, `{"a":1,"a":"}","b":`, "]", "}", `"]`, `"}`, `",`, `["`,
	`[1,"[2,",3 x`, "x ", `\`, "[{},", `[1,"\`, "[[", `[1,"[`, "`", "~~~\n", "~~~x",
}
