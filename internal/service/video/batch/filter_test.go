package batch_test

import (
	"errors"
	"iter"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var errPage = errors.New("the second page cannot be read")

// pages are the videos of a list, whose last page cannot be read.
func pages(videos ...videoindexer.Video) iter.Seq2[videoindexer.Video, error] {
	return func(yield func(videoindexer.Video, error) bool) {
		for _, v := range videos {
			if !yield(v, nil) {
				return
			}
		}
		yield(videoindexer.Video{}, errPage)
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	videos := pages(
		videoindexer.Video{ID: "a", Name: "Talk 1", State: "Processed", SourceLanguage: "en-US", PersonModelID: "M", LastIndexed: "2026-03-01T12:00:00Z"},
		videoindexer.Video{ID: "b", Name: "talk 2", State: "processed", SourceLanguage: "EN-us", LastIndexed: "2026-03-02T12:00:00.5Z"},
		videoindexer.Video{ID: "c", Name: "Lecture", State: "Uploaded"},
		videoindexer.Video{ID: "d", Name: "Talk 3", State: "Failed", SourceLanguage: "de-DE", PersonModelID: "m", LastIndexed: "long ago"},
		videoindexer.Video{ID: "p", IsBase: new(bool), Name: "Talk, cut", State: "Processed", LastIndexed: "2026-03-01T12:00:00Z"}, // a project
	)
	noon := func(day int) time.Time { return time.Date(2026, 3, day, 12, 0, 0, 0, time.UTC) }
	for name, test := range map[string]struct {
		filter batch.Filter
		atMost int64
		want   string
	}{
		"all":                           {batch.Filter{}, 0, "a b c d !"},
		"by state":                      {batch.Filter{State: "Processed"}, 0, "a b !"},
		"by language":                   {batch.Filter{SourceLanguage: "en-US"}, 0, "a b !"},
		"by person model":               {batch.Filter{PersonModelID: "m"}, 0, "a d !"},
		"by name":                       {batch.Filter{Name: regexp.MustCompile("^Talk")}, 0, "a d !"},
		"by time":                       {batch.Filter{IndexedBefore: noon(2)}, 0, "a c d !"},
		"by time, to the moment":        {batch.Filter{IndexedBefore: noon(1)}, 0, "c d !"},
		"by all at once":                {batch.Filter{State: "Failed", SourceLanguage: "de-DE", PersonModelID: "m", Name: regexp.MustCompile("3"), IndexedBefore: noon(1)}, 0, "d !"},
		"nothing matches":               {batch.Filter{State: "Quarantined"}, 0, "!"},
		"the first":                     {batch.Filter{}, 1, "a"},
		"as many as the pages hold":     {batch.Filter{}, 4, "a b c d"},
		"more than the pages hold":      {batch.Filter{}, 5, "a b c d !"},
		"the first that matches a name": {batch.Filter{Name: regexp.MustCompile("^L")}, 1, "c"},
	} {
		var got []string
		for v, err := range test.filter.Select(videos, test.atMost) {
			if errors.Is(err, errPage) {
				v.ID = "!"
			}
			got = append(got, v.ID)
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: got %q, want %q", name, text, test.want)
		}
	}
}
