package languagemodel

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestDiff lists what an apply does, in its order.
func TestDiff(t *testing.T) {
	t.Parallel()
	const enabled, disabled = true, false
	state := func(texts map[string]string, isEnabled bool) map[string]fileModel {
		files := map[string]fileModel{}
		for name, text := range texts {
			files[name] = textModel(t, text, types.StringValue("id of "+name))
			file := files[name]
			file.Enabled = types.BoolValue(isEnabled)
			files[name] = file
		}
		return files
	}
	plan := func(texts map[string]string, isEnabled bool) map[string]fileModel { // every id may change
		files := state(texts, isEnabled)
		for name, file := range files {
			file.FileID = types.StringUnknown()
			files[name] = file
		}
		return files
	}
	one := map[string]string{"a.txt": "a1", "b.txt": "b1"}
	edited := map[string]string{"a.txt": "a2", "c.txt": "c1"}
	for name, test := range map[string]struct {
		have known
		want desired
		does string
	}{
		"nothing":                  {known{files: state(one, enabled)}, desired{files: plan(one, enabled)}, ""},
		"name":                     {known{resourceModel: resourceModel{Name: types.StringValue("Theirs")}, files: state(one, enabled)}, desired{files: plan(one, enabled)}, "name"},
		"name and enabled":         {known{resourceModel: resourceModel{Name: types.StringValue("Theirs"), Enabled: types.BoolValue(false)}}, desired{}, "name enabled"},
		"files":                    {known{files: state(one, enabled)}, desired{files: plan(edited, enabled)}, "look; upload; delete b.txt"},
		"files that are shown":     {known{files: state(one, enabled), shown: []videoindexer.LanguageModelFile{}}, desired{files: plan(edited, enabled)}, "upload; delete b.txt"},
		"no file":                  {known{files: state(one, enabled)}, desired{}, "delete a.txt; delete b.txt"},
		"no file, extended":        {known{isExtended: true, files: state(one, enabled)}, desired{}, "look; delete a.txt; delete b.txt"},
		"a file that is gone":      {known{}, desired{files: state(one, enabled)}, ""}, // its id was planned: an error
		"an upload without answer": {known{files: map[string]fileModel{"a.txt": {FileID: types.StringValue("id")}}}, desired{files: plan(map[string]string{"a.txt": "a1"}, enabled)}, "look; upload"},
		"not read":                 {known{files: state(one, enabled), private: privateState{Condition: unread}}, desired{files: plan(one, enabled)}, "look"},
		"sent before":              {known{files: state(one, enabled), private: privateState{Files: []fileFact{{Fact: wasSent, Name: "c.txt"}}}}, desired{files: plan(one, enabled)}, "look"},
		"left to delete":           {known{files: state(one, enabled), private: privateState{Files: []fileFact{{Fact: wasReplaced, ID: "old", Name: "a.txt"}}}}, desired{files: plan(one, enabled)}, "delete a.txt"},
		"files of others":          {known{isExtended: true, private: privateState{Files: []fileFact{{Fact: isOthers, ID: "id", Name: "theirs.txt"}}}}, desired{resourceModel: resourceModel{Files: mapOf(t, map[string]fileModel{})}}, "look; delete theirs.txt"},
		"files not managed":        {known{isExtended: true, private: privateState{Files: []fileFact{{Fact: isOthers, ID: "id", Name: "theirs.txt"}}}}, desired{}, ""},
		"disabled file":            {known{isExtended: true, files: state(one, enabled)}, desired{files: plan(one, disabled)}, "look; switch a.txt; switch b.txt"},
		"disabled file, unread":    {known{files: state(one, enabled)}, desired{files: plan(one, disabled)}, ""},
		"disabled model":           {known{isExtended: true, files: state(one, enabled)}, desired{resourceModel: resourceModel{Enabled: types.BoolValue(false)}, files: plan(one, disabled)}, "look; enabled"},
	} {
		for _, model := range []*resourceModel{&test.have.resourceModel, &test.want.resourceModel} {
			if model.Name.IsNull() {
				model.Name = types.StringValue("Terms")
			}
			if model.Enabled.IsNull() {
				model.Enabled = types.BoolValue(true)
			}
		}
		var does []string
		for _, o := range diff(&test.have, test.want) {
			text := map[kind]string{look: "look", uploadFiles: "upload", deleteFile: "delete " + o.name, switchFile: "switch " + o.name}[o.kind]
			if o.kind == writeSettings {
				text = strings.TrimSpace(map[bool]string{false: "name "}[o.rename.IsNull()] + map[bool]string{false: "enabled"}[o.enable.IsNull()])
			}
			does = append(does, text)
		}
		if diff := cmp.Diff(test.does, strings.Join(does, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
