package managedbrand_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestUnsureWriteIsRestored has the answer to a write lost, in a create and in an update, and destroys without a refresh:
// the state does not say then what the service has, although every field is managed.
func TestUnsureWriteIsRestored(t *testing.T) {
	t.Parallel()
	for name, isUpdate := range map[string]bool{"create": false, "update": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			forEachKind(t, func(t *testing.T, kind string) {
				t.Helper()
				server := newServer(t, 1)
				before, _ := server.Brand(server.Account.ID, 1001)
				all := func(description string) acctest.Values {
					config := acctest.Values{"deletion_policy": "restore"}
					fields := acctest.Values{
						"name": before.Name, "enabled": before.Enabled, "description": description,
						"reference_url": "", "tags": before.Tags,
					}
					if kind == dictionary {
						config["brands"] = acctest.Values{"1001": fields}
						return config
					}
					fields["brand_id"], fields["deletion_policy"] = 1001, "restore"
					return fields
				}
				once := acctest.Values{"max_retries": 0}
				instance := server.Protocol(t, once).Instance(kind)
				if isUpdate {
					succeed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), all(before.Description))))
				}
				server.Script(mockserver.Fault{Endpoint: 17, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
				if errors := acctest.Errors(instance.Apply(t.Context(), instance.Plan(t.Context(), all("one")))); len(errors) != 1 {
					t.Fatalf("errors %q", acctest.Texts(errors))
				}
				instance.Protocol = server.Protocol(t, once)
				succeed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), nil)))
				if b, _ := server.Brand(server.Account.ID, 1001); b.Description != before.Description {
					t.Errorf("the destroy left %q, want %q", b.Description, before.Description)
				}
			})
		})
	}
}

// TestAdoptionWithoutPlan applies a create in a process that has not planned it, and so has not read the brand. One that cannot be read then is not adopted.
func TestAdoptionWithoutPlan(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		instance := server.Protocol(t, nil).Instance(kind)
		plan := instance.Plan(t.Context(), configure(kind, "one", "restore", 1001))
		instance.Protocol = server.Protocol(t, nil)
		server.Script(mockserver.Fault{Endpoint: 16, Do: mockserver.Status(http.StatusBadRequest)})
		if errors := acctest.Errors(instance.ApplyAsPlanned(t.Context(), plan)); len(errors) != 1 || errors[0].Summary != "Unable to adopt brand" {
			t.Errorf("errors %q", acctest.Texts(errors))
		}
		if b, _ := server.Brand(server.Account.ID, 1001); b.Description != found {
			t.Errorf("the service has %q", b.Description)
		}
	})
}
