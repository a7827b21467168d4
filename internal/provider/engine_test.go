package provider_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccLifecycles has the engine create, update, import and destroy an instance of every resource, all of them in one
// configuration: a case for each resource would start the engine ten times as often. Each instance has an account of its own.
// With ACCTEST_ENGINE in the environment, it takes the lifecycles with extended operations there too.
func TestAccLifecycles(t *testing.T) {
	t.Parallel()
	t.Run("create and update", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t, mockserver.Extended())
		var created, changed []string
		var creates, updates resource.ConfigPlanChecks
		for name, lifecycle := range fixtures.All {
			_, arguments := accountOf(server, name)
			before, after := arguments, arguments.With(lifecycle.Changes)
			if after["deletion_policy"] == "prevent" { // which stops the destroy in the end
				before, after = after, before
			}
			created, changed = append(created, fixtures.Block(name, before)), append(changed, fixtures.Block(name, after))
			creates.PreApply = append(creates.PreApply, plancheck.ExpectResourceAction(name+".it", plancheck.ResourceActionCreate))
			updates.PreApply = append(updates.PreApply, plancheck.ExpectResourceAction(name+".it", plancheck.ResourceActionUpdate))
		}
		runLifecycles(t, server, resource.TestStep{Config: strings.Join(created, ""), ConfigPlanChecks: creates}, resource.TestStep{Config: strings.Join(changed, ""), ConfigPlanChecks: updates})
	})
	t.Run("extended", func(t *testing.T) {
		t.Parallel()
		if os.Getenv("ACCTEST_ENGINE") == "" {
			t.Skip("ACCTEST_ENGINE is not set")
		}
		server := acctest.NewServer(t, mockserver.Extended(), mockserver.RenderPace(mockserver.AfterRequests(1)), mockserver.IndexingPace(mockserver.AfterRequests(1)))
		var steps [2]resource.TestStep
		for name, lifecycle := range fixtures.All {
			_, arguments := accountOf(server, name)
			for i := range min(len(steps), len(lifecycle.Extended)) {
				config := lifecycle.Extended[i]
				if account, isIn := arguments["account_id"]; isIn {
					config = config.With(acctest.Values{"account_id": account})
				}
				steps[i].Config += fixtures.Block(name, config)
			}
		}
		runLifecycles(t, server, steps[:]...)
	})
	t.Run("import", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t, mockserver.Extended())
		var blocks []string
		var imports resource.ConfigPlanChecks
		for name, lifecycle := range fixtures.All {
			account, arguments := accountOf(server, name)
			id := server.Account.Location + "/" + account
			if lifecycle.Keys != nil || lifecycle.ImportID != "" {
				id += "/" + lifecycle.ID(account)
			}
			blocks = append(blocks, fixtures.Block(name, arguments), fmt.Sprintf("import {\n  to = %s.it\n  id = %q\n}\n", name, id))
			imports.PreApply = append(imports.PreApply, expectImport(name+".it"))
		}
		runLifecycles(t, server, resource.TestStep{Config: strings.Join(blocks, ""), ConfigPlanChecks: imports})
	})
}

// TestAccRefreshOnly has the engine refresh what it has just created, of every resource: it finds no change. Up to Terraform 1.14, the
// order in which an engine notes sensitive attributes is drawn, and counts: resources with two of them are left out.
func TestAccRefreshOnly(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.RenderPace(mockserver.AfterRequests(1)), mockserver.IndexingPace(mockserver.AfterRequests(0)))
	var blocks []string
	for name, lifecycle := range fixtures.All {
		if name == "videoindexer_paid_account" || name == "videoindexer_image_model" {
			continue
		}
		account, arguments := accountOf(server, name)
		if len(lifecycle.Extended) > 0 {
			arguments = lifecycle.Extended[0].With(acctest.Values{"account_id": account})
		}
		blocks = append(blocks, fixtures.Block(name, arguments))
	}
	d := engine.Open(t)
	if _, err := d.Plan(server.Config(strings.Join(blocks, ""), "extended_operations = true"), inprocess.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := d.Apply(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if isEmpty, err := d.RefreshOnly(); err != nil || !isEmpty {
			t.Errorf("the refresh changes something: %v", err)
		}
	}
}

// accountOf adds an account to a server, with what an instance of the resource needs in it. It returns the account's id and the
// arguments of the instance.
func accountOf(server *acctest.Server, name string) (id string, arguments acctest.Values) {
	own := *server
	own.Account.ID = fmt.Sprintf("11fe0000-0000-4000-8000-%012d", len(server.Accounts()))
	server.AddAccount(own.Account)
	fixtures.Furnish(&own)
	server.AddLanguageModel(own.Account.ID, mockserver.LanguageModel{ID: fixtures.ModelID, Name: "Found", Language: "en-US"})
	arguments = fixtures.All[name].Arguments
	if name != "videoindexer_paid_account" { // which makes one
		arguments = arguments.With(acctest.Values{"account_id": own.Account.ID})
	}
	return own.Account.ID, arguments
}

func runLifecycles(t *testing.T, server *acctest.Server, steps ...resource.TestStep) {
	t.Helper()
	for i := range steps {
		steps[i].Config = server.Config(steps[i].Config, "extended_operations = true")
	}
	engine.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)}, // write-only arguments
		Steps:                  steps,
	})
}

// expectImport expects that a plan imports an instance, and at most updates it.
type expectImport string

func (e expectImport) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, change := range req.Plan.ResourceChanges {
		if change.Address == string(e) && change.Change.Importing != nil && (change.Change.Actions.NoOp() || change.Change.Actions.Update()) {
			return
		}
	}
	resp.Error = fmt.Errorf("%s is not imported alone", string(e))
}
