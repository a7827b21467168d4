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

// Brand is an entry of a file. What is nil is not managed.
type Brand struct {
	BrandID      *int32   `tfsdk:"brand_id"`
	Name         *string  `tfsdk:"name"`
	Enabled      *bool    `tfsdk:"enabled"`
	Tags         []string `tfsdk:"tags"`
	ReferenceURL *string  `tfsdk:"reference_url"`
	Description  *string  `tfsdk:"description"`
}

// The columns that a table has beside the fields of a brand, or that more than a brand's field
// depends on.
const (
	keyColumn = "key"
	idName    = "brand_id"
	nameName  = "name"
)

// brandField is a field of a brand: how it is read from a document, and from a cell that is not
// empty.
type brandField struct {
	name string
	read func(*Brand, value)
	fill func(b *Brand, cell string) (problem string)
	// clear is nil if an empty cell cannot clear the field.
	clear func(*Brand)
}

var brandFields = []brandField{
	{
		name: idName,
		read: func(b *Brand, v value) { b.BrandID = v.id() },
		fill: func(b *Brand, cell string) (problem string) {
			b.BrandID, problem = readID(strings.TrimSpace(cell))
			return problem
		},
	},
	{
		name: nameName,
		read: func(b *Brand, v value) { b.Name = v.name() },
		fill: func(b *Brand, cell string) string { b.Name = trimmed(cell); return "" },
	},
	{
		name: "enabled",
		read: func(b *Brand, v value) { b.Enabled = v.flag() },
		fill: func(b *Brand, cell string) string {
			enabled, ok := readFlag(strings.TrimSpace(cell))
			b.Enabled = &enabled
			if ok {
				return ""
			}
			return "is neither yes nor no; write yes or no, or leave the cell empty"
		},
	},
	{
		name: "tags",
		read: func(b *Brand, v value) { b.Tags = v.names() },
		fill: func(b *Brand, cell string) string {
			tags := split(cell)
			if len(tags) > 0 { // a cell of separators alone is empty
				b.Tags = tags
			}
			return ""
		},
		clear: func(b *Brand) { b.Tags = []string{} },
	},
	{
		name:  "reference_url",
		read:  func(b *Brand, v value) { b.ReferenceURL = v.text() },
		fill:  func(b *Brand, cell string) string { b.ReferenceURL = trimmed(cell); return "" },
		clear: func(b *Brand) { b.ReferenceURL = new(string) },
	},
	textField("description", func(b *Brand) **string { return &b.Description }),
}

// textField is a text that a cell has as it is written.
func textField(name string, at func(*Brand) **string) brandField {
	return brandField{
		name:  name,
		read:  func(b *Brand, v value) { *at(b) = v.text() },
		fill:  func(b *Brand, cell string) string { *at(b) = &cell; return "" },
		clear: func(b *Brand) { *at(b) = new(string) },
	}
}

func trimmed(cell string) *string {
	text := strings.TrimSpace(cell)
	return &text
}

// split returns the tags of a cell, each once.
func split(cell string) []string {
	tags, found := []string{}, seen{}
	for tag := range strings.SplitSeq(cell, ";") {
		tag = strings.TrimSpace(tag)
		if tag != "" && found.twice(tag, "here") == "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

// foundBrand is a brand with its place.
type foundBrand struct {
	Brand
	key   string
	at    position
	place string
}

// ParseBrands reads the brands of a table or a document by their keys.
func ParseBrands(content, format string) (map[string]Brand, error) {
	var found mistakes
	read := brandsOfTable
	if format == YAML {
		read = brandsOfDocument
	}
	brands := make(map[string]Brand)
	names, ids := seen{}, make(map[int32]string)
	for _, b := range read(content, &found) {
		brands[b.key] = b.Brand
		name := b.name()
		if name != "" {
			b.once("name", quoted(name), names.twice(name, b.place), &found)
		}
		if b.BrandID != nil {
			b.once(idName, fmt.Sprint(*b.BrandID), ids[*b.BrandID], &found)
			ids[*b.BrandID] = b.place
		}
	}
	return brands, found.err()
}

// name is the name of a brand, "" if it keeps the one that it has.
func (b foundBrand) name() string {
	switch {
	case b.Name != nil:
		return *b.Name
	case b.BrandID == nil:
		return b.key
	}
	return ""
}

// once notes a value that only one brand can have, and that is somewhere else already.
func (b foundBrand) once(field, shown, earlier string, found *mistakes) {
	if earlier != "" {
		found.add(b.at, b.place, []string{b.key}, fmt.Sprintf("the %s %s is already in %s; each brand has its own", field, shown, earlier))
	}
}

func brandsOfDocument(content string, found *mistakes) (brands []foundBrand) {
	for _, entry := range readEntries(content, "write {} if there are no brands", found) {
		b := foundBrand{key: entry.key, at: entry.at, place: entry.at.inDocument()}
		fields := make([]reader, len(brandFields))
		for i, field := range brandFields {
			fields[i] = reader{field.name, func(v value) { field.read(&b.Brand, v) }}
		}
		entry.fields("a brand", fields...)
		if b.Name == nil && b.BrandID == nil {
			entry.nameOr(nil)
		}
		brands = append(brands, b)
	}
	return brands
}

func brandsOfTable(content string, found *mistakes) (brands []foundBrand) {
	names, clearable := []string{keyColumn}, []string{}
	for _, field := range brandFields {
		names = append(names, field.name)
		if field.clear != nil {
			clearable = append(clearable, field.name)
		}
	}
	t, keys := readTable(content, names, clearable, found), seen{}
	if t.header > 0 && !slices.ContainsFunc(t.columns, column.identifies) {
		found.wrongRow(t.header, "the first row has no column name; it has the names of the columns: %s", list(names))
		return nil
	}
	for _, row := range t.rows {
		b := foundBrand{key: t.keyOf(row), at: position{row.number, 0}, place: fmt.Sprintf("row %d", row.number)}
		if b.key == "" {
			found.wrongRow(row.number, "the brand has no name; write one, or empty the row")
			continue
		}
		t.fill(&b, row, found)
		earlier := keys.twice(b.key, b.place)
		if earlier != "" && b.name() != b.key { // otherwise the name is there twice
			b.once(keyColumn, quoted(b.key), earlier, found)
		}
		brands = append(brands, b)
	}
	return brands
}

// identifies reports whether a cell of the column can be the key of a brand.
func (c column) identifies() bool {
	return slices.Contains([]string{keyColumn, nameName, idName}, c.name)
}

// keyOf is the key of the brand in a row: without its own, the name or the id.
func (t table) keyOf(row row) string {
	for _, name := range []string{keyColumn, nameName, idName} {
		i := slices.IndexFunc(t.columns, func(c column) bool { return c.name == name })
		if i < 0 {
			continue
		}
		if key := strings.TrimSpace(row.cells[t.columns[i].index]); key != "" {
			return key
		}
	}
	return ""
}

// fill reads the fields of a brand from a row.
func (t table) fill(b *foundBrand, row row, found *mistakes) {
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
		problem := field.fill(&b.Brand, cell)
		if problem != "" {
			found.wrongCell(row.number, column.index, []string{b.key, field.name}, "%s %s", quoted(cell), problem)
		}
	}
}
