package account_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	address        = "videoindexer_paid_account.test"
	subscriptionID = "0f1e2d3c-4b5a-4697-8899-aabbccddee01"
	tenantID       = "0f1e2d3c-4b5a-4697-8899-aabbccddee02"
	applicationID  = "0f1e2d3c-4b5a-4697-8899-aabbccddee03"
	applicationKey = "key-of-the-application"
	abandon        = `"abandon"`
)

// arguments are the lines of a paid account by name; "connection.x" is x of its directory_connection.
type arguments map[string]string

// paid is the configuration of a paid account, changed by what differs from the usual. An empty value
// leaves an argument out.
func paid(changed arguments) string {
	all := arguments{
		"subscription_id": fmt.Sprintf("%q", subscriptionID), "resource_group": `"media"`, "media_resource": `"newmedia"`,
		"directory_tenant_id": fmt.Sprintf("%q", tenantID), "connection.application_id": fmt.Sprintf("%q", applicationID),
		"connection.application_key": fmt.Sprintf("%q", applicationKey),
	}
	maps.Copy(all, changed)
	var outer, inner strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if all[name] == "" {
			continue
		}
		if nested, ok := strings.CutPrefix(name, "connection."); ok {
			fmt.Fprintf(&inner, "    %s = %s\n", nested, all[name])
		} else {
			equals := " ="
			if name == "lifecycle" {
				equals = "" // a block
			}
			fmt.Fprintf(&outer, "  %s%s %s\n", name, equals, all[name])
		}
	}
	return fmt.Sprintf("resource \"videoindexer_paid_account\" \"test\" {\n%s  directory_connection = {\n%s  }\n}\n", outer.String(), inner.String())
}

// letGo is paid with a policy that allows the test to end.
func letGo(changed arguments) string {
	all := arguments{"deletion_policy": abandon}
	maps.Copy(all, changed)
	return paid(all)
}

// created are the accounts beyond the one that every server has.
func created(server *acctest.Server) []mockserver.Account {
	return slices.DeleteFunc(server.Accounts(), func(a mockserver.Account) bool { return a.ID == server.Account.ID })
}

// exist checks how many accounts were created.
func exist(server *acctest.Server, n int) resource.TestCheckFunc {
	return acctest.Remote(func() error { return countAccounts(server, n) })
}

func countAccounts(server *acctest.Server, n int) error {
	if got := created(server); len(got) != n {
		return fmt.Errorf("%d accounts were created, want %d: %+v", len(got), n, got)
	}
	return nil
}

// isOf checks that the resource in the state is the n-th account that was created.
func isOf(server *acctest.Server, n int) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		accounts := created(server)
		if len(accounts) <= n {
			return fmt.Errorf("%d accounts were created", len(accounts))
		}
		return resource.TestCheckResourceAttr(address, "account_id", accounts[n].ID)(state)
	}
}

var emptyPlan = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

func plans(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

// TestAccPaidAccount_lifecycle creates an account, changes what can be changed, imports it and ends its management.
func TestAccPaidAccount_lifecycle(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	imports := func(prefix string) resource.TestStep {
		return resource.TestStep{
			ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "account_id",
			ImportStateIdFunc: func(*terraform.State) (string, error) { return prefix + created(server)[0].ID, nil },
			ImportStateVerifyIgnore: []string{
				"subscription_id", "resource_group", "media_resource", "directory_tenant_id", "directory_connection", "auto_scale", "deletion_policy",
			},
		}
	}
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exist(server, 1),
		Steps: []resource.TestStep{
			{
				Config: server.Config(paid(nil)),
				Check:  resource.ComposeAggregateTestCheckFunc(exist(server, 1), isOf(server, 0)),
				ConfigStateChecks: []statecheck.StateCheck{
					shows(address, "location", knownvalue.StringExact(server.Account.Location)),
					shows(address, "name", knownvalue.StringExact("newmedia")),
					shows(address, "cname", knownvalue.StringExact("newmedia")),
					shows(address, "description", knownvalue.StringExact("")),
					shows(address, "create_time", knownvalue.NotNull()),
					shows(address, "state", knownvalue.StringExact("Active")),
					shows(address, "is_paid", knownvalue.Bool(true)),
					shows(address, "account_type", knownvalue.StringExact("Paid")),
					shows(address, "media_directory_connection_application_id", knownvalue.StringExact(applicationID)),
					shows(address, "owners", knownvalue.ListSizeExact(1)),
					shows(address, "auto_scale", knownvalue.Bool(false)),
					shows(address, "deletion_policy", knownvalue.StringExact("prevent")),
				},
			},
			{Config: server.Config(paid(nil)), ConfigPlanChecks: emptyPlan},
			{ // the policy is Terraform's business alone: nothing is sent, and nothing else is in the plan
				PreConfig: server.ResetRequests,
				Config:    server.Config(letGo(nil)),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate), acctest.ExpectChanges(address, "deletion_policy"),
				}},
				Check: server.WritesNothing(),
			},
			imports(""),
			imports(server.Account.Location + "/"),
		},
	})
}

