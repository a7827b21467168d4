package examples_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestPagesAreShort keeps the guides and the README to what a reader can scan.
func TestPagesAreShort(t *testing.T) {
	t.Parallel()
	guides, err := filepath.Glob(filepath.Join(repository, "docs", "guides", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for _, guide := range guides {
		lines += strings.Count(read(t, guide), "\n")
	}
	const maxGuides, maxLines, maxReadme = 15, 2400, 120
	if len(guides) > maxGuides || lines > maxLines {
		t.Errorf("%d guides of %d lines, want at most %d and %d: merge them, or move what is for contributors out of docs/", len(guides), lines, maxGuides, maxLines)
	}
	if n := strings.Count(read(t, filepath.Join(repository, "README.md")), "\n"); n > maxReadme {
		t.Errorf("the README has %d lines, want at most %d", n, maxReadme)
	}
}
