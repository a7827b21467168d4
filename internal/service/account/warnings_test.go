package account_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestPaidAccount_notListed reads an account that the key's user does not see: an error that names those that the user
// does, and never an account that is gone and would be created a second time.
func TestPaidAccount_notListed(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := paidInstance(t, server)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	server.RemoveAccount(created(server)[0].ID)
	instance.Protocol = server.Protocol(t, nil) // another run, without the token of the first
	acctest.Says(t, instance.Refresh(t.Context()), acctest.Failure, "Paid account is not listed", "The subscription key cannot use this account",
		server.Account.ID+" ("+server.Account.Name+")", "stays in the state", "the subscription_key of one of its users", "terraform state rm")
	if !instance.Exists() {
		t.Error("it is gone")
	}
}

// paidInstance is a paid account that was created under "abandon", in a process of its own from then on.
func paidInstance(t *testing.T, server *acctest.Server) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(listName)
	plan := instance.Plan(t.Context(), paidValues(nil))
	acctest.Succeeds(t, plan.Diagnostics)
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	instance.Protocol = server.Protocol(t, nil)
	return instance
}

// paidValues are the arguments of a paid account, with a directory connection that differs from the usual.
func paidValues(connection acctest.Values) acctest.Values {
	usual := acctest.Values{"application_id": applicationID, "application_key": applicationKey}
	maps.Copy(usual, connection)
	return acctest.Values{
		"subscription_id": subscriptionID, "resource_group": "media", "media_resource": "newmedia", "directory_tenant_id": tenantID,
		"directory_connection": usual, "deletion_policy": "abandon",
	}
}

// TestPaidAccount_letterCase writes an id of the directory in another letter case, which is the same id.
func TestPaidAccount_letterCase(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := paidInstance(t, server)
	plan := instance.Plan(t.Context(), paidValues(acctest.Values{"application_id": strings.ToUpper(applicationID)}))
	if plan.IsReplacement || !plan.IsUpdate || len(plan.Diagnostics) > 0 {
		t.Errorf("replacement %t, update %t, %q", plan.IsReplacement, plan.IsUpdate, acctest.Texts(plan.Diagnostics))
	}
	plan = instance.Plan(t.Context(), paidValues(acctest.Values{"application_id": tenantID}))
	if !plan.IsReplacement {
		t.Error("another application does not replace")
	}
}

// TestPaidAccount_destroyIsAnnounced says in the plan what a destroy leaves.
func TestPaidAccount_destroyIsAnnounced(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	instance := paidInstance(t, server)
	plan := instance.Plan(t.Context(), nil)
	acctest.Succeeds(t, plan.Diagnostics)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Paid account will be left as it is", created(server)[0].ID, "no call that deletes an account")
	acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Warning, "Paid account left as it is")
}

// TestPaidAccount_keyIsProved plans accounts with a key that is refused: one report in full, and nothing is created.
func TestPaidAccount_keyIsProved(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	protocol := server.Protocol(t, acctest.Values{"subscription_key": "another"})
	acctest.Says(t, protocol.Instance(listName).Plan(t.Context(), paidValues(nil)).Diagnostics, acctest.Failure,
		"Unable to plan paid account", "401", "check subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY)")
	acctest.Says(t, protocol.Instance(listName).Plan(t.Context(), paidValues(nil)).Diagnostics, acctest.Failure, "Did not try to plan the paid account")
}

// TestPaidAccount_replacementIsExplained refuses a replacement, with the way to make it a change in place. Where a
// replacement is allowed, the message says what it leaves.
func TestPaidAccount_replacementIsExplained(t *testing.T) {
	t.Parallel()
	const inPlace = "With extended_operations, it is an update"
	server := acctest.NewServer(t)
	instance := paidInstance(t, server)
	prevent := acctest.Values{"deletion_policy": "prevent"}
	for argument, isInPlace := range map[string]bool{"resource_group": true, "media_resource": false} {
		change := paidValues(nil)
		maps.Copy(change, prevent)
		change[argument] = "other"
		said := acctest.Says(t, instance.Plan(t.Context(), change).Diagnostics, acctest.Failure, "must not be replaced", "the change of "+argument)
		if strings.Contains(said.Detail, inPlace) != isInPlace {
			t.Errorf("%s: %s", argument, said.Detail)
		}
		change["deletion_policy"] = "abandon"
		acctest.Says(t, instance.Plan(t.Context(), change).Diagnostics, acctest.Warning, "Paid account will be left as it is", created(server)[0].ID, "creates another account")
	}
}
