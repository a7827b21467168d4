package transport

import "time"

const (
	// firstWait is how long requests wait after a refusal if the service names no time.
	firstWait = time.Second
	// longestResponseWait is how long requests wait for the response to another one.
	longestResponseWait = time.Second
	// serviceClockTick is the smallest unit of the times that services name.
	serviceClockTick = time.Second
	// initialWindow is how many requests may be in flight at first.
	initialWindow = 4
	// windowGrowth is how many requests must be let through until one more may be in flight.
	windowGrowth = 2
)

// gate holds everyone after a refusal. Then one request goes first, and the others follow when it
// was let through.
type gate struct {
	// opensAt is the time before which nobody leaves.
	opensAt time.Time
	// closedAt is when the gate was last closed.
	closedAt time.Time
	// lastSentAt is when the last request left.
	lastSentAt time.Time
	// waited is how long the gate was closed since a request was let through; 0 while it is open.
	waited time.Duration
	// nextWait is the least wait after the next refusal, if the service names none.
	nextWait time.Duration
	inFlight int
}

// pause returns how long a request must still wait. Requests in flight fill a window, and others
// wait for their responses, except those with priority. The window grows with what was accepted
// since the last refusal. After a refusal, it has room for one request.
func (g *gate) pause(now time.Time, accepted int, hasPriority bool) time.Duration {
	pause := g.opensAt.Sub(now)
	window := initialWindow + accepted/windowGrowth
	if g.waited > 0 {
		window = 1
	}
	if g.inFlight >= window && !hasPriority {
		pause = max(pause, g.lastSentAt.Add(longestResponseWait).Sub(now))
	}
	return pause
}

// noteAccepted opens the gate if the accepted request was the first one after a refusal, and
// reports whether it was.
func (g *gate) noteAccepted(sentAt time.Time) (opensGate bool) {
	opensGate = g.waited > 0 && sentAt.After(g.closedAt)
	if opensGate {
		g.nextWait = min(g.waited/2, defaultBackoff.Limit)
		g.waited = 0
	}
	return opensGate
}

// noteRefused closes the gate for the wait that the service asks for, 0 if it names none, and
// returns for how long. All that was sent before it closed counts as one refusal; that of the
// request that goes first doubles the wait.
func (g *gate) noteRefused(now, sentAt time.Time, wait time.Duration) time.Duration {
	if sentAt.After(g.closedAt) {
		if wait == 0 {
			wait = max(firstWait, g.nextWait)
		}
		// If the service names no wait, the waits are 1 s, 2 s, 4 s and so on, because waited is
		// the sum of those before.
		wait = max(wait, min(wait+g.waited, defaultBackoff.Limit))
		g.closedAt = now
		g.waited += wait
	}
	g.opensAt = now.Add(max(wait, g.opensAt.Sub(now)))
	return g.opensAt.Sub(now)
}