// TestAccPaidAccount_answers creates an account in the other ways that the service may answer.
func TestAccPaidAccount_answers(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]mockserver.Shape{"array": mockserver.ShapeArray, "nothing": mockserver.ShapeNothing} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.CreatedAccountAnswer(shape))
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: exist(server, 1),
				Steps:        []resource.TestStep{{Config: server.Config(letGo(nil)), Check: isOf(server, 0)}},
			})
		})
	}
}

// TestAccPaidAccount_everyChangeReplaces changes each argument alone. Under "prevent" the plan says
// what asks for the replacement, and what to do.
func TestAccPaidAccount_everyChangeReplaces(t *testing.T) {
	t.Parallel()
	contract := func(value string) arguments { return arguments{"encryption_key_contract": value} }
	written := func(version string) arguments {
		return arguments{"connection.application_key": "", "connection.application_key_wo": `"w"`, "connection.application_key_wo_version": version}
	}
	for name, test := range map[string]struct {
		before  arguments
		changes map[string]arguments // by the argument that asks for the replacement
	}{
		"one argument": {nil, map[string]arguments{
			"location":                             {"location": `"eastus"`},
			"subscription_id":                      {"subscription_id": `"0f1e2d3c-4b5a-4697-8899-aabbccddeeff"`},
			"resource_group":                       {"resource_group": `"other"`},
			"media_resource":                       {"media_resource": `"other"`},
			"directory_tenant_id":                  {"directory_tenant_id": `"other"`},
			"directory_connection.application_id":  {"connection.application_id": `"0f1e2d3c-4b5a-4697-8899-aabbccddeeff"`},
			"directory_connection.application_key": {"connection.application_key": `"other"`},
			"auto_scale":                           {"auto_scale": "true"},
			"encryption_key_contract":              contract("jsonencode({ vault = \"v\" })"),
		}},
		"the contract changed": {contract("jsonencode({ vault = \"v\" })"), map[string]arguments{"encryption_key_contract": contract("jsonencode({ vault = \"w\" })")}},
		"the contract unset":   {contract("jsonencode({ vault = \"v\" })"), map[string]arguments{"encryption_key_contract": nil}},
		"the key's version":    {written("1"), map[string]arguments{"directory_connection.application_key_wo_version": written("2")}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			steps := []resource.TestStep{{Config: server.Config(paid(test.before))}}
			var last arguments
			for argument, changed := range test.changes {
				last = changed
				parts := []string{"must not be replaced", "the change of " + argument + " would replace it", `With deletion_policy = "abandon"`}
				steps = append(steps, resource.TestStep{Config: server.Config(paid(changed)), PlanOnly: true, ExpectError: says(parts...)})
			}
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: exist(server, 2),
				Steps: append(steps, resource.TestStep{
					Config:           server.Config(letGo(last)),
					ConfigPlanChecks: plans(plancheck.ResourceActionDestroyBeforeCreate),
					Check:            resource.ComposeAggregateTestCheckFunc(exist(server, 2), isOf(server, 1)),
				}),
			})
		})
	}
}

// TestAccPaidAccount_sameInOtherWords rewrites arguments without changing what they mean.
func TestAccPaidAccount_sameInOtherWords(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	recorded := func(changed arguments) resource.TestStep {
		return resource.TestStep{
			PreConfig: server.ResetRequests, Config: server.Config(letGo(changed)),
			ConfigPlanChecks: plans(plancheck.ResourceActionUpdate),
			Check:            resource.ComposeAggregateTestCheckFunc(server.WritesNothing(), exist(server, 1)),
		}
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(letGo(arguments{"encryption_key_contract": `"{\"a\":1,\"b\":2}"`}))},
			recorded(arguments{"encryption_key_contract": `"{ \"b\": 2, \"a\": 1 }"`, "subscription_id": strings.ToUpper(fmt.Sprintf("%q", subscriptionID))}),
			// the key moves out of the state, and back into it
			recorded(arguments{
				"encryption_key_contract": `"{ \"b\": 2, \"a\": 1 }"`, "connection.application_key": "",
				"connection.application_key_wo": fmt.Sprintf("%q", applicationKey), "connection.application_key_wo_version": "1",
			}),
			recorded(arguments{"encryption_key_contract": `"{ \"b\": 2, \"a\": 1 }"`}),
		},
	})
}

