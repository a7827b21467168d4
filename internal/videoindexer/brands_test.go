package videoindexer

import (
	"regexp"
	"strings"
	"testing"
)

// TestBrandRepeats has answers to a write that hold a brand in other forms, or not as a whole: then it is to be read.
func TestBrandRepeats(t *testing.T) {
	t.Parallel()
	capitals := regexp.MustCompile(`"[a-z]\w*":`).ReplaceAllStringFunc(aBrand, func(name string) string { return strings.ToUpper(name[:2]) + name[2:] })
	answers := map[string]bool{
		aBrand: true, capitals: true, strings.Replace(aBrand, `"create"`, `"created"`, 1): true, strings.Replace(aBrand, `"id":7,`, "", 1): true,
		strings.Replace(aBrand, `"Description"`, `"Before"`, 1): false,
	}
	for _, member := range []string{"name", "enabled", "description", "referenceUrl", "tags", "lastModifierUserName", "create", "lastModified"} {
		answers[strings.Replace(aBrand, `"`+member+`"`, `"other"`, 1)] = false
	}
	for answer, want := range answers {
		wire, err := decodeBrand([]byte(answer), 7)
		if err != nil || wire.repeats(aBrandsFields) != want {
			t.Errorf("%s: want %t (%v)", answer, want, err)
		}
	}
}

// TestBrandFieldsMean compares every field, in each of its forms.
func TestBrandFieldsMean(t *testing.T) {
	t.Parallel()
	empty, reference := "", "https://example.test/a"
	brand := BrandFields{Name: "Caf\u00e9", Description: "two\nlines", Tags: []string{"x", "y"}}
	for name, test := range map[string]struct {
		change func(*BrandFields)
		want   bool
	}{
		"nothing":           {func(*BrandFields) {}, true},
		"the form of names": {func(b *BrandFields) { b.Name = "Cafe\u0301" }, true},
		"line ends":         {func(b *BrandFields) { b.Description = "two\r\nlines\r\n" }, true},
		"space at the end":  {func(b *BrandFields) { b.Name, b.Tags = "Caf\u00e9\u00a0", []string{"x ", "y\t"} }, true},
		"space in front":    {func(b *BrandFields) { b.Description = " two\nlines" }, false},
		"order of tags":     {func(b *BrandFields) { b.Tags = []string{"y", "x", "y"} }, true},
		"an empty address":  {func(b *BrandFields) { b.ReferenceURL = &empty }, true},
		"name":              {func(b *BrandFields) { b.Name = "caf\u00e9" }, false},
		"enabled":           {func(b *BrandFields) { b.Enabled = true }, false},
		"description":       {func(b *BrandFields) { b.Description = "tools" }, false},
		"address":           {func(b *BrandFields) { b.ReferenceURL = &reference }, false},
		"tags":              {func(b *BrandFields) { b.Tags = []string{"x"} }, false},
	} {
		other := brand
		if test.change(&other); brand.Means(other) != test.want || other.Means(brand) != test.want {
			t.Errorf("%s: the same is not %t", name, test.want)
		}
	}
}
