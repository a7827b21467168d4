package languagemodel_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const link = "https://texts.example/c.vtt"

// TestAccLanguageModel_lifecycle walks a model through every change. The plan of an edited, added or
// removed file is a change of that file alone, and so are the requests.
func TestAccLanguageModel_lifecycle(t *testing.T) {
	t.Parallel()
	f := newFixture(t, mockserver.CapitalLanguage())
	m := files{"a.txt": f.write("a.txt", "a1"), "b.txt": `content = "b1"`, "c.vtt": fmt.Sprintf("url = %q", link)}
	other := f.write("moved.txt", "a2")
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: f.emptied,
		Steps: []resource.TestStep{
			{
				Config: f.Config(block(m)),
				Check:  all(f.holds("Terms", true, "a.txt=a1", "b.txt=b1", "c.vtt="+link), f.sent(1, 0, 0)),
				ConfigStateChecks: state(
					f.ids(),
					known("location", knownvalue.StringExact(f.Account.Location)),
					known("account_id", knownvalue.StringExact(f.Account.ID)),
					known("language", knownvalue.StringExact("en-US")),
					known("enabled", knownvalue.Bool(true)),
					known("state", knownvalue.StringExact("None")),
					known("linguistic_model_id", knownvalue.Null()),
					known("deletion_policy", knownvalue.StringExact("empty")),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("files").AtMapKey("a.txt").AtMapKey("content_sha256"), knownvalue.StringExact(sha("a1"))),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("files").AtMapKey("c.vtt").AtMapKey("content_sha256"), knownvalue.Null()),
				),
			},
			{Config: f.Config(block(m)), ConfigPlanChecks: emptyPlan},
			{ // one edited file
				PreConfig: func() {
					f.ResetRequests()
					f.write("a.txt", "a2")
					model, _ := f.only()
					f.TrainLanguageModel(f.Account.ID, model.ID)
				},
				Config: f.Config(block(m)),
				ConfigPlanChecks: updates(
					planChange{files: []string{"a.txt"}},
					plancheck.ExpectKnownValue(address, tfjsonpath.New("files").AtMapKey("a.txt").AtMapKey("content_sha256"), knownvalue.StringExact(sha("a2"))),
				),
				Check: all(f.holds("Terms", true, "a.txt=a2", "b.txt=b1", "c.vtt="+link), f.sent(0, 2, 0)),
				ConfigStateChecks: state(f.ids(),
					known("state", knownvalue.StringExact("None")), // as planned
					known("linguistic_model_id", knownvalue.Null()),
				),
			},
			{ // what the answer said of the training that others began comes with the next refresh
				Config: f.Config(block(m)), ConfigPlanChecks: emptyPlan,
				ConfigStateChecks: state(
					known("state", knownvalue.StringExact("Complete")),
					known("linguistic_model_id", knownvalue.StringRegexp(regexp.MustCompile(`^[0-9a-f-]{36}$`))),
				),
			},
			{ // the same bytes at another path, and another policy: nothing to write
				PreConfig:        f.ResetRequests,
				Config:           f.Config(block(m.with("a.txt", other), `deletion_policy = "abandon"`)),
				ConfigPlanChecks: updates(planChange{files: []string{"a.txt"}, others: []string{"deletion_policy"}}),
				Check:            f.WritesNothing(),
			},
			{ // content edited, an address changed, a file removed and one added: all in one request
				PreConfig: f.ResetRequests,
				Config: f.Config(block(files{
					"b.txt": `content = "b2"`, "c.vtt": fmt.Sprintf("url = %q", strings.Replace(link, "c.", "d.", 1)), "e.txt": `content = "e1"`,
				})),
				ConfigPlanChecks: updates(planChange{
					files: []string{"a.txt", "b.txt", "c.vtt", "e.txt"}, others: []string{"deletion_policy"},
				}),
				Check:             all(f.holds("Terms", true, "b.txt=b2", "c.vtt="+strings.Replace(link, "c.", "d.", 1), "e.txt=e1"), f.sent(0, 2, 1)),
				ConfigStateChecks: state(f.ids()),
			},
			{ // a removed file
				PreConfig:        f.ResetRequests,
				Config:           f.Config(block(files{"b.txt": `content = "b2"`, "e.txt": `content = "e1"`})),
				ConfigPlanChecks: updates(planChange{files: []string{"c.vtt"}}),
				Check:            all(f.holds("Terms", true, "b.txt=b2", "e.txt=e1"), f.sent(0, 0, 1)),
			},
			{ // disabled: no file is sent
				PreConfig:        f.ResetRequests,
				Config:           f.Config(block(files{"b.txt": `content = "b2"`, "e.txt": `content = "e1"`}, "enabled = false")),
				ConfigPlanChecks: updates(planChange{others: []string{"enabled"}}),
				Check:            all(f.holds("Terms", false, "b.txt=b2", "e.txt=e1"), f.sent(0, 1, 0)),
			},
			{ // a file added to a disabled model is disabled, too
				PreConfig:        f.ResetRequests,
				Config:           f.Config(block(files{"b.txt": `content = "b2"`, "e.txt": `content = "e1"`, "f.txt": `content = "f1"`}, "enabled = false")),
				ConfigPlanChecks: updates(planChange{files: []string{"f.txt"}}),
				Check:            all(f.holds("Terms", false, "b.txt=b2", "e.txt=e1", "f.txt=f1"), f.sent(0, 2, 0)),
			},
			{ // renamed, and enabled by leaving it out
				PreConfig:        f.ResetRequests,
				Config:           f.Config(block(files{"b.txt": `content = "b2"`, "e.txt": `content = "e1"`, "f.txt": `content = "f1"`}, `name = "Renamed"`)),
				ConfigPlanChecks: updates(planChange{others: []string{"enabled", "name"}}),
				Check:            all(f.holds("Renamed", true, "b.txt=b2", "e.txt=e1", "f.txt=f1"), f.sent(0, 1, 0)),
			},
			{ // no files any more
				PreConfig:        f.ResetRequests,
				Config:           f.Config(block(nil, `name = "Renamed"`)),
				ConfigPlanChecks: updates(),
				Check:            all(f.holds("Renamed", true), f.sent(0, 0, 3)),
			},
			{Config: f.Config(block(nil, `name = "Renamed"`)), ConfigPlanChecks: emptyPlan},
			{ // a null map of files becomes an empty one
				PreConfig: f.ResetRequests,
				Config:    f.Config(block(files{}, `name = "Renamed"`)),
				Check:     f.WritesNothing(),
			},
			{Config: f.Config(block(files{}, `name = "Renamed"`)), ConfigPlanChecks: emptyPlan},
		},
	})
}

