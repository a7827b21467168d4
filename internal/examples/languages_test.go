package examples_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestLanguageCodes compares the table of the guide with what the provider accepts.
func TestLanguageCodes(t *testing.T) {
	t.Parallel()
	guide := read(t, filepath.Join(repository, "templates", "guides", "languages.md.tmpl"))
	var models, captions []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([\\w-]+)` \\| [^|]+ \\| (yes|-) \\| (yes|-) \\|$").FindAllStringSubmatch(guide, -1) {
		if row[2] == "yes" {
			models = append(models, row[1])
		}
		if row[3] == "yes" {
			captions = append(captions, row[1])
		}
	}
	slices.Sort(models)
	slices.Sort(captions)
	if diff := cmp.Diff(slices.Sorted(slices.Values(videoindexer.LanguageModelLanguages)), models); diff != "" {
		t.Errorf("languages of models (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(videoindexer.CaptionLanguages)), captions); diff != "" {
		t.Errorf("languages of captions (-want +got):\n%s", diff)
	}
}
