package examples_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// changeOne changes one thing of an account that was adopted, in the files or in the service: of the kind that was used least, as
// its seed says. It returns what the next plan has to show of it: arguments and entries, by address.
func changeOne(t *testing.T, root workspace, server *acctest.Server, account string, seed int, managed map[string]string, used map[string]int) map[string]string {
	t.Helper()
	module := moduleOf(account) + "."
	file := func(name string) string { return filepath.Join(root.folder, account, filepath.FromSlash(name)) }
	const retrained = ", state, training_state"
	changes := map[string][]func() map[string]string{
		"a row of the table": {func() map[string]string {
			appendTo(t, file("customization/brands.csv"), "New Quay Radio,yes,partner,,Plays our podcast.\n")
			return map[string]string{module + "videoindexer_brand_dictionary.this[0]": "update brands.New Quay Radio"}
		}},
		"an entry of the list": {func() map[string]string {
			appendTo(t, file("customization/people.yaml"), "New guests:\n  persons:\n    Dora Lind:\n")
			return map[string]string{
				module + `videoindexer_person_model.this["New guests"]`:     "create",
				module + `videoindexer_person.this["New guests/Dora Lind"]`: "create",
			}
		}},
		"the settings": {func() map[string]string {
			settings := server.BrandsModelSettings(account)
			settings.UseBuiltIn = !settings.UseBuiltIn
			server.SetBrandsModelSettings(account, settings)
			return map[string]string{module + "videoindexer_brands_model_settings.this[0]": "update use_built_in"}
		}},
	}
	add := func(kind string, change func() map[string]string) { changes[kind] = append(changes[kind], change) }
	for _, b := range server.Brands(account) {
		if name, ok := managed[fmt.Sprint("brand ", b.ID)]; ok {
			add("a brand", func() map[string]string {
				server.ChangeBrand(account, b.ID, func(b *mockserver.Brand) { b.Description += " Edited." })
				return map[string]string{module + "videoindexer_brand_dictionary.this[0]": "update brands." + name + ", overwritten"}
			})
			break
		}
	}
	for _, model := range server.LanguageModels(account) {
		address, ok := managed["language_model "+model.ID]
		if !ok {
			continue
		}
		add("a language model", func() map[string]string {
			server.ChangeLanguageModel(account, model.ID, func(m *mockserver.LanguageModel) { m.Name = "Renamed" })
			return map[string]string{address: "update name"}
		})
		for i, f := range model.Files {
			key, ok := managed["file "+f.ID]
			if !ok || strings.EqualFold(f.Name, "From transcript edits") {
				continue
			}
			add("the text of a file", func() map[string]string {
				appendTo(t, fileWith(t, file("customization/models"), f.ID), "One more sentence.\n")
				return map[string]string{address: "update files." + key + retrained}
			})
			isAnotherOn := slices.ContainsFunc(model.Files, func(other mockserver.LanguageFile) bool {
				return other.Enabled && other.ID != f.ID && managed["file "+other.ID] != ""
			})
			if f.Enabled && isAnotherOn { // otherwise the model would be disabled
				add("a disabled file", func() map[string]string {
					server.ChangeLanguageModel(account, model.ID, func(m *mockserver.LanguageModel) { m.Files[i].Enabled = false })
					return map[string]string{address: "update files." + key + retrained}
				})
			}
			break
		}
	}
	for _, model := range server.PersonModels(account) {
		if address, ok := managed["person_model "+model.ID]; ok {
			add("a person model", func() map[string]string {
				server.ChangePersonModel(account, model.ID, func(m *mockserver.PersonModel) { m.Name = "Renamed" })
				return map[string]string{address: "update name"}
			})
		}
		for _, person := range server.Persons(account, model.ID) {
			if address, ok := managed["person "+person.ID]; ok {
				add("a person", func() map[string]string {
					server.ChangePerson(account, model.ID, person.ID, func(p *mockserver.Person) { p.Name = "Renamed" })
					return map[string]string{address: "update name"}
				})
				break
			}
		}
	}
	kinds := slices.SortedStableFunc(slices.Values(slices.Sorted(maps.Keys(changes))), func(a, b string) int { return used[a] - used[b] })
	used[kinds[0]]++
	chosen := changes[kinds[0]]
	return chosen[rand.New(rand.NewPCG(uint64(seed), 7)).IntN(len(chosen))]()
}

// fileWith is the one file below a folder that contains a text.
func fileWith(t *testing.T, folder, text string) string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.Contains(read(t, name), text) {
			found = append(found, name)
		}
		return err
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("%s is in %q (%v)", text, found, err)
	}
	return found[0]
}
