package video

import (
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestCompare compares captions with a transcript that was sent some time ago.
func TestCompare(t *testing.T) {
	t.Parallel()
	const (
		wanted = "00:00:00.000 --> 00:00:01.000\nHello\n"
		before = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nOriginal\n"
		others = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nSomebody else's\n"
	)
	began := time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC)
	sent := shownCaptions{At: began}
	sentOver := shownCaptions{At: began, SHA256: digest(before)}
	for name, test := range map[string]struct {
		shown      string
		record     shownCaptions
		after      time.Duration
		want       captionsComparison
		wantRecord shownCaptions
	}{
		"the captions that were sent":                   {wanted, sentOver, time.Hour, captionsShown, shownCaptions{}},
		"the captions that were sent, in another form":  {"WEBVTT\n\n1\n" + wanted, sentOver, time.Hour, captionsShown, shownCaptions{}},
		"the captions of before":                        {before, sentOver, time.Hour, captionsPending, sentOver},
		"the captions of before, after a day":           {before, sentOver, 24 * time.Hour, captionsChanged, shownCaptions{}},
		"the first captions that are read":              {before, sent, time.Hour, captionsPending, sentOver},
		"captions neither sent nor of before":           {others, sentOver, time.Hour, captionsChanged, shownCaptions{}},
		"empty":                                         {"", sentOver, time.Hour, captionsPending, sentOver},
		"without a cue":                                 {"WEBVTT\n\nNOTE later\n", sent, time.Hour, captionsPending, sent},
		"empty, after a day":                            {"WEBVTT\n", sentOver, 25 * time.Hour, captionsChanged, shownCaptions{}},
		"other captions, once the transcript has shown": {others, shownCaptions{}, 0, captionsChanged, shownCaptions{}},
		"empty, once the transcript has shown":          {"", shownCaptions{}, 0, captionsChanged, shownCaptions{}},
		"an object":                                     {"{}", sentOver, time.Hour, captionsUnreadable, sentOver},
		"an error, once the transcript has shown":       {`{"ErrorType":"GENERAL","Message":"no"}`, shownCaptions{}, 0, captionsUnreadable, shownCaptions{}},
		"no captions, after a day":                      {"[]", sentOver, 25 * time.Hour, captionsUnreadable, sentOver},
		"a text that is no transcript's":                {"Hello", shownCaptions{}, 0, captionsUnreadable, shownCaptions{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			transcript := transcriptModel{Content: types.StringValue(wanted)}
			got, record := transcript.compare(test.shown, test.record, began.Add(test.after))
			check.Equal(t, test.want, got, "result")
			check.Equal(t, test.wantRecord, record, "new record")
		})
	}
}
