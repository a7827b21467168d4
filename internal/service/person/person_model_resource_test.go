package person_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPersonModelDefault imports the default model, renames it, and leaves it in the service at the
// destroy.
func TestPersonModelDefault(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := newInstance(t, server, personModel)
	refused := server.Protocol(t, nil).Instance(personModel).Import(t.Context(), server.PersonModels(server.Account.ID)[0].ID)
	acctest.MustSay(t, refused, acctest.Failure, "extended_operations = true")
	acctest.MustSucceed(t, instance.Import(t.Context(), strings.ToUpper(server.PersonModels(server.Account.ID)[0].ID)))
	instance.WantUnchanged(modelNamed("Default"))
	instance.Run(modelNamed("Everybody").With(acctest.Values{"deletion_policy": "delete"}))
	plan := instance.PlanWithRefresh(nil)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "will be left unchanged", "default person model")
	acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
	got := server.PersonModels(server.Account.ID)[0].Name
	check.Equal(t, "Everybody", got, "name of the default model")
	check.Equal(t, 0, server.Count(mockserver.DeletePersonModel), "deletes of the default model")
}

// TestPersonModelNameIsTaken plans a name that another model has, as count does for the models
// after one that leaves: it says so, unless no other has it or the name cannot be looked for.
func TestPersonModelNameIsTaken(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	guests := applied(t, server, personModel, modelNamed("Guests"))
	plan := guests.PlanWithRefresh(modelNamed("Presenters"))
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Person model name is taken", modelID, "use for_each")
	acctest.MustSay(t, guests.Apply(t.Context(), plan), acctest.Failure,
		`Could not rename person model "Guests"`, "If another resource gives up the name in the same apply, apply again")
	for _, name := range []string{"GUESTS", "Visitors"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			guests := applied(t, newServer(t), personModel, modelNamed("Guests"))
			acctest.MustSayNothing(t, guests.PlanWithRefresh(modelNamed(name)).Diagnostics)
		})
	}
	guests.Protocol = server.Protocol(t, extended)
	server.ResetRequests()
	acctest.MustSayNothing(t, guests.MustPlan(unknown(modelNamed("Guests"), "name")).Diagnostics)
	check.Equal(t, 0, server.Count(mockserver.ListPersonModels), "lists of models for a name that is not known")
	server.Script(mockserver.Fault{
		Operation: mockserver.ListPersonModels, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest),
	})
	acctest.MustSay(t, guests.MustPlan(modelNamed("Presenters")).Diagnostics, acctest.Warning, "Unable to look for")
}

// TestPersonModelWithoutPersons destroys a model at a service that cannot list its persons. The
// plan says so, and the apply deletes the model.
func TestPersonModelWithoutPersons(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.WithoutOperations(http.StatusNotFound, mockserver.ListPersons))
	instance := applied(t, server, personModel, modelNamed("Guests"))
	plan := instance.PlanWithRefresh(nil)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Unable to list the contents of person model")
	acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
	check.Equal(t, 2, len(server.PersonModels(server.Account.ID)), "models after the destroy")
}

// TestReplacementOfAbandonedPersonModel replaces a model that deletion_policy leaves. The plan says
// that another one with its name cannot be created first.
func TestReplacementOfAbandonedPersonModel(t *testing.T) {
	t.Parallel()
	kept := modelNamed("Guests").With(acctest.Values{"deletion_policy": "abandon"})
	plan := applied(t, newServer(t), personModel, kept).PlanReplacement(t.Context(), kept)
	acctest.MustSay(t, plan.Diagnostics, acctest.Warning,
		`Person model "Guests" will be kept`, "the create fails, because the name is taken")
}
