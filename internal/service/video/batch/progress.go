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

// String is the line that users see.
func (p Progress) String() string {
	return fmt.Sprintf("%d of %s done, %d running (%s), %d failed, after %s.",
		p.Done, Count(p.Total), len(p.Running), First(p.Running), p.Failed, p.Elapsed.Round(time.Second))
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
