package videoindexer

import (
	"math"
	"time"
)

const (
	// holdTime is how long a learned rate stays nearly as it is before it is put to the test.
	holdTime = 60 * time.Second
	// cut is the part of itself by which a rate falls when it is refused, and which it regains within holdTime.
	cut = 0.03
	// guessTime is the time in demand in which a guess grows e-fold.
	guessTime = 2 * time.Second
	// soon is how many requests a rate that fits lets through at least between two refusals.
	soon = 40
	// sureLessons is how many lessons make a rate that the service has let through on the whole, waits included.
	sureLessons = 3
	// jitter is the room left in a second for a network that delivers unevenly.
	jitter = 40 * time.Millisecond
	// lowestRate and highestRate bound what is learned: what is higher is no ceiling.
	lowestRate  = 0.5
	highestRate = 1000.0
)

// ceiling is a learned rate: that of a limit counted by the second, or of a bucket that fills evenly.
type ceiling struct {
	plateau float64 // requests a second; 0: nothing learned
	lessons int
	isGuess bool          // the last lesson may be wrong by far
	grown   time.Duration // the time in demand since then
}

// rate follows a cubic, which is flat around the plateau and leaves it faster and faster. A guess grows exponentially.
func (c *ceiling) rate() float64 {
	if c.isGuess {
		return c.plateau * math.Exp(float64(c.grown)/float64(guessTime))
	}
	x := float64(c.grown) / float64(holdTime)
	return c.plateau * (1 + cut*x*x*x)
}

// interval is the time from one request to the next.
func (c *ceiling) interval() time.Duration {
	if c.lessons == 0 {
		return 0
	}
	return time.Duration(float64(time.Second) / c.rate())
}

func (c *ceiling) grow(by time.Duration) {
	c.grown += by
	if c.rate() > highestRate {
		*c = ceiling{}
	}
}

// isTested says that the rate was raised beyond the plateau.
func (c *ceiling) isTested() bool { return c.grown > holdTime/2 }

// learn takes two rates: that at which requests were let through in the second before a refusal, and their average
// since the refusal before. The first is what a window allows, and more than a bucket does that was full; the second is
// what a bucket allows, and less than a window does, since it counts the wait. isSoon says that few were let through.
func (c *ceiling) learn(lastSecond, average float64, isSoon bool) {
	rate, isGuess := c.rate(), false
	switch {
	case c.lessons == 0:
		rate = lastSecond
	case !isSoon:
		// Between the plateau, which was good for a while, and the rate that was refused.
		rate = math.Sqrt(c.plateau*rate) * (1 - cut)
		if c.isTested() {
			c.lessons = 1
		}
	case lastSecond < rate/6 && !c.isGuess:
		rate, isGuess = max(lastSecond, average), true // another limit, or bad luck
	case c.lessons == 1:
		rate = min(lastSecond, max(average, 0.85*rate))
	case lastSecond < rate/2:
		rate = max(lastSecond, average) // another limit
	default:
		rate = min(average, rate) * (1 - cut)
	}
	*c = ceiling{plateau: max(rate, lowestRate), lessons: c.lessons + 1, isGuess: isGuess}
}
