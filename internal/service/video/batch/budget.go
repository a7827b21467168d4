package batch

import (
	"fmt"
	"math"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Cost is what the indexing of videos takes.
type Cost struct {
	Videos int
	// Length is the total length of the videos whose length is known, and Unmeasured counts the others.
	Length     time.Duration
	Unmeasured int
}

// Add adds a video of a length in seconds; nil if it is not known. A length of 0 is that of a video which the service has
// not measured yet.
func (c *Cost) Add(seconds *float64) {
	c.Videos++
	if seconds == nil || *seconds <= 0 {
		c.Unmeasured++
		return
	}
	c.Length += secondsOf(*seconds)
}

// CostOf is the cost of all videos.
func CostOf(videos []videoindexer.Video) Cost {
	var cost Cost
	for _, v := range videos {
		cost.Add(v.DurationInSeconds)
	}
	return cost
}

// String is such as "12 videos of 3 h 40 min in total".
func (c Cost) String() string {
	if c.Unmeasured == c.Videos {
		return Count(c.Videos) + " of unknown length"
	}
	text := Count(c.Videos) + " of " + Hours(c.Length)
	if c.Videos > 1 {
		text += " in total"
	}
	if c.Unmeasured > 0 {
		text += fmt.Sprintf(" (%d of unknown length)", c.Unmeasured)
	}
	return text
}

// Count is such as "12 videos".
func Count(videos int) string {
	if videos == 1 {
		return "1 video"
	}
	return fmt.Sprintf("%d videos", videos)
}

// Hours writes a duration as people do: "3 h 40 min", "45 min", "50 s". It rounds up, so that no price seems lower than it
// is.
func Hours(d time.Duration) string {
	if d <= time.Minute {
		return fmt.Sprintf("%d s", int(math.Ceil(d.Seconds())))
	}
	minutes := int(math.Ceil(d.Minutes()))
	switch hours := minutes / 60; {
	case hours == 0:
		return fmt.Sprintf("%d min", minutes)
	case minutes%60 == 0:
		return fmt.Sprintf("%d h", hours)
	default:
		return fmt.Sprintf("%d h %d min", hours, minutes%60)
	}
}

// Limits are what a run may cost; Length is 0 for no limit.
type Limits struct {
	Videos int
	Length time.Duration
}

// Exceeded says what is above the limits; "" if nothing is.
func (l Limits) Exceeded(c Cost) string {
	switch {
	case c.Videos > l.Videos:
		return fmt.Sprintf("max_videos allows %s. Selected: %s.", Count(l.Videos), c)
	case l.Length > 0 && (c.Length > l.Length || c.Unmeasured > 0):
		return fmt.Sprintf("max_duration allows %s. Selected: %s.", Hours(l.Length), c)
	}
	return ""
}

// Quota is what an account may still have indexed today; nil where the service does not show it.
type Quota struct {
	Videos *float64
	Length *time.Duration
}

// QuotaOf reads what a usage leaves; nil for an account that does not show its usage.
func QuotaOf(usage *videoindexer.QuotaUsage) Quota {
	var left Quota
	if usage == nil {
		return left
	}
	left.Videos = rest(usage.DailyUploadCountLimit, usage.DailyUploadCount)
	if seconds := rest(usage.DailyUploadDurationLimitInSeconds, usage.DailyUploadDurationInSeconds); seconds != nil {
		length := secondsOf(*seconds)
		left.Length = &length
	}
	return left
}

func rest(limit, used *float64) *float64 {
	if limit == nil || used == nil {
		return nil
	}
	left := max(0, *limit-*used)
	return &left
}

// secondsOf is a number of seconds as a duration; one that no duration can hold is the longest.
func secondsOf(seconds float64) time.Duration {
	if seconds >= math.MaxInt64/float64(time.Second) {
		return math.MaxInt64
	}
	return time.Duration(seconds * float64(time.Second))
}

// String says what is left.
func (q Quota) String() string {
	videos, length := "an unknown number of videos", "an unknown length"
	if q.Videos != nil {
		videos = Count(int(min(*q.Videos, math.MaxInt32)))
	}
	if q.Length != nil {
		length = Hours(q.Length.Truncate(time.Minute))
	}
	return fmt.Sprintf("The daily quota of the account leaves %s and %s.", videos, length)
}

// IsExceeded reports whether something does not fit that can be compared.
func (q Quota) IsExceeded(c Cost) bool {
	return q.Videos != nil && float64(c.Videos) > *q.Videos || q.Length != nil && c.Length > *q.Length
}
