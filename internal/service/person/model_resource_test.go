package person_test

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestPersonModel_default imports the default model, renames it, and leaves it in the service at the destroy.
func TestPersonModel_default(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := newInstance(t, server, personModel)
	acctest.Succeeds(t, instance.Import(t.Context(), server.PersonModels(server.Account.ID)[0].ID))
	instance.IsUnchanged(named("Default"))
	instance.Run(named("Everybody").With(acctest.Values{"deletion_policy": "delete"}))
	plan := instance.PlanWithRefresh(nil)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "will be left as it is", "default person model")
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	if got := server.PersonModels(server.Account.ID)[0].Name; got != "Everybody" || server.CountOf("X15") != 0 {
		t.Errorf("the model is %q, after %d deletes", got, server.CountOf("X15"))
	}
}

// TestLeftWithModel ends an abandoned person: the plan says that the service deletes it with its model.
func TestLeftWithModel(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	ada := applied(t, server, person, called("Ada").With(acctest.Values{"deletion_policy": "abandon"}))
	acctest.Says(t, ada.PlanWithRefresh(nil).Diagnostics, acctest.Warning, `Person "Ada" will be left`, "If its person model is deleted, the service deletes the person, too.")
}
