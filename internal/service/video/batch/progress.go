package batch

import (
	"fmt"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Progress is how far a run is.
type Progress struct {
	Total, Done, Failed int
	// Running are the ids of the videos that are being worked on, in the order of their start.
	Running []string
	Elapsed time.Duration
	// Ended is the share of the work that has ended, from 0 to 1.
	Ended float64
}

// String is the line that users see.
func (p Progress) String() string {
	left := "not known yet"
	if estimate, isKnown := p.Remaining(); isKnown {
		left = "about " + Hours(estimate)
	}
	return fmt.Sprintf("%d of %s done, %d running (%s), %d failed; %s so far, time left: %s.",
		p.Done, Count(p.Total), len(p.Running), First(p.Running), p.Failed, p.Elapsed.Round(time.Second), left)
}

// Remaining estimates how long the rest takes if it goes on as fast as so far; nothing is known before a video has ended.
func (p Progress) Remaining() (estimate time.Duration, isKnown bool) {
	if p.Ended <= 0 {
		return 0, false
	}
	return time.Duration(float64(p.Elapsed) * (1 - p.Ended) / p.Ended).Round(time.Second), true
}

// weights are the shares of the videos in the work, by their lengths. A video whose length is not known counts as an average
// one. Where only the start is waited for, all are equal.
func weights(videos []videoindexer.Video, isByLength bool) []float64 {
	cost := CostOf(videos)
	measured := cost.Videos - cost.Unmeasured
	shares := make([]float64, len(videos))
	for i, v := range videos {
		shares[i] = 1 / float64(len(videos))
		if isByLength && isMeasured(v.DurationInSeconds) {
			shares[i] *= *v.DurationInSeconds / cost.Length.Seconds() * float64(measured)
		}
	}
	return shares
}

// shownNames is how many videos a message names.
const shownNames = 10

// First lists the first names, and counts the others.
func First(names []string) string {
	text := strings.Join(names[:min(len(names), shownNames)], ", ")
	if more := len(names) - shownNames; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
