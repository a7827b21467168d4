package provider_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// containers are the resources whose objects others can put something into, which is deleted with them: how a test does that, and what
// messages call it; a change that replaces the object; and the request that shows what it contains.
var containers = map[string]struct {
	add      func(server *acctest.Server, ids map[string]string, name, id string) (called string)
	replaces acctest.Values
	list     int
}{
	"videoindexer_language_model": {
		add: func(server *acctest.Server, ids map[string]string, name, id string) string {
			server.ChangeLanguageModel(server.Account.ID, ids["model_id"], func(m *mockserver.LanguageModel) {
				m.Files = append(m.Files, mockserver.LanguageFile{ID: id, Name: name, Enabled: true, Content: []byte(name)})
			})
			return name
		},
		replaces: acctest.Values{"language": "fr-FR"}, list: mockserver.X(6),
	},
	"videoindexer_person_model": {
		add: func(server *acctest.Server, ids map[string]string, name, id string) string {
			server.AddPerson(server.Account.ID, ids["person_model_id"], mockserver.Person{ID: id, Name: name})
			return name
		},
		replaces: acctest.Values{"account_id": "another"}, list: mockserver.X(17),
	},
	"videoindexer_person": {
		add: func(server *acctest.Server, ids map[string]string, _, id string) string {
			server.AddFaces(server.Account.ID, ids["person_model_id"], ids["person_id"], mockserver.Face{ID: id, SourceType: mockserver.UploadedVideo})
			return id
		},
		replaces: acctest.Values{"person_model_id": lives.OtherGUID}, list: 22,
	},
}

// TestContents ends objects that contain something of others. The plan names it, and the apply deletes nothing that came later; what an error
// advises then goes through.
func TestContents(t *testing.T) {
	t.Parallel()
	const firstID, laterID = "aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"
	for name, container := range containers {
		config := lives.All[name].Arguments
		for how, isNamed := range map[string]bool{"destroyed": true, "destroyed without a refresh": true, "replaced": true, "-replace": false, "tainted": false} {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				server := gallery(t)
				instance := created(t, server.Protocol(t, acctest.Values{"extended_operations": true}), name, config)
				ids := instance.Texts()
				plan := func() *acctest.Plan {
					switch how {
					case "destroyed":
						return instance.Look(nil)
					case "destroyed without a refresh":
						return instance.Planned(nil)
					case "-replace":
						return instance.PlanReplacement(t.Context(), config)
					case "replaced":
						next := config.With(container.replaces)
						if next["account_id"] != nil {
							next["account_id"] = server.Accounts()[1].ID
						}
						return instance.Look(next)
					}
					instance.Tainted = true
					return instance.Look(config)
				}
				first := container.add(server, ids, "sooner", firstID)
				planned := plan()
				said := strings.Join(acctest.Texts(planned.Diagnostics), "\n")
				if strings.Contains(said, "Apply deletes 1 ") != isNamed || strings.Contains(said, first) != isNamed {
					t.Errorf("the plan says %q", said)
				}
				later := container.add(server, ids, "later", laterID)
				diags := instance.Apply(t.Context(), planned)
				if name == "videoindexer_person" && how == "tainted" { // the faces may be those of the create that has failed
					acctest.Succeeds(t, diags)
					return
				}
				failed := acctest.Says(t, diags, acctest.Failure, " was not deleted", "did not name", fmt.Sprintf("%q", later))
				if strings.Contains(failed.Detail, first) == isNamed || instance.Texts()["name"] != config["name"] || instance.Private()["contents"] != nil {
					t.Errorf("%s; left is %v, with %s of that plan", failed.Detail, instance.Texts(), instance.Private()["contents"])
				}
				if how == "tainted" {
					instance.Tainted = false // as terraform untaint does
					instance.IsUnchanged(config)
				}
				if !isNamed { // terraform destroy -target
					planned = instance.Look(nil)
				} else {
					planned = plan() // again
				}
				acctest.Says(t, planned.Diagnostics, acctest.Warning, "Apply deletes 2 ", first, later)
				acctest.Succeeds(t, instance.Apply(t.Context(), planned))
			})
		}
		t.Run(name+" cannot be looked at", func(t *testing.T) {
			t.Parallel()
			server := gallery(t)
			instance := created(t, server.Protocol(t, acctest.Values{"extended_operations": true}), name, config)
			answers := func(status int) {
				server.ClearFaults()
				server.Script(mockserver.Fault{Endpoint: container.list, Times: mockserver.Always, Do: mockserver.Status(status)})
			}
			answers(http.StatusForbidden)
			plan := instance.Planned(nil)
			acctest.Says(t, plan.Diagnostics, acctest.Warning, "Unable to name what is deleted with")
			acctest.Says(t, instance.Apply(t.Context(), plan), acctest.Failure, "Unable to look at what is deleted with")
			if container.list != 22 { // an operation that a service may lack
				answers(http.StatusNotImplemented)
				acctest.Succeeds(t, instance.Apply(t.Context(), plan))
			}
		})
	}
}
