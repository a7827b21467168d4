package transport

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

const cutResponse = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"name\":"

// loses breaks off the second request, and answers the others.
func loses(n int, w http.ResponseWriter) {
	if n == 2 {
		breakOff(w, "")
	}
}

// TestALostConnectionMeansAnotherID loses kept-alive connections. net/http would repeat a GET with
// the same id, but every attempt must have its own id, and must be counted.
func TestALostConnectionMeansAnotherID(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"GET", "PUT", "DELETE"} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			server := recorded(t, loses)
			c := dial(t, server.endpoint)
			r := reading()
			r.Method = method
			for range 2 {
				succeeds(t, c, r)
			}
			ids := map[string]bool{}
			for _, id := range server.header(clientRequestIDHeader) {
				ids[id] = true
			}
			check.Equal(t, 3, len(ids), "different request ids")
		})
	}
}

// A PUT or POST without a body says so with Content-Length: 0, which gateways require.
func TestRequestsWithoutBodyOnTheWire(t *testing.T) {
	t.Parallel()
	server := recorded(t, func(int, http.ResponseWriter) {})
	c := dial(t, server.endpoint)
	for _, method := range []string{"GET", "DELETE", "PUT", "POST"} {
		r := reading()
		r.Method = method
		succeeds(t, c, r)
	}
	check.Equal(t, []string{"", "", "0", "0"}, server.header("Content-Length"), "Content-Length of GET, DELETE, PUT, POST")
	check.Equal(t, []string{"", "", "", ""}, server.header("Transfer-Encoding"), "Transfer-Encoding")
}

// A response that ends half way is no response, be it read whole or as it comes.
func TestACutResponseIsRetried(t *testing.T) {
	t.Parallel()
	for _, isStreamed := range []bool{false, true} {
		server := recorded(t, func(n int, w http.ResponseWriter) {
			if n == 1 {
				breakOff(w, cutResponse)
				return
			}
			_, _ = io.WriteString(w, "{}")
		})
		r := reading()
		streamed := ""
		want := ""
		if isStreamed {
			want = "{}"
			r.Stream = func(body io.Reader) error {
				content, err := io.ReadAll(body)
				streamed = string(content)
				return err
			}
		}
		check.Equal(t, "{}", succeeds(t, dial(t, server.endpoint), r), "streamed: %t: the response", isStreamed)
		check.Equal(t, want, streamed, "streamed: %t: the last attempt of the stream", isStreamed)
	}
}

// A response without an end is cut: by the bound of the request, by that of all, and for excerpts
// of errors.
func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	pour := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			chunk := bytes.Repeat([]byte("x"), 64<<10)
			for {
				_, err := w.Write(chunk)
				if err != nil {
					return // the client has had enough
				}
			}
		}
	}
	r := reading()
	r.MaxBytes = 1000
	_, err := serve(t, pour(200)).Do(t.Context(), r)
	check.ErrorSays(t, "larger than 1000 bytes", check.ErrorAs[*UnexpectedResponseError](t, err), "a bound of its own")
	_, err = serve(t, pour(200)).Do(t.Context(), reading())
	check.ErrorSays(t, "larger than 67108864 bytes", check.ErrorAs[*UnexpectedResponseError](t, err), "no bound of its own")
	_, err = serve(t, pour(400)).Do(t.Context(), reading())
	excerpt := check.ErrorAs[*APIError](t, err).Excerpt
	check.Equal(t, maxExcerptRunes+1, len([]rune(excerpt)), "characters of the excerpt")
	exact := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, r.MaxBytes)) })
	check.Equal(t, r.MaxBytes, int64(len(succeeds(t, exact, r))), "bytes of a body of exactly the bound")
}

// A failure of the request's own body is not one of the network. Its outcome is not in doubt, and
// no retry can heal it.
func TestABodyThatCannotBeRead(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	for name, open := range map[string]func() (io.ReadCloser, error){
		"not opened": func() (io.ReadCloser, error) { return nil, broken },
		"half read": func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := serve(t, func(_ http.ResponseWriter, r *http.Request) {
				content, err := io.ReadAll(r.Body)
				if err == nil {
					t.Errorf("want a part of the body alone, got %q", content)
				}
			})
			var opened int
			r := creating()
			r.Body = &Body{Length: 10, Open: func() (io.ReadCloser, error) { opened++; return open() }}
			_, err := c.Do(t.Context(), r)
			_, isAmbiguous := errors.AsType[*AmbiguousError](err)
			check.ErrorIs(t, broken, err, "the request")
			check.Equal(t, false, isAmbiguous, "it is ambiguous: %v", err)
			check.Equal(t, 1, opened, "times that the body was opened")
		})
	}
}

// lostConn takes no byte.
type lostConn struct{ net.Conn }

func (lostConn) Write([]byte) (int, error) { return 0, errors.New("connection reset by peer") }

// Where certainly nothing has left, even a request that must not be repeated may be sent again.
func TestWhatNeverLeftIsSentAgain(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func(net.Conn) (net.Conn, error){
		"no connection": func(conn net.Conn) (net.Conn, error) {
			_ = conn.Close()
			return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
		},
		"no byte written": func(conn net.Conn) (net.Conn, error) { return &countingConn{Conn: lostConn{conn}}, nil },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var arrived, dialed atomic.Int32
			c := serve(t, func(http.ResponseWriter, *http.Request) { arrived.Add(1) })
			through := c.HTTP.DialContext
			c.HTTP.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := through(ctx, network, address)
				if err == nil && dialed.Add(1) == 1 {
					return fail(conn)
				}
				return conn, err
			}
			succeeds(t, c, creating())
			check.Equal(t, 1, arrived.Load(), "requests arrived")
		})
	}
}

// Over TLS it is seen as well whether a request has left.
func TestALostConnectionOverTLSIsAmbiguous(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { breakOff(w, "") }))
	t.Cleanup(server.Close)
	c := dial(t, server.URL)
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	c.HTTP.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	_, err := c.Do(t.Context(), creating())
	check.ErrorAs[*AmbiguousError](t, err)
	seen := &sendWatch{}
	seen.gotConn(httptrace.GotConnInfo{Conn: lostConn{}})
	if !seen.mayHaveWritten() {
		t.Error("a connection cannot be watched: nothing was sent, want that something may have been")
	}
}

// TestWriteIsInProgress asks whether a request has left while a write of it is in progress: it may
// have arrived. A write that fails has sent nothing.
func TestWriteIsInProgress(t *testing.T) {
	t.Parallel()
	for sent, want := range map[int]bool{0: false, 3: true} {
		under := &heldConn{delivered: make(chan struct{}), done: make(chan int)}
		conn := &countingConn{Conn: under}
		seen := &sendWatch{}
		ended := make(chan struct{})
		seen.gotConn(httptrace.GotConnInfo{Conn: conn})
		if seen.mayHaveWritten() {
			t.Error("nothing was written: something was sent, want nothing")
		}
		go func() {
			defer close(ended)
			_, _ = conn.Write([]byte("abc"))
		}()
		<-under.delivered
		if !seen.mayHaveWritten() {
			t.Error("a write is in progress: nothing was sent, want that something may have been")
		}
		under.done <- sent
		<-ended
		check.Equal(t, want, seen.mayHaveWritten(), "something was sent after %d bytes", sent)
	}
}

// heldConn is a connection whose writes end when they are told how much they have sent.
type heldConn struct {
	net.Conn
	delivered chan struct{}
	done      chan int
}

func (c *heldConn) Write([]byte) (int, error) {
	close(c.delivered)
	return <-c.done, nil
}
