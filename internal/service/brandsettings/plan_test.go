package brandsettings_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const resourceType = "videoindexer_brands_model_settings"

func settings(policy string) acctest.Values {
	return acctest.Values{"enabled": true, "use_built_in": true, "deletion_policy": policy}
}

// written are settings in the state, and nothing of the process that wrote them.
func written(t *testing.T, server *acctest.Server, policy string) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(resourceType)
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(settings(policy))))
	acctest.Restart(instance)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	return instance
}

func isEnabled(t *testing.T, server *acctest.Server, want bool) {
	t.Helper()
	if got := server.BrandsModelSettings(server.Account.ID).State; got != want {
		t.Errorf("the recognition is on: %t, want %t", got, want)
	}
}

// TestMoveToAnotherAccount disables the settings of the account that is left.
func TestMoveToAnotherAccount(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	other := mockserver.DefaultAccount()
	other.ID = "7d9e6f10-1111-4222-8333-444455556666"
	server.AddAccount(other)
	instance := written(t, server, "disable")
	instance.CreateBeforeDestroy = true
	arguments := settings("disable")
	arguments["account_id"] = other.ID
	plan := instance.Planned(arguments)
	acctest.Restart(instance)
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	isEnabled(t, server, false)
	if !server.BrandsModelSettings(other.ID).State {
		t.Error("the settings of the new account are disabled")
	}
}
