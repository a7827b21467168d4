package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestWhatIsRepeated proves the number of attempts, by status and by whether a repetition can do
// harm.
func TestWhatIsRepeated(t *testing.T) {
	t.Parallel()
	const always = 4 // as often as attempts are allowed
	for _, c := range []struct {
		status                     int
		reading, writing, creating int
	}{
		{200, 1, 1, 1},
		{304, 1, 1, 1},
		{400, 1, 1, 1},
		{403, 1, 1, 1},
		{404, 1, 1, 1},
		{408, always, always, 1},
		{409, 1, 1, 1},
		{425, always, always, always},
		{429, always, always, always},
		{500, always, always, 1},
		{501, 1, 1, 1},
		{502, always, always, 1},
		{503, always, always, 1},
		{504, always, always, 1},
		{520, always, always, 1},
	} {
		for name, kind := range map[string]struct {
			request Request
			want    int
		}{"reading": {reading(), c.reading}, "writing": {writing(), c.writing}, "creating": {creating(), c.creating}} {
			t.Run(fmt.Sprint(c.status, " ", name), func(t *testing.T) {
				t.Parallel()
				var arrived atomic.Int32
				client := serve(t, func(w http.ResponseWriter, r *http.Request) {
					content, _ := io.ReadAll(r.Body)
					if kind.request.Body != nil && string(content) != `{"name":"a"}` {
						t.Errorf("attempt %d carries %q, want the whole body", arrived.Load()+1, content)
					}
					arrived.Add(1)
					w.Header().Set("Retry-After", "0")
					w.WriteHeader(c.status)
				}, attemptsUpTo(always))
				_, err := client.Do(t.Context(), kind.request)
				check.Equal(t, kind.want, int(arrived.Load()), "attempts")
				switch c.status {
				case 200:
					check.ErrorSays(t, "", err, "the request")
				default:
					apiErr := check.ErrorAs[*APIError](t, err)
					check.Equal(t, []int{c.status, kind.want}, []int{apiErr.Status, apiErr.Attempts}, "status and attempts of %v", err)
				}
				mayBeDone := c.status >= 500 || c.status == 408
				_, isAmbiguous := errors.AsType[*AmbiguousError](err)
				check.Equal(t, kind.request.IsSentOnce && mayBeDone, isAmbiguous, "%T %v is ambiguous", err, err)
			})
		}
	}
}

// The request may have been carried out. Sending it again could make a second object.
func TestAmbiguous(t *testing.T) {
	t.Parallel()
	for name, handle := range map[string]func(http.ResponseWriter){
		"lost before the response": func(w http.ResponseWriter) { breakOff(w, "") },
		"reset": func(w http.ResponseWriter) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = conn.(*net.TCPConn).SetLinger(0)
				_ = conn.Close()
			}
		},
		"gateway timeout": func(w http.ResponseWriter) { w.WriteHeader(http.StatusGatewayTimeout) },
		"cut":             func(w http.ResponseWriter) { breakOff(w, cutResponse) },
		"not HTTP":        func(w http.ResponseWriter) { breakOff(w, "SSH-2.0\r\n\r\n") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := recorded(t, func(_ int, w http.ResponseWriter) { handle(w) })
			_, err := dial(t, server.endpoint).Do(t.Context(), creating())
			ambiguous := check.ErrorAs[*AmbiguousError](t, err)
			got := []string{ambiguous.Operation, ambiguous.Method, ambiguous.URL}
			check.Equal(t, []string{"create thing", "POST", server.endpoint + "/things/7"}, got, "the request of the error")
			ids := server.header(clientRequestIDHeader)
			check.Equal(t, []string{ambiguous.RequestID}, ids, "the request id of the error, and those that arrived")
			check.ErrorSays(t, "possibly carried out", err, "the request")
		})
	}
}

