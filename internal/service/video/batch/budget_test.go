package batch_test

import (
	"testing"
	"time"

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
		"0 videos": costOf(),
		"3 videos of 60 s in total (the service does not show the length of 2 of them)": costOf(new(float64(60)), new(float64(0)), new(float64(-1))),
		"1 video of 50 s":                  costOf(new(float64(50))),
		"1 video of 1 s":                   costOf(new(0.2)),
		"1 video of 2 min":                 costOf(new(float64(61))),
		"12 videos of 3 h 40 min in total": {Videos: 12, Length: 220 * time.Minute},
		"2 videos of 1 h in total":         costOf(new(float64(1800)), new(float64(1800))),
		"2 videos of 10 s in total (the service does not show the length of 1 of them)": costOf(new(float64(10)), nil),
		"1 video (the service does not show the length of it)":                          costOf(nil),
		"2 videos (the service does not show the length of any of them)":                costOf(nil, nil),
	} {
		if got := cost.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if cost := costOf(new(float64(1e300))); cost.Length <= 0 {
		t.Errorf("a length that no duration can hold became %s", cost.Length)
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
		"as many as allowed": {batch.Limits{Videos: 2, Length: time.Hour}, hour, ""},
		"no limit of length": {batch.Limits{Videos: 2}, costOf(nil, new(float64(1e9))), ""},
		"too many":           {batch.Limits{Videos: 1, Length: time.Hour}, hour, "max_videos allows 1 video, and 2 videos of 1 h in total are selected."},
		"too long":           {batch.Limits{Videos: 2, Length: 59 * time.Minute}, hour, "max_duration allows 59 min, and 2 videos of 1 h in total are selected."},
		"one that is too long": {
			batch.Limits{Videos: 2, Length: time.Hour}, costOf(new(float64(4000))), "max_duration allows 1 h, and 1 video of 1 h 7 min is selected.",
		},
		"not known": {
			batch.Limits{Videos: 2, Length: time.Hour},
			costOf(new(float64(10)), nil),
			"max_duration allows 1 h, which cannot be compared with 2 videos of 10 s in total (the service does not show the length of 1 of them).",
		},
	} {
		if got := test.limits.Exceeded(test.cost); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestQuota(t *testing.T) {
	t.Parallel()
	const notShown = "The service does not show the daily quota of the account, so it was not compared."
	usage := func(count, countLimit, length, lengthLimit *float64) *videoindexer.QuotaUsage {
		return &videoindexer.QuotaUsage{
			DailyUploadCount: count, DailyUploadCountLimit: countLimit,
			DailyUploadDurationInSeconds: length, DailyUploadDurationLimitInSeconds: lengthLimit,
		}
	}
	two := costOf(new(float64(1800)), new(float64(1800)))
	for name, test := range map[string]struct {
		usage    *videoindexer.QuotaUsage
		says     string
		exceeded string
	}{
		"fits":      {usage(new(float64(3)), new(float64(100)), new(341.5), new(float64(7200))), "The daily quota of the account leaves 97 videos and 1 h 54 min.", ""},
		"just fits": {usage(new(float64(98)), new(float64(100)), new(float64(0)), new(float64(3600))), "The daily quota of the account leaves 2 videos and 1 h.", ""},
		"too many": {
			usage(new(float64(99)), new(float64(100)), new(float64(0)), new(float64(7200))), "The daily quota of the account leaves 1 video and 2 h.",
			"The daily quota of the account leaves 1 video and 2 h. 2 videos of 1 h in total are selected.",
		},
		"too long": {
			usage(new(float64(0)), new(float64(100)), new(float64(5000)), new(float64(7200))), "The daily quota of the account leaves 100 videos and 36 min.",
			"The daily quota of the account leaves 100 videos and 36 min. 2 videos of 1 h in total are selected.",
		},
		"used up": {
			usage(new(float64(120)), new(float64(100)), new(float64(9000)), new(float64(7200))), "The daily quota of the account leaves 0 videos and 0 s.",
			"The daily quota of the account leaves 0 videos and 0 s. 2 videos of 1 h in total are selected.",
		},
		"missing":         {nil, notShown, ""},
		"empty":           {usage(nil, nil, nil, nil), notShown, ""},
		"without a limit": {usage(new(float64(5)), nil, new(float64(5)), nil), notShown, ""},
		"no length": {
			usage(new(float64(5)), new(float64(10)), nil, new(float64(7200))),
			"The daily quota of the account leaves 5 videos. The service does not show how many hours it leaves, so that was not compared.", "",
		},
		"no count, and too long": {
			usage(nil, nil, new(float64(7000)), new(float64(7200))),
			"The daily quota of the account leaves 3 min. The service does not show how many videos it leaves, so that was not compared.",
			"The daily quota of the account leaves 3 min. The service does not show how many videos it leaves, so that was not compared. 2 videos of 1 h in total are selected.",
		},
	} {
		quota := batch.QuotaOf(test.usage)
		if got := quota.String(); got != test.says {
			t.Errorf("%s: says %q, want %q", name, got, test.says)
		}
		if got := quota.Exceeded(two); got != test.exceeded {
			t.Errorf("%s: exceeded %q, want %q", name, got, test.exceeded)
		}
	}
}
