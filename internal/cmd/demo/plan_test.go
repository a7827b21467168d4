package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const planOfAnEdit = `{"resource_changes": [
  {"address": "videoindexer_brand.race[\"velora\"]", "change": {"actions": ["no-op"], "before": {"name": "Velora"}, "after": {"name": "Velora"}}},
  {"address": "videoindexer_language_model.commentary", "change": {
    "actions": ["update"],
    "before": {"name": "Race", "files": {"a.txt": {"source": "a.txt", "content_sha256": "1", "file_id": "f1"}, "b.txt": {"source": "b.txt", "content_sha256": "2", "file_id": "f2"}}},
    "after":  {"name": "Race", "files": {"a.txt": {"source": "a.txt", "content_sha256": "3"},                  "b.txt": {"source": "b.txt", "content_sha256": "2", "file_id": "f2"}}},
    "after_unknown": {"state": true, "files": {"a.txt": {"file_id": true}, "b.txt": {}}}}}
]}`

func TestPlanChangesNamesEveryAttributeThatDiffers(t *testing.T) {
	t.Parallel()
	got, err := planChanges([]byte(planOfAnEdit))
	if err != nil {
		t.Fatal(err)
	}
	want := []change{{
		Address: "videoindexer_language_model.commentary",
		Actions: []string{"update"},
		Changed: []string{`files["a.txt"].content_sha256`},
		Awaited: []string{`files["a.txt"].file_id`, "state"},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if err := onlyFile(got, "a.txt"); err != nil {
		t.Errorf("onlyFile: %v", err)
	}
}

func TestOnlyFileRefusesEveryOtherChange(t *testing.T) {
	t.Parallel()
	model := func(actions []string, paths ...string) change {
		return change{Address: "videoindexer_language_model.commentary", Actions: actions, Changed: paths}
	}
	edit := model([]string{"update"}, `files["a.txt"].content_sha256`)
	news := edit
	news.Awaited = []string{"state", `files["b.txt"].file_id`}
	tests := map[string]struct {
		changes []change
		want    string
	}{
		"nothing":          {nil, "0 resources"},
		"two resources":    {[]change{edit, edit}, "2 resources"},
		"a replacement":    {[]change{model([]string{"delete", "create"}, `files["a.txt"].content_sha256`)}, "want an update"},
		"another resource": {[]change{{Address: "videoindexer_brand.x", Actions: []string{"update"}}}, "want an update"},
		"another file":     {[]change{model([]string{"update"}, `files["a.txt"].x`, `files["b.txt"].x`)}, `files["b.txt"].x changes too`},
		"another argument": {[]change{model([]string{"update"}, `files["a.txt"].x`, "name")}, "name changes too"},
		"news of another":  {[]change{news}, `files["b.txt"].file_id is not known`},
		"no attribute":     {[]change{model([]string{"update"})}, "no attribute"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := onlyFile(test.changes, "a.txt")
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}

func TestCleanEnvironmentKeepsTheMachineOut(t *testing.T) {
	t.Parallel()
	got := cleanEnvironment([]string{"PATH=/bin", "TF_LOG=TRACE", "VIDEOINDEXER_LOCATION=x", "TF_CLI_CONFIG_FILE=/missing"})
	for _, variable := range got {
		if strings.HasPrefix(variable, "VIDEOINDEXER_") || strings.HasPrefix(variable, "TF_LOG") || variable == "TF_CLI_CONFIG_FILE=/missing" {
			t.Errorf("%s is still there", variable)
		}
	}
	if got[len(got)-1] != "PATH=/bin" {
		t.Errorf("environment %v, want PATH kept", got)
	}
}

func TestReplacedNames(t *testing.T) {
	t.Parallel()
	names, err := replacedNames([]byte(`{"resource_changes": [
		{"change": {"after": {"brand_id": 1002, "name": "Kestrel Wheels", "overwritten": null}}},
		{"change": {"after": {"brand_id": 1001, "name": "Velora", "overwritten": {"name": "Ashgrove"}}}},
		{"change": {"after": {"brand_id": 1003, "name": "Halden", "overwritten": {"enabled": false}}}},
		{"change": {"after": {"enabled": true}}}]}`))
	if want := []string{`brand 1001: "Ashgrove" becomes "Velora"`}; err != nil || !slices.Equal(names, want) {
		t.Errorf("%v (%v), want %v", names, err, want)
	}
	if _, err := replacedNames([]byte(`[`)); err == nil {
		t.Error("a plan that cannot be read is no error")
	}
}
