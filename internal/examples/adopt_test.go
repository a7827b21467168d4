package examples_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/semver"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccAdoptAnAccount follows the guide word by word, with an account that people have customized by hand: all of it is
// imported, and nothing is written on the way. Then edits of the files change that alone.
func TestAccAdoptAnAccount(t *testing.T) {
	t.Parallel()
	e := need(t)
	if !e.has(importsEach) {
		t.Skipf("%s has no %s", e.version, importsEach.name)
	}
	if !e.opentofu && semver.Compare(e.version, "v1.16.0") >= 0 {
		t.Skipf("%s has a bug with import blocks that write configuration, which the guide names", e.version)
	}
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("the guide needs jq, which is not on the PATH")
	}
	server := grownByHand(t)
	before := server.State().Accounts
	home := t.TempDir()
	env := append(variables(server), "VIDEOINDEXER_ACCOUNT_ID="+server.Account.ID, "TF_CLI_ARGS_init=-plugin-dir="+e.mirror)
	followAtHome(t, e, "templates/guides/adopt-an-account.md.tmpl", "## From now on", home, ".", env...)
	if n := server.Writes(); n > 0 {
		t.Errorf("%d requests that write", n)
	}
	if diff := cmp.Diff(before, server.State().Accounts); diff != "" {
		t.Errorf("the service (-before +after):\n%s", diff)
	}

	w := workspace{t: t, engine: e, folder: filepath.Join(home, "adopted"), env: environment(append(env, "TF_CLI_CONFIG_FILE="+os.DevNull)...)}
	managed := strings.Split(strings.TrimSpace(w.run("state", "list")), "\n")
	for _, want := range []string{
		"module.customization.videoindexer_brand_dictionary.this[0]", "module.customization.videoindexer_brands_model_settings.this[0]",
		`module.customization.videoindexer_language_model.this["Birds & minerals/en-US"]`,
		`module.customization.videoindexer_person_model.this["Presenters"]`, `module.customization.videoindexer_person.in_default_model["Default/Cleo Hart"]`,
		"videoindexer_project.ip1q2r3s4t5", "videoindexer_video.i" + mockserver.SampleVideoID,
	} {
		if !slices.Contains(managed, want) {
			t.Errorf("the state does not hold %s, but %q", want, managed)
		}
	}
	appendTo(t, filepath.Join(w.folder, "customization", "brands.csv"), "New Quay Radio,yes,partner,,Plays our podcast.\n")
	appendTo(t, filepath.Join(w.folder, "customization", "people.yaml"), "Guests:\n  persons:\n    Dora Lind:\n")
	want := map[string]string{
		"module.customization.videoindexer_brand_dictionary.this[0]":        "update",
		`module.customization.videoindexer_person_model.this["Guests"]`:     "create",
		`module.customization.videoindexer_person.this["Guests/Dora Lind"]`: "create",
	}
	if diff := cmp.Diff(want, w.changes()); diff != "" {
		t.Errorf("changes after an edit (-want +got):\n%s", diff)
	}
	w.run("apply", "-auto-approve", "tfplan")
	w.nothingToDo()
}

// grownByHand is a service whose account has what people have made over the years, with names and texts that have to be
// quoted.
func grownByHand(t *testing.T) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, mockserver.Extended())
	account := server.Account.ID
	for _, b := range []mockserver.Brand{
		{Name: "Harbor Gazette", Enabled: true, Description: "Morning paper, \"the Gazette\".\nSince 1887.", ReferenceURL: new("https://gazette.example/?a=b&c"), Tags: []string{"partner", "news, daily"}},
		{Name: `Tarn, Fell & "Sons"`, Enabled: false, ReferenceURL: new(""), Tags: []string{}},
		{Name: "Corvane ${name}", Enabled: true},
	} {
		server.AddBrand(account, b)
	}
	text := func(name, content string) mockserver.LanguageFile {
		return mockserver.LanguageFile{Name: name, Enabled: true, Content: []byte(content)}
	}
	birds := server.AddLanguageModel(account, mockserver.LanguageModel{
		Name: "Birds & minerals", Language: "en-US", Files: []mockserver.LanguageFile{text("shore birds.txt", "The avocet sweeps the mud.\r\nNo line feed ends this"), text("minerals.txt", "Feldspar.\n")},
	})
	server.TrainLanguageModel(account, birds)
	server.AddTranscriptEdits(account, birds)
	server.AddLanguageModel(account, mockserver.LanguageModel{Name: "Straßen", Language: "de-DE", Files: []mockserver.LanguageFile{text("süd.txt", "Die Wörthstraße.\n")}})
	server.AddAccountAdaptations(account, "en-US")

	presenters := server.AddPersonModel(account, mockserver.PersonModel{Name: "Presenters"})
	server.AddPersonModel(account, mockserver.PersonModel{Name: "Nobody yet"})
	ada := server.AddPerson(account, presenters, mockserver.Person{Name: "Ada Marlow"})
	server.AddFaces(account, presenters, ada, mockserver.Face{ID: "face0000-0000-4000-8000-000000000001", URL: "https://pictures.example/ada.jpg"})
	server.AddPerson(account, presenters, mockserver.Person{Name: "Ben Okoro: host"})
	server.AddPerson(account, presenters, mockserver.Person{Name: "Ben Okoro: host"})
	server.AddPerson(account, server.PersonModels(account)[0].ID, mockserver.Person{Name: "Cleo Hart"})
	server.AddSampleMedia(account)
	return server
}