// TestAnEndpointThatCannotBeReached is tried for ten seconds, and its error has no id of a request
// that never arrived.
func TestAnEndpointThatCannotBeReached(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		conn func() net.Conn
		want string
	}{
		"connection refused":           {err: os.NewSyscallError("connect", syscall.ECONNREFUSED), want: "connection refused"},
		"no such host":                 {err: &net.DNSError{Err: "no such host", Name: "nowhere.test", IsNotFound: true}, want: "the endpoint does not resolve"},
		"resolver failed":              {err: &net.DNSError{Err: "server misbehaving", Name: "nowhere.test", IsTemporary: true}, want: "the endpoint does not resolve"},
		"a proxy that repeats secrets": {err: errors.New("proxy said test-key-0123 and test-token-4567"), want: "proxy said (redacted) and (redacted)"},
		"closed during the TLS handshake": {conn: func() net.Conn {
			near, far := net.Pipe()
			go func() { _, _ = far.Read(make([]byte, 1)); _ = far.Close() }()
			return near
		}, want: "closed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := dial(t, "https://"+strings.ReplaceAll(name, " ", "-")+".test", attemptsUpTo(100), func(config *Config) {
					config.Dial = func(context.Context, string, string) (net.Conn, error) {
						if c.conn != nil {
							return c.conn(), nil
						}
						return nil, &net.OpError{Op: "dial", Net: "tcp", Err: c.err}
					}
				})
				client.Backoff = defaultBackoff
				began := time.Now()
				_, err := client.Do(t.Context(), creating())
				lost := check.ErrorAs[*NetworkError](t, err)
				check.ErrorSays(t, c.want, err, "the request")
				check.Equal(t, "", lost.RequestID, "the request id of %v", err)
				took := time.Since(began)
				if took != 10*time.Second || lost.Attempts < 5 {
					t.Errorf("%d attempts in %s, want 5 or more in 10s", lost.Attempts, took)
				}
			})
		})
	}
}

// Another attempt would meet the same certificate, or none, so there is only one.
func TestAnEndpointThatCannotBeTrusted(t *testing.T) {
	t.Parallel()
	secure := httptest.NewUnstartedServer(http.NotFoundHandler())
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	for name, endpoint := range map[string]string{
		"a certificate of its own": secure.URL,
		"no TLS":                   "https" + strings.TrimPrefix(plain.URL, "http"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := dial(t, endpoint).Do(t.Context(), creating())
			check.Equal(t, 1, check.ErrorAs[*NetworkError](t, err).Attempts, "attempts until %v", err)
		})
	}
}

// Ctrl-C must be felt at once, whatever a call is waiting for.
func TestEveryWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	begin := func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
	streaming := reading()
	streaming.Stream = func(body io.Reader) error { _, err := io.Copy(io.Discard, body); return err }
	asConfigured := func(*Config) {}
	for name, c := range map[string]struct {
		handle           http.HandlerFunc
		change           func(*Config)
		request          Request
		mayHaveSucceeded bool // what the caller who came first waited for
	}{
		"for a response":      {handle: hang, change: asConfigured, request: reading(), mayHaveSucceeded: true},
		"for a body":          {handle: begin, change: asConfigured, request: reading(), mayHaveSucceeded: true},
		"for a streamed body": {handle: begin, change: asConfigured, request: streaming, mayHaveSucceeded: true},
		"for a backoff": {
			handle: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
			change: asConfigured, request: reading(), mayHaveSucceeded: true,
		},
		"for a gate": {
			handle: func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Retry-After", "60")
				w.WriteHeader(http.StatusTooManyRequests)
			},
			change: asConfigured, request: reading(),
		},
		"for a token": {handle: hang, change: keyAlone, request: reading()},
		"for a slot": {
			handle: func(http.ResponseWriter, *http.Request) {},
			change: func(config *Config) { config.RequestsPerMinute = 1 }, request: reading(),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client := serveInBubble(t, c.handle, c.change)
				client.Backoff = Backoff{Base: time.Hour, Limit: time.Hour}
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan error, 10) // of callers of whom some wait behind others
				for range cap(ended) {
					go func() {
						var err error
						for err == nil {
							_, err = client.Do(ctx, c.request)
						}
						ended <- err
					}()
				}
				pause(10 * time.Second)
				cancelled := time.Now()
				cancel()
				mayHaveSucceeded := false
				for range cap(ended) {
					err := <-ended
					interrupted, ok := errors.AsType[*InterruptedError](err)
					if ok && interrupted.MayHaveSucceeded {
						mayHaveSucceeded = true
					}
					check.ErrorIs(t, context.Canceled, err, "the request")
					check.Equal(t, true, strings.HasPrefix(fmt.Sprint(err), "get thing: "), "the operation is at the beginning of %v", err)
				}
				check.Equal(t, 0, time.Since(cancelled), "time after the cancellation")
				check.Equal(t, c.mayHaveSucceeded, mayHaveSucceeded, "it may be done")
				pause(refreshTimeout) // a token request ends by itself
			})
		})
	}
}

