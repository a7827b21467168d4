package account_test

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccPaidAccount_sends looks at the one request: every argument, and either key, in the contract's
// names. A write-only key is nowhere but there.
func TestAccPaidAccount_sends(t *testing.T) {
	t.Parallel()
	body := func(key string, more map[string]any) map[string]any {
		want := map[string]any{
			"subscriptionId": subscriptionID, "resourceGroup": "media", "resource": "newmedia", "directoryTenantId": tenantID,
			"directoryConnection":          map[string]any{"applicationId": applicationID, "applicationKey": key},
			"accountEncryptionKeyContract": nil, "autoScale": false,
		}
		maps.Copy(want, more)
		return want
	}
	for name, test := range map[string]struct {
		arguments arguments
		want      map[string]any
		inState   bool
	}{
		"the least": {nil, body(applicationKey, nil), true},
		"everything": {
			arguments{"auto_scale": "true", "encryption_key_contract": "jsonencode({ vault = { name = \"v\" } })"},
			body(applicationKey, map[string]any{"autoScale": true, "accountEncryptionKeyContract": map[string]any{"vault": map[string]any{"name": "v"}}}), true,
		},
		"a write-only key": {
			arguments{"connection.application_key": "", "connection.application_key_wo": `"write-only-key"`, "connection.application_key_wo_version": "3"},
			body("write-only-key", nil), false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			made := mockserver.DefaultAccount()
			made.ID = "7d9e6f10-1111-4222-8333-444455556666"
			server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sent, err := io.ReadAll(r.Body)
				var got map[string]any
				if err == nil {
					err = json.Unmarshal(sent, &got)
				}
				if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
					t.Errorf("body (-want +got), error %v:\n%s", err, diff)
				}
				server.AddAccount(made)
				w.WriteHeader(http.StatusCreated)
				_, _ = fmt.Fprintf(w, `{"id":%q}`, made.ID)
			}))})
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(letGo(test.arguments)),
					ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
						plancheck.ExpectSensitiveValue(address, tfjsonpath.New("directory_connection").AtMapKey("application_key")),
					}},
					ConfigStateChecks: []statecheck.StateCheck{
						shows(address, "account_id", knownvalue.StringExact(made.ID)),
						statecheck.ExpectKnownValue(address, tfjsonpath.New("directory_connection").AtMapKey("application_key_wo"), knownvalue.Null()),
					},
					Check: func(state *terraform.State) error {
						text, err := json.Marshal(state)
						key := test.want["directoryConnection"].(map[string]any)["applicationKey"].(string)
						if err == nil && strings.Contains(string(text), key) != test.inState {
							err = fmt.Errorf("the key is in the state: %t", !test.inState)
						}
						return err
					},
				}},
			})
		})
	}
}

// TestAccPaidAccount_advice provokes every error type of the endpoint.
func TestAccPaidAccount_advice(t *testing.T) {
	t.Parallel()
	for errorType, advice := range map[string]string{
		"INVALID_INPUT": "Correct what the",
		"MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION": "Give the directory application (directory_connection.application_id) contributor rights",
		"MEDIA_UNREACHABLE":                "Check subscription_id, resource_group, media_resource",
		"EVENT_ROUTING_NOT_REGISTERED":     "Register the event-routing resource provider",
		"MEDIA_IN_ANOTHER_LOCATION":        "is in another location",
		"OPERATION_NOT_SUPPORTED_ON_TRIAL": "paid locations only",
	} {
		t.Run(errorType, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.Refuse(http.StatusBadRequest, errorType, "the account could not be created")})
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(letGo(nil)),
					ExpectError: says("Unable to create paid account", `on media resource "newmedia"`, "400 "+errorType, "could not be created",
						advice, "x-ms-client-request-id", "the service's request id"),
				}},
			})
		})
	}
}

func TestAccPaidAccount_trialLocation(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusForbidden, http.StatusBadRequest} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			if status == http.StatusBadRequest {
				server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.Refuse(status, "OPERATION_NOT_SUPPORTED_ON_TRIAL", "paid locations only")})
			}
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config:      server.Config(paid(arguments{"location": `"trial"`})),
					ExpectError: says("Unable to create paid account", fmt.Sprint(status), "paid locations only", "location trial"),
				}},
			})
			if err := countAccounts(server, 0); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAccPaidAccount_badDay has the create and all that belongs to it fail in the ways that may be
