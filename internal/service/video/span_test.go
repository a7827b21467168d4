package video

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestSpan expects the span of a line whose appearances are not in the order of their times.
func TestSpan(t *testing.T) {
	t.Parallel()
	early := videoindexer.Appearance{Start: "0:00:01.5", End: "0:00:02"}
	late := videoindexer.Appearance{Start: "0:00:09", End: "0:00:10"}
	whole := videoindexer.Appearance{Start: early.Start, End: late.End}
	for name, test := range map[string]struct {
		appearances []videoindexer.Appearance
		want        videoindexer.Appearance
	}{
		"no appearance":  {nil, videoindexer.Appearance{}},
		"one appearance": {[]videoindexer.Appearance{early}, early},
		"in order":       {[]videoindexer.Appearance{early, late}, whole},
		"out of order":   {[]videoindexer.Appearance{late, early}, whole},
	} {
		check.Equal(t, test.want, span(videoindexer.TranscriptLine{Appearances: test.appearances}), "%s: span", name)
	}
}
