package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// clock ends an attempt's context when nothing has moved for a while.
type clock struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	limit   time.Duration
	timeout error
	timer   *time.Timer
}

func newClock(ctx context.Context, limit time.Duration) *clock {
	k := &clock{limit: limit, timeout: fmt.Errorf("no answer within %s", limit)}
	k.ctx, k.cancel = context.WithCancelCause(ctx)
	k.timer = time.AfterFunc(limit, func() { k.cancel(k.timeout) })
	return k
}

// tick says that bytes have moved.
func (k *clock) tick() { k.timer.Reset(k.limit) }

func (k *clock) stop() {
	k.timer.Stop()
	k.cancel(nil)
}

// explain returns the clock's own error if the clock ended the attempt. In front of some errors of
// net/http it puts plain words.
func (k *clock) explain(err error) error {
	if errors.Is(context.Cause(k.ctx), k.timeout) {
		return k.timeout
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return cutOffError{err}
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Errorf("the endpoint does not resolve: %w", err)
	}
	return err
}

// cutOffError is an EOF in plain words.
type cutOffError struct{ error }

func (cutOffError) Error() string   { return "the connection was closed before the answer was complete" }
func (e cutOffError) Unwrap() error { return e.error }

// ticking is a reader whose bytes keep the clock going.
type ticking struct {
	io.Reader
	clock *clock
}

func (t *ticking) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if n > 0 {
		t.clock.tick()
	}
	return n, err
}

// ownBody is a request's body on its way out. It keeps the error of its source apart from those of
// the network.
type ownBody struct {
	source io.ReadCloser
	clock  *clock
	broken atomic.Pointer[error]
	closed atomic.Bool
}

func (b *ownBody) Read(p []byte) (int, error) {
	n, err := b.source.Read(p)
	if n > 0 {
		b.clock.tick()
	}
	// After the connection is lost, the transport may still read a body that it has closed: an
	// error of the source is then not the cause.
	if err != nil && err != io.EOF && !b.closed.Load() {
		b.broken.CompareAndSwap(nil, &err)
	}
	return n, err
}

func (b *ownBody) Close() error {
	b.closed.Store(true)
	return b.source.Close()
}

func (b *ownBody) failure() error {
	if b == nil {
		return nil
	}
	if broken := b.broken.Load(); broken != nil {
		return *broken
	}
	return nil
}
