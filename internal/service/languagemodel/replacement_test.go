package languagemodel_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// replaced checks that all models but the newest are empty, and that each of these holds a.txt.
func (f *fixture) replaced(models, newest int) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		all := f.LanguageModels(f.Account.ID)
		if len(all) != models {
			return fmt.Errorf("the server holds %d models, want %d", len(all), models)
		}
		for i, model := range all {
			if isNew := i >= models-newest; isNew != (len(model.Files) == 1) {
				return fmt.Errorf("model %d of %d holds %d files", i+1, models, len(model.Files))
			}
		}
		return nil
	})
}

// TestAccLanguageModel_replacedByWill replaces two models because of a trigger and a taint, one destroyed first and one
// last. Each replacement makes another model, and empties the one before.
func TestAccLanguageModel_replacedByWill(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	model := func(label string, createsFirst bool) string {
		triggered := block(files{"a.txt": `content = "a1"`},
			fmt.Sprintf("lifecycle {\n    create_before_destroy = %t\n    replace_triggered_by  = [terraform_data.version]\n  }", createsFirst))
		return strings.Replace(triggered, `"test"`, strconv.Quote(label), 1)
	}
	config := func(version int) string {
		return f.Config(fmt.Sprintf("resource \"terraform_data\" \"version\" {\n  input = %d\n}\n", version) + model("first", false) + model("last", true))
	}
	const first, last = "videoindexer_language_model.first", "videoindexer_language_model.last"
	replaces := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		plancheck.ExpectResourceAction(first, plancheck.ResourceActionDestroyBeforeCreate),
		plancheck.ExpectResourceAction(last, plancheck.ResourceActionCreateBeforeDestroy),
	}}
	acctest.Run(t, resource.TestCase{
		CheckDestroy: f.replaced(6, 0),
		Steps: []resource.TestStep{
			{Config: config(1)},
			{Config: config(2), ConfigPlanChecks: replaces, Check: f.replaced(4, 2)},
			{Config: config(2), Taint: []string{first, last}, ConfigPlanChecks: replaces, Check: f.replaced(6, 2)},
		},
	})
}

// TestAccLanguageModel_otherAddress gives the block another name: that makes another model, and empties the one before.
func TestAccLanguageModel_otherAddress(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	config := f.Config(block(files{"a.txt": `content = "a1"`}))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: f.replaced(2, 0),
		Steps:        []resource.TestStep{{Config: config}, {Config: strings.Replace(config, `"test"`, `"other"`, 1), Check: f.replaced(2, 1)}},
	})
}

// TestAccLanguageModel_unknownProvider updates a model while an argument of the provider is not known at plan, after
// an update whose outcome is unknown: the apply finds it out, and does the rest.
func TestAccLanguageModel_unknownProvider(t *testing.T) {
	t.Parallel()
	f := newFixture(t, mockserver.SameFileNames(mockserver.SameNameAddsSecond))
	config := func(retries int, text, name string) string {
		return f.Config(fmt.Sprintf("resource \"terraform_data\" \"retries\" {\n  input = %d\n}\n", retries)+
			block(files{"a.txt": fmt.Sprintf("content = %q", text)}, fmt.Sprintf("name = %q", name)), "max_retries = terraform_data.retries.output")
	}
	acctest.Run(t, resource.TestCase{
		CheckDestroy: f.emptied,
		Steps: []resource.TestStep{
			{Config: config(0, "a1", "Terms"), Check: f.holds("Terms", true, "a.txt=a1")},
			{
				PreConfig: func() {
					f.Script(mockserver.Fault{Endpoint: 20, Skip: 1, Times: mockserver.Always, Do: mockserver.ResetAfter()})
				},
				Config: config(0, "a2", "Renamed"), ExpectError: regexp.MustCompile(`may\s+have\s+made\s+the\s+change`),
			},
			{
				PreConfig: f.ClearFaults, Config: config(1, "a2", "Terms"), ConfigPlanChecks: updates(),
				Check: f.holds("Terms", true, "a.txt=a2"), ConfigStateChecks: state(f.ids()),
			},
		},
	})
}
