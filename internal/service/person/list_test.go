package person_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// newCrowd is a server with 60 persons in the model modelID, of which the service gives 25 at a time.
func newCrowd(t *testing.T) *acctest.Server {
	t.Helper()
	server := newPersonServer(t, mockserver.PageCap(25))
	for i := range 60 {
		server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: fmt.Sprintf("Person %02d", i)})
	}
	return server
}

func TestAccPersonModels_list(t *testing.T) {
	t.Parallel()
	server := newCrowd(t)
	at := "data.videoindexer_person_models."
	list := func(name string) tfjsonpath.Path {
		return tfjsonpath.New("person_models").AtSliceIndex(0).AtMapKey(name)
	}
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
		Config: server.Config("data \"videoindexer_person_models\" \"all\" {}\ndata \"videoindexer_person_models\" \"some\" {\n  person_name_prefix = \"Pers\"\n}\n", allow),
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue(at+"all", tfjsonpath.New("person_models"), knownvalue.ListSizeExact(2)),
			statecheck.ExpectKnownValue(at+"all", list("is_default"), knownvalue.Bool(true)),
			statecheck.ExpectKnownValue(at+"some", tfjsonpath.New("person_models"), knownvalue.ListSizeExact(1)),
			statecheck.ExpectKnownValue(at+"some", list("person_model_id"), knownvalue.StringExact(modelID)),
			statecheck.ExpectKnownValue(at+"some", list("name"), knownvalue.StringExact("Presenters")),
			statecheck.ExpectKnownValue(at+"some", list("persons_count"), knownvalue.Int64Exact(60)),
		},
	}}})
}

func TestAccPersons_list(t *testing.T) {
	t.Parallel()
	server := newCrowd(t)
	at := "data.videoindexer_persons."
	block := func(name, more string) string {
		return fmt.Sprintf("data \"videoindexer_persons\" %q {\n  person_model_id = %q\n%s\n}\n", name, modelID, more)
	}
	first := func(name string) tfjsonpath.Path { return tfjsonpath.New("persons").AtSliceIndex(0).AtMapKey(name) }
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
		Config: server.Config(block("all", "")+block("some", "name_prefix = \"person 1\""), allow),
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue(at+"all", tfjsonpath.New("persons"), knownvalue.ListSizeExact(60)),
			statecheck.ExpectKnownValue(at+"some", tfjsonpath.New("persons"), knownvalue.ListSizeExact(10)),
			statecheck.ExpectKnownValue(at+"some", first("name"), knownvalue.StringExact("Person 10")),
			statecheck.ExpectKnownValue(at+"some", first("sample_face_id"), knownvalue.Null()),
			statecheck.ExpectKnownValue(at+"some", first("last_modified"), knownvalue.NotNull()),
			statecheck.ExpectKnownValue(at+"some", first("last_modifier_name"), knownvalue.NotNull()),
		},
	}}})
}

// TestPersonData_fails reads what is not there, and what needs extended operations.
func TestPersonData_fails(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	for name, config := range map[string]acctest.Values{"videoindexer_person_models": nil, "videoindexer_persons": {"person_model_id": modelID}} {
		acctest.Says(t, server.Protocol(t, nil).ReadData(t.Context(), name, config), acctest.Failure, name+" needs", "extended_operations = true")
		lacking := newPersonServer(t, mockserver.Lacks(http.StatusNotImplemented, "X13", "X17"))
		acctest.Says(t, lacking.Protocol(t, extended).ReadData(t.Context(), name, config), acctest.Failure, "Could not list the person", "lacks an operation")
	}
	diags := server.Protocol(t, extended).ReadData(t.Context(), "videoindexer_persons", acctest.Values{"person_model_id": personID})
	acctest.Says(t, diags, acctest.Failure, "Could not list the persons of the person model", "404", personID)
}

func names(listed []acctest.Listed) []string {
	names := make([]string, len(listed))
	for i, one := range listed {
		if names[i] = one.DisplayName; len(one.Diagnostics) > 0 {
			names[i] = strings.Join(acctest.Texts(one.Diagnostics), "; ")
		}
	}
	return names
}

