package brandsettings_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const address = "videoindexer_brands_model_settings.test"

// block configures the settings, with any further lines.
func block(enabled, useBuiltIn bool, lines ...string) string {
	text := fmt.Sprintf("resource \"videoindexer_brands_model_settings\" \"test\" {\n  enabled = %t\n  use_built_in = %t\n", enabled, useBuiltIn)
	for _, line := range lines {
		text += "  " + line + "\n"
	}
	return text + "}\n"
}

// holds checks the settings on the server.
func holds(server *acctest.Server, state, useBuiltIn bool) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		want := mockserver.BrandsModelSettings{State: state, UseBuiltIn: useBuiltIn}
		if got := server.BrandsModelSettings(server.Account.ID); got != want {
			return fmt.Errorf("the server holds %+v, want %+v", got, want)
		}
		return nil
	})
}

// inState expects the two settings in the state.
func inState(enabled, useBuiltIn bool) []statecheck.StateCheck {
	return []statecheck.StateCheck{
		statecheck.ExpectKnownValue(address, tfjsonpath.New("enabled"), knownvalue.Bool(enabled)),
		statecheck.ExpectKnownValue(address, tfjsonpath.New("use_built_in"), knownvalue.Bool(useBuiltIn)),
	}
}

var emptyPlan = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

func plans(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
}

// TestAccBrandsModelSettings_lifecycle walks the settings through every change to a destroy that
// leaves them.
func TestAccBrandsModelSettings_lifecycle(t *testing.T) {
	t.Parallel()
	for name, option := range map[string]mockserver.Option{
		"the answer is the settings": mockserver.SettingsAnswer(mockserver.ShapeObject),
		"the answer is empty":        mockserver.SettingsAnswer(mockserver.ShapeNothing),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, option)
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: holds(server, true, true),
				Steps: []resource.TestStep{
					{
						Config: server.Config(block(true, false)),
						Check:  holds(server, true, false),
						ConfigStateChecks: append(inState(true, false),
							statecheck.ExpectKnownValue(address, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location)),
							statecheck.ExpectKnownValue(address, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
							statecheck.ExpectKnownValue(address, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("abandon"))),
					},
					{Config: server.Config(block(true, false)), ConfigPlanChecks: emptyPlan},
					{Config: server.Config(block(true, false, fmt.Sprintf("account_id = %q", strings.ToUpper(server.Account.ID)))), ConfigPlanChecks: emptyPlan},
					{Config: server.Config(block(false, false)), ConfigPlanChecks: plans(plancheck.ResourceActionUpdate), Check: holds(server, false, false)},
					{Config: server.Config(block(false, true)), ConfigPlanChecks: plans(plancheck.ResourceActionUpdate), Check: holds(server, false, true)},
					{ // the policy is Terraform's business alone
						PreConfig:        server.ResetRequests,
						Config:           server.Config(block(false, true, `deletion_policy = "disable"`)),
						ConfigPlanChecks: plans(plancheck.ResourceActionUpdate),
						Check:            server.WritesNothing(),
					},
					{ // and back, by leaving it out
						PreConfig:        server.ResetRequests,
						Config:           server.Config(block(false, true)),
						ConfigPlanChecks: plans(plancheck.ResourceActionUpdate),
						Check:            server.WritesNothing(),
					},
					{Config: server.Config(block(true, true)), Check: holds(server, true, true)},
				},
			})
		})
	}
}

// TestAccBrandsModelSettings_import imports by every form of the id. What cannot be read is written
// by the first plan, in place.
func TestAccBrandsModelSettings_import(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]func(mockserver.Account) string{
		"account":  func(a mockserver.Account) string { return a.ID },
		"location": func(a mockserver.Account) string { return a.Location + "/" + a.ID },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{
					{
						Config:       server.Config(block(false, false)),
						ResourceName: address, ImportState: true, ImportStateId: id(server.Account), ImportStatePersist: true,
						ImportStateCheck: func(states []*terraform.InstanceState) error {
							if len(states) != 1 || states[0].Attributes["account_id"] != server.Account.ID || states[0].Attributes["location"] != server.Account.Location {
								return fmt.Errorf("imported %v", states)
							}
							return nil
						},
					},
					{
						Config:           server.Config(block(false, false)),
						ConfigPlanChecks: plans(plancheck.ResourceActionUpdate),
						Check:            holds(server, false, false),
					},
				},
			})
		})
	}
}

