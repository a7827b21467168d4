package languagemodel_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const address = "videoindexer_language_model.test"

// fixture is a mock server and a directory of text files.
type fixture struct {
	*acctest.Server
	t   *testing.T
	dir string
}

func newFixture(t *testing.T, opts ...mockserver.Option) *fixture {
	t.Helper()
	return &fixture{Server: acctest.NewServer(t, opts...), t: t, dir: t.TempDir()}
}

// write puts a text into a file of the directory, and returns the line that names it as a source.
func (f *fixture) write(name, text string) string {
	f.t.Helper()
	file := filepath.Join(f.dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
	return fmt.Sprintf("source = %q", file)
}

func (f *fixture) edit(name, text string) func() { return func() { f.write(name, text) } }

// files are the files of a configuration: the line that says what each holds, by name.
type files map[string]string

func (m files) with(name, line string) files {
	more := maps.Clone(m)
	more[name] = line
	return more
}

// block is a videoindexer_language_model with the given lines and its name and language.
func block(m files, lines ...string) string {
	var b strings.Builder
	b.WriteString("resource \"videoindexer_language_model\" \"test\" {\n")
	all := strings.Join(lines, "\n")
	if !strings.Contains(all, "name ") {
		b.WriteString("  name = \"Terms\"\n")
	}
	if !strings.Contains(all, "language ") {
		b.WriteString("  language = \"en-US\"\n")
	}
	b.WriteString(all + "\n")
	if m != nil {
		b.WriteString("  files = {\n")
		for _, name := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(&b, "    %q = { %s }\n", name, m[name])
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// only is the one model that the server must hold.
func (f *fixture) only() (mockserver.LanguageModel, error) {
	models := f.LanguageModels(f.Account.ID)
	if len(models) != 1 {
		return mockserver.LanguageModel{}, fmt.Errorf("the server holds %d models, want one", len(models))
	}
	return models[0], nil
}

// holds checks the one model of the server: its name, whether it is enabled, and its files as
// name=content or name=address.
func (f *fixture) holds(name string, enabled bool, want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		model, err := f.only()
		if err != nil {
			return err
		}
		if model.Name != name {
			return fmt.Errorf("the server holds the name %q, want %q", model.Name, name)
		}
		got := []string{}
		for _, file := range model.Files {
			got = append(got, file.Name+"="+string(file.Content)+file.URL)
			if file.Enabled != enabled {
				return fmt.Errorf("file %s is enabled: %t", file.Name, file.Enabled)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
			return fmt.Errorf("files on the server (-want +got):\n%s", diff)
		}
		return nil
	})
}

// emptied checks what the default deletion_policy leaves: one model without files, disabled last.
func (f *fixture) emptied(*terraform.State) error {
	model, err := f.only()
	if err != nil {
		return err
	}
	if len(model.Files) > 0 {
		return fmt.Errorf("the server still holds %d files", len(model.Files))
	}
	requests := f.Requests()
	if last := requests[len(requests)-1]; last.Endpoint != 20 || last.Query != "enable=false" {
		return fmt.Errorf("the last request was %s %s?%s", last.Method, last.Path, last.Query)
	}
	return nil
}

// ids checks that the files in state have the ids that the server gave them.
func (f *fixture) ids() statecheck.StateCheck {
	return stateCheck(func(attributes map[string]any) error {
		model, err := f.only()
		if err != nil {
			return err
		}
		if attributes["model_id"] != model.ID {
			return fmt.Errorf("the state has model_id %v, the server %s", attributes["model_id"], model.ID)
		}
		want, got := map[string]any{}, map[string]any{}
		for _, file := range model.Files {
			want[file.Name] = file.ID
		}
		inState, _ := attributes["files"].(map[string]any)
		for name, file := range inState {
			got[name] = file.(map[string]any)["file_id"]
		}
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("ids of files (-server +state):\n%s", diff)
		}
		return nil
	})
}

type stateCheck func(attributes map[string]any) error

func (c stateCheck) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	for _, r := range req.State.Values.RootModule.Resources {
		if r.Address == address {
			resp.Error = c(r.AttributeValues)
			return
		}
	}
	resp.Error = fmt.Errorf("%s is not in the state", address)
}

func state(checks ...statecheck.StateCheck) []statecheck.StateCheck { return checks }

func known(attribute string, check knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), check)
}

// planChange expects exactly these elements of files, and these other attributes, to change.
type planChange struct{ files, others []string }

func (c planChange) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, rc := range req.Plan.ResourceChanges {
		if rc.Address != address {
			continue
		}
		before, after := object(rc.Change.Before), object(rc.Change.After)
		unknown := object(rc.Change.AfterUnknown)
		got := planChange{
			files:  changed(object(before["files"]), object(after["files"]), object(unknown["files"])),
			others: changed(before, after, unknown),
		}
		got.others = slices.DeleteFunc(got.others, func(name string) bool { return name == "files" })
		if diff := cmp.Diff(c.sorted(), got.sorted(), cmp.AllowUnexported(planChange{})); diff != "" {
			resp.Error = fmt.Errorf("changes of the plan (-want +got):\n%s", diff)
		}
		return
	}
	resp.Error = fmt.Errorf("%s is not in the plan", address)
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// changed are the keys whose values differ or are not known yet.
func changed(before, after, unknown map[string]any) []string {
	var names []string
	for name := range before {
		if !reflect.DeepEqual(before[name], after[name]) || isUnknown(unknown[name]) {
			names = append(names, name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func (c planChange) sorted() planChange {
	return planChange{files: slices.Sorted(slices.Values(c.files)), others: slices.Sorted(slices.Values(c.others))}
}

func isUnknown(v any) bool {
	if unknown, ok := v.(bool); ok {
		return unknown
	}
	for _, inner := range object(v) {
		if isUnknown(inner) {
			return true
		}
	}
	return false
}

func plans(action plancheck.ResourceActionType, checks ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: append(checks, plancheck.ExpectResourceAction(address, action))}
}

func updates(checks ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return plans(plancheck.ResourceActionUpdate, checks...)
}

var emptyPlan = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func all(checks ...resource.TestCheckFunc) resource.TestCheckFunc {
	return resource.ComposeAggregateTestCheckFunc(checks...)
}

// sent checks how many requests went to the endpoints since the last ResetRequests.
func (f *fixture) sent(creates, updates, deletes int) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		want := [3]int{creates, updates, deletes}
		if got := [3]int{f.Count(19), f.Count(20), f.Count(21)}; got != want {
			return fmt.Errorf("requests to endpoints 19, 20, 21: %v, want %v", got, want)
		}
		return nil
	})
}