func TestPersonModelList(t *testing.T) {
	t.Parallel()
	server := newCrowd(t)
	protocol := server.Protocol(t, extended)
	listed := protocol.List(t.Context(), personModel, nil, true, 0)
	if diff := cmp.Diff([]string{"Default", "Presenters"}, names(listed)); diff != "" {
		t.Fatalf("listed (-want +got):\n%s", diff)
	}
	want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "person_model_id": modelID}
	if diff := cmp.Diff(want, listed[1].Identity); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
	want["name"], want["deletion_policy"] = "Presenters", "abandon"
	if diff := cmp.Diff(want, listed[1].Resource); diff != "" {
		t.Errorf("resource (-want +got):\n%s", diff)
	}
	if got := names(protocol.List(t.Context(), personModel, acctest.Values{"person_name_prefix": "Person 5"}, false, 0)); len(got) != 1 || got[0] != "Presenters" {
		t.Errorf("by the name of a person: %q", got)
	}
	if got := protocol.List(t.Context(), personModel, nil, false, 1); len(got) != 1 || got[0].Resource != nil {
		t.Errorf("with a limit: %+v", got)
	}
	got := names(server.Protocol(t, nil).List(t.Context(), personModel, nil, false, 0))
	if len(got) != 1 || !strings.Contains(got[0], "The list of videoindexer_person_model needs") {
		t.Errorf("without extended operations: %q", got)
	}
	lacking := newPersonServer(t, mockserver.Lacks(http.StatusNotFound, "X13"))
	if got := names(lacking.Protocol(t, extended).List(t.Context(), personModel, nil, false, 0)); len(got) != 1 || !strings.Contains(got[0], "Could not list the person models") {
		t.Errorf("a service without it: %q", got)
	}
}

func TestPersonList(t *testing.T) {
	t.Parallel()
	server := newCrowd(t)
	protocol := server.Protocol(t, extended)
	of := acctest.Values{"person_model_id": modelID}
	listed := protocol.List(t.Context(), person, of, true, 0)
	if len(listed) != 60 {
		t.Fatalf("%d listed: %q", len(listed), names(listed))
	}
	id := server.Persons(server.Account.ID, modelID)[30].ID
	want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID, "person_model_id": modelID, "person_id": id}
	if diff := cmp.Diff(want, listed[30].Identity); diff != "" {
		t.Errorf("identity (-want +got):\n%s", diff)
	}
	want["name"], want["deletion_policy"] = "Person 30", "abandon"
	if diff := cmp.Diff(want, listed[30].Resource); diff != "" {
		t.Errorf("resource (-want +got):\n%s", diff)
	}
	server.ResetRequests()
	if got := protocol.List(t.Context(), person, of, false, 30); len(got) != 30 || server.CountOf("X17") != 2 {
		t.Errorf("with a limit: %d listed by %d requests", len(got), server.CountOf("X17"))
	}
	if got := protocol.List(t.Context(), person, acctest.Values{"person_model_id": modelID, "name_prefix": "Person 2"}, false, 0); len(got) != 10 {
		t.Errorf("by name: %q", names(got))
	}
	got := names(server.Protocol(t, nil).List(t.Context(), person, of, false, 0))
	if len(got) != 1 || !strings.Contains(got[0], "The list of videoindexer_person needs") {
		t.Errorf("without extended operations: %q", got)
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(17), Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	got = names(protocol.List(t.Context(), person, of, false, 0))
	if len(got) != 26 || !strings.Contains(got[25], "Could not list the persons of the person model") {
		t.Errorf("a page that cannot be had: %q", got)
	}
}

// TestPersonList_streams has the first persons before the last page was asked for.
func TestPersonList_streams(t *testing.T) {
	t.Parallel()
	server := newCrowd(t)
	taken := 0
	for range server.Protocol(t, extended).Listing(t.Context(), person, acctest.Values{"person_model_id": modelID}, true, 0) {
		if taken++; taken == 25 && server.CountOf("X17") != 1 {
			t.Errorf("%d pages were asked for when the first was taken", server.CountOf("X17"))
		}
	}
	if taken != 60 || server.CountOf("X17") < 3 {
		t.Errorf("%d persons of %d pages", taken, server.CountOf("X17"))
	}
}
