package acctest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var bubbles atomic.Int32

// NewServerInBubble is NewServer within synctest, where time is virtual: the connections are pipes.
func NewServerInBubble(t testing.TB, opts ...mockserver.Option) *Server {
	t.Helper()
	mock := mockserver.New(opts...)
	pipes := pipeListener{conns: make(chan net.Conn), ctx: t.Context()}
	listener := &http.Server{Handler: mock, ReadHeaderTimeout: time.Hour}
	go func() { _ = listener.Serve(pipes) }()
	account := mockserver.DefaultAccount()
	mock.AddAccount(account)
	t.Cleanup(func() {
		mock.Close()
		_ = listener.Close()
		<-time.After(time.Second) // net/http lingers a moment over a connection that it has not read to its end
		for _, violation := range mock.Violations() {
			t.Errorf("against the contract: %s", violation)
		}
	})
	// Clients of one endpoint share a pace, and a pace must stay in its bubble.
	url := fmt.Sprintf("http://bubble%d.localhost", bubbles.Add(1))
	return &Server{Server: mock, URL: url, Account: account, Key: mockserver.DefaultSubscriptionKey, dial: pipes.dial}
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
