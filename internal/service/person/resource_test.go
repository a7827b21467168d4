package person_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	person   = "videoindexer_person"
	personIt = person + ".it"
)

func picture(name string) string { return "https://pictures.example/" + name + ".jpg" }

// newPersonServer is a server with a person model of its own, modelID.
func newPersonServer(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := newAccountServer(t, options...)
	server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: modelID, Name: "Presenters"})
	return server
}

// called is a person with faces: labels and the names of pictures in turn. Without any, faces are not managed.
func called(name string, faces ...string) acctest.Values {
	config := acctest.Values{"person_model_id": modelID, "name": name}
	if len(faces) > 0 {
		config["faces"] = pictures(faces...)
	}
	return config
}

func pictures(faces ...string) map[string]acctest.Values {
	all := map[string]acctest.Values{}
	for i := 0; i+1 < len(faces); i += 2 {
		all[faces[i]] = acctest.Values{"url": picture(faces[i+1])}
	}
	return all
}

func personBlock(name, faces string) string {
	return fmt.Sprintf("resource %q \"it\" {\n  person_model_id = %q\n  name = %q\n%s\n}\n", person, modelID, name, faces)
}

// onStage is what the service has: a line for each person, with the names of the pictures.
func onStage(server *acctest.Server) []string {
	var lines []string
	for _, p := range server.Persons(server.Account.ID, modelID) {
		var names []string
		for _, face := range server.Faces(server.Account.ID, modelID, p.ID) {
			names = append(names, strings.TrimSuffix(strings.TrimPrefix(face.URL, "https://pictures.example/"), ".jpg"))
		}
		slices.Sort(names)
		lines = append(lines, strings.TrimSpace(p.Name+": "+strings.Join(names, " ")))
	}
	return lines
}

func expectStage(t *testing.T, server *acctest.Server, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, onStage(server)); diff != "" {
		t.Errorf("persons (-want +got):\n%s", diff)
	}
}

func remoteStage(server *acctest.Server, want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		if got := onStage(server); !slices.Equal(got, want) {
			return fmt.Errorf("persons %q, want %q", got, want)
		}
		return nil
	})
}

// expectLabels compares the state with the labels that it should have, each with the face of its picture.
func expectLabels(t *testing.T, server *acctest.Server, instance *acctest.Instance, want map[string]acctest.Values) {
	t.Helper()
	var faces map[string]tftypes.Value
	if err := instance.State()["faces"].As(&faces); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(faces))); diff != "" {
		t.Fatalf("labels (-want +got):\n%s", diff)
	}
	urls := map[string]string{}
	for _, face := range server.Faces(server.Account.ID, modelID, instance.Texts()["person_id"]) {
		urls[face.ID] = face.URL
	}
	for label, value := range faces {
		var face map[string]tftypes.Value
		var id, url string
		if value.As(&face) != nil || face["face_id"].As(&id) != nil || face["url"].As(&url) != nil {
			t.Fatalf("%s: %s", label, value)
		}
		if url != want[label]["url"] || urls[id] != url {
			t.Errorf("%s: %s has the face of %s, want %s", label, url, urls[id], want[label]["url"])
		}
	}
}

