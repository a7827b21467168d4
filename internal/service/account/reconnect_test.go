package account_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPaidAccount_reconnects changes each argument of the connection in place, and sends only what has changed.
func TestPaidAccount_reconnects(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	instance := server.Protocol(t, acctest.Values{"extended_operations": true}).Instance(paidAccount)
	instance.Run(paid(connected(writeOnly("first", 1))))
	const other = tenantID
	moved := acctest.Values{"subscription_id": other, "resource_group": "other"}
	as := func(id, key string) []mockserver.MediaConnection {
		return []mockserver.MediaConnection{{ApplicationID: id, ApplicationKey: key}}
	}
	var all []mockserver.MediaConnection
	for _, step := range []struct {
		name   string
		config acctest.Values
		sends  []mockserver.MediaConnection
	}{
		{"a key of the same version", connected(writeOnly("second", 1)), nil},
		{"a key of another version", connected(writeOnly("second", 2)), as(applicationID, "second")},
		{"what the connection belongs to", connected(writeOnly("second", 2)).With(moved), []mockserver.MediaConnection{{SubscriptionID: other, ResourceGroup: "other"}}},
		{"another application", connected(writeOnly("second", 2).With(acctest.Values{"application_id": other})).With(moved), as(other, "second")},
		{"the key moves into the state", connected(acctest.Values{"application_id": other}).With(moved), as(other, applicationKey)},
		{"and out of it", connected(writeOnly("third", 1).With(acctest.Values{"application_id": other})).With(moved), as(other, "third")},
	} {
		plan := instance.Look(paid(step.config))
		if plan.IsReplacement || plan.IsUpdate != (step.sends != nil) {
			t.Fatalf("%s: replacement %t, update %t", step.name, plan.IsReplacement, plan.IsUpdate)
		}
		acctest.Succeeds(t, instance.Apply(t.Context(), plan))
		all = append(all, step.sends...)
		if diff := cmp.Diff(all, server.MediaConnections(made(server)[0].ID)); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", step.name, diff)
		}
		instance.IsUnchanged(paid(step.config))
	}
	plan := instance.Plan(t.Context(), paid(moved.With(acctest.Values{"media_resource": "other"})))
	if !plan.IsReplacement {
		t.Error("what X24 cannot change does not replace")
	}
}

// TestPaidAccount_reconnectFails has the change refused, lost, or lacking: the state keeps what the account was connected
// with, and the next apply tries again.
func TestPaidAccount_reconnectFails(t *testing.T) {
	t.Parallel()
	refused := func(errorType string) mockserver.Action {
		return mockserver.Body(http.StatusBadRequest, "application/json", fmt.Sprintf(`{"ErrorType": %q, "Message": "not with theNewKey"}`, errorType))
	}
	for name, test := range map[string]struct {
		fault mockserver.Action
		says  string
	}{
		"no permission":        {refused("MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION"), "contributor rights"},
		"refused":              {refused("MEDIA_UNREACHABLE"), "could not be reached with them"},
		"the service lacks it": {mockserver.GatewayHTML(http.StatusNotFound), "lacks an operation"},
		"no answer":            {mockserver.ResetAfter(), "No answer came"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.Extended())
			instance := server.Protocol(t, acctest.Values{"extended_operations": true, "max_retries": 0}).Instance(paidAccount)
			instance.Run(paid(nil))
			server.Script(mockserver.Fault{Endpoint: mockserver.X(24), Do: test.fault})
			config := paid(connected(acctest.Values{"application_key": "theNewKey"}))
			said := acctest.Says(t, instance.Apply(t.Context(), instance.Look(config)), acctest.Failure, "Could not change the media connection of the paid account", test.says)
			if !strings.Contains(said.Attribute.String(), "application_key") || strings.Contains(said.Detail, "theNewKey") {
				t.Errorf("at %s: %s", said.Attribute, said.Detail)
			}
			if !instance.Run(config).IsUpdate {
				t.Error("nothing is left to do")
			}
			connections := server.MediaConnections(made(server)[0].ID)
			if last := connections[len(connections)-1]; last.ApplicationKey != "theNewKey" {
				t.Errorf("connected with %+v", last)
			}
		})
	}
}
