package videoindexer

import (
	"math"
	"time"
)

const (
	// firstRate is what a process begins with, and firstGrowth the time in which that grows e-fold until it is of no
	// account: a fraction of a second, in which a service with a low limit can be heard.
	firstRate   = 100.0
	firstGrowth = 200 * time.Millisecond
	// searchGrowth is the time in which a rate that is not confirmed grows e-fold.
	searchGrowth = 2 * time.Second
	// holdTime is how long a confirmed rate stays nearly as it is before it is put to the test.
	holdTime = 60 * time.Second
	// cut is the part of itself by which a rate falls when it is refused, and which it regains within holdTime.
	cut = 0.03
	// soon is how long a rate that fits is let through at least.
	soon = 10 * time.Second
	// lowestRate and highestRate bound what is learned: what is higher is no ceiling.
	lowestRate  = 0.5
	highestRate = 1000.0
)

// ceiling is a learned rate. The first lesson may be wrong by far, since others may have used a part of the limit: so
// the rate is raised quickly until it is refused again. What is learned then is confirmed, and tested rarely.
type ceiling struct {
	plateau float64 // requests a second; 0: nothing learned
	lessons int
	grown   time.Duration // the time in demand since the last lesson
}

// rate grows exponentially until it is confirmed. From then on it follows a cubic, which is flat around the plateau
// and leaves it faster and faster.
func (c *ceiling) rate() float64 {
	switch {
	case c.plateau == 0:
		return 0
	case c.lessons == 0:
		return c.plateau * math.Exp(float64(c.grown)/float64(firstGrowth))
	case c.lessons == 1:
		return c.plateau * math.Exp(float64(c.grown)/float64(searchGrowth))
	}
	x := float64(c.grown) / float64(holdTime)
	return c.plateau * (1 + cut*x*x*x)
}

func (c *ceiling) grow(by time.Duration) {
	c.grown += by
	if c.rate() > highestRate {
		*c = ceiling{}
	}
}

func (c *ceiling) learn(rate float64) {
	c.lessons++
	c.plateau, c.grown = rate, 0
}

// learnByMinute takes the rate at which requests were let through for a minute before a refusal.
func (c *ceiling) learnByMinute(lastMinute float64) {
	switch {
	case c.lessons == 0:
		// Others may have used a part of this minute. The next one will be seen from its beginning.
		c.lessons = 1
	case c.plateau == 0:
		c.learn(lastMinute)
	default:
		c.learn(min(lastMinute, c.fallenBack()))
	}
}

// learnBySecond takes the rates at which requests were let through in the second before a refusal, and in the span
// since the refusal before.
func (c *ceiling) learnBySecond(lastSecond, sinceRefusal float64, span time.Duration) {
	rate := c.rate()
	switch {
	case c.lessons == 0:
		rate = lastSecond
	case c.lessons == 1:
		rate = min(lastSecond, rate*(1-cut))
	case lastSecond < rate/2:
		// Less was let through than a limit of that rate allows: it is another limit.
		rate, c.lessons = max(lastSecond, sinceRefusal), 0
	case span < soon:
		rate *= 0.9
	default:
		rate = c.fallenBack()
	}
	c.learn(max(rate, lowestRate))
}

// fallenBack is between the plateau, which was good for a while, and the rate that was refused.
func (c *ceiling) fallenBack() float64 {
	return math.Sqrt(c.plateau*c.rate()) * (1 - cut)
}

// loosen gives up what was learned, little by little.
func (c *ceiling) loosen() {
	if c.plateau > 0 {
		c.plateau, c.grown, c.lessons = min(c.rate()*1.25, highestRate), 0, 1
	}
}

// binds says whether c is lower than another ceiling.
func (c *ceiling) binds(other ceiling) bool {
	return c.plateau > 0 && (other.plateau == 0 || c.rate() <= other.rate())
}

// history is what was let through in the last minute, and how the latest refusals fell.
type history struct {
	passed   []time.Time
	count    int // let through since the last event
	refusals int // answers since the last event
	events   [9]event
}

// event is a refusal that was learned from: when it began, what had been let through and what refused since the one
// before.
type event struct {
	at               time.Time
	passed, refusals int
}

func (h *history) add(sent time.Time) {
	h.count++
	if n := len(h.passed); n > 64 && sent.Sub(h.passed[n/2]) > time.Minute {
		h.passed = append(h.passed[:0], h.passed[n/2:]...)
	}
	h.passed = append(h.passed, sent)
}

func (h *history) since(t time.Time) int {
	n := 0
	for _, sent := range h.passed {
		if sent.After(t) {
			n++
		}
	}
	return n
}

// refused notes an event. span is the time since the one before, a minute at most. isNoise says that the service
// refuses at random: a few requests are let through before each refusal, however slowly they come.
func (h *history) refused(at time.Time) (span time.Duration, isNoise bool) {
	latest := len(h.events) - 1
	span = min(time.Minute, at.Sub(h.events[latest].at))
	copy(h.events[:], h.events[1:])
	h.events[latest] = event{at, h.count, h.refusals}
	h.count, h.refusals = 0, 0
	if h.events[0].at.IsZero() || at.Sub(h.events[0].at) > 4*time.Minute {
		return span, false
	}
	passed, refusals := 0, 0
	for _, e := range h.events[1:] {
		passed += e.passed
		refusals += e.refusals
	}
	return span, refusals <= 10 && passed > 2*refusals && passed <= 96
}
