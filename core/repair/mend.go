package repair

import (
	"math/bits"

	"github.com/jsonbeacon/jsonbeacon/core/syntax"
)

// code is the strict grammar's name for what stands at pos.
func (m *machine) code() syntax.Code {
	if m.pos >= m.limit {
		return syntax.UnexpectedEnd
	}
	c := m.unit(m.pos)
	switch m.due {
	case dueColon:
		return syntax.ExpectedColon
	case dueComma:
		if len(m.stack) == 0 {
			return syntax.TrailingCharacters
		}
		return syntax.ExpectedComma
	case dueFirst, dueNext:
		if m.due == dueNext && len(m.stack) > 0 && c == closerOf(m.top().kind) {
			return syntax.TrailingComma
		}
		if m.inObject() {
			return syntax.ExpectedKey
		}
	}
	switch {
	case isLetter(c) && m.wordEnd(m.pos) > m.pos && (c == 't' || c == 'f' || c == 'n' || c == 'T' || c == 'F' || c == 'N'):
		return syntax.InvalidLiteral
	case isDigit(c) || c == '-' || (c == '.' || c == '+') && isDigit(m.at(m.pos+1)):
		if end, _ := m.numberShape(m.pos); end > 0 {
			return syntax.NumberOutOfRange
		}
		return syntax.InvalidNumber
	}
	return syntax.ExpectedValue
}

// mend asks the rules that are registered for a code.
func (m *machine) mend(code syntax.Code) bool {
	// Every rule moves on or closes something; should one of them not, the
	// reading ends here.
	if m.pos > m.furthest {
		m.furthest, m.stuck = m.pos, 0
	} else if m.stuck++; m.stuck > 2*syntax.MaxDepth {
		return false
	}
	c := min(m.at(m.pos), numStarts-1)
	outer := m.rule
	for rules := applicable[code][c] & atLevel[m.level]; rules != 0; rules &= rules - 1 {
		m.rule = uint8(bits.TrailingZeros64(rules))
		done := actions[m.rule](m)
		m.rule = outer
		if done || m.dead {
			return done
		}
	}
	return false
}

// edit records an edit.
func (m *machine) edit(start, end int, after string) {
	m.edits.add(Edit{Rule: m.rule, Guess: levels[m.rule] >= Guess, Start: int32(start), End: int32(end)}, after)
}

// also records a further part of the edit before it.
func (m *machine) also(start, end int, after string) {
	m.edits.add(Edit{Rule: m.rule, Guess: levels[m.rule] >= Guess, Cont: true, Start: int32(start), End: int32(end)}, after)
}

func (m *machine) insert(at int, after string) { m.edit(at, at, after) }

// dropEdits takes back the edits from offset on.
func (m *machine) dropEdits(offset int) { m.edits.drop(offset) }
