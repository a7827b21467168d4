// Package files reads files that people write: tables that spreadsheet programs save, and YAML. If
// a file has mistakes, nothing is returned but an error that names each mistake with its position,
// the content there, and the correction.
package files

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// shownMistakes is how many mistakes of a file an error describes.
const shownMistakes = 10

// position is a position in a file, counted from 1.
type position struct {
	// line is a line of the file or, in a table, a row.
	line int
	// column is 0 for the whole line.
	column    int
	isInTable bool
}

func rowPosition(row int) position { return position{line: row, isInTable: true} }

func cellPosition(row, columnIndex int) position {
	return position{line: row, column: columnIndex + 1, isInTable: true}
}

// String returns "line 3, column 2" or, in a table, "row 3, column B".
func (p position) String() string {
	switch {
	case p.isInTable && p.column > 0:
		return fmt.Sprintf("row %d, column %s", p.line, columnLetters(p.column-1))
	case p.isInTable:
		return fmt.Sprintf("row %d", p.line)
	case p.column > 0:
		return fmt.Sprintf("line %d, column %d", p.line, p.column)
	}
	return fmt.Sprintf("line %d", p.line)
}

// mistake is a sentence about a position, without a period, because Terraform adds one.
type mistake struct {
	at   position
	text string
}

// mistakeList holds the mistakes of one file.
type mistakeList struct{ all []mistake }

// add notes a mistake. Keys lead to the value in the file.
func (m *mistakeList) add(at position, keys []string, problem string) {
	text := at.String()
	if len(keys) > 0 {
		shown := make([]string, len(keys))
		for i, key := range keys {
			shown[i] = shownKey(key)
		}
		text += " (" + strings.Join(shown, ", ") + ")"
	}
	m.all = append(m.all, mistake{at, text + ": " + problem})
}

// err describes the mistakes in the order of the file; nil if there are none.
func (m *mistakeList) err() error {
	slices.SortStableFunc(m.all, func(a, b mistake) int {
		return cmp.Or(cmp.Compare(a.at.line, b.at.line), cmp.Compare(a.at.column, b.at.column))
	})
	var lines []string
	for _, mistake := range m.all[:min(shownMistakes, len(m.all))] {
		lines = append(lines, mistake.text)
	}
	more := len(m.all) - shownMistakes
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	if len(lines) == 0 {
		return nil
	}
	return errors.New(strings.Join(lines, "\n"))
}

// quoted shows the beginning of a text in quotation marks. An address can contain a password or
// key.
func quoted(text string) string {
	const most = 60
	scheme, _, isAddress := strings.Cut(text, "://")
	if isAddress {
		text = scheme + "://…"
	}
	runes := []rune(text)
	if len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return strconv.Quote(text)
}

// shownKey quotes a key that has characters that cannot be seen.
func shownKey(key string) string {
	shown := quoted(key)
	inner := shown[1 : len(shown)-1]
	if inner != "" && !strings.Contains(inner, `\`) {
		return inner
	}
	return shown
}

// list joins words for a sentence.
func list(words []string) string { return strings.Join(words, ", ") }

// positions has the positions of texts that must be unique. Texts are compared like in the service.
type positions map[string]string

// add returns the earlier position of a text, "" if there is none, and stores its position.
func (p positions) add(text, position string) (earlier string) {
	text = videoindexer.NormalText(text)
	earlier = p[text]
	if earlier == "" {
		p[text] = position
	}
	return earlier
}

// nameProblem says what is wrong with a name, "" for nothing: services remove white space at the
// ends.
func nameProblem(name string) string {
	trimmed := strings.TrimSpace(name)
	switch {
	case trimmed == "":
		return "a name is empty; write at least one character"
	case trimmed != name:
		return fmt.Sprintf("%s begins or ends with white space; remove it", quoted(name))
	}
	return ""
}

// readFlag reads yes, no, true or false, in any letter case.
func readFlag(text string) (flag, isFlag bool) {
	switch strings.ToLower(text) {
	case "yes", "true":
		return true, true
	case "no", "false":
		return false, true
	}
	return false, false
}

// readID reads the id of a brand. A problem continues a sentence about the text, and then there is
// none.
func readID(text string) (id *int32, problem string) {
	digits := strings.TrimPrefix(text, "-")
	isDigits := digits != "" && strings.Trim(digits, "0123456789") == ""
	hasLeadingZero := strings.HasPrefix(digits, "0") && digits != "0"
	if !isDigits || hasLeadingZero {
		return nil, "is not a whole number; write the id in digits alone, such as 1001"
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return nil, "is not the id of a brand; ids are from -2147483648 to 2147483647"
	}
	whole := int32(number)
	return &whole, ""
}
