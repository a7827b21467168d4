//go:build unix

package reliability

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// stoppable is a provider in the test's own process, which the test asks to stop as the engine does after Ctrl-C.
type stoppable struct {
	mu      sync.Mutex
	servers []tfprotov6.ProviderServer
}

func (s *stoppable) start() (tfprotov6.ProviderServer, error) {
	server, err := acctest.Provider()[provider.TypeName]()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.servers = append(s.servers, server)
	return server, err
}

func (s *stoppable) stop(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, server := range s.servers {
		if _, err := server.StopProvider(ctx, &tfprotov6.StopProviderRequest{}); err != nil {
			return err
		}
	}
	return nil
}

// cancelInProcess is TestCancel without an engine.
func (c interruption) cancelInProcess(t *testing.T) {
	t.Helper()
	address := regexp.MustCompile(`resource "(\w+)" "it"`).FindStringSubmatch(c.config)[1] + ".it"
	next := plancheck.ResourceActionCreate
	if c.kept {
		next = plancheck.ResourceActionDestroyBeforeCreate // it is tainted
	}
	c.inProcess(t, func(w *workspace, config string) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() { c.heal(w) },
			Config:    config,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("videoindexer_brand.before", plancheck.ResourceActionNoop),
				plancheck.ExpectResourceAction(address, next),
			}},
			Check: func(*terraform.State) error { // and a plan without changes follows
				if c.untouched != nil && !c.untouched(w) {
					w.t.Error("the object was harmed by the apply that followed")
				}
				return nil
			},
		}
	})
}

// destroyInProcess is TestCancelThenDestroy without an engine.
func (c interruption) destroyInProcess(t *testing.T) {
	t.Helper()
	w := c.inProcess(t, func(w *workspace, config string) resource.TestStep {
		return resource.TestStep{PreConfig: w.ClearFaults, Config: config, Destroy: true}
	})
	if !c.untouched(w) {
		t.Error("the destroy has harmed the object")
	}
}

// inProcess interrupts an apply, and does a step afterwards.
func (c interruption) inProcess(t *testing.T, after func(w *workspace, config string) resource.TestStep) *workspace {
	t.Helper()
	w := &workspace{t: t, Server: acctest.NewServer(t, c.options...), dir: t.TempDir()}
	w.AddBrands(w.Account.ID, 2)
	c.arrange(w)
	config := w.Config(adopted + strings.ReplaceAll(c.config, "\n  depends_on = [videoindexer_brand.before]", "")) // applied in the order of the text
	var process stoppable
	var pressed time.Time
	ended, pressing := make(chan struct{}), make(chan struct{})
	press := func() {
		defer close(pressing)
		for !c.stuck(w) {
			select {
			case <-ended:
				t.Error("the apply ended by itself")
				return
			case <-time.After(time.Millisecond):
			}
		}
		pressed = time.Now()
		if err := process.stop(t.Context()); err != nil {
			t.Error(err)
		}
	}
	// The engine would start another process, with a pace of its own. Clients in one process share a pace by endpoint,
	// so the next step uses another name of the host.
	step := after(w, strings.ReplaceAll(config, "127.0.0.1", "localhost"))
	prepare := step.PreConfig
	step.PreConfig = func() {
		now := time.Now()
		close(ended)
		<-pressing
		if took := now.Sub(pressed); took > busyCancelLimit {
			t.Errorf("it took %s until the provider gave way, more than %s", took, busyCancelLimit)
		}
		prepare()
	}
	inprocess.Run(t, resource.TestCase{Steps: []resource.TestStep{
		{PreConfig: func() { go press() }, Config: config, ExpectError: regexp.MustCompile(`with videoindexer_\w+\.it,`)},
		step,
	}}, process.start, acctest.Schema(t))
	return w
}
