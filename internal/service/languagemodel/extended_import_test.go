package languagemodel_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// addAndImport adds a model with these files to the server, as made by hand and trained, and
// imports it.
func (m *managedModel) addAndImport(texts map[string]string) {
	m.t.Helper()
	model := mockserver.LanguageModel{
		Name: "Terms", State: mockserver.ModelComplete, LanguageModelID: "2c6f9a52-1111-4222-8333-444455556666",
	}
	for name, text := range texts {
		model.Files = append(model.Files, mockserver.LanguageFile{Name: name, Enabled: true, Content: []byte(text)})
	}
	id := m.AddLanguageModel(m.Account.ID, model)
	m.AddTranscriptEdits(m.Account.ID, id)
	acctest.MustSucceed(m.t, m.Import(m.t.Context(), id))
}

// TestExtendedImportNormalForm has texts that mean the same as the configured ones, in another
// normal form, with other line ends or with more of them: none differs.
func TestExtendedImportNormalForm(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.write("local.txt", "cafe\u0301\r\nb\r\n")
	model.addAndImport(map[string]string{"a.txt": "cafe\u0301\r\nb", "b.txt": "caf\u00e9\nb\n\n"})
	config := vocabulary(map[string]string{"a.txt": "caf\u00e9\nb\n"}, "train", false)
	config["files"].(map[string]acctest.Values)["b.txt"] = acctest.Values{"source": model.dir + "/local.txt"}
	model.WantUnchanged(config)
}

// TestExtendedImportReplaced replaces an imported model, and edits a file at the same time: the
// create takes the model, and uploads the file.
func TestExtendedImportReplaced(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.addAndImport(twoTexts)
	model.MustConverge(vocabulary(twoTexts))
	id := model.stateText("model_id")
	edited := vocabulary(withText(twoTexts, "a.txt", "a2"))
	acctest.MustSucceed(t, model.Apply(t.Context(), model.PlanReplacement(t.Context(), edited)))
	check.Equal(t, id, model.stateText("model_id"), "the model that the create has taken")
	model.wantRemote("From transcript edits=An edited line.\n a.txt=a2 b.txt=b1", "")
	model.WantUnchanged(edited)
}

// TestExtendedImportDiffers plans to replace a file whose text is known to differ, to disable one,
// and not to show one that is not configured, which only exclusive deletes. A replacement that
// fails halfway goes on.
func TestExtendedImportDiffers(t *testing.T) {
	t.Parallel()
	for isExclusive, want := range map[bool]struct{ says, left string }{
		false: {`leaves them unchanged: "c.txt"`, " c.txt=c1"},
		true:  {`deletes 2 files of language model "Terms": "a.txt", "c.txt"`, ""},
	} {
		t.Run(fmt.Sprintf("exclusive = %t", isExclusive), func(t *testing.T) {
			t.Parallel()
			model := newManaged(t, mockserver.WithSameFileNames(mockserver.SameNameAddsSecond))
			model.addAndImport(map[string]string{"a.txt": "theirs", "b.txt": "b1", "c.txt": "c1"})
			config := disableFile(vocabulary(twoTexts, "exclusive", isExclusive), "b.txt")
			plan := model.PlanWithRefresh(config)
			acctest.MustSay(t, plan.Diagnostics, acctest.Warning, want.says)
			model.wantPlan(plan, map[string]string{
				"files/a.txt/file_id": "unknown", "files/b.txt/file_id": model.stateText("files", "b.txt", "file_id"),
				"files/c.txt/file_id": "",
			})
			model.Script(mockserver.Fault{
				Operation: mockserver.DeleteLanguageModelFile, Do: mockserver.Status(http.StatusForbidden),
			})
			model.MustFail(config, "Unable to delete file")
			model.MustConverge(config)
			model.wantRemote("-b.txt=b1 From transcript edits=An edited line.\n a.txt=a1"+want.left, "")
		})
	}
}

// TestExtendedImportKnownAfterApply imports a model whose configured text is known only after
// apply, and is then that of the model, or another one.
func TestExtendedImportKnownAfterApply(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"theirs": "a.txt=theirs", "ours": "a.txt=ours"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			model := newManaged(t)
			id := model.AddLanguageModel(model.Account.ID, mockserver.LanguageModel{
				Name: "Terms", Files: []mockserver.LanguageFile{{Name: "a.txt", Enabled: true, Content: []byte("theirs")}},
			})
			config := model.Config(fmt.Sprintf(`resource "terraform_data" "late" {
	  input = %q
	}
	resource "videoindexer_language_model" "it" {
	  name     = "Terms"
	  language = "en-US"
	  files    = { "a.txt" = { content = terraform_data.late.output } }
	}
	`, text), "extended_operations = true")
			dir := model.Open(t, nil)
			acctest.PlanAndApply(t, dir, config, inprocess.Options{
				Import: map[string]string{"videoindexer_language_model.it": id},
			})
			acctest.MustPlanNothing(t, dir, config)
			model.wantRemote(want, "")
		})
	}
}