// TestAccPerson_lifecycle makes, changes, releases and imports a person.
func TestAccPerson_lifecycle(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	faces := func(lines ...string) string { return "  faces = {\n" + strings.Join(lines, "\n") + "\n}\n" }
	face := func(label, name string) string { return fmt.Sprintf("%q = { url = %q }", label, picture(name)) }
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: remoteStage(server),
		Steps: []resource.TestStep{
			{
				Config: server.Config(personBlock("Ada", faces(face("front", "a"), face("left", "b"))), allow),
				Check:  remoteStage(server, "Ada: a b"),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(personIt, tfjsonpath.New("faces").AtMapKey("front").AtMapKey("state"), knownvalue.StringExact("Ok")),
				},
			},
			{ // a new name, another picture, one more and one less
				Config: server.Config(personBlock("Ada L.", faces(face("front", "c"), face("right", "d"))), allow),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(personIt, plancheck.ResourceActionUpdate),
					acctest.ExpectChanges(personIt, "name", "faces.front.url", "faces.front.face_id", "faces.front.state",
						"faces.left.url", "faces.left.face_id", "faces.left.state", "faces.right.url", "faces.right.face_id", "faces.right.state"),
				}},
				Check: remoteStage(server, "Ada L.: c d"),
			},
			{ // renamed, and a face deleted, by someone else
				PreConfig: func() {
					id := server.Persons(server.Account.ID, modelID)[0].ID
					server.RemoveFaces(server.Account.ID, modelID, id, func(f mockserver.Face) bool { return f.URL == picture("d") })
					server.ChangePerson(server.Account.ID, modelID, id, func(p *mockserver.Person) { p.Name = "Other" })
				},
				Config: server.Config(personBlock("Ada L.", faces(face("front", "c"), face("right", "d"))), allow),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					acctest.ExpectChanges(personIt, "name", "faces.right.url", "faces.right.face_id", "faces.right.state"),
				}},
				Check: remoteStage(server, "Ada L.: c d"),
			},
			{ // not managed any more: they stay
				Config: server.Config(personBlock("Ada L.", ""), allow),
				Check:  remoteStage(server, "Ada L.: c d"),
			},
			{
				ResourceName: personIt, ImportState: true, ImportStateVerify: true, ImportStateVerifyIgnore: []string{"deletion_policy"}, ImportStateVerifyIdentifierAttribute: "person_id",
				ImportStateIdFunc: func(s *terraform.State) (string, error) {
					id, err := idOf(personIt, "person_id")(s)
					return modelID + "/" + id, err
				},
			},
			{ // deleted by someone else
				PreConfig: func() {
					server.RemovePerson(server.Account.ID, modelID, server.Persons(server.Account.ID, modelID)[0].ID)
				},
				Config: server.Config(personBlock("Ada L.", ""), allow),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(personIt, plancheck.ResourceActionCreate),
				}},
				Check: remoteStage(server, "Ada L.:"),
			},
		},
	})
}

// TestPerson_faces changes faces in every way, and looks at the labels of the faces that are there.
func TestPerson_faces(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	instance := applied(t, server, person, called("Ada", "front", "a", "left", "b", "right", "c"))
	if n := server.CountOf("X20"); n != 0 {
		t.Fatalf("%d requests are remembered", n)
	}
	foreign := mockserver.Face{ID: "face0000-0000-4000-8000-000000000001", SourceType: mockserver.UploadedVideo, URL: picture("video")}
	server.AddFaces(server.Account.ID, modelID, instance.Texts()["person_id"], foreign)
	for _, step := range []struct {
		faces   []string
		want    string
		x20     int
		deleted int
	}{
		{[]string{"front", "a", "left", "b", "right", "c"}, "Ada: a b c video", 0, 0},
		{[]string{"front", "d", "left", "b", "right", "e"}, "Ada: b d e video", 2, 2},
		{[]string{"front", "b", "left", "d", "right", "e"}, "Ada: b d e video", 0, 0}, // two labels change places
		{[]string{"front", "b", "top", "d", "right", "e"}, "Ada: b d e video", 0, 0},  // a label gets another name
		{[]string{"left", "d"}, "Ada: d video", 0, 2},                                 // and here as well
		{[]string{"left", "d", "a", "d"}, "Ada: d d video", 1, 0},                     // the same picture under two labels
	} {
		acctest.Restart(instance)
		config := called("Ada", step.faces...)
		acctest.Succeeds(t, instance.Refresh(t.Context()))
		acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(config)))
		expectStage(t, server, step.want)
		expectLabels(t, server, instance, pictures(step.faces...))
		if x20, x21 := server.CountOf("X20"), server.CountOf("X21"); x20 != step.x20 || x21 != step.deleted {
			t.Errorf("%q: %d requests that add, %d that delete", step.faces, x20, x21)
		}
		acctest.Restart(instance)
		expectNoChange(t, instance, config)
	}
	empty := called("Ada")
	empty["faces"] = map[string]acctest.Values{}
	acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(empty)))
	expectStage(t, server, "Ada: video")
	expectNoChange(t, instance, empty)
}

