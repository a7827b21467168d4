package videoindexer

import (
	"slices"
	"time"
)

// history is what was let through in the last minute, in the order in which it was sent.
type history struct {
	passed []time.Time
	total  int // ever
}

func (h *history) add(sent time.Time) {
	h.total++
	if n := len(h.passed); n > 64 && sent.Sub(h.passed[n/2]) > 2*time.Minute {
		h.passed = append(h.passed[:0], h.passed[n/2:]...)
	}
	h.passed = slices.Insert(h.passed, len(h.passed)-len(h.since(sent)), sent)
}

// since is what was sent after t.
func (h *history) since(t time.Time) []time.Time {
	i, _ := slices.BinarySearchFunc(h.passed, t, func(sent, t time.Time) int {
		if sent.After(t) {
			return 1
		}
		return -1
	})
	return h.passed[i:]
}

// perSecond is the rate from one time to another, with that much room.
func (h *history) perSecond(from, to time.Time, room time.Duration) float64 {
	n := len(h.since(from)) - len(h.since(to))
	return float64(n) / (to.Sub(from) + room).Seconds()
}
