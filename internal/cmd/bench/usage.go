package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

// With these variables, this program under the name of a provider runs the real provider and notes what that used. The
// kernel counts for a parent what its child used until it ended: nothing is sampled.
const (
	wrappedVariable = "BENCH_PROVIDER" // path of the real provider
	usageVariable   = "BENCH_USAGE"    // file that gets a line of JSON for each process of the provider
)

// usage is what one process, or several, used.
type usage struct {
	CPU       time.Duration `json:"cpu"`      // user and system, of all processes together
	PeakRSS   int64         `json:"peak_rss"` // bytes, of the largest process
	Processes int           `json:"processes"`
}

// usageOf reads the usage of a process that has ended.
func usageOf(state *os.ProcessState) usage {
	return usage{CPU: state.UserTime() + state.SystemTime(), PeakRSS: peakRSS(state), Processes: 1}
}

// wrap runs the provider at path in the place of this process, and returns its exit code.
func wrap(path string) int {
	provider := exec.CommandContext(context.Background(), path, os.Args[1:]...)
	provider.Stdin, provider.Stdout, provider.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if err := provider.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		for s := range signals {
			_ = provider.Process.Signal(s)
		}
	}()
	_ = provider.Wait() // how it ended is in its state
	if err := appendUsage(os.Getenv(usageVariable), usageOf(provider.ProcessState)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return max(provider.ProcessState.ExitCode(), 0)
}

func appendUsage(name string, u usage) error {
	line, err := json.Marshal(u)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}

// takeUsage adds up what the file holds, and removes it.
func takeUsage(name string) (usage, error) {
	var all usage
	content, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return all, nil // no provider was started
	}
	if err != nil {
		return all, err
	}
	for lines := json.NewDecoder(bytes.NewReader(content)); ; {
		var one usage
		if err := lines.Decode(&one); errors.Is(err, io.EOF) {
			return all, os.Remove(name)
		} else if err != nil {
			return all, err
		}
		all.CPU += one.CPU
		all.PeakRSS = max(all.PeakRSS, one.PeakRSS)
		all.Processes += one.Processes
	}
}
