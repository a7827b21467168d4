package account_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	allow         = "extended_operations = true"
	otherID       = "0f1e2d3c-4b5a-4697-8899-aabbccddee99"
	rotatingKey   = "connection.application_key_wo"
	rotatingCount = "connection.application_key_wo_version"
)

// rotating is a paid account with a write-only key.
func rotating(key string, version int, more arguments) string {
	all := arguments{"connection.application_key": "", rotatingKey: fmt.Sprintf("%q", key), rotatingCount: fmt.Sprint(version)}
	maps.Copy(all, more)
	return paid(all)
}

// newestID is the id of the account that a test has made.
func newestID(server *acctest.Server) string {
	accounts := server.Accounts()
	return accounts[len(accounts)-1].ID
}

func reconnections(server *acctest.Server, want ...mockserver.MediaConnection) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		if diff := cmp.Diff(want, server.MediaConnections(newestID(server))); diff != "" {
			return fmt.Errorf("changes of the connection (-want +got):\n%s", diff)
		}
		if n := len(server.Accounts()); n != 2 {
			return fmt.Errorf("%d accounts", n)
		}
		return nil
	})
}

func inPlace() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)}}
}

// TestAccPaidAccount_reconnects changes each argument of the connection in place, and sends only what has changed.
func TestAccPaidAccount_reconnects(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	abandoned := func(more arguments) arguments {
		all := arguments{"deletion_policy": abandon}
		maps.Copy(all, more)
		return all
	}
	first := mockserver.MediaConnection{ApplicationID: applicationID, ApplicationKey: "the second key"}
	second := mockserver.MediaConnection{SubscriptionID: otherID, ResourceGroup: "other"}
	third := mockserver.MediaConnection{ApplicationID: otherID, ApplicationKey: "the second key"}
	fourth := mockserver.MediaConnection{ApplicationID: otherID, ApplicationKey: applicationKey}
	moved := arguments{"subscription_id": fmt.Sprintf("%q", otherID), "resource_group": `"other"`, "connection.application_id": fmt.Sprintf("%q", otherID)}
	acctest.RunInProcess(t, resource.TestCase{TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)}, Steps: []resource.TestStep{
		{Config: server.Config(rotating("the first key", 1, nil), allow), Check: reconnections(server)},
		{ // no version tells that it changed
			Config: server.Config(rotating("the second key", 1, nil), allow), Check: reconnections(server),
		},
		{
			Config: server.Config(rotating("the second key", 2, abandoned(nil)), allow), ConfigPlanChecks: inPlace(),
			Check: reconnections(server, first),
		},
		{
			Config: server.Config(rotating("the second key", 2, abandoned(arguments{"subscription_id": fmt.Sprintf("%q", otherID), "resource_group": `"other"`})), allow), ConfigPlanChecks: inPlace(),
			Check: reconnections(server, first, second),
		},
		{
			Config: server.Config(rotating("the second key", 2, abandoned(arguments{
				"subscription_id": fmt.Sprintf("%q", otherID), "resource_group": `"other"`, "connection.application_id": fmt.Sprintf("%q", otherID),
			})), allow), ConfigPlanChecks: inPlace(),
			Check: reconnections(server, first, second, third),
		},
		{ // the key moves into the state: nobody knows whether it is the same one
			Config: server.Config(paid(abandoned(moved)), allow), ConfigPlanChecks: inPlace(), Check: reconnections(server, first, second, third, fourth),
		},
		{ // and out of it: the same one
			Config: server.Config(rotating(applicationKey, 1, abandoned(moved)), allow), ConfigPlanChecks: inPlace(), Check: reconnections(server, first, second, third, fourth),
		},
		{Config: server.Config(paid(abandoned(moved)), allow), Check: reconnections(server, first, second, third, fourth, fourth)},
		{ // and out of it: another one
			Config: server.Config(rotating("the third key", 1, abandoned(moved)), allow), ConfigPlanChecks: inPlace(),
			Check: reconnections(server, first, second, third, fourth, fourth, mockserver.MediaConnection{ApplicationID: otherID, ApplicationKey: "the third key"}),
		},
	}})
}

