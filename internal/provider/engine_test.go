package provider_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccLifecycles has the engine create, update, import and destroy an instance of every
// resource, all of them in one configuration: a case for each resource would start the engine ten
// times as often. Each instance has an account of its own. With ACCTEST_ENGINE in the environment,
// it takes the lifecycles with extended operations there too.
func TestAccLifecycles(t *testing.T) {
	t.Parallel()
	for _, sceneName := range []string{"base API", "extended"} {
		t.Run(sceneName, func(t *testing.T) {
			t.Parallel()
			if sceneName == "extended" && os.Getenv("ACCTEST_ENGINE") == "" {
				t.Skip("ACCTEST_ENGINE is not set")
			}
			server := acctest.NewServer(t, mockserver.WithExtended(),
				mockserver.WithRenderEnd(mockserver.AfterRequests(1)), mockserver.WithIndexingEnd(mockserver.AfterRequests(1)))
			var steps [2]string
			for name := range fixtures.All {
				_, in := accountOf(server, name)
				configs := scenes(t, name)[sceneName].configs
				for i, config := range configs[:min(len(steps), len(configs))] {
					steps[i] += acctest.Block(t, name, config.With(in), "")
				}
			}
			runLifecycles(t, server, inprocess.Options{}, []string{"create", "update"}, steps[:]...)
		})
	}
	t.Run("import", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t, mockserver.WithExtended())
		config := ""
		options := inprocess.Options{Import: map[string]string{}}
		for name, fixture := range fixtures.All {
			account, in := accountOf(server, name)
			id := server.Account.Location + "/" + account
			if fixture.Keys != nil || fixture.ImportID != "" {
				id += "/" + fixture.ID(account)
			}
			config += acctest.Block(t, name, fixture.Arguments.With(in), "")
			options.Import[name+".it"] = id
		}
		runLifecycles(t, server, options, []string{"update", "no-op"}, config)
	})
}

// TestAccRefreshOnly has the engine refresh what it has just created, of every resource: it finds
// no change. Up to Terraform 1.14, the order in which an engine notes sensitive attributes is
// drawn, and counts: resources with two of them are left out.
func TestAccRefreshOnly(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended(),
		mockserver.WithRenderEnd(mockserver.AfterRequests(1)), mockserver.WithIndexingEnd(mockserver.AfterRequests(0)))
	config := ""
	sensitive := map[string]int{}
	eachAttribute(t, func(_ string, o offer, a *tfprotov6.SchemaAttribute) {
		if o.folder == "resources" && a.Sensitive {
			sensitive[o.name]++
		}
	})
	for name, fixture := range fixtures.All {
		if sensitive[name] > 1 {
			continue
		}
		arguments := fixture.Arguments
		if len(fixture.Extended) > 0 {
			arguments = fixture.Extended[0]
		}
		_, in := accountOf(server, name)
		config += acctest.Block(t, name, arguments.With(in), "")
	}
	d := engine.Open(t, server.Provider(t).Start)
	acctest.PlanAndApply(t, d, server.Config(config, "extended_operations = true"), inprocess.Options{})
	for range 2 {
		r := d.Try("plan", "-refresh-only", "-detailed-exitcode")
		if r.Code != 0 {
			t.Errorf("want no change of a refresh of what was just created. Got: %s", r)
		}
	}
}

// accountOf adds an account to a server, with what an instance of the resource needs in it. It
// returns the account's id and the argument that puts the instance into it.
func accountOf(server *acctest.Server, name string) (id string, in acctest.Values) {
	own := *server
	own.Account.ID = fmt.Sprintf("11fe0000-0000-4000-8000-%012d", len(server.Accounts()))
	server.AddAccount(own.Account)
	fixtures.Seed(&own)
	server.AddLanguageModel(own.Account.ID, mockserver.LanguageModel{ID: fixtures.ModelID, Name: "Found", Language: "en-US"})
	if !fixtures.All[name].IsAccount { // which makes one
		in = acctest.Values{"account_id": own.Account.ID}
	}
	return own.Account.ID, in
}

// runLifecycles applies configurations one after the other; each plan has one action for all
// instances, or one of several for an import. In the end it destroys them.
func runLifecycles(t *testing.T, server *acctest.Server, options inprocess.Options, actions []string, configs ...string) {
	t.Helper()
	engine.Need(t, engine.WriteOnly)
	d := engine.Open(t, server.Provider(t).Start)
	for i, config := range configs {
		config = server.Config(config, "extended_operations = true")
		plan, err := d.Plan(t.Context(), config, options)
		if err == nil {
			err = d.Apply(t.Context(), plan)
		}
		if err != nil {
			t.Fatalf("step %d: want no error. Got: %v", i+1, inprocess.Excerpt(err.Error()))
		}
		allowed := actions
		if options.Import == nil {
			allowed = actions[i : i+1]
		}
		for _, c := range plan.Changes {
			if !slices.Contains(allowed, c.Action) {
				t.Errorf("step %d: %s of %s is planned, want %q", i+1, c.Action, c.Address, allowed)
			}
		}
		acctest.MustPlanNothing(t, d, config)
	}
	last := server.Config(configs[len(configs)-1], "extended_operations = true")
	acctest.PlanAndApply(t, d, last, inprocess.Options{IsDestroy: true})
	left := d.Addresses()
	if len(left) > 0 {
		t.Errorf("after the destroy, the state has %q, want nothing", left)
	}
}
