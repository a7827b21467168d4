package transport

import (
	"context"
	"net/http"
	"time"
)

// maxUnreachable is how long attempts go on that never reach the service: most such failures are wrong settings.
const maxUnreachable = 10 * time.Second

// judge decides whether another attempt follows the last one, and after which pause. A 429 needs no pause of its own: the
// gate of the pace holds every caller.
func (k *call) judge(ctx context.Context) (pause time.Duration, isRepeated bool) {
	last, longest := &k.last, defaultBackoff.Limit
	wasRenewed := k.renewed
	k.renewed = false
	switch {
	case ctx.Err() != nil || last.stopped != nil:
		return 0, false
	case last.err != nil:
		longest, isRepeated = k.mayRepeatFailed()
		isRepeated = isRepeated && k.retry()
		k.mayHaveApplied = k.mayHaveApplied || isRepeated && last.sent
	case last.Status == http.StatusUnauthorized:
		return 0, k.renew(wasRenewed)
	case last.Status == http.StatusTooManyRequests:
		if isRepeated = last.retryAfter <= maxRetryAfter && k.retry(); isRepeated {
			k.logWait(ctx, last.retryAfter)
		}
		return 0, isRepeated
	case isPassing(last.Status):
		isRepeated = !k.request.OnlyOnce && k.retry()
		k.mayHaveApplied = k.mayHaveApplied || isRepeated
	}
	if !isRepeated {
		return 0, false
	}
	pause = min(k.client.Backoff.After(k.retries-1), longest)
	k.logWait(ctx, pause)
	return pause, true
}

func (k *call) retry() bool {
	if k.retries >= k.client.Config.MaxRetries {
		return false
	}
	k.retries++
	return true
}

// mayRepeatFailed decides whether an attempt without an answer may be repeated, and how long the pause may be at most.
func (k *call) mayRepeatFailed() (longest time.Duration, may bool) {
	last := &k.last
	switch {
	case k.request.OnlyOnce && last.sent, isUntrusted(last.err):
		return 0, false
	case last.sent:
		return defaultBackoff.Limit, true
	}
	if k.unreachable.IsZero() {
		k.unreachable = time.Now()
	}
	longest = maxUnreachable - time.Since(k.unreachable)
	return longest, longest > 0
}

// renew decides what follows a 401, which the service sends for an expired token and for a token without the right
// alike. The token is dropped, and one new token is tried. If that is refused as well, a public video is still read
// without any.
func (k *call) renew(wasRenewed bool) bool {
	last, a := &k.last, k.request.Auth
	if a.Scope == KeyOnly || k.anonymous {
		return false
	}
	if !last.token.fixed {
		k.client.tokens.drop(a.key(), last.token)
		if !wasRenewed {
			k.renewed = true
			return true
		}
	}
	if a.Optional {
		k.anonymous, k.refusal = true, *last
	}
	return k.anonymous
}

// isPassing says whether a status is a failure that may be over a moment later.
func isPassing(status int) bool {
	switch status {
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// isFinal says whether a status would have ended the call in any case; 0 is no answer, which has a cause of its own.
func isFinal(status int) bool {
	return status != http.StatusUnauthorized && status != http.StatusTooManyRequests && !isPassing(status)
}

// Sleep waits for the pause, and reports whether ctx is still valid after it.
func Sleep(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}
