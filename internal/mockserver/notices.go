package mockserver

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Mail is a message that the service would have sent.
type Mail struct {
	Time    time.Time
	About   string // "indexing" or "render"
	Account string
	ID      string // of the video or project
	State   string // that the work ended in
}

// Callback is a POST that the server made to a client's callbackUrl (Events of the contract).
type Callback struct {
	Time   time.Time
	URL    string
	Status int   // that the receiver answered; 0 when there was no answer
	Err    error // why there was no answer
}

// notices are the mails and callbacks of a server; its lock guards them.
type notices struct {
	mails     []Mail
	callbacks []Callback
	underway  int
	idle      chan struct{} // closed once nothing is underway
}

// callbackTimeout bounds one callback: a receiver that hangs must not keep a test from ending.
const callbackTimeout = 10 * time.Second

// parameter is one addition to a callback address; a slice of them keeps the contract's order.
type parameter struct{ name, value string }

// notify posts to a callback address with the parameters added after those that it has. The caller holds the lock;
// the POST happens outside it, so that a receiver may use the server.
func (s *Server) notify(address string, parameters ...parameter) {
	u, err := url.Parse(address)
	if err != nil {
		s.notices.callbacks = append(s.notices.callbacks, Callback{Time: s.now(), URL: address, Err: err})
		return
	}
	for _, p := range parameters {
		if u.RawQuery != "" {
			u.RawQuery += "&"
		}
		u.RawQuery += url.QueryEscape(p.name) + "=" + url.QueryEscape(p.value)
	}
	s.notices.underway++
	if s.notices.underway == 1 {
		s.notices.idle = make(chan struct{})
	}
	callback := Callback{Time: s.now(), URL: u.String()}
	go func() {
		callback.Status, callback.Err = post(callback.URL)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.notices.callbacks = append(s.notices.callbacks, callback)
		s.notices.underway--
		if s.notices.underway == 0 {
			close(s.notices.idle)
		}
	}()
}

func post(address string) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), callbackTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, http.NoBody)
	if err != nil {
		return 0, fmt.Errorf("build the callback: %w", err)
	}
	// A connection of its own that ends with the answer: nothing is left behind when the test is over.
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		return 0, fmt.Errorf("call back: %w", err)
	}
	_, err = io.Copy(io.Discard, response.Body)
	if closeErr := response.Body.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return response.StatusCode, fmt.Errorf("read the callback's answer: %w", err)
	}
	return response.StatusCode, nil
}

// AwaitCallbacks waits until no callback is underway or ctx ends, and returns those that were made so far.
func (s *Server) AwaitCallbacks(ctx context.Context) ([]Callback, error) {
	s.mu.Lock()
	idle, underway := s.notices.idle, s.notices.underway
	s.mu.Unlock()
	if underway > 0 {
		select {
		case <-idle:
		case <-ctx.Done():
			return nil, fmt.Errorf("await callbacks: %w", ctx.Err())
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Callback(nil), s.notices.callbacks...), nil
}

// Mails returns the mails that were sent so far.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.notices.mails...)
}

func (s *Server) mail(about, account, id, state string) {
	s.notices.mails = append(s.notices.mails, Mail{Time: s.now(), About: about, Account: account, ID: id, State: state})
}
