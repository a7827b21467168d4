// Package pipes serves HTTP in the virtual time of testing/synctest: the connections are pipes.
package pipes

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"
)

// Dial connects clients to a server.
type Dial = func(ctx context.Context, network, address string) (net.Conn, error)

var served atomic.Int32

// Serve starts a server, and returns an endpoint that only its clients use.
func Serve(t testing.TB, handler http.Handler) (endpoint string, dial Dial) {
	t.Helper()
	ends := listener{conns: make(chan net.Conn), ctx: t.Context()}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: time.Hour}
	go func() { _ = server.Serve(ends) }()
	t.Cleanup(func() {
		_ = server.Close()
		// net/http waits a moment before it closes a connection that it has not read to its end.
		// The provider gives up requests that nobody waits for, such as for a token, after a while.
		<-time.After(time.Hour)
	})
	return fmt.Sprintf("http://bubble%d.localhost", served.Add(1)), ends.dial
}

// listener accepts the server's ends of pipes.
type listener struct {
	conns chan net.Conn
	ctx   context.Context // of the test
}

func (l listener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
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

func (l listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.conns:
		return conn, nil
	case <-l.ctx.Done():
		return nil, net.ErrClosed
	}
}

func (listener) Close() error   { return nil }
func (listener) Addr() net.Addr { return &net.UnixAddr{Name: "bubble"} }
