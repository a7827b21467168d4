package mockserver

import (
	"encoding/binary"
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"
)

// Rates are the shares, from 0 to 1, of requests that fail in each way. Their sum must not exceed
// 1.
type Rates struct {
	TooMany             float64 // 429
	InternalError       float64 // 500, not handled
	GatewayTimeout      float64 // 504, not handled
	GatewayTimeoutAfter float64 // 504, although the request was handled
	ResetBefore         float64
	ResetAfter          float64
	CutResponse         float64

	RetryAfter time.Duration // of a 429
	Operations []Operation   // none: every one
}

type chaos struct {
	seed  uint64
	rates Rates
	seen  map[string]uint64
}

// Chaos makes requests fail at random. The result of the n-th request of a method and path depends
// only on the seed, not on how requests interleave.
func (s *Server) Chaos(seed uint64, rates Rates) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chaos = &chaos{seed: seed, rates: rates, seen: map[string]uint64{}}
}

func (c *chaos) pick(r *http.Request, target *endpoint) *Action {
	if target == nil {
		return nil
	}
	if len(c.rates.Operations) > 0 && !slices.Contains(c.rates.Operations, target.operation) {
		return nil
	}
	key := r.Method + " " + r.URL.EscapedPath()
	c.seen[key]++
	draw := c.draw(key, c.seen[key])
	for _, kind := range []struct {
		rate   float64
		action Action
	}{
		{c.rates.TooMany, tooManyRequests(c.rates.RetryAfter)},
		{c.rates.InternalError, Status(http.StatusInternalServerError)},
		{c.rates.GatewayTimeout, Status(http.StatusGatewayTimeout)},
		{c.rates.GatewayTimeoutAfter, StatusAfter(http.StatusGatewayTimeout)},
		{c.rates.ResetBefore, ResetBefore()},
		{c.rates.ResetAfter, ResetAfter()},
		{c.rates.CutResponse, CutResponse()},
	} {
		draw -= kind.rate
		if draw < 0 {
			return &kind.action
		}
	}
	return nil
}

// draw returns a number from 0 to 1 for the n-th request of a key.
func (c *chaos) draw(key string, n uint64) float64 {
	sum := fnv.New64a()
	_, _ = sum.Write(binary.BigEndian.AppendUint64([]byte(key), n))
	return rand.New(rand.NewPCG(c.seed, sum.Sum64())).Float64()
}

// tooManyRequests returns the 429 of a request limit.
func tooManyRequests(wait time.Duration) Action {
	name := http.StatusText(http.StatusTooManyRequests)
	return respondInstead(name, func(*faultyRequest) *response { return tooManyResponse(wait) })
}