// TestAccPaidAccount_prevent refuses to destroy, in the plan.
func TestAccPaidAccount_prevent(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exist(server, 1),
		Steps: []resource.TestStep{
			{Config: server.Config(paid(nil))},
			{
				Config: server.Config(paid(nil)), Destroy: true,
				ExpectError: says("must not be destroyed", `deletion_policy = "prevent"`, `set deletion_policy = "abandon", apply that`, "terraform state rm"),
			},
			{ // the policy that was applied counts, not the one that is configured
				Config: server.Config(letGo(nil)), Destroy: true,
				ExpectError: says("must not be destroyed"),
			},
			{ // out of the configuration is a destroy as well
				Config: server.Config(""), PlanOnly: true,
				ExpectError: says("must not be destroyed"),
			},
			{Config: server.Config(letGo(nil)), Check: exist(server, 1)},
		},
	})
}

// TestPaidAccount_replacedOnDemand refuses a replacement for a reason outside of the resource, and does it in the apply
// that changes the policy. The permission to leave the first account is for that one alone.
func TestPaidAccount_replacedOnDemand(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	with := func(policy any) acctest.Values {
		return acctest.Values{
			"subscription_id": subscriptionID, "resource_group": "media", "media_resource": "newmedia", "directory_tenant_id": tenantID,
			"directory_connection": acctest.Values{"application_id": applicationID, "application_key": applicationKey}, "deletion_policy": policy,
		}
	}
	instance := server.Protocol(t, nil).Instance("videoindexer_paid_account")
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), with(nil))))
	acctest.Says(t, instance.PlanReplacement(t.Context(), with(nil)).Diagnostics, acctest.Failure, "must not be replaced", "the run or replace_triggered_by would replace it")
	plan := instance.PlanReplacement(t.Context(), with("abandon"))
	acctest.Succeeds(t, plan.Diagnostics)
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	if err := countAccounts(server, 2); err != nil {
		t.Fatal(err)
	}
	if id := instance.Texts()["account_id"]; id != created(server)[1].ID {
		t.Errorf("the state holds account %s", id)
	}
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), with(nil))))
	acctest.Says(t, instance.Plan(t.Context(), nil).Diagnostics, acctest.Failure, "must not be destroyed")
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), with("abandon"))))
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), nil)))
	if err := countAccounts(server, 2); err != nil {
		t.Error(err)
	}
}

// TestAccPaidAccount_goneOutside plans a new account only where the service says that the old one does not exist.
func TestAccPaidAccount_goneOutside(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(paid(nil))},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 5, Times: 2, Do: mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"ACCOUNT_NOT_FOUND","Message":"no such account"}`)})
				},
				RefreshState: true, ExpectNonEmptyPlan: true,
				RefreshPlanChecks: resource.RefreshPlanChecks{PostRefresh: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate)}},
			},
		},
	})
}

// TestAccPaidAccount_anotherUsersKey applies with the key of a user who does not see the account: no second one is created.
func TestAccPaidAccount_anotherUsersKey(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	hide := func(unlisted bool) {
		account := created(server)[0]
		account.Unlisted = unlisted
		server.AddAccount(account)
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(letGo(nil))},
			{
				PreConfig: func() { hide(true) },
				Config:    server.Config(letGo(nil)), ExpectError: says("Paid account is not listed", "stays in the state"),
			},
			{
				PreConfig: func() {
					hide(false)
				},
				Config: server.Config(letGo(nil)), ConfigPlanChecks: emptyPlan, Check: exist(server, 1),
			},
		},
	})
}

// TestAccPaidAccount_withWhatIsInIt creates an account and, in the same apply, writes what it has:
// its id is unknown until then, and its token is in no list that was read before.
func TestAccPaidAccount_withWhatIsInIt(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.After(func(*http.Request) {
		server.AddBrand(created(server)[0].ID, mockserver.Brand{ID: 7, Name: "As found"})
	})})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1, Name: "In the other account"})
	config := server.Config(letGo(nil) + `
resource "videoindexer_brand" "there" {
  account_id = videoindexer_paid_account.test.account_id
  brand_id   = 7
  name       = "As configured"
}
resource "videoindexer_brands_model_settings" "there" {
  account_id   = videoindexer_paid_account.test.account_id
  enabled      = true
  use_built_in = false
}
resource "videoindexer_brand" "here" {
  brand_id = 1
}
`)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: config,
				Check: acctest.Remote(func() error {
					account := created(server)[0]
					brand, _ := server.Brand(account.ID, 7)
					if settings := server.BrandsModelSettings(account.ID); brand.Name != "As configured" || settings.UseBuiltIn {
						return fmt.Errorf("the new account holds %+v and %+v", brand, settings)
					}
					return nil
				}),
			},
			{Config: config, ConfigPlanChecks: emptyPlan},
		},
	})
}