// repeated without making a second account.
func TestAccPaidAccount_badDay(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	for _, action := range []mockserver.Action{
		mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"), mockserver.Status(http.StatusInternalServerError),
		mockserver.StatusAfter(http.StatusGatewayTimeout), mockserver.ResetAfter(), mockserver.Status(http.StatusUnauthorized),
	} {
		server.Script(mockserver.Fault{Endpoint: 3, Do: action}, mockserver.Fault{Endpoint: 5, Do: action})
	}
	for range 3 {
		server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0")})
	}
	server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.Status(http.StatusUnauthorized)})
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: exist(server, 1),
		Steps:        []resource.TestStep{{Config: server.Config(letGo(nil)), Check: isOf(server, 0)}},
	})
}

// TestAccPaidAccount_foreignNotFound answers as a gateway does for a wrong address: nothing leaves the state.
func TestAccPaidAccount_foreignNotFound(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(letGo(nil))},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 5, Do: mockserver.GatewayHTML(http.StatusNotFound)})
				},
				Config: server.Config(letGo(nil)), ExpectError: says("Unable to read paid account", "404", "does not mean that the object is gone"),
			},
			{Config: server.Config(letGo(nil)), ConfigPlanChecks: emptyPlan},
		},
	})
}

// TestAccPaidAccount_answerLost has the account made and the answer lost. It is found, kept in the
// state, and never made again: the replacement that Terraform plans is refused, whatever is configured.
func TestAccPaidAccount_answerLost(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]mockserver.Action{
		"504": mockserver.StatusAfter(http.StatusGatewayTimeout), "500": mockserver.StatusAfter(http.StatusInternalServerError),
		"reset": mockserver.ResetAfter(), "half an answer": mockserver.CutAnswer(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.Script(mockserver.Fault{Endpoint: 4, Do: lost})
			steps := []resource.TestStep{{
				Config:      server.Config(letGo(nil)),
				ExpectError: says("Paid account was probably created", "Could not confirm the creation of the paid account", "was not repeated", "has appeared since the request", "terraform untaint"),
			}}
			if name == "504" {
				steps = append(steps, refusedToReplace(server), refusedToReplace(server)) // not only at once
			}
			acctest.RunInProcess(t, resource.TestCase{Steps: append(steps, keptUntilGone(server)...)})
		})
	}
}

// TestAccPaidAccount_notReadBack has the account made, and then not be readable.
func TestAccPaidAccount_notReadBack(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.Script(mockserver.Fault{Endpoint: 5, Do: mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"INVALID_INPUT","Message":"not now"}`)})
	first := resource.TestStep{
		Config:      server.Config(letGo(nil)),
		ExpectError: says("Unable to read the new paid account", "not now", "The account was created, and is in the state", "terraform untaint"),
	}
	acctest.RunInProcess(t, resource.TestCase{Steps: append([]resource.TestStep{first, refusedToReplace(server)}, keptUntilGone(server)...)})
}

// refusedToReplace is an apply after a create that ended with an error: Terraform wants to replace the
// account that is in the state as tainted.
func refusedToReplace(server *acctest.Server) resource.TestStep {
	return resource.TestStep{
		Config: server.Config(letGo(nil)), ConfigPlanChecks: plans(plancheck.ResourceActionDestroyBeforeCreate),
		ExpectError: says("must not be destroyed", "If it is tainted", "terraform untaint"),
	}
}

// keptUntilGone checks that the account is in the state and the only one, and removes it, so that the test can end.
func keptUntilGone(server *acctest.Server) []resource.TestStep {
	return []resource.TestStep{
		{RefreshState: true, ExpectNonEmptyPlan: true, Check: resource.ComposeAggregateTestCheckFunc(exist(server, 1), isOf(server, 0))},
		{
			PreConfig: func() {
				server.Script(mockserver.Fault{Endpoint: 5, Times: mockserver.Always, Do: mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"ACCOUNT_NOT_FOUND","Message":"no such account"}`)})
			},
			RefreshState: true, ExpectNonEmptyPlan: true,
		},
	}
}

// TestAccPaidAccount_neverArrived loses the request itself. Nothing is found, so nothing is in the
// state, and the error says how to be sure before applying again.
func TestAccPaidAccount_neverArrived(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.ResetBefore()})
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: server.Config(letGo(nil)),
				ExpectError: says("Unable to create paid account", "was not repeated", "The list of accounts does not show it either",
					"videoindexer_accounts", "import it before the next apply"),
			},
			{Config: server.Config(letGo(nil)), ConfigPlanChecks: plans(plancheck.ResourceActionCreate), Check: exist(server, 1)},
		},
	})
}

