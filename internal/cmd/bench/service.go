package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// latency is what the service takes for an answer.
const latency = 20 * time.Millisecond

// service is the simulated service, in this process.
type service struct {
	*mockserver.Server
	account mockserver.Account
	url     string
	http    *http.Server

	mu     sync.Mutex
	upload transfer // the latest upload
}

// transfer is the body of a request on its way.
type transfer struct {
	bytes       int64
	first, last time.Time // when the first and the last of them were read
}

// newService serves an account with a number of brands on loopback.
func newService(ctx context.Context, brands int, options ...mockserver.Option) (*service, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &service{Server: mockserver.New(options...), url: "http://" + listener.Addr().String()}
	s.account = s.AddDefaultAccount(brands)
	s.http = &http.Server{Handler: http.HandlerFunc(s.watch), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.http.Serve(listener) }() // until stop
	return s, nil
}

func (s *service) stop() {
	s.Close()
	_ = s.http.Close()
}

// variables configure the provider.
func (s *service) variables() []string {
	return []string{
		"VIDEOINDEXER_ENDPOINT=" + s.url,
		"VIDEOINDEXER_LOCATION=" + s.account.Location,
		"VIDEOINDEXER_ACCOUNT_ID=" + s.account.ID,
		"VIDEOINDEXER_SUBSCRIPTION_KEY=" + mockserver.DefaultSubscriptionKey,
	}
}

// forget begins a new count.
func (s *service) forget() { s.ResetRequests() }

// count adds up the requests since the last forget.
func (s *service) count(into *sample) {
	connections := map[string]bool{}
	for _, r := range s.Requests() {
		connections[r.Connection] = true
		switch r.Endpoint {
		case 1, 2, 3:
			into.Tokens++
		default:
			into.Requests++
			if r.Method != http.MethodGet {
				into.Writes++
			}
		}
	}
	into.Connections = len(connections)
}

// violations is an error where a client did what the contract does not allow.
func (s *service) violations() error {
	if all := s.Violations(); len(all) > 0 {
		return fmt.Errorf("%d requests were against the contract, the first one: %s", len(all), all[0])
	}
	return nil
}

// watch hands a request to the service and times the body of an upload as the service reads it.
func (s *service) watch(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		r.Body = &timedBody{ReadCloser: r.Body, service: s}
	}
	s.ServeHTTP(w, r)
}

// lastUpload answers the latest upload.
func (s *service) lastUpload() transfer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.upload
}

type timedBody struct {
	io.ReadCloser
	service *service
	soFar   transfer
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.soFar.last = time.Now()
		if b.soFar.bytes == 0 {
			b.soFar.first = b.soFar.last
		}
		b.soFar.bytes += int64(n)
		b.service.mu.Lock()
		b.service.upload = b.soFar
		b.service.mu.Unlock()
	}
	return n, err
}
