// Command mockserver runs the simulated service on loopback, for experiments and scripts.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func main() {
	err := runUntilSignal()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		_, _ = fmt.Fprintln(os.Stderr, "mockserver:", err)
		os.Exit(1)
	}
}

func runUntilSignal() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

// brands is the number of brands in the account.
const brands = 20

type config struct {
	address, envFile string
	accounts, videos int
	latency          time.Duration
	indexing         float64
	extended         bool
}

func parse(args []string, usage io.Writer) (config, error) {
	var c config
	f := flag.NewFlagSet("mockserver", flag.ContinueOnError)
	f.SetOutput(usage)
	f.StringVar(&c.address, "address", "127.0.0.1:0", "`host:port` to listen on; port 0 takes a free one")
	f.StringVar(&c.envFile, "env-file", "", "`file` to write the environment variables to, once the server listens")
	f.IntVar(&c.accounts, "accounts", 1, "number of accounts: 2 adds a second, empty one in the location, "+
		"3 a trial account as well, more are paid ones")
	f.IntVar(&c.videos, "videos", 0, "number of videos to seed in addition to the two that the examples name")
	f.DurationVar(&c.latency, "latency", 0, "delay of every response")
	f.Float64Var(&c.indexing, "indexing", 0, "`share` of the length of a video that its indexing takes, such as 0.5")
	f.BoolVar(&c.extended, "extended", false, "answer the extended operations too")
	err := f.Parse(args)
	if err != nil {
		return c, err
	}
	if f.NArg() > 0 {
		return c, fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	if c.accounts < 1 || c.videos < 0 {
		return c, errors.New("-accounts must be at least 1, and -videos at least 0")
	}
	return c, nil
}

// run serves until ctx ends. It writes the variables to copy to out, and a line for each request to
// log.
func run(ctx context.Context, args []string, out, log io.Writer) error {
	c, err := parse(args, log)
	if err != nil {
		return err
	}
	service := newService(c, log)
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	environment := c.environment("http://" + listener.Addr().String())
	if c.envFile != "" {
		err := writeWhole(c.envFile, environment)
		if err != nil {
			return errors.Join(fmt.Errorf("write the environment file: %w", err), listener.Close())
		}
	}
	_, _ = fmt.Fprintf(out, "The mock server listens. To point the provider at it:\n\n%s\n%s", environment, c.contents(service.Accounts()))

	server := &http.Server{Handler: withState(service), ReadHeaderTimeout: 10 * time.Second}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		service.Close()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		stopped <- server.Shutdown(grace)
	}()
	err = server.Serve(listener)
	if !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return <-stopped
}

func newService(c config, log io.Writer) *mockserver.Server {
	options := []mockserver.Option{
		mockserver.WithLatency(c.latency),
		mockserver.WithIndexingEnd(mockserver.InProportion(c.indexing)),
		mockserver.WithRequestHook(func(r mockserver.Request) { logRequest(log, r) }),
	}
	if c.extended {
		options = append(options, mockserver.WithExtended())
	} else {
		options = append(options, mockserver.WithExtendedMissing())
	}
	service := mockserver.New(options...)
	account := service.AddDefaultAccount(brands)
	service.AddSampleMedia(account.ID)
	service.AddVideos(account.ID, c.videos)
	service.AddFurtherAccounts(account.Location, c.accounts-1)
	return service
}

// environment returns the lines that configure the provider in a shell.
func (c config) environment(endpoint string) string {
	lines := fmt.Sprintf(`export VIDEOINDEXER_ENDPOINT='%s'
export VIDEOINDEXER_LOCATION='%s'
export VIDEOINDEXER_ACCOUNT_ID='%s'
export VIDEOINDEXER_SUBSCRIPTION_KEY='%s'
`, endpoint, mockserver.DefaultLocation, mockserver.DefaultAccountID, mockserver.DefaultSubscriptionKey)
	if c.extended {
		lines += "export VIDEOINDEXER_EXTENDED_OPERATIONS=true\n"
	}
	return lines
}

// contents describes the objects with which to try the provider.
func (c config) contents(accounts []mockserver.Account) string {
	var further, videos strings.Builder
	for _, a := range accounts[1:] {
		_, _ = fmt.Fprintf(&further, "Another account, empty: %s (%s, %s)\n", a.ID, a.AccountType, a.Location)
	}
	if c.videos > 0 {
		_, _ = fmt.Fprintf(&videos, ", and %d more", c.videos)
	}
	return fmt.Sprintf(`The account holds
  brands          %d, with ids from 1001 on
  videos          %s, and with animation characters 1 and 2: %s%s
  projects        %s, and rendered already: %s
  person          %s of person model %s
%sWhat it holds at any time, as JSON: /_mock/state.

`, brands, mockserver.SampleVideoID, mockserver.SampleAnimatedVideoID, &videos, mockserver.SampleProjectID,
		mockserver.SampleRenderedProjectID, mockserver.SamplePersonID, mockserver.SamplePersonModelID, &further)
}

// writeWhole writes a file in one step, so that a script that waits for the file never reads half
// of it.
func writeWhole(name, content string) error {
	err := os.WriteFile(name+".new", []byte(content), 0o600) //nolint:gosec // the file that the user of the command named
	if err != nil {
		return err
	}
	return os.Rename(name+".new", name)
}

// logRequest writes the line of a request, without the query, because a client may have put a token
// there.
func logRequest(log io.Writer, r mockserver.Request) {
	status := "-"
	if r.Status != 0 {
		status = fmt.Sprint(r.Status)
	}
	operation := "0"
	if r.Operation != "" {
		operation = string(r.Operation)
	}
	fault := ""
	if r.Fault != "" {
		fault = "  [" + r.Fault + "]"
	}
	_, _ = fmt.Fprintf(
		log, "%s  %3s  %-6s %s  %s  %s%s\n",
		r.Time.Local().Format("15:04:05.000"), operation, r.Method, r.Path, status,
		r.Duration.Round(10*time.Microsecond), fault,
	)
}

// withState adds a path outside of the contract that returns the objects of the service.
func withState(service *mockserver.Server) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/_mock/state" {
			service.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		_ = encoder.Encode(service.State())
	})
}