// TestAccLanguageModel_sameNameRefused does what the error says where the service takes one file of a name.
func TestAccLanguageModel_sameNameRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t, mockserver.SameFileNames(mockserver.SameNameRefused))
	m := files{"a.txt": f.write("a.txt", "a1"), "b.txt": f.write("b.txt", "b1")}
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: f.emptied,
		Steps: []resource.TestStep{
			{Config: f.Config(block(m)), Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b1"), ConfigStateChecks: state(f.ids())},
			{
				PreConfig: f.edit("b.txt", "b2"), Config: f.Config(block(m)),
				ExpectError: regexp.MustCompile(`(?s)the\s+model\s+has\s+a\s+file\s+named.*remove\s+the\s+file\s+from\s+files`),
			},
			{Config: f.Config(block(files{"a.txt": m["a.txt"]})), Check: f.holds("Terms", true, "a.txt=a1")},
			{Config: f.Config(block(m)), Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b2"), ConfigStateChecks: state(f.ids())},
		},
	})
}

// TestAccLanguageModel_unknownFiles plans with a whole map of files, and an element of one, that are
// known only after apply.
func TestAccLanguageModel_unknownFiles(t *testing.T) {
	t.Parallel()
	for name, lines := range map[string]string{
		"map":     "files = terraform_data.later.output",
		"element": "files = { \"a.txt\" = terraform_data.later.output[\"a.txt\"] }",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			config := func(text string) string {
				return f.Config(fmt.Sprintf("resource \"terraform_data\" \"later\" {\n  input = { \"a.txt\" = { content = %q, source = null, url = null } }\n}\n", text) + block(nil, lines))
			}
			acctest.RunInProcess(t, resource.TestCase{
				CheckDestroy: f.emptied,
				Steps: []resource.TestStep{
					{Config: config("a1"), Check: f.holds("Terms", true, "a.txt=a1")},
					{Config: config("a2"), Check: f.holds("Terms", true, "a.txt=a2"), ConfigPlanChecks: updates(), ConfigStateChecks: state(f.ids())},
				},
			})
		})
	}
}

// TestAccLanguageModel_unknownOrigins plans with contents and addresses that are known only after apply.
func TestAccLanguageModel_unknownOrigins(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	path := strings.TrimPrefix(f.write("a.txt", "a1"), "source = ")
	config := f.Config(fmt.Sprintf(`
resource "terraform_data" "later" {
  input = { path = %s, text = "b1", url = %q }
}
`, path, link) + block(files{
		"a.txt": "source = terraform_data.later.output.path", "b.txt": "content = terraform_data.later.output.text", "c.vtt": "url = terraform_data.later.output.url",
	}))
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: f.emptied,
		Steps: []resource.TestStep{
			{
				Config: config, Check: f.holds("Terms", true, "a.txt=a1", "b.txt=b1", "c.vtt="+link), ConfigStateChecks: state(f.ids()),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectUnknownValue(address, tfjsonpath.New("files").AtMapKey("a.txt").AtMapKey("content_sha256")),
				}},
			},
			{Config: config, ConfigPlanChecks: emptyPlan},
		},
	})
}