// TestAccBrandsModelSettings_identity needs an engine that knows identity.
func TestAccBrandsModelSettings_identity(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{
			{
				Config: server.Config(block(true, true)),
				ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectIdentity(address, map[string]knownvalue.Check{
					"location":   knownvalue.StringExact(server.Account.Location),
					"account_id": knownvalue.StringExact(server.Account.ID),
				})},
			},
			{
				ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity,
				ExpectNonEmptyPlan: true, // the settings themselves cannot be read
			},
		},
	})
}

func TestAccBrandsModelSettings_disable(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: holds(server, false, false),
		Steps:        []resource.TestStep{{Config: server.Config(block(true, false, `deletion_policy = "disable"`)), Check: holds(server, true, false)}},
	})
}

// TestAccBrandsModelSettings_disableAgain destroys settings that Terraform has switched off and somebody else has
// switched on since, which no refresh is sure to see.
func TestAccBrandsModelSettings_disableAgain(t *testing.T) {
	t.Parallel()
	for _, options := range [][]mockserver.Option{nil, {mockserver.Extended()}} {
		server := acctest.NewServer(t, options...)
		config := server.Config(block(false, false, `deletion_policy = "disable"`), fmt.Sprintf("extended_operations = %t", options != nil))
		acctest.RunInProcess(t, resource.TestCase{
			CheckDestroy: holds(server, false, false),
			Steps: []resource.TestStep{
				{Config: config, Check: holds(server, false, false)},
				{
					PreConfig: func() {
						server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true})
					},
					Config: config, Destroy: true,
				},
			},
		})
	}
}

// TestAccBrandsModelSettings_disableNotTaken has the service keep the recognition on.
func TestAccBrandsModelSettings_disableNotTaken(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	config := server.Config(block(true, false, `deletion_policy = "disable"`))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.Body(http.StatusOK, "application/json", `{"state":true,"useBuiltIn":false}`)})
				},
				Config: config, Destroy: true,
				ExpectError: regexp.MustCompile(`(?s)not kept by the service.*enabled = false for the brands model settings.*has\s+true`),
			},
		},
	})
}

// TestAccBrandsModelSettings_accountGone destroys the settings of an account that no longer exists.
func TestAccBrandsModelSettings_accountGone(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	config := server.Config(block(true, true, `deletion_policy = "disable"`))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.Before(func(*http.Request) { server.RemoveAccount(server.Account.ID) })})
				},
				Config: config, Destroy: true,
			},
		},
	})
}

// TestAccBrandsModelSettings_notTaken has the service answer with another value than was sent. The error names the
// setting, the state keeps what the service has, and the next apply tries again.
func TestAccBrandsModelSettings_notTaken(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	answers := func(body string) func() {
		return func() {
			server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.Body(http.StatusOK, "application/json", body)})
		}
	}
	acctest.RunInProcess(t, resource.TestCase{
		// The create that failed is replaced without touching the settings, whatever the policy.
		CheckDestroy: holds(server, false, false),
		Steps: []resource.TestStep{
			{
				PreConfig:   answers(`{"state":true,"useBuiltIn":true}`),
				Config:      server.Config(block(true, false, `deletion_policy = "disable"`)),
				ExpectError: regexp.MustCompile(`(?s)not kept by the service.*use_built_in = false for.*has\s+true`),
			},
			{
				PreConfig:        server.ResetRequests,
				Config:           server.Config(block(true, false, `deletion_policy = "disable"`)),
				ConfigPlanChecks: plans(plancheck.ResourceActionDestroyBeforeCreate),
				Check: resource.ComposeAggregateTestCheckFunc(holds(server, true, false), acctest.Remote(func() error {
					if n := server.Count(18); n != 1 {
						return fmt.Errorf("%d writes, want only that of the create", n)
					}
					return nil
				})),
			},
			{
				PreConfig:   answers(`{"state":true,"useBuiltIn":false}`),
				Config:      server.Config(block(false, false, `deletion_policy = "disable"`)),
				ExpectError: regexp.MustCompile(`(?s)not kept by the service.*enabled = false for.*has\s+true`),
			},
			{
				Config:            server.Config(block(false, false, `deletion_policy = "disable"`)),
				ConfigPlanChecks:  plans(plancheck.ResourceActionUpdate),
				Check:             holds(server, false, false),
				ConfigStateChecks: inState(false, false),
			},
		},
	})
}

