package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"
)

// newHTTPTransport makes the client's only pool of connections. It speaks HTTP/1.1 alone, in which
// a connection carries one request at a time: the client can therefore tell when a request cannot
// have arrived. dial opens its connections; nil stands for the network.
func newHTTPTransport(dial DialFunc) *http.Transport {
	if dial == nil {
		dial = (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext
	}
	protocols := &http.Protocols{}
	protocols.SetHTTP1(true)
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := dial(ctx, network, address)
			if err != nil {
				return nil, err
			}
			return &countingConn{Conn: conn}, nil
		},
		Protocols:              protocols,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    256,
		IdleConnTimeout:        90 * time.Second,
		TLSHandshakeTimeout:    30 * time.Second,
		MaxResponseHeaderBytes: 1 << 20,
	}
}

// countingConn counts the bytes that left, or may be leaving at the moment: a response can arrive
// before Write returns.
type countingConn struct {
	net.Conn
	written atomic.Int64
}

func (c *countingConn) Write(p []byte) (int, error) {
	c.written.Add(int64(len(p)))
	n, err := c.Conn.Write(p)
	c.written.Add(int64(n - len(p)))
	return n, err
}

// uploadBuffer is how much of a body is read and sent at a time. With the 32 KiB of net/http, the
// number of system calls makes an upload a tenth slower.
const uploadBuffer = 256 << 10

func (c *countingConn) ReadFrom(body io.Reader) (int64, error) {
	size := int64(uploadBuffer)
	limited, isLimited := body.(*io.LimitedReader)
	if isLimited && limited.N > 0 {
		// Most bodies are smaller than the buffer.
		size = min(size, limited.N)
	}
	// The wrappers hide ReadFrom and WriteTo, which would bring back the small buffer.
	return io.CopyBuffer(struct{ io.Writer }{c}, struct{ io.Reader }{body}, make([]byte, size))
}

// sendWatch watches whether any byte of an attempt leaves.
type sendWatch struct {
	conn   atomic.Pointer[countingConn]
	before atomic.Int64
	// isUnwatched means that there was a connection that cannot be watched.
	isUnwatched atomic.Bool
}

func (w *sendWatch) gotConn(info httptrace.GotConnInfo) {
	conn := info.Conn
	for {
		switch typed := conn.(type) {
		case *countingConn:
			w.before.Store(typed.written.Load())
			w.conn.Store(typed)
			return
		case interface{ NetConn() net.Conn }:
			// A TLS connection wraps the one that counts.
			conn = typed.NetConn()
		default:
			w.isUnwatched.Store(true)
			return
		}
	}
}

// mayHaveWritten reports whether anything may have left: false only if it is certain that nothing
// has.
func (w *sendWatch) mayHaveWritten() bool {
	conn := w.conn.Load()
	hasWritten := conn != nil && conn.written.Load() > w.before.Load()
	return hasWritten || w.isUnwatched.Load()
}

// cannotUseTLS reports whether TLS cannot work with this endpoint, however often it is tried.
func cannotUseTLS(err error) bool {
	_, isCertificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, isNotTLS := errors.AsType[tls.RecordHeaderError](err)
	operation, isNetwork := errors.AsType[*net.OpError](err)
	switch {
	case isCertificate || isNotTLS:
		return true
	case errors.Is(err, http.ErrSchemeMismatch):
		return true
	}
	return isNetwork && operation.Op == "remote error"
}
