package files_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
)

// written returns a value as JSON, with the names of its fields, and escapes for all that is not
// ASCII.
func written[T any](t testing.TB, value T) string {
	t.Helper()
	text, err := json.Marshal(named(reflect.ValueOf(value)))
	check.MustSucceed(t, err, "%.200v as JSON", value)
	var escaped strings.Builder
	for _, character := range string(text) {
		switch {
		case character > 0xffff:
			offset := character - 0x10000
			fmt.Fprintf(&escaped, `\u%04x\u%04x`, 0xd800+offset>>10, 0xdc00+offset&0x3ff)
		case character > unicode.MaxASCII:
			fmt.Fprintf(&escaped, `\u%04x`, character)
		default:
			escaped.WriteRune(character)
		}
	}
	return escaped.String()
}

// named replaces structs by maps.
func named(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Map:
		if v.IsNil() {
			return nil
		}
		entries := make(map[string]any)
		for key, value := range v.Seq2() {
			entries[key.String()] = named(value)
		}
		return entries
	case reflect.Struct:
		fields := make(map[string]any)
		for field, value := range v.Fields() {
			fields[field.Tag.Get("tfsdk")] = named(value)
		}
		return fields
	}
	return v.Interface()
}

// table writes brands as a table, which has stars where a brand has an empty value.
func table(t testing.TB, brands map[string]files.Brand) string {
	t.Helper()
	header := []string{"key", "brand_id", "name", "enabled", "tags", "reference_url", "description"}
	rows := [][]string{}
	for _, key := range slices.Sorted(maps.Keys(brands)) {
		brand := brands[key]
		row := []string{key, "", "", "", strings.Join(brand.Tags, ";"), "", ""}
		if brand.BrandID != nil {
			row[1] = fmt.Sprint(*brand.BrandID)
		}
		if brand.Enabled != nil {
			row[3] = fmt.Sprint(*brand.Enabled)
		}
		if brand.Tags != nil && len(brand.Tags) == 0 {
			header[4] = "tags*"
		}
		for i, text := range map[int]*string{2: brand.Name, 5: brand.ReferenceURL, 6: brand.Description} {
			if text == nil {
				continue
			}
			row[i] = *text
			if *text == "" {
				header[i] = strings.TrimSuffix(header[i], "*") + "*"
			}
		}
		rows = append(rows, row)
	}
	var text bytes.Buffer
	err := csv.NewWriter(&text).WriteAll(append([][]string{header}, rows...))
	check.MustSucceed(t, err, "%q as a table", rows)
	return text.String()
}

// form is how a value is written, and read again.
type form[T any] struct {
	write func(testing.TB, T) string
	parse func(content string) (T, error)
}

func asJSON[T any](parse func(string) (T, error)) form[T] { return form[T]{written[T], parse} }

// fuzz checks that what is accepted means the same after it is written and read again, in each
// form.
func fuzz[T any](
	f *testing.F, mistakes []mistake, accepted []readAs, parse func(content string) (T, error), forms ...form[T],
) {
	f.Helper()
	for _, seed := range mistakes {
		f.Add(seed.content)
	}
	for _, seed := range accepted {
		f.Add(seed.content)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if !utf8.ValidString(content) {
			t.Skip("Terraform's texts are UTF-8")
		}
		value, err := parse(content)
		if err != nil {
			text := err.Error()
			if text == "" || strings.HasSuffix(text, ".") {
				t.Errorf("%.200q: the error is %.500q, want a text without a full stop", content, text)
			}
			if strings.Count(text, "\n") > 10 {
				t.Errorf("%.200q: the error is %.500q, want at most eleven lines", content, text)
			}
			return
		}
		for _, form := range forms {
			other, err := form.parse(form.write(t, value))
			check.ErrorSays(t, "", err, "%q is written and read again", content)
			check.Equal(t, value, other, "%q, which is written and read again", content)
		}
	})
}

type brands = map[string]files.Brand

func asYAML(content string) (brands, error) {
	return files.ParseBrands(content, files.YAML)
}

func asTable(content string) (brands, error) {
	return files.ParseBrands(content, files.CSV)
}

// FuzzBrandsTable writes the brands as a table, and as a document: both mean the same.
func FuzzBrandsTable(f *testing.F) {
	fuzz(f, tableMistakes, acceptedTables, asTable, form[brands]{table, asTable}, asJSON(asYAML))
}

// FuzzBrands writes the brands as a document, which means the same.
func FuzzBrands(f *testing.F) {
	fuzz(f, brandMistakes, acceptedBrands, asYAML, asJSON(asYAML))
}

// FuzzPeople writes the people as a document, which means the same.
func FuzzPeople(f *testing.F) {
	fuzz(f, peopleMistakes, acceptedPeople, files.ParsePeople, asJSON(files.ParsePeople))
}

// FuzzLanguageModels writes the models as a document, which means the same.
func FuzzLanguageModels(f *testing.F) {
	fuzz(f, modelMistakes, acceptedModels, files.ParseLanguageModels, asJSON(files.ParseLanguageModels))
}

// FuzzBrandsModelSettings writes the settings as a document, which means the same.
func FuzzBrandsModelSettings(f *testing.F) {
	fuzz(f, settingsMistakes, acceptedSettings, files.ParseBrandsModelSettings, asJSON(files.ParseBrandsModelSettings))
}