// TestAccBrandsModelSettings_answerLost has an update carried out and its answers lost. Going back to the former
// configuration must write again, since the service may no longer hold what the state says.
func TestAccBrandsModelSettings_answerLost(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(block(true, true))},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 18, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
				},
				Config:      server.Config(block(false, true), "max_retries = 0"),
				ExpectError: regexp.MustCompile(`(?s)Unable to write brands model settings.*504`),
			},
			{
				Config:           server.Config(block(true, true)),
				ConfigPlanChecks: plans(plancheck.ResourceActionUpdate),
				Check:            holds(server, true, true),
			},
		},
	})
}

func TestAccBrandsModelSettings_badDay(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"429":          mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"),
		"500":          mockserver.Status(http.StatusInternalServerError),
		"504 after":    mockserver.StatusAfter(http.StatusGatewayTimeout),
		"reset before": mockserver.ResetBefore(),
		"reset after":  mockserver.ResetAfter(),
		"401":          mockserver.Status(http.StatusUnauthorized),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.Script(mockserver.Fault{Endpoint: 3, Do: action}, mockserver.Fault{Endpoint: 18, Do: action})
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(block(false, false)), Check: holds(server, false, false)}},
			})
		})
	}
}

func TestAccBrandsModelSettings_tokensExpire(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.TokenUses(1))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(block(true, false)), Check: holds(server, true, false)},
			{Config: server.Config(block(false, false)), Check: holds(server, false, false)},
		},
	})
}

// TestAccBrandsModelSettings_replacement moves the settings to another account.
func TestAccBrandsModelSettings_replacement(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	other := mockserver.DefaultAccount()
	other.ID = "7d9e6f10-1111-4222-8333-444455556666"
	server.AddAccount(other)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(block(false, false)), Check: holds(server, false, false)},
			{
				Config:           server.Config(block(false, false, fmt.Sprintf("account_id = %q", other.ID))),
				ConfigPlanChecks: plans(plancheck.ResourceActionDestroyBeforeCreate),
				Check: acctest.Remote(func() error {
					if got := server.BrandsModelSettings(other.ID); got.State || got.UseBuiltIn {
						return fmt.Errorf("the other account holds %+v", got)
					}
					return nil
				}),
			},
		},
	})
}

func TestAccBrandsModelSettings_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ body, expect string }{
		"bad guid":   {block(true, true, `account_id = "mine"`), `(?s)account_id.*GUID`},
		"bad policy": {block(true, true, `deletion_policy = "restore"`), `(?s)deletion_policy.*"abandon".*"disable"`},
		"account that does not exist": {
			block(true, true, `account_id = "99999999-9999-4999-8999-999999999999"`),
			`(?s)Unable to plan brands model settings.*cannot use this account.*99999999-9999-4999-8999-999999999999`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(test.body), ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}

func TestAccBrandsModelSettings_badImport(t *testing.T) {
	t.Parallel()
	for importID, expect := range map[string]string{
		"mine":     `account_id "mine" is not a GUID`,
		"westus2/": `has an empty part`,
		"a/b/c":    `cannot be read`,
	} {
		t.Run(importID, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(block(true, true)), ResourceName: address, ImportState: true, ImportStateId: importID,
					ExpectError: regexp.MustCompile(expect),
				}},
			})
		})
	}
}
