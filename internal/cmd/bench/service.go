package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
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
	// isExtended lets the provider use extended operations.
	isExtended bool
}

// newService serves an account with a number of brands on loopback.
func newService(ctx context.Context, brands int, options ...mockserver.Option) (*service, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &service{Server: mockserver.New(options...), url: "http://" + listener.Addr().String()}
	s.account = s.AddDefaultAccount(brands)
	s.http = &http.Server{Handler: s.Server, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.http.Serve(listener) }() // until stop
	return s, nil
}

func (s *service) stop() {
	s.Close()
	_ = s.http.Close()
}

// variables configure the provider.
func (s *service) variables() []string {
	variables := []string{
		"VIDEOINDEXER_ENDPOINT=" + s.url,
		"VIDEOINDEXER_LOCATION=" + s.account.Location,
		"VIDEOINDEXER_ACCOUNT_ID=" + s.account.ID,
		"VIDEOINDEXER_SUBSCRIPTION_KEY=" + mockserver.DefaultSubscriptionKey,
	}
	if s.isExtended {
		variables = append(variables, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
	}
	return variables
}

// forget begins a new count.
func (s *service) forget() { s.ResetRequests() }

// count adds up the requests since the last forget.
func (s *service) count(into *sample) {
	connections := map[string]bool{}
	for _, r := range s.Requests() {
		connections[r.Connection] = true
		switch r.Endpoint {
		case 1, 2, 3, mockserver.X(22):
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

// throughput is that of the latest upload in bytes a second, from its arrival to the answer.
func (s *service) throughput(atLeast int64) (float64, error) {
	for _, r := range slices.Backward(s.Requests()) {
		if r.Method == http.MethodPost && r.BodySize >= atLeast {
			return float64(r.BodySize) / r.Duration.Seconds(), nil
		}
	}
	return 0, fmt.Errorf("no upload of %d bytes arrived", atLeast)
}
