package mockserver

import "time"

// Pace says when work that the service does in the background ends, such as an indexing or a render. The contract
// gives no times, so a test chooses. The zero Pace ends the work at once.
type Pace struct {
	requests int
	after    time.Duration
	told     bool
	share    float64 // of the length of the video
}

// AtOnce ends the work with the request that starts it.
func AtOnce() Pace { return Pace{} }

// AfterRequests ends the work once n further requests for its video or project have found it running.
func AfterRequests(n int) Pace { return Pace{requests: n} }

// AfterTime ends the work d after its start, by the server's clock.
func AfterTime(d time.Duration) Pace { return Pace{after: d} }

// InProportion ends the indexing of a video after a share of its length, by the server's clock.
func InProportion(share float64) Pace { return Pace{share: share} }

// of is the pace of the work on a video of a length in seconds.
func (p Pace) of(seconds int) Pace {
	p.after += time.Duration(p.share * float64(seconds) * float64(time.Second))
	return p
}

// WhenTold keeps the work running until FinishIndexing or FinishRender.
func WhenTold() Pace { return Pace{told: true} }

// job is one piece of work that is running.
type job struct {
	pace  Pace
	began time.Time
	seen  int
}

// over reports whether the pace has run out.
func (j *job) over(now time.Time) bool {
	return !j.pace.told && j.seen >= j.pace.requests && !now.Before(j.began.Add(j.pace.after))
}

// look reports whether the pace has run out when a request asks about the work. If not, it counts the request.
func (j *job) look(now time.Time) bool {
	if j.over(now) {
		return true
	}
	j.seen++
	return false
}
