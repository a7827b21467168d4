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
	// Seconds are the total length of the videos whose length is known, and Unmeasured counts the others.
	Seconds    float64
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
	c.Seconds += *seconds
}

// CostOf is the cost of all videos.
func CostOf(videos []videoindexer.Video) Cost {
	var cost Cost
	for _, v := range videos {
		cost.Add(v.DurationInSeconds)
	}
	return cost
}

// String is such as "12 videos of 3 h 40 min".
func (c Cost) String() string {
	if c.Unmeasured == c.Videos {
		return Count(c.Videos) + " of unknown length"
	}
	text := Count(c.Videos) + " of " + Hours(c.Seconds)
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

// Hours writes seconds as people do: "3 h 40 min", "45 min", "50 s". It rounds up, so that no price seems lower than it is.
func Hours(seconds float64) string {
	if seconds <= time.Minute.Seconds() {
		return fmt.Sprintf("%.0f s", math.Ceil(seconds))
	}
	minutes := math.Ceil(seconds / time.Minute.Seconds())
	switch hours, rest := math.Floor(minutes/60), math.Mod(minutes, 60); {
	case hours == 0:
		return fmt.Sprintf("%.0f min", minutes)
	case rest == 0:
		return fmt.Sprintf("%.0f h", hours)
	default:
		return fmt.Sprintf("%.0f h %.0f min", hours, rest)
	}
}

// Limits are what a run may cost; Seconds is 0 for no limit.
type Limits struct {
	Videos  int
	Seconds float64
}

// Exceeded says what is above the limits; "" if nothing is.
func (l Limits) Exceeded(c Cost) string {
	switch {
	case c.Videos > l.Videos:
		return fmt.Sprintf("max_videos allows %s. Selected: %s.", Count(l.Videos), c)
	case l.Seconds > 0 && (c.Seconds > l.Seconds || c.Unmeasured > 0):
		return fmt.Sprintf("max_duration allows %s. Selected: %s.", Hours(l.Seconds), c)
	}
	return ""
}

// Quota is what an account may still have indexed today; infinite where the service does not show it.
type Quota struct{ Videos, Seconds float64 }

// QuotaOf reads what a usage leaves; nil for an account that does not show its usage.
func QuotaOf(usage *videoindexer.QuotaUsage) Quota {
	if usage == nil {
		usage = &videoindexer.QuotaUsage{}
	}
	rest := func(limit, used *float64) float64 {
		if limit == nil || used == nil {
			return math.Inf(1)
		}
		return max(0, *limit-*used)
	}
	return Quota{
		Videos:  rest(usage.DailyUploadCountLimit, usage.DailyUploadCount),
		Seconds: rest(usage.DailyUploadDurationLimitInSeconds, usage.DailyUploadDurationInSeconds),
	}
}

// String says what is left.
func (q Quota) String() string {
	videos, length := "an unknown number of videos", "an unknown length"
	if !math.IsInf(q.Videos, 1) {
		videos = Count(int(min(q.Videos, math.MaxInt32)))
	}
	if !math.IsInf(q.Seconds, 1) {
		length = Hours(q.Seconds - math.Mod(q.Seconds, time.Minute.Seconds()))
	}
	return fmt.Sprintf("The daily quota of the account leaves %s and %s.", videos, length)
}

// IsExceeded reports whether something does not fit.
func (q Quota) IsExceeded(c Cost) bool { return float64(c.Videos) > q.Videos || c.Seconds > q.Seconds }
