package files

import (
	"fmt"
	"slices"
	"strings"
)

// The formats of brands.
const (
	CSV  = "Csv"
	YAML = "Yaml"
)

// BrandFormats are the formats that ParseBrands reads.
var BrandFormats = []string{CSV, YAML}

// Brand is an entry of a file. Nil fields are not managed.
type Brand struct {
	BrandID      *int32   `tfsdk:"brand_id"`
	Name         *string  `tfsdk:"name"`
	Enabled      *bool    `tfsdk:"enabled"`
	Tags         []string `tfsdk:"tags"`
	ReferenceURL *string  `tfsdk:"reference_url"`
	Description  *string  `tfsdk:"description"`
}

// The columns of a table with a special meaning.
const (
	keyColumn = "key"
	idField   = "brand_id"
	nameField = "name"
)

// brandField reads a field of a brand from a document, and from a cell that is not empty.
type brandField struct {
	name      string
	readValue func(*Brand, value)
	readCell  func(b *Brand, cell string) (problem string)
	// clear is nil if an empty cell cannot clear the field.
	clear func(*Brand)
}

var brandFields = []brandField{
	{
		name:      idField,
		readValue: func(b *Brand, v value) { b.BrandID = v.id() },
		readCell: func(b *Brand, cell string) (problem string) {
			b.BrandID, problem = readID(strings.TrimSpace(cell))
			return problem
		},
	},
	{
		name:      nameField,
		readValue: func(b *Brand, v value) { b.Name = v.name() },
		readCell:  func(b *Brand, cell string) string { b.Name = trimmed(cell); return "" },
	},
	{
		name:      "enabled",
		readValue: func(b *Brand, v value) { b.Enabled = v.flag() },
		readCell: func(b *Brand, cell string) string {
			enabled, isFlag := readFlag(strings.TrimSpace(cell))
			b.Enabled = &enabled
			if isFlag {
				return ""
			}
			return "is neither yes nor no; write yes or no, or leave the cell empty"
		},
	},
	{
		name:      "tags",
		readValue: func(b *Brand, v value) { b.Tags = v.names() },
		readCell: func(b *Brand, cell string) string {
			tags := tagsOf(cell)
			if len(tags) > 0 { // a cell of separators alone is empty
				b.Tags = tags
			}
			return ""
		},
		clear: func(b *Brand) { b.Tags = []string{} },
	},
	{
		name:      "reference_url",
		readValue: func(b *Brand, v value) { b.ReferenceURL = v.text() },
		readCell:  func(b *Brand, cell string) string { b.ReferenceURL = trimmed(cell); return "" },
		clear:     func(b *Brand) { b.ReferenceURL = new(string) },
	},
	textField("description", func(b *Brand) **string { return &b.Description }),
}

// textField reads the unchanged content of a cell.
func textField(name string, fieldOf func(*Brand) **string) brandField {
	return brandField{
		name:      name,
		readValue: func(b *Brand, v value) { *fieldOf(b) = v.text() },
		readCell:  func(b *Brand, cell string) string { *fieldOf(b) = &cell; return "" },
		clear:     func(b *Brand) { *fieldOf(b) = new(string) },
	}
}

func trimmed(cell string) *string {
	text := strings.TrimSpace(cell)
	return &text
}

