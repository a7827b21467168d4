package languagemodel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const link = "https://texts.example/c.vtt"

// TestLife walks a model that cannot be read through every change. Only the file that is edited, added or removed is sent or
// deleted, and after each step the plan is empty.
func TestLife(t *testing.T) {
	t.Parallel()
	l := newBase(t, mockserver.CapitalLanguage())
	l.write("a.txt", "a1")
	files := func(more ...any) acctest.Values {
		all := map[string]acctest.Values{}
		for i := 0; i < len(more); i += 2 {
			all[more[i].(string)] = more[i+1].(acctest.Values)
		}
		return vocabulary(nil, "files", all)
	}
	source, text, address := acctest.Values{"source": l.dir + "/a.txt"}, acctest.Values{"content": "b1"}, acctest.Values{"url": link}
	first := files("a.txt", source, "b.txt", text, "c.vtt", address)
	l.must(first)
	l.wantState(map[string]string{
		"location": l.Account.Location, "account_id": l.Account.ID, "language": "en-US", "state": "None", "linguistic_model_id": "", "deletion_policy": "empty",
		"files/a.txt/content_sha256": sha("a1"), "files/c.vtt/content_sha256": "",
	})
	steps := []struct {
		what   string
		config acctest.Values
		remote string
		sent   []int
	}{
		{"an edited file", first, "a.txt=a2 b.txt=b1 c.vtt=" + link, []int{20, 20}},
		{"another path", files("a.txt", acctest.Values{"source": l.dir + "/moved.txt"}, "b.txt", text, "c.vtt", address), "a.txt=a2 b.txt=b1 c.vtt=" + link, nil},
		{"all at once", files("b.txt", acctest.Values{"content": "b2"}, "c.vtt", acctest.Values{"url": link + ".vtt"}, "e.txt", acctest.Values{"content": "e1"}), "b.txt=b2 c.vtt=" + link + ".vtt e.txt=e1", []int{20, 20, 21}},
		{"a removed file", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1"}), "b.txt=b2 e.txt=e1", []int{21}},
		{"disabled", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1"}, "enabled", false), "-b.txt=b2 -e.txt=e1", []int{20}},
		{"added when disabled", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1", "f.txt": "f1"}, "enabled", false), "-b.txt=b2 -e.txt=e1 -f.txt=f1", []int{20, 20}},
		{"renamed and enabled", vocabulary(map[string]string{"b.txt": "b2", "e.txt": "e1", "f.txt": "f1"}, "name", "Renamed"), "b.txt=b2 e.txt=e1 f.txt=f1", []int{20}},
		{"not managed any more", vocabulary(nil, "name", "Again"), "b.txt=b2 e.txt=e1 f.txt=f1", []int{20}},
		{"no files", vocabulary(map[string]string{}, "name", "Again"), "", []int{21, 21, 21}},
	}
	l.write("a.txt", "a2")
	l.write("moved.txt", "a2")
	for _, step := range steps {
		l.ResetRequests()
		l.must(step.config)
		l.wantRemote(step.remote, "")
		if got := l.sentTo(); !slices.Equal(got, step.sent) {
			t.Errorf("%s: requests to endpoints %v, want %v", step.what, got, step.sent)
		}
		for _, file := range l.remote().Files {
			if id := l.has("files", file.Name, "file_id"); id != file.ID {
				t.Errorf("%s: the state has the id %q for %s, the server %s", step.what, id, file.Name, file.ID)
			}
		}
	}
}

// TestSameNameRefused does what the error says where the service takes one file of a name.
func TestSameNameRefused(t *testing.T) {
	t.Parallel()
	l := newBase(t, mockserver.SameFileNames(mockserver.SameNameRefused))
	l.must(vocabulary(one))
	wantSays(t, l.run(vocabulary(with(one, "b.txt", "b2"))), asError, "remove the file from files")
	l.must(vocabulary(map[string]string{"a.txt": "a1"}))
	l.must(vocabulary(with(one, "b.txt", "b2")))
	l.wantFiles(with(one, "b.txt", "b2"))
}

// TestAccLanguageModel_unknown plans with a map of files, an element of one, and origins that are known only after apply.
func TestAccLanguageModel_unknown(t *testing.T) {
	t.Parallel()
	const later = "resource \"terraform_data\" \"later\" {\n  input = { \"a.txt\" = { content = %q, source = null, url = null } }\n}\n"
	for name, lines := range map[string]string{
		"map":     "files = terraform_data.later.output",
		"element": "files = { \"a.txt\" = terraform_data.later.output[\"a.txt\"] }",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			config := func(text string) string { return f.Config(fmt.Sprintf(later, text) + block(nil, lines)) }
			acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{
				{Config: config("a1"), Check: f.holds("a.txt=a1")},
				{Config: config("a2"), Check: f.holds("a.txt=a2")},
			}})
		})
	}
	t.Run("origins", func(t *testing.T) {
		t.Parallel()
		f := newFixture(t)
		path := strings.TrimPrefix(f.write("a.txt", "a1"), "source = ")
		config := f.Config(fmt.Sprintf("resource \"terraform_data\" \"later\" {\n  input = { path = %s, text = \"b1\", url = %q }\n}\n", path, link) + block(files{
			"a.txt": "source = terraform_data.later.output.path", "b.txt": "content = terraform_data.later.output.text", "c.vtt": "url = terraform_data.later.output.url",
		}))
		acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{
			{
				Config: config, Check: f.holds("a.txt=a1", "b.txt=b1", "c.vtt="+link),
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectUnknownValue(address, tfjsonpath.New("files").AtMapKey("a.txt").AtMapKey("content_sha256")),
				}},
			},
			{Config: config, ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}},
		}})
	})
}