// TestPerson_noChangeCostsListsAlone refreshes and plans twenty persons of each of twenty models that have a hundred: however
// many are managed, each model costs one request.
func TestPerson_noChangeCostsListsAlone(t *testing.T) {
	t.Parallel()
	server := newAccountServer(t)
	type one struct {
		instance *acctest.Instance
		id       string
		config   acctest.Values
	}
	var all []one
	for i := range 20 {
		model := server.AddPersonModel(server.Account.ID, mockserver.PersonModel{Name: fmt.Sprintf("Model %d", i)})
		for j := range 100 {
			name := fmt.Sprintf("Person %d", j)
			id := server.AddPerson(server.Account.ID, model, mockserver.Person{Name: name})
			if j%5 == 0 {
				all = append(all, one{id: model + "/" + id, config: acctest.Values{"person_model_id": model, "name": name}})
			}
		}
	}
	protocol := server.Protocol(t, extended)
	for i := range all {
		all[i].instance = protocol.Instance(person)
		acctest.Succeeds(t, all[i].instance.Import(t.Context(), all[i].id))
	}
	protocol = server.Protocol(t, extended)
	server.ResetRequests()
	for _, one := range all {
		one.instance.Protocol = protocol
		expectNoChange(t, one.instance, one.config)
	}
	if n := len(server.Requests()); n > 41 {
		t.Errorf("%d requests, want 41 at most", n)
	}
}

// TestPerson_names has names refused, and one that several persons have.
func TestPerson_names(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t, mockserver.UniquePersonNames())
	applied(t, server, person, called("Ada Lovelace")) // begins with a name that is taken, and is not it
	ada := applied(t, server, person, called("Ada"))
	bea := applied(t, server, person, called("Bea"))
	other := server.Protocol(t, extended).Instance(person)
	said := acctest.Says(t, other.Apply(t.Context(), other.Planned(called("Ada"))), acctest.Failure,
		"PERSON_NAME_NOT_UNIQUE", "terraform import '<address>' "+modelID+"/"+ada.Texts()["person_id"], "requires unique names of persons in a model")
	if said.Attribute.String() != `AttributeName("name")` || other.Exists() {
		t.Errorf("at %s; in the state: %t", said.Attribute, other.Exists())
	}
	acctest.Says(t, bea.Apply(t.Context(), bea.Planned(called("Ada", "a", "one"))), acctest.Failure, "Could not rename the person", "PERSON_NAME_NOT_UNIQUE")
	if bea.Texts()["name"] != "Bea" || !bea.State()["faces"].IsNull() {
		t.Errorf("the state says %v", bea.State())
	}
	expectStage(t, server, "Ada Lovelace:", "Ada:", "Bea:")

	server = newPersonServer(t)
	first, second := applied(t, server, person, called("Ada", "a", "one")), applied(t, server, person, called("Ada", "a", "two"))
	expectStage(t, server, "Ada: one", "Ada: two")
	acctest.Restart(first, second)
	expectNoChange(t, first, called("Ada", "a", "one"))
	expectNoChange(t, second, called("Ada", "a", "two"))
}

