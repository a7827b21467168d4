package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// idleTimer ends an attempt's context when nothing has moved for a while.
type idleTimer struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	limit   time.Duration
	timeout error
	timer   *time.Timer
}

func newIdleTimer(ctx context.Context, limit time.Duration) *idleTimer {
	t := &idleTimer{limit: limit, timeout: fmt.Errorf("no response within %s", limit)}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	t.timer = time.AfterFunc(limit, func() { t.cancel(t.timeout) })
	return t
}

// tick says that bytes have moved.
func (t *idleTimer) tick() { t.timer.Reset(t.limit) }

func (t *idleTimer) stop() {
	t.timer.Stop()
	t.cancel(nil)
}

// explainedError returns the timer's own error if the timer ended the attempt. In front of some
// errors of net/http it puts plain words.
func (t *idleTimer) explainedError(err error) error {
	if errors.Is(context.Cause(t.ctx), t.timeout) {
		return t.timeout
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &wordedError{"the connection was closed before the response was complete", err}
	}
	_, isUnresolved := errors.AsType[*net.DNSError](err)
	if isUnresolved {
		return fmt.Errorf("the endpoint does not resolve: %w", err)
	}
	return err
}
