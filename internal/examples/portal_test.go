package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// importsEach are the import blocks for many objects at once.
var importsEach = feature{"import blocks with for_each", "v1.7", "v1.7"}

// TestAccFromAPortalToFiles follows the guide word by word, with an account whose models and persons were made by hand:
// nothing is written on the way, and the last plan is empty. Then a text is edited and a person added.
func TestAccFromAPortalToFiles(t *testing.T) {
	t.Parallel()
	e := need(t)
	if !e.has(importsEach) {
		t.Skipf("%s has no %s", e.version, importsEach.name)
	}
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("the guide needs jq, which is not on the PATH")
	}
	server := handmade(t)
	before := customizationOf(server)
	home := t.TempDir()
	env := append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID, "TF_CLI_ARGS_init=-plugin-dir="+e.mirror)
	followAtHome(t, e, "templates/guides/from-a-portal-to-files.md.tmpl", "## From now on", home, ".", env...)
	if n := server.Writes(); n > 0 {
		t.Errorf("%d requests that write", n)
	}
	if diff := cmp.Diff(before, customizationOf(server)); diff != "" {
		t.Errorf("the service (-before +after):\n%s", diff)
	}

	w := workspace{t: t, engine: e, folder: filepath.Join(home, "vocabulary"), env: environment(append(env, "TF_CLI_CONFIG_FILE="+os.DevNull)...)}
	// with train, the model that was never trained is trained, and no other
	text := read(t, filepath.Join(w.folder, "main.tf"))
	w.write("main.tf", strings.Replace(text, "  language = each.value.language\n", "  language = each.value.language\n  train    = true\n", 1))
	w.run("apply", "-auto-approve")
	for _, model := range server.LanguageModels(server.Account.ID) {
		if isNew := len(model.TrainedOn) > 0; isNew != (model.Name == "Straßennamen") {
			t.Errorf("trained: %s on %q", model.Name, model.TrainedOn)
		}
	}
	appendTo(t, filepath.Join(w.folder, "vocabulary", "Birds & minerals", "birds of the coast.txt"), "The oystercatcher opens mussels.\n")
	appendTo(t, filepath.Join(w.folder, "people.yaml"), "\"Guests\":\n- \"Dora Lind\"\n")
	want := map[string]string{
		`videoindexer_language_model.vocabulary["Birds & minerals"]`: "update",
		`videoindexer_person_model.cast["Guests"]`:                   "create",
		`videoindexer_person.person["Guests/Dora Lind"]`:             "create",
	}
	if diff := cmp.Diff(want, w.changes()); diff != "" {
		t.Errorf("changes after an edit (-want +got):\n%s", diff)
	}
	w.run("apply", "-auto-approve", "tfplan")
	w.nothingToDo()
}

// handmade is a service whose account has what people make in a portal, and what the service adds by itself.
func handmade(t *testing.T) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, mockserver.Extended())
	account := server.Account.ID
	text := func(name, content string) mockserver.LanguageFile {
		return mockserver.LanguageFile{Name: name, Enabled: true, Content: []byte(content), Creator: "Ann"}
	}
	unused := text("old names.txt", "Naming no names.\n")
	unused.Enabled = false
	birds := server.AddLanguageModel(account, mockserver.LanguageModel{
		Name: "Birds & minerals", Language: "en-US",
		Files: []mockserver.LanguageFile{text("birds of the coast.txt", "The avocet sweeps the mud.\r\nNo line feed ends this"), text("minerals.srt", "1\n00:00:00,000 --> 00:00:01,000\nFeldspar.\n"), unused},
	})
	server.TrainLanguageModel(account, birds)
	server.AddTranscriptEdits(account, birds)
	server.AddLanguageModel(account, mockserver.LanguageModel{Name: "Straßennamen", Language: "de-DE", Files: []mockserver.LanguageFile{text("süd.txt", "Die Wörthstraße.\n")}})
	server.AddAccountAdaptations(account, "en-US")

	presenters := server.AddPersonModel(account, mockserver.PersonModel{Name: "Presenters"})
	server.AddPersonModel(account, mockserver.PersonModel{Name: "Nobody yet"})
	ada := server.AddPerson(account, presenters, mockserver.Person{Name: "Ada Marlow"})
	server.AddFaces(account, presenters, ada, mockserver.Face{ID: "face0000-0000-4000-8000-000000000001", URL: "https://pictures.example/ada.jpg"})
	server.AddPerson(account, presenters, mockserver.Person{Name: `Ben "Big" Okoro: host`})
	server.AddPerson(account, server.PersonModels(account)[0].ID, mockserver.Person{Name: "Cleo Hart"})
	return server
}

// customizationOf is all that a service holds of models and persons.
func customizationOf(server *acctest.Server) []any {
	account := server.Account.ID
	all := []any{server.LanguageModels(account)}
	for _, model := range server.PersonModels(account) {
		all = append(all, model)
		for _, person := range server.Persons(account, model.ID) {
			all = append(all, person, server.Faces(account, model.ID, person.ID))
		}
	}
	return all
}
