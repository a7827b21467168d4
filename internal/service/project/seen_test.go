package project

import (
	"testing"
	"time"
)

// TestSeen reads a project again until its time of modification is old enough to differ from that of any later change.
func TestSeen(t *testing.T) {
	t.Parallel()
	began := time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC)
	var s seen
	for _, step := range []struct {
		modified  string
		after     time.Duration
		isSettled bool
	}{
		{"one", 0, false},
		{"one", time.Second, false},
		{"one", 2 * time.Second, true},
		{"one", time.Minute, true},
		{"two", time.Hour, false},
		{"", time.Hour + time.Minute, false},
		{"", 2 * time.Hour, false},
		{"two", 3 * time.Hour, false},
		{"two", 3*time.Hour + 2*time.Second, true},
	} {
		if s = s.after(step.modified, began.Add(step.after)); s.IsSettled != step.isSettled || s.Modified != step.modified {
			t.Errorf("%q after %s: %+v, want settled %t", step.modified, step.after, s, step.isSettled)
		}
	}
}