// TestRefusedToken has a service refuse tokens: the call tries one new token after each refusal,
// but not after two in a row, since the second one is not due to an expired token.
func TestRefusedToken(t *testing.T) {
	t.Parallel()
	const ok, refused, failed = http.StatusOK, http.StatusUnauthorized, http.StatusServiceUnavailable
	for name, c := range map[string]struct {
		responses  []int
		isOptional bool
		want       []string // the token of each attempt
	}{
		"once":  {[]int{refused, ok}, false, []string{"token-1", "token-2"}},
		"twice": {[]int{refused, refused}, false, []string{"token-1", "token-2"}},
		"twice, with a failure between": {
			[]int{refused, failed, refused, ok}, false, []string{"token-1", "token-2", "token-2", "token-3"},
		},
		"twice, where it may be missing": {[]int{refused, refused, ok}, true, []string{"token-1", "token-2", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var carried []string
			tokens := &issuer{valid: map[string]bool{}}
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/token" {
					tokens.ServeHTTP(w, r)
					return
				}
				status := http.StatusTeapot // after the last response
				if len(carried) < len(c.responses) {
					status = c.responses[len(carried)]
				}
				carried = append(carried, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
				w.WriteHeader(status)
			}, keyAlone)
			request := reading()
			request.Auth.IsOptional = c.isOptional
			_, err := client.Do(t.Context(), request)
			check.Equal(t, c.want, carried, "tokens used")
			if c.responses[len(c.responses)-1] != refused {
				check.ErrorSays(t, "", err, "the request")
				return
			}
			check.Equal(t, refused, check.ErrorAs[*APIError](t, err).Status, "the status of %v", err)
		})
	}
}

// TestPausesBetweenAttempts measures the pauses after failures in virtual time: half a second at
// most after the first, twice as long each time, up to half a minute, and each left to chance.
func TestPausesBetweenAttempts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var arrived []time.Time
		client := serveInBubble(t, func(w http.ResponseWriter, _ *http.Request) {
			arrived = append(arrived, time.Now())
			w.WriteHeader(http.StatusInternalServerError)
		}, attemptsUpTo(100))
		client.Backoff = defaultBackoff
		_, err := client.Do(t.Context(), reading())
		if err == nil || len(arrived) != 100 {
			t.Fatalf("%d attempts, error %v, want 100 and an error", len(arrived), err)
		}
		shares := map[int]bool{} // of the longest pause, in percent
		for i, longest := 1, 500*time.Millisecond; i < len(arrived); i, longest = i+1, min(2*longest, 30*time.Second) {
			pause := arrived[i].Sub(arrived[i-1])
			if pause < longest/2 || pause > longest+time.Nanosecond {
				t.Errorf("attempt %d came after %s, want between %s and %s", i+1, pause, longest/2, longest)
			}
			shares[int(100*pause/longest)] = true
		}
		if len(shares) < 10 {
			t.Errorf("pauses are %v of the longest, want some that differ", shares)
		}
	})
}

// TestMayHaveApplied has a call fail in some way first, and then be refused with 409: only what may
// have been carried out counts, not what never left.
func TestMayHaveApplied(t *testing.T) {
	t.Parallel()
	const hungUp = 0 // a connection that ends before the response
	for name, c := range map[string]struct {
		failedDials int
		responses   []int // before the last one
		want        bool
	}{
		"nothing before the conflict": {0, nil, false},
		"refused connections":         {2, nil, false},
		"lost connection":             {0, []int{hungUp}, true},
		"refused, then lost":          {1, []int{hungUp}, true},
		"another refusal":             {0, []int{http.StatusTooManyRequests}, false},
		"a failure":                   {0, []int{http.StatusInternalServerError}, true},
		"a failure, then a refusal":   {0, []int{http.StatusGatewayTimeout, http.StatusTooManyRequests}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var arrived atomic.Int32
			client := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				status := append(c.responses, http.StatusConflict)[arrived.Add(1)-1]
				if status == hungUp {
					breakOff(w, "")
					return
				}
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(status)
			})
			through := client.HTTP.DialContext
			dialed := 0
			client.HTTP.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
				dialed++
				if dialed <= c.failedDials {
					return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
				}
				return through(ctx, network, address)
			}
			_, err := client.Do(t.Context(), writing())
			apiErr := check.ErrorAs[*APIError](t, err)
			check.Equal(t, http.StatusConflict, apiErr.Status, "the status of %v", err)
			check.Equal(t, c.want, apiErr.MayHaveSucceeded, "MayHaveSucceeded of %v", err)
		})
	}
}
