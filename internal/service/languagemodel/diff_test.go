package languagemodel

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/types"
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
		"nothing":                    {known{files: state(one, enabled)}, desired{files: plan(one, enabled)}, ""},
		"name":                       {known{resourceModel: resourceModel{Name: types.StringValue("Theirs")}, files: state(one, enabled)}, desired{files: plan(one, enabled)}, "settings"},
		"files":                      {known{files: state(one, enabled)}, desired{files: plan(edited, enabled)}, "upload a.txt,c.txt; enabled; replaced; delete b.txt"},
		"no file":                    {known{files: state(one, enabled)}, desired{}, "delete a.txt; delete b.txt"},
		"a file that is gone":        {known{}, desired{files: state(one, enabled)}, ""}, // its id was planned: an error
		"an upload without answer":   {known{files: map[string]fileModel{"a.txt": {FileID: types.StringValue("id")}}}, desired{files: plan(map[string]string{"a.txt": "a1"}, enabled)}, "upload a.txt; enabled; replaced"},
		"one file of a name":         {known{files: state(one, enabled), private: privateState{Files: []fileFact{{Fact: isAlone}}}}, desired{files: plan(edited, enabled)}, "delete a.txt; upload a.txt,c.txt after delete; enabled; replaced; delete b.txt"},
		"refused before":             {known{files: state(one, enabled), private: privateState{Files: []fileFact{{Fact: wasRefused, Name: "a.txt", SHA256: plan(edited, enabled)["a.txt"].ContentSHA256.ValueString()}}}}, desired{files: plan(edited, enabled)}, "delete a.txt; upload a.txt,c.txt after delete; enabled; replaced; delete b.txt"},
		"another content refused":    {known{files: state(one, enabled), private: privateState{Files: []fileFact{{Fact: wasRefused, Name: "a.txt", SHA256: "of a3"}}}}, desired{files: plan(edited, enabled)}, "upload a.txt,c.txt; enabled; replaced; delete b.txt"},
		"left to delete":             {known{files: state(one, enabled), private: privateState{Files: []fileFact{{Fact: wasReplaced, ID: "old"}}}}, desired{files: plan(one, enabled)}, "replaced"},
		"disabled file":              {known{isExtended: true, files: state(one, enabled)}, desired{files: plan(one, disabled)}, "switch a.txt; switch b.txt"},
		"disabled file, unreadable":  {known{files: state(one, enabled)}, desired{files: plan(one, disabled)}, ""},
		"new files that are off":     {known{isExtended: true}, desired{files: plan(one, disabled)}, "upload a.txt,b.txt; enabled; replaced; switch a.txt; switch b.txt"},
		"enabled, but for its files": {known{isExtended: true, resourceModel: resourceModel{Enabled: types.BoolValue(false)}, files: state(one, disabled)}, desired{files: plan(one, disabled)}, "settings; switch a.txt; switch b.txt"},
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
			text := map[kind]string{writeSettings: "settings", writeEnabled: "enabled", deleteReplaced: "replaced", deleteFile: "delete " + o.name, switchFile: "switch " + o.name}[o.kind]
			if o.kind == uploadFiles {
				text = fmt.Sprintf("upload %s%s", strings.Join(sortedNames(o.files), ","), map[bool]string{true: " after delete"}[o.afterDelete])
			}
			does = append(does, text)
		}
		if diff := cmp.Diff(test.does, strings.Join(does, "; ")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
