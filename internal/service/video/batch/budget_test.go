package batch_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

func costOf(lengths ...*float64) batch.Cost {
	var cost batch.Cost
	for _, length := range lengths {
		cost.Add(length)
	}
	return cost
}

func TestCost(t *testing.T) {
	t.Parallel()
	for want, cost := range map[string]batch.Cost{
		"3 videos of 60 s in total (2 of unknown length)": costOf(new(float64(60)), new(float64(0)), new(float64(-1))),
		"1 video of 50 s":                                 costOf(new(float64(50))),
		"1 video of 1 s":                                  costOf(new(0.2)),
		"1 video of 2 min":                                costOf(new(float64(61))),
		"12 videos of 3 h 40 min in total":                {Videos: 12, Seconds: 220 * 60},
		"2 videos of 1 h in total":                        costOf(new(float64(1800)), new(float64(1800))),
		"2 videos of 10 s in total (1 of unknown length)": costOf(new(float64(10)), nil),
		"1 video of unknown length":                       costOf(nil),
		"2 videos of unknown length":                      costOf(nil, nil),
	} {
		if got := cost.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	hour := costOf(new(float64(1800)), new(float64(1800)))
	for name, test := range map[string]struct {
		limits batch.Limits
		cost   batch.Cost
		want   string
	}{
		"as many as allowed": {batch.Limits{Videos: 2, Seconds: 3600}, hour, ""},
		"no limit of length": {batch.Limits{Videos: 2}, costOf(nil, new(float64(1e9))), ""},
		"too many":           {batch.Limits{Videos: 1, Seconds: 3600}, hour, "max_videos allows 1 video. Selected: 2 videos of 1 h in total."},
		"too long":           {batch.Limits{Videos: 2, Seconds: 59 * 60}, hour, "max_duration allows 59 min. Selected: 2 videos of 1 h in total."},
		"one that is too long": {
			batch.Limits{Videos: 2, Seconds: 3600}, costOf(new(float64(4000))), "max_duration allows 1 h. Selected: 1 video of 1 h 7 min.",
		},
		"not known": {
			batch.Limits{Videos: 2, Seconds: 3600},
			costOf(new(float64(10)), nil),
			"max_duration allows 1 h. Selected: 2 videos of 10 s in total (1 of unknown length).",
		},
	} {
		if got := test.limits.Exceeded(test.cost); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestQuota(t *testing.T) {
	t.Parallel()
	const notShown = "The daily quota of the account leaves an unknown number of videos and an unknown length."
	usage := func(count, countLimit, length, lengthLimit *float64) *videoindexer.QuotaUsage {
		return &videoindexer.QuotaUsage{
			DailyUploadCount: count, DailyUploadCountLimit: countLimit,
			DailyUploadDurationInSeconds: length, DailyUploadDurationLimitInSeconds: lengthLimit,
		}
	}
	two := costOf(new(float64(1800)), new(float64(1800)))
	for name, test := range map[string]struct {
		usage      *videoindexer.QuotaUsage
		says       string
		isExceeded bool
	}{
		"fits":                   {usage(new(float64(3)), new(float64(100)), new(341.5), new(float64(7200))), "leaves 97 videos and 1 h 54 min.", false},
		"just fits":              {usage(new(float64(98)), new(float64(100)), new(float64(0)), new(float64(3600))), "leaves 2 videos and 1 h.", false},
		"too many":               {usage(new(float64(99)), new(float64(100)), new(float64(0)), new(float64(7200))), "leaves 1 video and 2 h.", true},
		"too long":               {usage(new(float64(0)), new(float64(100)), new(float64(5000)), new(float64(7200))), "leaves 100 videos and 36 min.", true},
		"used up":                {usage(new(float64(120)), new(float64(100)), new(float64(9000)), new(float64(7200))), "leaves 0 videos and 0 s.", true},
		"missing":                {nil, notShown, false},
		"empty":                  {usage(nil, nil, nil, nil), notShown, false},
		"without a limit":        {usage(new(float64(5)), nil, new(float64(5)), nil), notShown, false},
		"no length":              {usage(new(float64(5)), new(float64(10)), nil, new(float64(7200))), "leaves 5 videos and an unknown length.", false},
		"no count, and too long": {usage(nil, nil, new(float64(7000)), new(float64(7200))), "leaves an unknown number of videos and 3 min.", true},
	} {
		quota := batch.QuotaOf(test.usage)
		if got := quota.String(); !strings.HasSuffix(got, test.says) || quota.IsExceeded(two) != test.isExceeded {
			t.Errorf("%s: says %q, want %q; exceeded: %t", name, got, test.says, !test.isExceeded)
		}
	}
}
