package batch_test

import (
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
		"3 videos of 1m in total (2 of unknown length)": costOf(new(float64(60)), new(float64(0)), new(float64(-1))),
		"1 video of 1m":                                 costOf(new(float64(50))),
		"1 video of 2m":                                 costOf(new(float64(61))),
		"12 videos of 3h40m in total":                   {Videos: 12, Seconds: 220 * 60},
		"2 videos of 1h0m in total":                     costOf(new(float64(1800)), new(float64(1800))),
		"2 videos of 1m in total (1 of unknown length)": costOf(new(float64(10)), nil),
		"1 video of unknown length":                     costOf(nil),
		"2 videos of unknown length":                    costOf(nil, nil),
	} {
		if got := cost.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestBudget(t *testing.T) {
	t.Parallel()
	usage := func(count, countLimit, length, lengthLimit *float64) batch.Budget {
		return batch.Quota(&videoindexer.QuotaUsage{
			DailyUploadCount: count, DailyUploadCountLimit: countLimit,
			DailyUploadDurationInSeconds: length, DailyUploadDurationLimitInSeconds: lengthLimit,
		})
	}
	two := costOf(new(float64(1800)), new(float64(1800)))
	unmeasured := costOf(new(float64(1800)), nil)
	for name, test := range map[string]struct {
		budget   batch.Budget
		says     string
		isTooFew bool // for two videos of an hour
		isOpen   bool // for two videos, one of unknown length
	}{
		"fits":                   {usage(new(float64(3)), new(float64(100)), new(341.5), new(float64(7200))), "97 videos and 1h54m", false, false},
		"just fits":              {usage(new(float64(98)), new(float64(100)), new(float64(0)), new(float64(3600))), "2 videos and 1h0m", false, false},
		"too many":               {usage(new(float64(99)), new(float64(100)), nil, nil), "1 video and any length", true, false},
		"too long":               {usage(new(float64(0)), new(float64(100)), new(float64(5000)), new(float64(7200))), "100 videos and 36m", true, false},
		"used up":                {usage(new(float64(120)), new(float64(100)), new(float64(9000)), new(float64(7200))), "0 videos and 0m", true, false},
		"missing":                {batch.Quota(nil), "any number of videos and any length", false, true},
		"without a limit":        {usage(new(float64(5)), nil, new(float64(5)), nil), "any number of videos and any length", false, true},
		"no length":              {usage(new(float64(5)), new(float64(10)), nil, new(float64(7200))), "5 videos and any length", false, true},
		"no count, and too long": {usage(nil, nil, new(float64(7000)), new(float64(7200))), "any number of videos and 3m", true, false},
		"huge":                   {usage(new(float64(0)), new(1e300), new(float64(0)), new(1e300)), "2147483647 videos and 277777h47m", false, false},
	} {
		if got := test.budget.String(); got != test.says || test.budget.Allows(two) == test.isTooFew || test.budget.Allows(unmeasured) != test.isOpen {
			t.Errorf("%s: says %q, want %q; allows two videos of an hour: %t", name, got, test.says, test.budget.Allows(two))
		}
	}
}