// TestPerson_replaced replaces a person in every way that an engine has.
func TestPerson_replaced(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	config := called("Ada", "a", "one")
	instance := applied(t, server, person, config)
	before := instance.Texts()["person_id"]
	for _, first := range []bool{false, true} {
		instance.CreateBeforeDestroy = first
		acctest.Succeeds(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), config)))
		if after := instance.Texts()["person_id"]; after == before {
			t.Error("the same person")
		}
		expectStage(t, server, "Ada: one")
		expectLabels(t, server, instance, pictures("a", "one"))
	}
	instance.Tainted = true
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(config)))
	expectStage(t, server, "Ada: one")

	config["person_model_id"] = strings.ToUpper(modelID)
	if plan := instance.Planned(config); plan.IsReplacement {
		t.Error("letter case replaces")
	}
	acctest.Restart(instance)
	config["person_model_id"] = server.PersonModels(server.Account.ID)[0].ID
	plan := instance.Planned(config)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "Person will be deleted and another one created", instance.Texts()["person_id"], "faces that came from videos are lost")
	if !plan.IsReplacement {
		t.Error("another model does not replace")
	}
	acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	expectStage(t, server)
}

// TestPerson_imported imports a person with faces: the first plan is empty, and pictures that are configured are added.
func TestPerson_imported(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	made := applied(t, server, person, called("Ada", "a", "one"))
	id := modelID + "/" + made.Texts()["person_id"]
	instance := server.Protocol(t, extended).Instance(person)
	acctest.Succeeds(t, instance.Import(t.Context(), id))
	if !instance.State()["faces"].IsNull() || server.Count(22) != 0 {
		t.Errorf("faces %s, %d reads", instance.State()["faces"], server.Count(22))
	}
	expectNoChange(t, instance, called("Ada"))
	acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(called("Ada", "b", "two"))))
	expectStage(t, server, "Ada: one two")
	expectNoChange(t, instance, called("Ada", "b", "two"))

	nobody := server.Protocol(t, extended).Instance(person)
	for _, gone := range []string{modelID + "/" + modelID, personID + "/" + personID} {
		acctest.Succeeds(t, nobody.Import(t.Context(), gone))
		if nobody.Exists() {
			t.Errorf("%s: imported what is not there", gone)
		}
	}
	acctest.Says(t, nobody.Import(t.Context(), "mine/"+personID), acctest.Failure, `person_model_id "mine" is not a GUID`)
}

// TestPerson_gone works on what is gone.
func TestPerson_gone(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	instance := applied(t, server, person, called("Ada", "a", "one"))
	rename := instance.Planned(called("Bea", "a", "one"))
	acctest.Restart(instance)
	destroy := instance.Planned(nil)
	server.RemovePerson(server.Account.ID, modelID, instance.Texts()["person_id"])
	acctest.Says(t, instance.Apply(t.Context(), rename), acctest.Failure, "Could not rename the person", "404")
	acctest.Succeeds(t, instance.Apply(t.Context(), destroy))

	server.RemovePerson(server.Account.ID, modelID, "")
	other := server.Protocol(t, extended).Instance(person)
	said := acctest.Says(t, other.Plan(t.Context(), called("Ada")).Diagnostics, acctest.Failure, "Person model does not exist", "404")
	if said.Attribute.String() != `AttributeName("person_model_id")` {
		t.Errorf("at %s", said.Attribute)
	}
}

// TestPerson_badInput validates and plans what cannot be.
func TestPerson_badInput(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	instance := server.Protocol(t, extended).Instance(person)
	for says, config := range map[string]acctest.Values{
		"must be a GUID":                {"person_model_id": "mine", "name": "Ada"},
		"name that is not empty":        {"person_model_id": modelID, "name": ""},
		"Local files are not supported": {"person_model_id": modelID, "name": "Ada", "faces": map[string]acctest.Values{"a": {"url": "pictures/a.jpg"}}},
		"faces":                         {"person_model_id": modelID, "name": "Ada", "faces": map[string]acctest.Values{"": {"url": picture("a")}}},
	} {
		acctest.Says(t, instance.Validate(t.Context(), config), acctest.Failure, says)
	}
	unknown := called("Ada")
	unknown["faces"] = map[string]acctest.Values{"a": {"url": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}}
	instance.Planned(unknown)
	instance.Protocol = server.Protocol(t, nil)
	acctest.Says(t, instance.Plan(t.Context(), called("Ada")).Diagnostics, acctest.Failure, person+" needs", "extended_operations = true")
}
