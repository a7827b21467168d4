package batch

import (
	"fmt"
	"strings"
	"time"
)

// Progress is how far a run is.
type Progress struct {
	Total, Done, Failed int
	// Running are the ids of the videos that are being worked on, in the order of their start.
	Running []string
	Elapsed time.Duration
}

// String is the line that users see. The rest is estimated to go on as fast as so far: nothing is known before a video has
// ended.
func (p Progress) String() string {
	left := "not known yet"
	if ended := p.Done + p.Failed; ended > 0 {
		left = "about " + Hours(p.Elapsed.Seconds()/float64(ended)*float64(p.Total-ended))
	}
	return fmt.Sprintf("%d of %s done, %d running (%s), %d failed; %s so far, time left: %s.",
		p.Done, Count(p.Total), len(p.Running), First(p.Running), p.Failed, p.Elapsed.Round(time.Second), left)
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
