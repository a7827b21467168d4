// Package batch selects videos of an account and indexes them again within a budget. It knows nothing of Terraform.
package batch

import (
	"iter"
	"regexp"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Filter says which of the listed videos are wanted. What is empty does not filter; letter case counts in names alone.
type Filter struct {
	State, SourceLanguage, PersonModelID string
	Name                                 *regexp.Regexp
	// IndexedBefore also selects videos that were never indexed.
	IndexedBefore time.Time
}

// Select gives the wanted videos as they come, at most so many; 0 stands for all. Projects, which some services list as
// well, are never wanted. A video that cannot be read passes: it may be one that is wanted.
func (f Filter) Select(videos iter.Seq2[videoindexer.Video, error], atMost int64) iter.Seq2[videoindexer.Video, error] {
	return func(yield func(videoindexer.Video, error) bool) {
		given := int64(0)
		for video, err := range videos {
			if err == nil && !f.Wants(video) {
				continue
			}
			if given++; !yield(video, err) || given == atMost {
				return
			}
		}
	}
}

// Wants reports whether a listed video is wanted.
func (f Filter) Wants(v videoindexer.Video) bool {
	if v.IsBase != nil && !*v.IsBase {
		return false
	}
	return isWanted(f.State, v.State) && isWanted(f.SourceLanguage, v.SourceLanguage) && isWanted(f.PersonModelID, v.PersonModelID) &&
		(f.Name == nil || f.Name.MatchString(v.Name)) && (f.IndexedBefore.IsZero() || !isIndexedSince(v, f.IndexedBefore))
}

func isWanted(filter, value string) bool { return filter == "" || strings.EqualFold(filter, value) }

// isIndexedSince says whether a video was indexed at a time or after it. One without a readable time was not.
func isIndexedSince(v videoindexer.Video, since time.Time) bool {
	indexed, err := time.Parse(time.RFC3339Nano, v.LastIndexed)
	return err == nil && !indexed.Before(since)
}
