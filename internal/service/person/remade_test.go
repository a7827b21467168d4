package person_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRemade plans an instance under another key, with the same name: one of the two plans says that the object is destroyed
// and another created, whichever comes first, and how to keep it.
func TestRemade(t *testing.T) {
	t.Parallel()
	for kind, test := range map[string]struct {
		config        acctest.Values
		summary, cost string
	}{
		personModel: {named("Guests"), "Person model is destroyed and another created under its name", "All persons of the model are deleted with it"},
		person:      {called("Ada"), "Person is destroyed and another created under its name", "faces that came from videos are lost"},
	} {
		for _, order := range []string{"destroy first", "create first"} {
			t.Run(kind+", "+order, func(t *testing.T) {
				t.Parallel()
				server := newCast(t)
				old := applied(t, server, kind, test.config)
				acctest.Succeeds(t, old.Refresh(t.Context()))
				another := old.Instance(kind)
				var diags []*tfprotov6.Diagnostic
				if order == "destroy first" {
					diags = append(diags, planned(t, old, nil).Diagnostics...)
				}
				diags = append(diags, planned(t, another, test.config).Diagnostics...)
				if order == "create first" {
					diags = append(diags, planned(t, old, nil).Diagnostics...)
				}
				if len(diags) != 1 {
					t.Errorf("%q, want one warning", acctest.Texts(diags))
				}
				acctest.Says(t, diags, acctest.Warning, test.summary, test.cost, "moved {")
			})
		}
		t.Run(kind+", replaced", func(t *testing.T) {
			t.Parallel()
			server := newCast(t)
			old := applied(t, server, kind, test.config)
			acctest.Succeeds(t, old.Refresh(t.Context()))
			if plan := old.PlanReplacement(t.Context(), test.config); len(plan.Diagnostics) > 0 {
				t.Errorf("%q", acctest.Texts(plan.Diagnostics))
			}
		})
	}
}

// TestPersonModel_nameTaken plans a model whose name the account has: the plan says so, and says nothing of other names.
func TestPersonModel_nameTaken(t *testing.T) {
	t.Parallel()
	server := newStudio(t)
	id := server.AddPersonModel(server.Account.ID, mockserver.PersonModel{Name: "Guests"})
	plan := planned(t, server.Protocol(t, extended).Instance(personModel), named("Guests"))
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Account has a person model of that name", "the service refuses the create", "terraform import", id)
	if plan = planned(t, server.Protocol(t, extended).Instance(personModel), named("Hosts")); len(plan.Diagnostics) > 0 {
		t.Errorf("%q", acctest.Texts(plan.Diagnostics))
	}
}