// tagsOf returns the tags of a cell, each once.
func tagsOf(cell string) []string {
	tags := []string{}
	earlier := positions{}
	for tag := range strings.SplitSeq(cell, ";") {
		tag = strings.TrimSpace(tag)
		if tag != "" && earlier.add(tag, "here") == "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

// brandEntry is a brand with its position in the file.
type brandEntry struct {
	Brand
	key string
	at  position
}

// ParseBrands reads the brands of a table or a document by their keys.
func ParseBrands(content, format string) (map[string]Brand, error) {
	var mistakes mistakeList
	read := brandsOfTable
	if format == YAML {
		read = brandsOfDocument
	}
	brands := make(map[string]Brand)
	names := positions{}
	ids := make(map[int32]string)
	for _, b := range read(content, &mistakes) {
		brands[b.key] = b.Brand
		name := b.name()
		if name != "" {
			b.noteDuplicate("name", quoted(name), names.add(name, b.at.String()), &mistakes)
		}
		if b.BrandID != nil {
			b.noteDuplicate(idField, fmt.Sprint(*b.BrandID), ids[*b.BrandID], &mistakes)
			ids[*b.BrandID] = b.at.String()
		}
	}
	return brands, mistakes.err()
}

// name returns "" for a brand that keeps the name that it has.
func (b brandEntry) name() string {
	switch {
	case b.Name != nil:
		return *b.Name
	case b.BrandID == nil:
		return b.key
	}
	return ""
}

// noteDuplicate notes a value that only one brand can have, and that is at an earlier position; ""
// for none.
func (b brandEntry) noteDuplicate(field, shown, earlier string, mistakes *mistakeList) {
	if earlier != "" {
		mistakes.add(b.at, []string{b.key}, fmt.Sprintf("the %s %s is already in %s; "+
			"each brand has its own", field, shown, earlier))
	}
}

func brandsOfDocument(content string, mistakes *mistakeList) (brands []brandEntry) {
	for _, entry := range readEntries(content, "write {} if there are no brands", mistakes) {
		b := brandEntry{key: entry.key, at: entry.at}
		fields := make([]fieldReader, len(brandFields))
		for i, field := range brandFields {
			fields[i] = fieldReader{field.name, func(v value) { field.readValue(&b.Brand, v) }}
		}
		entry.readFields("a brand", fields...)
		if b.Name == nil && b.BrandID == nil {
			entry.nameOrKey(nil)
		}
		brands = append(brands, b)
	}
	return brands
}

func brandsOfTable(content string, mistakes *mistakeList) (brands []brandEntry) {
	names := []string{keyColumn}
	var clearable []string
	for _, field := range brandFields {
		names = append(names, field.name)
		if field.clear != nil {
			clearable = append(clearable, field.name)
		}
	}
	t := readTable(content, names, clearable, mistakes)
	keys := positions{}
	if t.headerRow > 0 && !slices.ContainsFunc(t.columns, column.identifies) {
		mistakes.noteRow(t.headerRow, "the first row has no column name; "+
			"it has the names of the columns: %s", list(names))
		return nil
	}
	for _, row := range t.rows {
		b := brandEntry{key: t.keyOf(row), at: rowPosition(row.number)}
		if b.key == "" {
			mistakes.noteRow(row.number, "the brand has no name; write one, or empty the row")
			continue
		}
		t.readFields(&b, row, mistakes)
		earlier := keys.add(b.key, b.at.String())
		// ParseBrands notes a key that is the name as well.
		if b.name() != b.key {
			b.noteDuplicate(keyColumn, quoted(b.key), earlier, mistakes)
		}
		brands = append(brands, b)
	}
	return brands
}

// identifies reports whether a cell of the column can be the key of a brand.
func (c column) identifies() bool {
	return slices.Contains([]string{keyColumn, nameField, idField}, c.name)
}

// keyOf returns the key of the brand in a row: without its own, the name or the id.
func (t table) keyOf(row row) string {
	for _, name := range []string{keyColumn, nameField, idField} {
		i := slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
		if i < 0 {
			continue
		}
		key := strings.TrimSpace(row.cells[t.columns[i].index])
		if key != "" {
			return key
		}
	}
	return ""
}

// readFields reads the fields of a brand from a row.
func (t table) readFields(b *brandEntry, row row, mistakes *mistakeList) {
	for _, field := range brandFields {
		i := slices.IndexFunc(t.columns, func(c column) bool { return c.name == field.name })
		if i < 0 {
			continue
		}
		column := t.columns[i]
		cell := row.cells[column.index]
		if column.clears {
			field.clear(&b.Brand)
		}
		if strings.TrimSpace(cell) == "" {
			continue
		}
		problem := field.readCell(&b.Brand, cell)
		if problem != "" {
			mistakes.noteCell(row.number, column.index, []string{b.key, field.name}, "%s %s", quoted(cell), problem)
		}
	}
}
