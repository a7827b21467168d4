package transport

import "time"

const (
	// moment is the first wait where the service names none, and the longest that requests wait for the answer to another
	// one.
	moment = time.Second
	// initialWindow is how many requests may be in flight at first; each that is let through adds one.
	initialWindow = 5
)

// gate holds everyone after a refusal. Then one request goes first, and the others follow when it was let through.
type gate struct {
	opens     time.Time     // nobody leaves before
	refusal   time.Time     // the first refusal since a request was let through
	closed    time.Time     // when it was last closed
	waited    time.Duration // how long it was closed since a request was let through; 0 while it is open
	first     time.Duration // the first wait of the next refusal, where the service names none
	isProbing bool          // the request that goes first is under way
	last      time.Time     // when the last request left
	inFlight  int
	accepted  int
}

// enter returns how long a caller with that slot must still wait; 0 means that its request is in flight now. Priority needs
// no slot. The window counts only while no rate is known.
func (g *gate) enter(now, slot time.Time, priority, hasWindow bool) time.Duration {
	pause := g.opens.Sub(now)
	if !priority {
		pause = max(pause, slot.Sub(now))
		if isFull := hasWindow && g.waited == 0 && g.inFlight >= initialWindow+g.accepted; isFull || g.isProbing {
			pause = max(pause, g.last.Add(moment).Sub(now))
		}
	}
	if pause <= 0 {
		g.last, g.isProbing, g.inFlight = now, g.waited > 0, g.inFlight+1
	}
	return pause
}

// accept returns for how long the gate was closed until now; 0 if it is not opened by this request.
func (g *gate) accept(sent time.Time) time.Duration {
	g.accepted++
	if g.waited == 0 || !sent.After(g.closed) {
		return 0
	}
	g.first, g.waited, g.isProbing = min(g.waited/2, defaultBackoff.Limit), 0, false
	return time.Since(g.refusal)
}

// refuse closes the gate, and returns for how long. What was sent before it closed is one refusal; that of the request that
// goes first doubles the wait.
func (g *gate) refuse(sent time.Time, wait time.Duration, isAsked bool) time.Duration {
	now := time.Now()
	if sent.After(g.closed) {
		if g.waited == 0 {
			g.refusal = now
		}
		if !isAsked {
			wait = max(moment, g.first)
		}
		wait = max(wait, min(wait+g.waited, defaultBackoff.Limit))
		g.waited += wait
		g.closed, g.isProbing = now, false
	}
	g.opens = now.Add(max(wait, g.opens.Sub(now)))
	return g.opens.Sub(now)
}
