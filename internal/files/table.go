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
	headerRow int // the row of the names of columns; 0 if there is none
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
	number int // as a spreadsheet counts
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

// wrongCell notes a mistake in a cell.
func (m *mistakeList) wrongCell(row, index int, keys []string, format string, args ...any) {
	m.add(position{row, index + 1, true}, keys, fmt.Sprintf(format, args...))
}

// wrongRow notes a mistake in a row.
func (m *mistakeList) wrongRow(row int, format string, args ...any) {
	m.add(position{row, 0, true}, nil, fmt.Sprintf(format, args...))
}

// readTable reads a table that has some of the columns. Those that can be cleared can have a star.
func readTable(content string, names, clearable []string, mistakes *mistakeList) (t table) {
	records := readRecords(content, mistakes)
	if len(records) == 0 {
		if len(mistakes.all) == 0 {
			mistakes.wrongRow(1, "the table is empty; its first row has the names of the columns: %s", list(names))
		}
		return t
	}
	header := records[0]
	t.headerRow = header.number
	t.columns = readHeader(header, names, clearable, mistakes)
	for _, record := range records[1:] {
		if record.checkFits(header, mistakes) {
			t.rows = append(t.rows, record)
		}
	}
	return t
}

var separatorLine = regexp.MustCompile(`^"?sep=(.?)"?\n`)

// readRecords reads the rows that are not empty, until one that cannot be read.
func readRecords(content string, mistakes *mistakeList) (records []row) {
	content = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(content, "\ufeff"))
	separator := separatorOf(content)
	line := separatorLine.FindStringSubmatch(content)
	if line != nil {
		content = content[len(line[0]):]
		separator = line[1]
		if separator == "" || !strings.Contains(separators, separator) {
			mistakes.wrongRow(1, "%s does not separate columns; separate them by commas, semicolons or tabs", quoted(separator))
			return nil
		}
	}
	reader := csv.NewReader(strings.NewReader(content))
	reader.Comma = rune(separator[0])
	reader.FieldsPerRecord = -1
	// Where the rows that were read end, and how many lines and rows these are.
	end := int64(0)
	lines := 0
	number := 0
	for {
		cells, err := reader.Read()
		refused, isRefused := errors.AsType[*csv.ParseError](err)
		if isRefused {
			mistakes.unreadableRow(number+refused.StartLine-lines, refused)
		}
		if err != nil {
			return records
		}
		line, _ := reader.FieldPos(0)
		number += line - lines // the reader skips empty lines
		lines += strings.Count(content[end:reader.InputOffset()], "\n")
		end = reader.InputOffset()
		if strings.TrimSpace(strings.Join(cells, "")) != "" {
			records = append(records, row{number, cells})
		}
	}
}

// separators are those of columns.
const separators = ",;\t"

// separatorOf returns the first separator outside of quotation marks in the first line of a table.
func separatorOf(content string) string {
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
			return string(character)
		case character == '\n':
			return ","
		}
	}
	return ","
}

// unreadableRow notes where a table cannot be read on.
func (m *mistakeList) unreadableRow(row int, refused *csv.ParseError) {
	const double = `double each quotation mark in it: "5"" wheels"`
	if errors.Is(refused.Err, csv.ErrBareQuote) {
		m.wrongRow(row, "a cell has a quotation mark inside and none around it; put the cell in quotation marks, and "+double)
		return
	}
	m.wrongRow(row, "a cell begins with a quotation mark and does not end with one; close the cell, and "+double)
}

// readHeader reads the names of columns.
func readHeader(header row, names, clearable []string, mistakes *mistakeList) (columns []column) {
	wrong := func(index int, format string, args ...any) {
		mistakes.wrongCell(header.number, index, nil, format, args...)
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
			wrong(i, "there is no column %s; the columns are %s", quoted(title), list(names))
		case isStarred && !slices.Contains(clearable, name):
			wrong(i, "the column %s cannot have a star; those that can are %s", name, list(clearable))
		case isThere:
			wrong(i, "the column %s is already column %s; keep one of them", name, columnLetters(earlier))
		default:
			first[name] = i
			columns = append(columns, column{name, i, isStarred})
		}
	}
	return columns
}

// checkFits checks that a row has a cell for each column, and none without a name.
func (r row) checkFits(header row, mistakes *mistakeList) bool {
	named := 0
	for i, title := range header.cells {
		if strings.TrimSpace(title) != "" {
			named = i + 1
		}
	}
	if len(r.cells) < named || len(r.cells) > len(header.cells) {
		mistakes.wrongRow(r.number, "the row ends at column %s, and the first row at column %s; add or remove cells, "+
			"and put a cell with a comma, semicolon, tab "+
			"or line break in quotation marks", columnLetters(len(r.cells)-1), columnLetters(named-1))
		return false
	}
	for i, cell := range r.cells {
		if strings.TrimSpace(cell) != "" && strings.TrimSpace(header.cells[i]) == "" {
			mistakes.wrongCell(r.number, i, nil, "%s is in a column without a name; name the column in the first row, or empty the cell", quoted(cell))
		}
	}
	return true
}
