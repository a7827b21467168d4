package acctest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// bubbles are the tests that InBubble runs.
var bubbles sync.Map

// InBubble runs a test in virtual time (testing/synctest): what waits takes none. The connections to its servers are pipes.
func InBubble(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		bubbles.Store(t, true)
		defer bubbles.Delete(t)
		test(t)
	})
}

var pipes atomic.Int32

// listenOnPipes serves a mock server to those who dial in its bubble.
func (s *Server) listenOnPipes(t testing.TB) {
	t.Helper()
	ends := pipeListener{conns: make(chan net.Conn), ctx: t.Context()}
	listener := &http.Server{Handler: s.front(), ReadHeaderTimeout: time.Hour}
	go func() { _ = listener.Serve(ends) }()
	t.Cleanup(func() {
		s.Close()
		_ = listener.Close()
		// net/http lingers a moment over a connection that it has not read to its end, and what clients still ask for, such as
		// a token that nobody waits for any more, is given up after a while.
		<-time.After(time.Hour)
	})
	// Clients of one endpoint share a pace, and a pace must stay in its bubble.
	s.URL, s.dial = fmt.Sprintf("http://bubble%d.localhost", pipes.Add(1)), ends.dial
}

// pipeListener accepts the far ends of pipes.
type pipeListener struct {
	conns chan net.Conn
	ctx   context.Context //nolint:containedctx // of the test
}

func (l pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case l.conns <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-l.ctx.Done():
		return nil, net.ErrClosed
	}
}

func (l pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.ctx.Done():
		return nil, net.ErrClosed
	}
}

func (pipeListener) Close() error   { return nil }
func (pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "bubble"} }
