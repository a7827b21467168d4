package files_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/files"
)

// readAs is a content and what it means, as JSON; fields that are null are left out.
type readAs struct{ content, want string }

var acceptedTables = []readAs{
	{"name\n", `{}`},
	{"\ufeffname,enabled,tags\r\nVelora , YES ,sponsor; bikes;;sponsor\r\n Tarn & Fell,no,\r\n,,\r\n", `{
			"Velora": {"name": "Velora", "enabled": true, "tags": ["sponsor", "bikes"]}, "Tarn & Fell": {"name": "Tarn & Fell", "enabled": false}
		}`},
	{"name;tags\rVelora;a,b\r", `{"Velora": {"name": "Velora", "tags": ["a,b"]}}`},
	{"sep=,\r\nname\r\nVelora\r\n", `{"Velora": {"name": "Velora"}}`},
	{"name,tags\nVelora, ; ;\nHalden,\n", `{"Velora": {"name": "Velora"}, "Halden": {"name": "Halden"}}`},
	{"name,tags*\nVelora,;\n", `{"Velora": {"name": "Velora", "tags": []}}`},
	{"\n\nname\ttags\tdescription\nVelora\ta;b\tx, y\n", `{"Velora": {"name": "Velora", "tags": ["a", "b"], "description": "x, y"}}`},
	{"name,,enabled,,\nVelora,,TRUE,,\nHalden,,False\n", `{"Velora": {"name": "Velora", "enabled": true}, "Halden": {"name": "Halden", "enabled": false}}`},
	{"name,tags*,reference_url*,description*,enabled\nVelora,,,,\n", `{"Velora": {"name": "Velora", "tags": [], "reference_url": "", "description": ""}}`},
	{"\"name\",\"description\"\n\"Velora\",\" Timekeeper, \"\"official\"\".\r\n Since 1887.\"\n", `{"Velora": {"name": "Velora", "description": " Timekeeper, \"official\".\n Since 1887."}}`},
	{"key,brand_id,name\nvelora,1001,Velora Cycles\n,,Quay Radio\n,-7,\nHalden,,\n", `{
			"velora": {"brand_id": 1001, "name": "Velora Cycles"}, "Quay Radio": {"name": "Quay Radio"}, "-7": {"brand_id": -7}, "Halden": {}
		}`},
	{"name,enabled\n007,\nNO,\n2024-01-01,\nnull,\n", `{"007": {"name": "007"}, "NO": {"name": "NO"}, "2024-01-01": {"name": "2024-01-01"}, "null": {"name": "null"}}`},
}

var acceptedBrands = []readAs{
	{"{}", `{}`},
	{"\ufeff---\r\nVelora:\r\n  tags: [sponsor, bikes, sponsor]\r\n  description: |\r\n    Two\r\n    lines\r\nHalden: # nothing\r\n...\r\n", `{
			"Velora": {"tags": ["sponsor", "bikes"], "description": "Two\nlines\n"}, "Halden": {}
		}`},
	{"NO: {description: NO}\n007: {description: 007}\n2024-01-01: {description: 2024-01-01, tags: [1.0, yes, 0x1F]}\n1.0: {description: 0777}\n0x1F: {name: .inf}\n", `{
			"NO": {"description": "NO"}, "007": {"description": "007"}, "2024-01-01": {"description": "2024-01-01", "tags": ["1.0", "yes", "0x1F"]},
			"1.0": {"description": "0777"}, "0x1F": {"name": ".inf"}
		}`},
	{"A: {name: ~, enabled: null, description: , tags: Null, reference_url: NULL}\n\"null\": {name: 'null!', description: '~', reference_url: ''}\nB: ~\n", `{
			"A": {}, "null": {"name": "null!", "description": "~", "reference_url": ""}, "B": {}
		}`},
	{"A: {enabled: yes, brand_id: -2147483648, tags: []}\nB: {enabled: False, brand_id: 2147483647}\n", `{"A": {"enabled": true, "brand_id": -2147483648, "tags": []}, "B": {"enabled": false, "brand_id": 2147483647}}`},
	{"{\n\t\"\\ud83d\\ude00\": {\"description\":\"a\\/b \\\\ud83d\\\\ude00 \u2028\",\"tags\":[\"news; daily\"]}\n}", `{"😀": {"description": "a/b \\ud83d\\ude00 \u2028", "tags": ["news; daily"]}}`},
}

var acceptedPeople = []readAs{
	{"presenters:\n  name: Presenters\n  persons:\n    ada:\n      name: 007\n      faces: {front: https://a.example/?key=1}\n    Ben Okoro:\n    cleo: {faces: {}}\neveryone: {default: yes, persons: ~}\n", `{
			"presenters": {"name": "Presenters", "persons": {"ada": {"name": "007", "faces": {"front": "https://a.example/?key=1"}}, "Ben Okoro": {"name": "Ben Okoro"}, "cleo": {"name": "cleo", "faces": {}}}},
			"everyone": {"name": "everyone", "default": true, "persons": {}}
		}`},
}

var acceptedModels = []readAs{
	{"Commentary/en-GB:\n  name: Commentary, first\n  exclusive: true\n  files:\n    riders.txt: {enabled: false}\n    climbs.txt: {name: climbs & passes.txt}\nNames/de-DE: {enabled: no}\nOthers/de-DE: {files: ~}\n", `{
			"Commentary/en-GB": {"name": "Commentary, first", "exclusive": true, "files": {"riders.txt": {"name": "riders.txt", "enabled": false}, "climbs.txt": {"name": "climbs & passes.txt"}}},
			"Names/de-DE": {"name": "Names", "enabled": false, "files": {}}, "Others/de-DE": {"name": "Others"}
		}`},
}

var acceptedSettings = []readAs{
	{"enabled: true\nuse_built_in: No\n", `{"enabled": true}`},
}

// TestAccepted reads each accepted spelling of a file: its value is that of the row.
func TestAccepted(t *testing.T) {
	t.Parallel()
	wantAccepted(t, asTable, acceptedTables)
	wantAccepted(t, asYAML, acceptedBrands)
	wantAccepted(t, files.ParsePeople, acceptedPeople)
	wantAccepted(t, files.ParseLanguageModels, acceptedModels)
	wantAccepted(t, files.ParseBrandsModelSettings, acceptedSettings)
}

func wantAccepted[T any](t *testing.T, parse func(string) (T, error), cases []readAs) {
	t.Helper()
	for _, c := range cases {
		value, err := parse(c.content)
		if err != nil {
			t.Errorf("%q: error %v, want none", c.content, err)
			continue
		}
		var got, want any
		err = errors.Join(json.Unmarshal([]byte(written(t, value)), &got), json.Unmarshal([]byte(c.want), &want))
		check.MustSucceed(t, err, "%q: the JSON in the row and of the value", c.content)
		check.Equal(t, want, withoutNothing(got), "%q is read as", c.content)
	}
}

// withoutNothing leaves out fields that are null or false because a file does not have them.
func withoutNothing(value any) any {
	entries, isMap := value.(map[string]any)
	for key, value := range entries {
		isOff := value == false && slices.Contains([]string{"default", "use_built_in"}, key)
		if value == nil || isOff {
			delete(entries, key)
			continue
		}
		entries[key] = withoutNothing(value)
	}
	if isMap {
		return entries
	}
	return value
}
