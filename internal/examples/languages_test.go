package examples_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestLanguageCodes compares the codes on their page and in the module that exports models with those that the provider accepts.
func TestLanguageCodes(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, "templates", "guides", "language-codes.md.tmpl"))
	codes := func(row string) []string {
		line := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(row) + ` \| (.*) \|$`).FindStringSubmatch(page)
		if line == nil {
			t.Fatalf("the page has no row %q", row)
		}
		return submatches(line[1], "`([\\w-]+)`")
	}
	models, captions := codes("`language` of a language model, `source_language` of a video"), codes("`language` of captions and transcripts")
	slices.Sort(models)
	slices.Sort(captions)
	if diff := cmp.Diff(slices.Sorted(slices.Values(videoindexer.LanguageModelLanguages)), models); diff != "" {
		t.Errorf("languages of models (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(videoindexer.CaptionLanguages)), captions); diff != "" {
		t.Errorf("languages of captions (-want +got):\n%s", diff)
	}
	list := regexp.MustCompile(`(?s)languages = \[(.*?)\]`).FindStringSubmatch(read(t, filepath.Join(repository, "modules", "export", "language_models.tf")))
	if list == nil {
		t.Fatal("the module has no list of languages")
	}
	if diff := cmp.Diff(videoindexer.LanguageModelLanguages, submatches(list[1], `"([\w-]+)"`)); diff != "" {
		t.Errorf("languages of models in modules/export (-want +got):\n%s", diff)
	}
}
