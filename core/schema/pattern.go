package schema

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// maxProgram is how many instructions a regular expression may have: matching
// takes up to that many steps a character.
const maxProgram = 1 << 15

// patternUnit is how many instructions, each for a character, are one step.
const patternUnit = 1 << 5

// pattern is a regular expression. It matches in time linear in the text.
type pattern struct {
	source string
	re     *regexp.Regexp
	size   int
}

func compileRegexp(source string) (*pattern, error) {
	translated, err := translate(source)
	if err != nil {
		return nil, err
	}
	parsed, err := syntax.Parse(translated, syntax.Perl)
	if err != nil {
		return nil, &unsupported{"is not supported: " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")}
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil || len(program.Inst) > maxProgram {
		return nil, &unsupported{"is too large"}
	}
	re, err := regexp.Compile(translated)
	if err != nil {
		return nil, err
	}
	return &pattern{source: source, re: re, size: len(program.Inst)}, nil
}

// String and MatchString make it the library's kind of expression.
func (p *pattern) String() string { return p.source }

func (p *pattern) MatchString(s string) bool { return p.re.MatchString(s) }

// knownSet reports whether Go knows a set.
func knownSet(set string) bool {
	_, err := syntax.Parse(set, syntax.Perl)
	return err == nil
}
