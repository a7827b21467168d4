package mockserver

import "time"

// JobEnd is when background work of the service ends, such as an indexing or a render. The contract
// does not define times, so tests choose. The zero JobEnd ends the work with the request that
// starts it.
type JobEnd struct {
	requests int
	after    time.Duration
	told     bool
	// share is the part of the length of the video.
	share float64
}

// AfterRequests ends the work after n further requests for its video or project.
func AfterRequests(n int) JobEnd { return JobEnd{requests: n} }

// AfterTime ends the work d after its start, by the server's clock.
func AfterTime(d time.Duration) JobEnd { return JobEnd{after: d} }

// InProportion ends the indexing of a video after a share of its length, by the server's clock.
func InProportion(share float64) JobEnd { return JobEnd{share: share} }

// WhenTold keeps the work running until a method of the server ends it, such as
// [Server.FinishIndexing].
func WhenTold() JobEnd { return JobEnd{told: true} }

// forLength returns the end of the work on a video with a length in seconds.
func (e JobEnd) forLength(seconds int) JobEnd {
	e.after += time.Duration(e.share * float64(seconds) * float64(time.Second))
	return e
}

// job is work in progress. Nil means that there is none.
type job struct {
	end   JobEnd
	began time.Time
	seen  int
}

func (s *Server) begin(end JobEnd) *job { return &job{end: end, began: s.now()} }

// isOver reports whether there is a job that has ended.
func (j *job) isOver(now time.Time) bool {
	if j == nil || j.end.told {
		return false
	}
	return j.seen >= j.end.requests && !now.Before(j.began.Add(j.end.after))
}

// poll reports, for a request for the state of the work, whether the work has ended. If it has not,
// poll counts the request.
func (j *job) poll(now time.Time) bool {
	if j == nil || j.isOver(now) {
		return j != nil
	}
	j.seen++
	return false
}
