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
		"the captions that were sent": {shown: wanted, record: sentOver, after: time.Hour, want: captionsShown},
		"the captions that were sent, in another form": {
			shown: "WEBVTT\n\n1\n" + wanted, record: sentOver, after: time.Hour, want: captionsShown,
		},
		"the captions of before":                        {shown: before, record: sentOver, after: time.Hour, want: captionsPending, wantRecord: sentOver},
		"the captions of before, after a day":           {shown: before, record: sentOver, after: 24 * time.Hour, want: captionsChanged},
		"the first captions that are read":              {shown: before, record: sent, after: time.Hour, want: captionsPending, wantRecord: sentOver},
		"captions neither sent nor of before":           {shown: others, record: sentOver, after: time.Hour, want: captionsChanged},
		"empty":                                         {record: sentOver, after: time.Hour, want: captionsPending, wantRecord: sentOver},
		"without a cue":                                 {shown: "WEBVTT\n\nNOTE later\n", record: sent, after: time.Hour, want: captionsPending, wantRecord: sent},
		"empty, after a day":                            {shown: "WEBVTT\n", record: sentOver, after: 25 * time.Hour, want: captionsChanged},
		"other captions, once the transcript has shown": {shown: others, want: captionsChanged},
		"empty, once the transcript has shown":          {want: captionsChanged},
		"an object":                                     {shown: "{}", record: sentOver, after: time.Hour, want: captionsUnreadable, wantRecord: sentOver},
		"an error, once the transcript has shown":       {shown: `{"ErrorType":"GENERAL","Message":"no"}`, want: captionsUnreadable},
		"no captions, after a day":                      {shown: "[]", record: sentOver, after: 25 * time.Hour, want: captionsUnreadable, wantRecord: sentOver},
		"a text that is no transcript's":                {shown: "Hello", want: captionsUnreadable},
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
