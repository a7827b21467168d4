package files

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// yamlErrors has advice for errors of the YAML library, by a part of their text. isAtBeginning
// means that the error is about the position where a value begins.
var yamlErrors = []struct {
	message, advice string
	isAtBeginning   bool
}{
	{"mapping values are not allowed", `the colon begins a value where no value is allowed; indent the keys of a map alike, and put a text with ": " in quotation marks`, false},
	{"block sequence entries are not allowed", `the "-" begins a list where no list is allowed; write each element in a line of its own, or put the text in quotation marks`, false},
	{"unexpected end of stream", "the text that begins here has no quotation mark at its end", true},
	{"expected ',' or ']'", "the list that begins here has no ] at its end, or no comma between two elements", true},
	{"expected ',' or '}'", "the map that begins here has no } at its end, or no comma between two entries", true},
	{"tab character", "a tab indents this line; indent it with spaces", false},
	{"unknown escape character", `no character can follow this \ in quotation marks; write \\, or use single quotation marks`, false},
	{"could not find expected ':'", `this line has no colon; write key: value, and put a text of several lines in quotation marks`, true},
	{"unknown anchor", "this is an alias; write the value itself, " +
		"and put a text that begins with * in quotation marks", false},
	{"scanning an alias", "put a text that begins with * in quotation marks", false},
	{"scanning an anchor", "put a text that begins with & in quotation marks", false},
	{"scanning a tag", "put a text that begins with ! in quotation marks", false},
	{"expected key", "this is neither a key nor a value; " +
		"indent the keys of a map alike, and put a text that has quotation marks inside other ones", false},
	{"expected <document start>", "this is not part of a map; indent the keys of a map alike", false},
	{"node content", "a value or a closing bracket is missing here", false},
}

// noteUnreadable notes an error of the YAML library.
func (v value) noteUnreadable(content string, err error) {
	refused, isRefused := errors.AsType[*yaml.LoadError](err)
	if !isRefused {
		v.mistakes.add(position{line: 1}, nil, "the file cannot be read as YAML: "+err.Error())
		return
	}
	messages := refused.ContextMsg + " " + refused.Message
	mistakeAt := position{line: refused.Mark.Line, column: refused.Mark.Column}
	problem := fmt.Sprintf("this cannot be read as YAML (%s)", refused.Message)
	character := characterAt(content, mistakeAt)
	switch {
	case refused.Stage == yaml.ReaderStage:
		mistakeAt, problem = controlCharacter(content)
	case !strings.Contains(messages, "cannot start any token"):
		for _, row := range yamlErrors {
			if !strings.Contains(messages, row.message) {
				continue
			}
			problem = row.advice
			if row.isAtBeginning && refused.ContextMark.Line > 0 {
				mistakeAt = position{line: refused.ContextMark.Line, column: refused.ContextMark.Column}
			}
			break
		}
	case character == '\t':
		problem = "a tab indents this line; indent it with spaces"
	default:
		problem = fmt.Sprintf("a text cannot begin with %q without quotation marks", string(character))
	}
	v.mistakes.add(mistakeAt, nil, problem)
}

// characterAt returns 0 for a position without a character.
func characterAt(content string, at position) rune {
	lines := strings.Split(withLF(content), "\n")
	if at.line < 1 || at.line > len(lines) {
		return 0
	}
	line := []rune(lines[at.line-1])
	if at.column < 1 || at.column > len(line) {
		return 0
	}
	return line[at.column-1]
}

// controlCharacter finds a character that YAML does not allow.
func controlCharacter(content string) (at position, problem string) {
	at = position{line: 1, column: 1}
	for _, character := range content {
		if !isAllowed(character) {
			return at, fmt.Sprintf("the character %U is not allowed here; "+
				"remove it, or write it as an escape in double quotation marks", character)
		}
		at.column++
		if character == '\n' {
			at = position{line: at.line + 1, column: 1}
		}
	}
	return position{line: 1, column: 1}, "the file has a character that YAML does not allow; remove it"
}

// isAllowed reports whether YAML allows a character.
func isAllowed(character rune) bool {
	switch character {
	case '\t', '\n', '\r', '\u0085':
		return true
	case '\ufffe', '\uffff':
		return false
	}
	return character >= ' '
}
