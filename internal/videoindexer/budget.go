package videoindexer

import "time"

const (
	// testTime is how long a budget is kept to before more than that is tried.
	testTime = 100 * time.Second
	// spread is the part of a run's time by which the requests of a minute are drawn out, up to mostSpread: they come ever
	// more evenly, and yet no run loses much to it.
	spread     = 15
	mostSpread = 57 * time.Second
	// budgetWindow is a minute, with some room for a network that delivers unevenly.
	budgetWindow = time.Minute + 250*time.Millisecond
)

// budget is how many requests a minute may hold. A window that is full stays so for long; an even flow alone would
// waste most of the first minutes, in which as many may leave as the limit by the second allows.
type budget struct {
	most    int // 0: nothing learned
	learned time.Time
	took    time.Duration // the time in which so many were let through
}

// learn takes what was let through in the window that ends with the wait.
func (b *budget) learn(h *history, r *refusal, now time.Time) {
	opens := r.sent.Add(r.wait)
	window := h.since(opens.Add(-time.Minute - time.Second)) // the wait is in whole seconds, rounded up
	*b = budget{most: max(len(window), 1), learned: now}
	if len(window) == 0 {
		return
	}
	b.took = r.sent.Sub(window[0])
	if opens.Before(window[0].Add(time.Minute)) {
		h.passed = nil // the window is fixed: the next one begins empty
	}
}

// isFull says whether a request sent then has little room left.
func (b *budget) isFull(h *history, sent time.Time) bool {
	return b.most > 0 && len(h.since(sent.Add(-time.Minute)))*10 >= b.most*9
}

// accepted says that the service lets more through than was known.
func (b *budget) accepted(h *history, sent time.Time) {
	if b.most > 0 {
		b.most = max(b.most, len(h.since(sent.Add(-time.Minute))))
	}
}

// room is the time until another request fits in. isTest says that one may be sent all the same, to see whether the
// limit is still the same.
func (b *budget) room(h *history, unanswered int, now time.Time) (room time.Duration, isTest bool) {
	window := h.since(now.Add(-budgetWindow))
	excess := len(window) + unanswered - b.most
	if b.most == 0 || excess < 0 || len(window) == 0 {
		return 0, false
	}
	room = window[min(excess, len(window)-1)].Add(budgetWindow).Sub(now)
	return room, now.Sub(b.learned) > testTime && room > 2*time.Second
}

// interval is the time from one request to the next, after a run of that length.
func (b *budget) interval(run time.Duration) time.Duration {
	if b.most == 0 {
		return 0
	}
	return min(max(b.took, run/spread), mostSpread) / time.Duration(b.most)
}