// TestExtendedImportWithoutTexts takes texts that the service does not give for those of the
// configuration.
func TestExtendedImportWithoutTexts(t *testing.T) {
	t.Parallel()
	model := newManaged(t, mockserver.WithoutOperations(405, mockserver.GetLanguageModelFile))
	model.addAndImport(map[string]string{"a.txt": "theirs", "b.txt": "theirs"})
	model.WantUnchanged(vocabulary(twoTexts))
	model = newManaged(t)
	model.Script(mockserver.Fault{
		Operation: mockserver.GetLanguageModelFile, Times: mockserver.Always,
		Do: mockserver.Status(http.StatusBadRequest),
	})
	id := model.AddLanguageModel(model.Account.ID,
		mockserver.LanguageModel{Name: "Terms", Files: []mockserver.LanguageFile{{Name: "a.txt", Enabled: true}}})
	acctest.MustSay(t, model.Import(t.Context(), id), acctest.Warning,
		`Could not compare the texts of files that Terraform has not sent`)
	model.WantUnchanged(vocabulary(map[string]string{"a.txt": "a1"}))
}

// TestExtendedImportAddress takes a file that was imported for the one of the configured address,
// until that changes.
func TestExtendedImportAddress(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.addAndImport(map[string]string{"a.txt": "theirs"})
	const first, second = "https://texts.example/a1.txt", "https://texts.example/a2.txt"
	model.MustConverge(withFiles(map[string]acctest.Values{"a.txt": {"url": first}}))
	model.wantRemote("From transcript edits=An edited line.\n a.txt=theirs", "")
	model.MustConverge(withFiles(map[string]acctest.Values{"a.txt": {"url": second}}))
	model.wantRemote("From transcript edits=An edited line.\n a.txt="+second, "")
}

// TestExtendedNamesakes warns of a model with the name and language of one that a plan creates, and
// of no other.
func TestExtendedNamesakes(t *testing.T) {
	t.Parallel()
	for language, isNamesake := range map[string]bool{"en-US": true, "fr-FR": false} {
		model := newManaged(t)
		config := vocabulary(twoTexts)
		id := model.AddLanguageModel(model.Account.ID,
			mockserver.LanguageModel{Name: config["name"].(string), Language: language})
		messages := strings.Join(acctest.Texts(model.PlanWithRefresh(config).Diagnostics), "\n")
		check.Equal(t, isNamesake, strings.Contains(messages, "already exists (id "+id), "with a model in %s, the plan of one in %s warns of it", language, config["language"])
	}
}

// TestExtendedGone imports a model, and one that does not exist; then the service deletes the first
// one, too.
func TestExtendedGone(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	acctest.MustSayNothing(t, model.Import(t.Context(), "8c6f9a52-1111-4222-8333-444455556666"))
	model.WantAbsent()
	model.addAndImport(twoTexts)
	model.RemoveLanguageModel(model.Account.ID, model.remote().ID)
	model.Instance.Protocol = model.Server.Protocol(t, extended)
	acctest.MustSayNothing(t, model.Refresh(t.Context()))
	model.WantAbsent()
}

// TestExtendedFoundAgain has the service deny a model once, and show it to the next read: a
// provider without extended operations, which cannot read it, keeps it.
func TestExtendedFoundAgain(t *testing.T) {
	t.Parallel()
	model := newManaged(t)
	model.MustConverge(vocabulary(twoTexts))
	model.Script(mockserver.Fault{
		Operation: mockserver.UpdateLanguageModel, Do: mockserver.Refuse(http.StatusNotFound, "NOT_FOUND", "no model"),
	})
	model.MustFail(vocabulary(twoTexts, "name", "Renamed"), "Language model does not exist")
	model.WantUnchanged(vocabulary(twoTexts))
	model.Instance.Protocol = model.Server.Protocol(t, acctest.Values{"max_retries": 0})
	model.WantUnchanged(vocabulary(twoTexts))
}
