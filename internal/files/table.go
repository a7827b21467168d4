package files

import (
	"encoding/csv"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// table is a table that a spreadsheet program has saved.
type table struct {
	// headerRow is the number of the row with the names of the columns; 0 if there is none.
	headerRow int
	columns   []column
	rows      []row
}

// column is a column with a name.
type column struct {
	name  string
	index int
	// clears means that the name has a star, so that an empty cell clears the field.
	clears bool
}

// row is a row that is not empty.
type row struct {
	number int // as a spreadsheet counts it
	cells  []string
}

// columnLetters names a column as a spreadsheet does.
func columnLetters(index int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if index < len(letters) {
		return letters[index : index+1]
	}
	return columnLetters(index/len(letters)-1) + columnLetters(index%len(letters))
}

// noteCell notes a mistake in a cell.
func (m *mistakeList) noteCell(row, index int, keys []string, format string, args ...any) {
	m.add(cellPosition(row, index), keys, fmt.Sprintf(format, args...))
}

// noteRow notes a mistake in a row.
func (m *mistakeList) noteRow(row int, format string, args ...any) {
	m.add(rowPosition(row), nil, fmt.Sprintf(format, args...))
}

// readTable reads a table that has some of the columns. Those that can be cleared can have a star.
func readTable(content string, names, clearable []string, mistakes *mistakeList) (t table) {
	records := readRecords(content, mistakes)
	if len(records) == 0 {
		if len(mistakes.all) == 0 {
			mistakes.noteRow(1, "the table is empty; its first row has the names of the columns: %s", list(names))
		}
		return t
	}
	header := records[0]
	t.headerRow = header.number
	t.columns = readHeader(header, names, clearable, mistakes)
	for _, record := range records[1:] {
		fits := record.checkFits(header, mistakes)
		if fits {
			t.rows = append(t.rows, record)
		}
	}
	return t
}

// readRecords reads the rows that are not empty, until one that cannot be read.
func readRecords(content string, mistakes *mistakeList) (records []row) {
	content = withLF(strings.TrimPrefix(content, "\ufeff"))
	content, separator, isValid := cutSeparator(content, mistakes)
	if !isValid {
		return nil
	}
	reader := csv.NewReader(strings.NewReader(content))
	reader.Comma = separator
	reader.FieldsPerRecord = -1
	var counted rowCounter
	for {
		cells, err := reader.Read()
		refused, isRefused := errors.AsType[*csv.ParseError](err)
		switch {
		case isRefused:
			mistakes.noteUnreadableRow(counted.rowAt(refused.StartLine), refused)
			return records
		case err != nil:
			return records
		}
		startLine, _ := reader.FieldPos(0)
		number := counted.rowAt(startLine)
		counted.add(number, content[counted.bytes:reader.InputOffset()])
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			records = append(records, row{number, cells})
		}
	}
}

// rowCounter numbers rows as a spreadsheet does. A row can have several lines of the file, because
// a cell can contain line breaks.
type rowCounter struct {
	// row is the number of the last row.
	row int
	// lines is how many lines of the file were read.
	lines int
	// bytes is how much of the file was read.
	bytes int64
}

// rowAt returns the number of the row that begins at a line of the file, behind the last row and
// behind empty lines, which the reader skips.
func (c rowCounter) rowAt(startLine int) int { return c.row + startLine - c.lines }

// add counts a row with the text that was read for it.
func (c *rowCounter) add(row int, text string) {
	c.row = row
	c.lines += strings.Count(text, "\n")
	c.bytes += int64(len(text))
}

// withLF returns a text with LF as line ends.
func withLF(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

var separatorLine = regexp.MustCompile(`^"?sep=(.?)"?\n`)

// cutSeparator returns the separator of columns, and the content behind the line that names it, if
// there is one. isValid is false after a mistake.
func cutSeparator(content string, mistakes *mistakeList) (rest string, separator rune, isValid bool) {
	named := separatorLine.FindStringSubmatch(content)
	if named == nil {
		return content, separatorOf(content), true
	}
	line := named[0]
	character := named[1]
	if character == "" || !strings.Contains(separators, character) {
		mistakes.noteRow(1, "%s does not separate columns; "+
			"separate them by commas, semicolons or tabs", quoted(character))
		return "", 0, false
	}
	return content[len(line):], rune(character[0]), true
}

// separators are those of columns.
const separators = ",;\t"

// separatorOf returns the first separator outside of quotation marks in the first line of a table.
func separatorOf(content string) rune {
	isQuoted := false
	for _, character := range strings.TrimLeft(content, "\n") {
		if character == '"' {
			isQuoted = !isQuoted
		}
		if isQuoted {
			continue
		}
		switch {
		case strings.ContainsRune(separators, character):
			return character
		case character == '\n':
			return ','
		}
	}
	return ','
}

// noteUnreadableRow notes where a table cannot be read on.
func (m *mistakeList) noteUnreadableRow(row int, refused *csv.ParseError) {
	const double = `double each quotation mark in it: "5"" wheels"`
	if errors.Is(refused.Err, csv.ErrBareQuote) {
		m.noteRow(row, "a cell has a quotation mark inside and none around it; "+
			"put the cell in quotation marks, and "+double)
		return
	}
	m.noteRow(row, "a cell begins with a quotation mark and does not end with one; close the cell, and "+double)
}

// readHeader reads the names of columns.
func readHeader(header row, names, clearable []string, mistakes *mistakeList) (columns []column) {
	note := func(index int, format string, args ...any) {
		mistakes.noteCell(header.number, index, nil, format, args...)
	}
	first := make(map[string]int)
	for i, cell := range header.cells {
		title := strings.TrimSpace(cell)
		if title == "" {
			continue
		}
		name, isStarred := strings.CutSuffix(title, "*")
		earlier, isThere := first[name]
		switch {
		case !slices.Contains(names, name):
			note(i, "there is no column %s; the columns are %s", quoted(title), list(names))
		case isStarred && !slices.Contains(clearable, name):
			note(i, "the column %s cannot have a star; those that can are %s", name, list(clearable))
		case isThere:
			note(i, "the column %s is already column %s; keep one of them", name, columnLetters(earlier))
		default:
			first[name] = i
			columns = append(columns, column{name: name, index: i, clears: isStarred})
		}
	}
	return columns
}

// checkFits notes a row without a cell for each column, and cells in columns without a name. fits
// is false if the row cannot be read.
func (r row) checkFits(header row, mistakes *mistakeList) (fits bool) {
	columnsToLastName := 0
	for i, title := range header.cells {
		if strings.TrimSpace(title) != "" {
			columnsToLastName = i + 1
		}
	}
	isTooShort := len(r.cells) < columnsToLastName
	isTooLong := len(r.cells) > len(header.cells)
	if isTooShort || isTooLong {
		lastCell := columnLetters(len(r.cells) - 1)
		lastColumn := columnLetters(columnsToLastName - 1)
		mistakes.noteRow(r.number, "the row ends at column %s, and the first row at column %s; add or remove cells, "+
			"and put a cell with a comma, semicolon, tab or line break in quotation marks", lastCell, lastColumn)
		return false
	}
	for i, cell := range r.cells {
		if strings.TrimSpace(cell) != "" && strings.TrimSpace(header.cells[i]) == "" {
			mistakes.noteCell(r.number, i, nil, "%s is in a column without a name; "+
				"name the column in the first row, or empty the cell", quoted(cell))
		}
	}
	return true
}
