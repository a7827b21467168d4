package video

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestSpan expects the span of a line whose appearances are not in the order of their times.
func TestSpan(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ appearances, want []string }{
		"no appearance":  {nil, []string{"", ""}},
		"one appearance": {[]string{"0:00:01.5", "0:00:02"}, []string{"0:00:01.5", "0:00:02"}},
		"in order":       {[]string{"0:00:01", "0:00:02", "0:00:09", "0:00:10"}, []string{"0:00:01", "0:00:10"}},
		"out of order":   {[]string{"0:00:09", "0:00:10", "0:00:01", "0:00:02"}, []string{"0:00:01", "0:00:10"}},
	} {
		var line videoindexer.TranscriptLine
		for i := 0; i < len(test.appearances); i += 2 {
			line.Appearances = append(line.Appearances, videoindexer.Appearance{
				Start: test.appearances[i], End: test.appearances[i+1],
			})
		}
		got := span(line)
		if got.Start != test.want[0] || got.End != test.want[1] {
			t.Errorf("%s: from %q to %q, want %q", name, got.Start, got.End, test.want)
		}
	}
}
