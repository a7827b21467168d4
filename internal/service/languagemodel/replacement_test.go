package languagemodel_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// replaced checks that all models but the newest are empty, and that this one holds a.txt.
func (f *fixture) replaced(models int) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		all := f.LanguageModels(f.Account.ID)
		if len(all) != models {
			return fmt.Errorf("the server holds %d models, want %d", len(all), models)
		}
		for i, model := range all {
			if newest := i == models-1; newest != (len(model.Files) == 1) {
				return fmt.Errorf("model %d of %d holds %d files", i+1, models, len(model.Files))
			}
		}
		return nil
	})
}

// TestAccLanguageModel_replacedByWill replaces a model because of a trigger, a taint and another address, with the old
// one destroyed first or last. Each replacement makes another model, and empties the one before.
func TestAccLanguageModel_replacedByWill(t *testing.T) {
	t.Parallel()
	for order, action := range map[string]plancheck.ResourceActionType{
		"false": plancheck.ResourceActionDestroyBeforeCreate, "true": plancheck.ResourceActionCreateBeforeDestroy,
	} {
		t.Run("create before destroy "+order, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			config := func(version int, lines string) string {
				return f.Config(fmt.Sprintf("resource \"terraform_data\" \"version\" {\n  input = %d\n}\n", version) + block(files{"a.txt": `content = "a1"`}, lines,
					"lifecycle {\n create_before_destroy = "+order+"\n replace_triggered_by = [terraform_data.version]\n}"))
			}
			test := resource.TestCase{
				CheckDestroy: acctest.Remote(func() error {
					all := f.LanguageModels(f.Account.ID)
					for i, model := range all {
						if len(model.Files) > 0 {
							return fmt.Errorf("model %d still holds %d files", i+1, len(model.Files))
						}
					}
					return nil
				}),
				Steps: []resource.TestStep{
					{Config: config(1, "")},
					{Config: config(2, ""), ConfigPlanChecks: plans(action), Check: f.replaced(2)},
					{Config: config(2, ""), Taint: []string{address}, ConfigPlanChecks: plans(action), Check: f.replaced(3)},
					{Config: strings.Replace(config(2, ""), `"test"`, `"other"`, 1), Check: f.replaced(4)},
				},
			}
			acctest.Run(t, test)
		})
	}
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
				Config: config(0, "a2", "Renamed"), ExpectError: regexp.MustCompile(`could\s+not\s+be\s+read`),
			},
			{
				PreConfig: f.ClearFaults, Config: config(1, "a2", "Terms"), ConfigPlanChecks: updates(),
				Check: f.holds("Terms", true, "a.txt=a2"), ConfigStateChecks: state(f.ids()),
			},
			{Config: config(1, "a2", "Terms"), ConfigPlanChecks: emptyPlan},
		},
	})
}
