package batch

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Cost is the number and length of videos to index.
type Cost struct {
	Videos int
	// Seconds is the total length of the videos whose length is known.
	Seconds float64
	// Unmeasured is the number of the videos whose length is unknown.
	Unmeasured int
}

// Add adds a video of a length in seconds, which is nil if it is unknown.
func (c *Cost) Add(seconds *float64) {
	c.Videos++
	seconds = MeasuredLength(seconds)
	if seconds == nil {
		c.Unmeasured++
		return
	}
	c.Seconds += *seconds
}

// MeasuredLength returns the length of a video, or nil if it is unknown. The service returns 0 for
// a video that it has not measured yet.
func MeasuredLength(seconds *float64) *float64 {
	if seconds == nil || *seconds <= 0 {
		return nil
	}
	return seconds
}

// CostOf returns the cost of all videos.
func CostOf(videos []videoindexer.Video) Cost {
	var cost Cost
	for _, v := range videos {
		cost.Add(v.DurationInSeconds)
	}
	return cost
}

// String returns a text such as "12 videos of 3h40m in total".
func (c Cost) String() string {
	if c.Unmeasured == c.Videos {
		return Count(c.Videos) + " of unknown length"
	}
	text := Count(c.Videos) + " of " + LengthText(c.Seconds)
	if c.Videos > 1 {
		text += " in total"
	}
	if c.Unmeasured > 0 {
		text += fmt.Sprintf(" (%d of unknown length)", c.Unmeasured)
	}
	return text
}

// Count returns a text such as "12 videos".
func Count(videos int) string {
	if videos == 1 {
		return "1 video"
	}
	return fmt.Sprintf("%d videos", videos)
}

// LengthText writes seconds as a Go duration, such as "3h40m". It rounds up, so that no cost seems
// lower than it is.
func LengthText(seconds float64) string {
	// A duration can hold so many seconds, and nobody's videos are that long.
	const longest = 1e9
	minutes := math.Ceil(min(seconds, longest) / 60)
	if minutes == 0 {
		return "0m"
	}
	rounded := time.Duration(minutes) * time.Minute
	return strings.TrimSuffix(rounded.String(), "0s")
}

// Budget is the maximum cost of a run; infinite if there is no limit.
type Budget struct{ Videos, Seconds float64 }

// RemainingQuota returns the remaining daily quota of an account from its usage, which is nil if
// the account does not show it.
func RemainingQuota(usage *videoindexer.QuotaUsage) Budget {
	if usage == nil {
		usage = &videoindexer.QuotaUsage{}
	}
	return Budget{
		Videos:  remaining(usage.DailyUploadCountLimit, usage.DailyUploadCount),
		Seconds: remaining(usage.DailyUploadDurationLimitInSeconds, usage.DailyUploadDurationInSeconds),
	}
}

// remaining returns what is left of a limit; infinite if the service does not return the limit or
// its use.
func remaining(limit, used *float64) float64 {
	if limit == nil || used == nil {
		return math.Inf(1)
	}
	return max(0, *limit-*used)
}

// String returns a text such as "2 videos and any length".
func (b Budget) String() string {
	videos := "any number of videos"
	length := "any length"
	if !math.IsInf(b.Videos, 1) {
		videos = Count(int(min(b.Videos, math.MaxInt32)))
	}
	if !math.IsInf(b.Seconds, 1) {
		length = LengthText(b.Seconds - math.Mod(b.Seconds, 60))
	}
	return videos + " and " + length
}

// Allows reports whether a cost is within the budget. If the length is limited, videos of unknown
// length exceed it.
func (b Budget) Allows(c Cost) bool {
	if c.Unmeasured > 0 && !math.IsInf(b.Seconds, 1) {
		return false
	}
	return float64(c.Videos) <= b.Videos && c.Seconds <= b.Seconds
}
