package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

// start compares how long our provider and an empty one take to begin.
type start struct {
	Pairs  int         `json:"pairs"`
	Plan   startedPair `json:"plan"`   // terraform plan with a provider block and no resource
	Schema startedPair `json:"schema"` // from the start of the process to the answer of GetProviderSchema
	Idle   int64       `json:"idle_rss"`
}

// startedPair holds medians over alternating runs.
type startedPair struct {
	Ours  time.Duration `json:"ours"`
	Empty time.Duration `json:"empty"`
	// Ratio is the median of the ratios of the pairs.
	Ratio float64 `json:"ratio"`
}

// SchemaPairs is how many pairs compare schemas, which are quicker than plans.
func (s *start) SchemaPairs() int { return 2 * s.Pairs }

func measureStart(ctx context.Context, t *tools, pairs int) (*start, error) {
	result := &start{Pairs: pairs}
	progress("start: %d pairs of plans, %d of schemas", pairs, result.SchemaPairs())
	plans := map[string]func() (time.Duration, error){}
	for _, provider := range []string{"videoindexer", "empty"} {
		w, err := newWorkspace(t, nil, direct)
		if err != nil {
			return nil, err
		}
		if err := w.configure(provider, fmt.Sprintf("provider %q {}\n", provider)); err != nil {
			return nil, err
		}
		plans[provider] = func() (time.Duration, error) {
			took, err := w.run(ctx, "plan")
			return took.Wall, err
		}
	}
	var err error
	if result.Plan, err = pair(pairs, plans["videoindexer"], plans["empty"]); err != nil {
		return nil, err
	}
	result.Schema, err = pair(result.SchemaPairs(),
		func() (time.Duration, error) { return askSchema(ctx, t.provider) },
		func() (time.Duration, error) { return askSchema(ctx, t.empty) })
	if err != nil {
		return nil, err
	}
	result.Idle, err = idleRSS(ctx, t)
	return result, err
}

// idleRSS is the peak memory of a provider that is started and asked for nothing.
func idleRSS(ctx context.Context, t *tools) (int64, error) {
	w, err := newWorkspace(t, nil, measured)
	if err != nil {
		return 0, err
	}
	defer w.remove()
	if err := w.configure("videoindexer", "provider \"videoindexer\" {}\n"); err != nil {
		return 0, err
	}
	took, err := w.run(ctx, "plan")
	return took.Provider.PeakRSS, err
}

// pair runs both in turn. A first run of each is not measured: it brings the files of both into memory.
func pair(pairs int, ours, empty func() (time.Duration, error)) (startedPair, error) {
	var a, b []time.Duration
	var ratios []float64
	for i := range pairs + 1 {
		x, errOurs := ours()
		y, errEmpty := empty()
		if err := errors.Join(errOurs, errEmpty); err != nil {
			return startedPair{}, err
		}
		if i > 0 {
			a, b, ratios = append(a, x), append(b, y), append(ratios, float64(x)/float64(y))
		}
	}
	return startedPair{Ours: middle(a), Empty: middle(b), Ratio: middle(ratios)}, nil
}

// middle is the median. Of an even number of values it is the lower of the two in the middle.
func middle[T cmp.Ordered](values []T) T {
	return slices.Sorted(slices.Values(values))[(len(values)-1)/2]
}

// askSchema starts a provider as an engine does, asks it for its schema, and returns how long that took.
func askSchema(ctx context.Context, binary string) (time.Duration, error) {
	provider := exec.CommandContext(ctx, binary)
	provider.Env = append(os.Environ(), "PLUGIN_PROTOCOL_VERSIONS=6",
		"TF_PLUGIN_MAGIC_COOKIE=d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2")
	said, err := provider.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := provider.Start(); err != nil {
		return 0, err
	}
	defer func() { _ = provider.Wait() }() // it is killed
	defer func() { _ = provider.Process.Kill() }()
	// The handshake of go-plugin: version | protocol | network | address | kind | certificate.
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		return 0, err
	}
	handshake := strings.Split(strings.TrimSpace(line), "|")
	if len(handshake) < 5 || handshake[4] != "grpc" {
		return 0, fmt.Errorf("%s began with %q", binary, line)
	}
	defer func() { _ = os.Remove(handshake[3]) }() // the socket, which a process that is killed leaves behind
	connection, err := grpc.NewClient(handshake[2]+":"+handshake[3], grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return 0, err
	}
	defer connection.Close()
	// An empty message accepts any answer.
	err = connection.Invoke(ctx, "/tfplugin6.Provider/GetProviderSchema", &emptypb.Empty{}, &emptypb.Empty{})
	return time.Since(began), err
}
