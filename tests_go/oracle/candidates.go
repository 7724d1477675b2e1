package oracle

import (
	"encoding/json"
	"slices"
	"strings"
)

// Block is a region of a text (contract §7): its source's place in the order of
// sources, and its own text.
type Block struct {
	Source int
	Text   string
}

// Listed is what §7 says of one, but for its place in the whole text.
type Listed struct {
	Block        int    // the number of its block
	Start        int    // in the block, in bytes
	Text         string //
	Reason       string // why it is not complete, "" if it is
	Valid        bool
	Repaired     string // the text after the three rules
	RepairValid  bool
	Rules        []string
	tier, source int
}

// List gives the candidates of blocks, the best first.
func List(blocks []Block, repair bool) []Listed {
	var list []Listed
	for number, block := range blocks {
		for at := 0; at < len(block.Text); {
			if !strings.ContainsRune("{[", rune(block.Text[at])) {
				at++
				continue
			}
			c, next := candidate(block.Text, at)
			c.Block, c.source = number, block.Source
			c.Valid = validJSON(c.Text)
			c.tier = 2
			if repair {
				c.Repaired, c.Rules = threeRules(c.Text)
				c.RepairValid = validJSON(c.Repaired)
				if c.RepairValid {
					c.tier = 1
				}
			}
			if c.Valid {
				c.tier = 0
			}
			list = append(list, c)
			at = next
		}
	}
	slices.SortStableFunc(list, func(a, b Listed) int { // stable: the smaller start comes first
		for _, order := range []int{
			a.tier - b.tier,
			a.source - b.source,
			truth(a.Reason != "") - truth(b.Reason != ""),
			units(b.Text) - units(a.Text),
		} {
			if order != 0 {
				return order
			}
		}
		return 0
	})
	return list
}

// candidate matches the brackets of the candidate that starts at start, and
// gives where the scan goes on.
func candidate(text string, start int) (c Listed, next int) {
	c.Start = start
	cut := func(reason string, end, next int) (Listed, int) {
		c.Reason, c.Text = reason, strings.TrimRight(text[start:end], " \t\n\r")
		return c, next
	}
	open := ""
	for i := start; i < len(text); i++ {
		switch text[i] {
		case '"':
			end := closingQuote(text, i)
			switch {
			case end == len(text):
				return cut("unterminated_string", end, end)
			case text[end] == '\n':
				return cut("unterminated_string", end, end+1)
			}
			i = end
		case '{', '[':
			open += text[i : i+1]
		case '}', ']':
			if pair := open[len(open)-1:] + text[i:i+1]; pair != "{}" && pair != "[]" {
				return cut("mismatched_closer", i, i+1)
			}
			open = open[:len(open)-1]
			if open == "" {
				c.Text = text[start : i+1]
				return c, i + 1
			}
		}
	}
	return cut("unclosed", len(text), len(text))
}

// closingQuote gives the quote that closes the string at i, or the line ending
// or the end of the text that is in it.
func closingQuote(text string, i int) int {
	escaped := false
	for i++; i < len(text) && text[i] != '\n'; i++ {
		switch {
		case escaped:
			escaped = false
		case text[i] == '\\':
			escaped = true
		case text[i] == '"':
			return i
		}
	}
	return i
}

// validJSON: the grammar of RFC 8259, and brackets nested 64 deep.
func validJSON(text string) bool {
	if !json.Valid([]byte(text)) {
		return false
	}
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = closingQuote(text, i)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth > 64 {
			return false
		}
	}
	return true
}

// threeRules applies comments, trailing_commas and unclosed, one after the
// other, each to the parts that the last has left.
func threeRules(text string) (fixed string, rules []string) {
	was := parts(text)
	list := withoutComments(was)
	if len(list) != len(was) || strings.Join(list, "") != text {
		rules = append(rules, "comments")
	}
	open, sound := openBrackets(list)
	last := ""
	if len(list) > 0 {
		last = list[len(list)-1]
	}
	inString := last != "" && last[0] == '"' && (len(last) == 1 || closingQuote(last, 0) == len(last))
	closes := sound && (open != "" || inString)
	if inString && closingQuote(last+`"`, 0) == len(last)+1 { // the quote would be escaped
		closes = false
	}
	closers := ""
	if closes {
		if inString {
			list = append(list[:len(list)-1:len(list)-1], last+`"`)
		}
		for i := len(open) - 1; i >= 0; i-- {
			closers += map[byte]string{'{': "}", '[': "]"}[open[i]]
		}
		list = append(list, strings.Split(closers, "")...)
	}
	kept := withoutTrailingCommas(list)
	if len(kept) != len(list) {
		rules = append(rules, "trailing_commas")
	}
	if closes {
		rules = append(rules, "unclosed")
	}
	return strings.Join(kept, ""), rules
}

// parts cuts a text into strings, comments and single characters.
func parts(text string) (list []string) {
	for i := 0; i < len(text); {
		end := i + 1
		switch rest := text[i:]; {
		case rest[0] == '"':
			end = closingQuote(text, i)
			if end < len(text) && text[end] == '"' {
				end++
			}
		case strings.HasPrefix(rest, "//"):
			end = i + len(strings.SplitN(rest, "\n", 2)[0])
		case strings.HasPrefix(rest, "/*") && strings.Contains(rest[2:], "*/"):
			end = i + 2 + strings.Index(rest[2:], "*/") + 2
		}
		list = append(list, text[i:end])
		i = end
	}
	return list
}

func isComment(part string) bool   { return len(part) > 1 && part[0] == '/' }
func isSpacePart(part string) bool { return part != "" && strings.Trim(part, " \t\n\r") == "" }

func isWordPart(part string) bool {
	return len(part) == 1 && strings.ContainsAny(part, "+-._0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// withoutComments takes comments out; a space stands for one between two words.
func withoutComments(list []string) (kept []string) {
	for i, part := range list {
		switch {
		case !isComment(part):
			kept = append(kept, part)
		case part[1] == '*' && len(kept) > 0 && isWordPart(kept[len(kept)-1]) && i+1 < len(list) && isWordPart(list[i+1]):
			kept = append(kept, " ")
		}
	}
	return kept
}

// openBrackets are the brackets that nothing closes; not sound if something
// closes none of them, or a line ends inside a string.
func openBrackets(list []string) (open string, sound bool) {
	sound = true
	for i, part := range list {
		switch {
		case part[0] == '"' && i+1 < len(list):
			sound = sound && len(part) > 1 && closingQuote(part, 0) == len(part)-1
		case part == "{", part == "[":
			open += part
		case part == "}", part == "]":
			if open != "" && (open[len(open)-1:]+part == "{}" || open[len(open)-1:]+part == "[]") {
				open = open[:len(open)-1]
			} else {
				sound = false
			}
		}
	}
	return open, sound
}

// withoutTrailingCommas takes out a comma between a value and a closer.
func withoutTrailingCommas(list []string) (kept []string) {
	near := func(i, step int) string {
		for i += step; i >= 0 && i < len(list); i += step {
			if !isSpacePart(list[i]) {
				return list[i]
			}
		}
		return ""
	}
	for i, part := range list {
		before, after := near(i, -1), near(i, +1)
		if part == "," && (after == "}" || after == "]") && before != "" && !strings.Contains("{[,:", before) {
			continue
		}
		kept = append(kept, part)
	}
	return kept
}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// units is the length in UTF-16 code units.
func units(text string) (n int) {
	for _, c := range text {
		n++
		if c > 0xFFFF {
			n++
		}
	}
	return n
}
