// Package testbed holds what the commands demo and bench share: the engine that runs the provider, and the simulated
// service that the provider talks to.
package testbed

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const missingEngine = `%q is not on the PATH, and this needs Terraform or OpenTofu:

  Terraform 1.8 or later:  https://developer.hashicorp.com/terraform/install
  OpenTofu 1.8 or later:   https://opentofu.org/docs/intro/install/

Installed elsewhere, or under another name? Say so: TERRAFORM=/path/to/it, or TERRAFORM=tofu`

// FindEngine returns the path of the program that TERRAFORM names, "terraform" by default.
func FindEngine() (string, error) {
	name := cmp.Or(os.Getenv("TERRAFORM"), "terraform")
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf(missingEngine, name)
	}
	// The engine runs in another folder, where a relative path leads nowhere.
	return filepath.Abs(path)
}

// Command prepares a run of the engine in a folder, with these variables in its environment.
func Command(ctx context.Context, engine, folder string, variables []string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, engine, arguments...)
	command.Dir = folder
	command.Env = append(withoutSettings(os.Environ()), variables...)
	// Ctrl-C goes to the engine from the terminal, and a second interrupt from here would make it drop everything. So
	// this only waits for the engine to end its requests and write its state, and kills one that hangs.
	command.Cancel = func() error { return nil }
	command.WaitDelay = 20 * time.Second
	return command
}

// withoutSettings leaves out the variables that would change how the engine or the provider works, so that both work
// the same on every machine.
func withoutSettings(environment []string) []string {
	clean := []string{"TF_CLI_CONFIG_FILE=" + os.DevNull, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1", "TF_INPUT=0"}
	for _, variable := range environment {
		if strings.HasPrefix(variable, "TF_") || strings.HasPrefix(variable, "VIDEOINDEXER_") || strings.HasPrefix(variable, "CHECKPOINT_") {
			continue
		}
		clean = append(clean, variable)
	}
	return clean
}

// Service is the simulated service, in this process.
type Service struct {
	*mockserver.Server
	Account    mockserver.Account
	URL        string
	isExtended bool
	http       *http.Server
}

// Serve starts a service on a free port of this machine, with an account that has a number of brands. If it is extended,
// the provider uses its extended operations.
func Serve(ctx context.Context, brands int, isExtended bool, options ...mockserver.Option) (*Service, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	if isExtended {
		options = append(options, mockserver.Extended())
	}
	s := &Service{Server: mockserver.New(options...), URL: "http://" + listener.Addr().String(), isExtended: isExtended}
	s.Account = s.AddDefaultAccount(brands)
	s.http = &http.Server{Handler: s.Server, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.http.Serve(listener) }() // until Stop
	return s, nil
}

// Stop ends the service, and what it still answers.
func (s *Service) Stop() {
	s.Close()
	_ = s.http.Close()
}

// Variables lead the provider to the service, as NAME=value.
func (s *Service) Variables() []string {
	variables := []string{
		"VIDEOINDEXER_ENDPOINT=" + s.URL,
		"VIDEOINDEXER_LOCATION=" + s.Account.Location,
		"VIDEOINDEXER_ACCOUNT_ID=" + s.Account.ID,
		"VIDEOINDEXER_SUBSCRIPTION_KEY=" + mockserver.DefaultSubscriptionKey,
	}
	if s.isExtended {
		variables = append(variables, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
	}
	return variables
}

// CheckContract returns an error if a client did what the contract does not allow.
func (s *Service) CheckContract() error {
	if all := s.Violations(); len(all) > 0 {
		return fmt.Errorf("%d requests were against the contract, the first one: %s", len(all), all[0])
	}
	return nil
}