// TestAccPaidAccount_reconnectsOrReplaces changes what X24 cannot, and the connection without extended operations.
func TestAccPaidAccount_reconnectsOrReplaces(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	other := arguments{"media_resource": `"othermedia"`, "resource_group": `"other"`}
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: server.Config(paid(nil), allow)},
		{Config: server.Config(paid(other), allow), ExpectError: regexp.MustCompile(`the change of\s+media_resource\s+would\s+replace`)},
		{Config: server.Config(paid(arguments{"resource_group": `"other"`})), ExpectError: regexp.MustCompile(`the change of\s+resource_group\s+would\s+replace`)},
		{Config: server.Config(paid(arguments{"deletion_policy": abandon}))},
	}})
	if n := server.CountOf("X24"); n != 0 {
		t.Errorf("%d changes of the connection", n)
	}
}

// TestPaidAccount_reconnectFails has the change refused, lost, or lacking: the state keeps what the account was connected
// with, and the next apply tries again.
func TestPaidAccount_reconnectFails(t *testing.T) {
	t.Parallel()
	body := func(errorType string) mockserver.Action {
		return mockserver.Body(http.StatusBadRequest, "application/json", fmt.Sprintf(`{"ErrorType": %q, "Message": "not with theNewKey"}`, errorType))
	}
	for name, test := range map[string]struct {
		fault    mockserver.Action
		at, says string
	}{
		"MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION": {body("MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION"), "application_id", "contributor rights"},
		"MEDIA_UNREACHABLE":            {body("MEDIA_UNREACHABLE"), "application_key", "could not be reached with them"},
		"MEDIA_IN_ANOTHER_LOCATION":    {body("MEDIA_IN_ANOTHER_LOCATION"), "application_key", "use a media resource in the location of this account"},
		"EVENT_ROUTING_NOT_REGISTERED": {body("EVENT_ROUTING_NOT_REGISTERED"), "application_key", "Register the event-routing resource provider"},
		"INVALID_INPUT":                {body("INVALID_INPUT"), "application_key", "Correct what the service's message names"},
		"the service lacks it, 404":    {mockserver.GatewayHTML(http.StatusNotFound), "application_key", "lacks an operation"},
		"the service lacks it, 405":    {mockserver.GatewayHTML(http.StatusMethodNotAllowed), "application_key", "lacks an operation"},
		"the service lacks it, 501":    {mockserver.GatewayHTML(http.StatusNotImplemented), "application_key", "lacks an operation"},
		"no answer":                    {mockserver.ResetAfter(), "application_key", "No answer came"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.Extended())
			settings := acctest.Values{"extended_operations": true, "max_retries": 0}
			config := func(key string) acctest.Values {
				return acctest.Values{
					"subscription_id": subscriptionID, "resource_group": "media", "media_resource": "newmedia", "directory_tenant_id": tenantID,
					"directory_connection": acctest.Values{"application_id": applicationID, "application_key": key},
				}
			}
			instance := server.Protocol(t, settings).Instance("videoindexer_paid_account")
			acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), config("theOldKey"))))
			server.Script(mockserver.Fault{Endpoint: mockserver.X(24), Do: test.fault})
			diags := instance.Apply(t.Context(), instance.Plan(t.Context(), config("theNewKey")))
			said := acctest.Says(t, diags, acctest.Failure, "Could not change the media connection of the paid account", test.says)
			if !strings.Contains(said.Attribute.String(), test.at) || strings.Contains(said.Detail, "theNewKey") {
				t.Errorf("at %s: %s", said.Attribute, said.Detail)
			}
			plan := instance.Plan(t.Context(), config("theNewKey"))
			if !plan.IsUpdate {
				t.Error("nothing is left to do")
			}
			acctest.Succeeds(t, instance.Apply(t.Context(), plan))
			connections := server.MediaConnections(newestID(server))
			if last := connections[len(connections)-1]; last.ApplicationKey != "theNewKey" {
				t.Errorf("connected with %+v", last)
			}
		})
	}
}