// TestAccPaidAccount_twoAppear loses the answer while someone else creates an account, too. Nobody can know which of
// the two is ours, so none is taken.
func TestAccPaidAccount_twoAppear(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	other := mockserver.DefaultAccount()
	other.ID, other.MediaResource = "7d9e6f10-1111-4222-8333-444455556666", "newmedia"
	server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		server.AddAccount(other)
		twin := other
		twin.ID = "7d9e6f10-1111-4222-8333-444455557777"
		server.AddAccount(twin)
		w.WriteHeader(http.StatusGatewayTimeout)
	}))})
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config:      server.Config(letGo(nil)),
			ExpectError: says("Unable to create paid account", "The list of accounts does not show it either"),
		}},
	})
}

// TestAccPaidAccount_listedLater has a service that knows a new account, and lists it for its user, a moment later.
func TestAccPaidAccount_listedLater(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.Script(mockserver.Fault{
		Endpoint: 3, Do: mockserver.Body(http.StatusOK, "application/json", `[]`),
		Match: func(r *http.Request) bool { return r.URL.Query().Get("generateAccessTokens") == "true" },
	}, mockserver.Fault{Endpoint: 5, Do: mockserver.Body(http.StatusBadRequest, "application/json", `{"ErrorType":"ACCOUNT_NOT_FOUND","Message":"no such account"}`)})
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{Config: server.Config(letGo(nil)), Check: isOf(server, 0)}},
	})
}

// TestAccPaidAccount_unnamed answers 201 without an id, and the list shows no new account either.
func TestAccPaidAccount_unnamed(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.Script(mockserver.Fault{Endpoint: 4, Do: mockserver.Body(http.StatusCreated, "text/plain", "")})
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config:      server.Config(letGo(nil)),
			ExpectError: says("Unable to create paid account", "The service returned no id", "import it"),
		}},
	})
}

func TestAccPaidAccount_needsTheKey(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	token := server.AccountToken(server.Account.Location, server.Account.ID, true)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: fmt.Sprintf("provider \"videoindexer\" {\n  endpoint = %q\n  location = %q\n  access_token = %q\n}\n%s",
				server.URL, server.Account.Location, token, paid(nil)),
			ExpectError: says("Unable to plan paid account", "Set subscription_key"),
		}},
	})
}

func TestAccPaidAccount_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		changed arguments
		expect  []string
	}{
		"subscription_id":     {arguments{"subscription_id": `"mine"`}, []string{"subscription_id must be a GUID"}},
		"application_id":      {arguments{"connection.application_id": `"mine"`}, []string{"directory_connection.application_id must be a GUID"}},
		"empty group":         {arguments{"resource_group": `""`}, []string{"resource_group"}},
		"empty key":           {arguments{"connection.application_key": `""`}, []string{"application_key"}},
		"no key":              {arguments{"connection.application_key": ""}, []string{"Exactly one", "application_key", "application_key_wo"}},
		"two keys":            {arguments{"connection.application_key_wo": `"w"`, "connection.application_key_wo_version": "1"}, []string{"Exactly one", "application_key", "application_key_wo"}},
		"key without version": {arguments{"connection.application_key": "", "connection.application_key_wo": `"w"`}, []string{"application_key_wo_version"}},
		"version without key": {arguments{"connection.application_key_wo_version": "1"}, []string{"application_key_wo_version"}},
		"version of no int32": {
			arguments{"connection.application_key": "", "connection.application_key_wo": `"w"`, "connection.application_key_wo_version": "3000000000"},
			[]string{"application_key_wo_version must be", "int32"},
		},
		"contract of no JSON":   {arguments{"encryption_key_contract": `"{"`}, []string{"encryption_key_contract", "JSON"}},
		"contract of no object": {arguments{"encryption_key_contract": `"[]"`}, []string{"encryption_key_contract must be a JSON object"}},
		"contract of null":      {arguments{"encryption_key_contract": `"null"`}, []string{"encryption_key_contract must be a JSON object"}},
		"location":              {arguments{"location": `"a/b"`}, []string{"location", "slash"}},
		"account_id":            {arguments{"account_id": `"` + subscriptionID + `"`}, []string{"account_id"}},
		"deletion_policy":       {arguments{"deletion_policy": `"delete"`}, []string{"deletion_policy", `"prevent"`, `"abandon"`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(paid(test.changed)), PlanOnly: true, ExpectError: says(test.expect...)}},
			})
		})
	}
}
