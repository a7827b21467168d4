package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// service is the simulated service that the demo started.
type service struct {
	process   *exec.Cmd
	ended     chan struct{} // closed when the process is gone
	variables []string      // what the provider needs to find it, NAME=value
}

// startService runs the service on a free loopback port and returns when it answers.
func startService(ctx context.Context, binary, folder string) (*service, error) {
	variablesFile := filepath.Join(folder, "service.env")
	logFile, err := os.Create(filepath.Join(folder, "service.log"))
	if err != nil {
		return nil, err
	}
	defer logFile.Close()

	// Ended by stop, not by ctx or Ctrl-C: an interrupted engine still has requests to finish.
	process := exec.CommandContext(context.WithoutCancel(ctx), binary, "-address", "127.0.0.1:0", "-env-file", variablesFile, "-brands", "12",
		"-extended", "-accounts", "3")
	apart(process)
	s := &service{process: process, ended: make(chan struct{})}
	s.process.Stdout, s.process.Stderr = logFile, logFile
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("starting the service: %w", err)
	}
	go func() {
		defer close(s.ended)
		_ = s.process.Wait() // it ends when it is killed
	}()

	s.variables, err = s.awaitVariables(ctx, variablesFile)
	if err != nil {
		said, _ := os.ReadFile(logFile.Name())
		s.stop()
		return nil, fmt.Errorf("starting the service: %w\n%s", err, said)
	}
	return s, nil
}

// awaitVariables waits for the file that the service writes once it listens.
func (s *service) awaitVariables(ctx context.Context, file string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		variables, err := readVariables(file)
		if err == nil && len(variables) > 0 {
			return variables, nil
		}
		select {
		case <-tick.C:
		case <-s.ended:
			return nil, errors.New("it ended before it listened")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// readVariables reads lines such as: export NAME="value".
func readVariables(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var variables []string
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		name, value, found := strings.Cut(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "export "), "=")
		if found && !strings.HasPrefix(name, "#") {
			variables = append(variables, name+"="+strings.Trim(value, `"'`))
		}
	}
	return variables, lines.Err()
}

// String says where the service is, without its key.
func (s *service) String() string {
	var lines []string
	for _, variable := range s.variables {
		if !strings.Contains(variable, "KEY=") {
			lines = append(lines, variable)
		}
	}
	return strings.Join(lines, "\n")
}

func (s *service) variable(name string) string {
	for _, variable := range s.variables {
		if value, found := strings.CutPrefix(variable, name+"="); found {
			return value
		}
	}
	return ""
}

// stop ends the service and waits until it is gone.
func (s *service) stop() {
	_ = s.process.Process.Kill() // fails only when it is gone already
	<-s.ended
}

// show prints what the service holds in some accounts, as the service itself reports it rather than Terraform's state.
func (s *service) show(ctx context.Context, accounts ...string) error {
	text, err := s.ask(ctx, "/_mock/state.txt")
	if err != nil {
		return err
	}
	isShown := true
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "account ") {
			isShown = slices.ContainsFunc(accounts, func(id string) bool { return strings.Contains(line, id) })
		} else if !strings.HasPrefix(line, " ") {
			isShown = true // what is about all of them
		}
		if isShown {
			fmt.Print(line)
		}
	}
	return nil
}

// ask returns what the service answers about itself.
func (s *service) ask(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.variable("VIDEOINDEXER_ENDPOINT")+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Timeout: 10 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("asking the service what it holds: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("asking the service what it holds: %s", answer.Status)
	}
	return io.ReadAll(answer.Body)
}
