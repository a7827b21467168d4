package examples_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// generates are the import blocks that make the engine write a configuration.
var generates = engine.Feature{Name: "generated configuration", Terraform: "v1.5", OpenTofu: "v1.6"}

// quotes is to write the keys of maps in quotes where they need some, as the names of files do;
// Terraform 1.9.7 began to, OpenTofu did not.
var quotes = engine.Feature{Name: "quotes around keys of a generated configuration", Terraform: "v1.10"}

const foundModel = "7b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9"

// found fills an account with objects that extended operations can list. It returns what import
// blocks name them by, by type.
func found(server *acctest.Server) map[string][]string {
	const presenters, ada, grace = "7b1c2d3e-0000-4617-8293-a4b5c6d7e8f9", "7b1c2d3e-0001-4617-8293-a4b5c6d7e8f9", "7b1c2d3e-0002-4617-8293-a4b5c6d7e8f9"
	account := server.Account.ID
	for _, b := range []mockserver.Brand{
		{
			ID: 1001, Name: `A "quoted" ${name}`, Enabled: true, Description: "of\ntwo lines",
			ReferenceURL: new("https://example.com/?a=b&c"), Tags: []string{"b", "a"},
		},
		{ID: 1002, Name: "Nothing else"},
		{ID: 1003, Name: "Empty", ReferenceURL: new(""), Tags: []string{}},
	} {
		server.AddBrand(account, b)
	}
	server.AddPersonModel(account, mockserver.PersonModel{ID: presenters, Name: `Presenters "${all}"`})
	server.AddPerson(account, presenters, mockserver.Person{ID: ada, Name: "Ada"})
	server.AddPerson(account, presenters, mockserver.Person{ID: grace, Name: "Grace"})
	server.AddFaces(account, presenters, grace, mockserver.Face{ID: "f1", URL: "https://pictures.example/1.jpg"}) // stay, without being managed
	server.AddLanguageModel(account, mockserver.LanguageModel{ID: foundModel, Name: "Terms", Language: "en-US", Files: []mockserver.LanguageFile{
		{Name: "a.txt", Content: []byte("alpha"), Enabled: true}, {Name: "b.txt", Content: []byte("beta")},
	}})
	server.TrainLanguageModel(account, foundModel)
	server.AddTranscriptEdits(account, foundModel) // the service's own, which is no part of the configuration
	server.AddVideo(account, mockserver.Video{ID: "v1", IndexingPreset: "AudioOnly"})
	server.AddVideo(account, mockserver.Video{ID: "v2", State: mockserver.VideoFailed})
	server.AddProject(account, mockserver.Project{ID: "p1", Name: `The "best" ${of}`, Ranges: []mockserver.VideoRange{
		{VideoID: "v1", Start: "00:00:01", End: "00:00:10"}, {VideoID: "v2", Start: "00:01:00.5", End: "00:02:00"},
	}})
	server.AddProject(account, mockserver.Project{ID: "p2", Name: "Empty"})
	return map[string][]string{
		"videoindexer_brand":          {"1001", "1002", "1003"},
		"videoindexer_person_model":   {presenters},
		"videoindexer_person":         {presenters + "/" + ada, presenters + "/" + grace},
		"videoindexer_language_model": {foundModel},
		"videoindexer_video":          {"v1", "v2"},
		"videoindexer_project":        {"p1", "p2"},
	}
}

// TestAccGeneratedConfiguration has the engine write configuration from import blocks, as the guide
// to extended operations shows it: the plan imports what there is and changes nothing. The files of
// a language model have to be filled in first.
func TestAccGeneratedConfiguration(t *testing.T) {
	t.Parallel()
	e := need(t, generates)
	server := acctest.NewServer(t, mockserver.WithExtended(), mockserver.WithRangeFractions())
	var blocks strings.Builder
	imported := 0
	for kind, ids := range found(server) {
		if kind == "videoindexer_language_model" && !e.Has(quotes) {
			t.Logf("%s has no %s", e.Version, quotes.Name)
			continue
		}
		for i, id := range ids {
			fmt.Fprintf(&blocks, "import {\n  provider = videoindexer\n  to = %s.it%d\n  id = %q\n}\n", kind, i, id)
			imported++
		}
	}
	w := begin(t, e, server, providers+"\n"+blocks.String())
	if e.Has(quotes) {
		const refused = `the file cannot be read: stat a.txt`
		errs := inprocess.Excerpt(w.mustRefuse(refused, generate...))
		if len(errs) != 2 {
			t.Errorf("%d errors, want two that say %q. Got: %v", len(errs), refused, errs)
		}
		err := os.RemoveAll(filepath.Join(w.Folder, "generated.tf"))
		check.MustSucceed(t, err, "the configuration to remove")
		w.Write("a.txt", "alpha")
		w.Write("b.txt", "beta")
	}
	w.wantImports(w.Run(generate...), imported)
	const start = `"00:01:00.5"`
	check.Contains(t, start, read(t, filepath.Join(w.Folder, "generated.tf")), "generated.tf")
	w.apply("tfplan")
	w.Write("main.tf", providers+"\n") // what names a provider is an import block for what is to be generated, and no other
	w.mustPlanNothing()
	server.WantNoWrites(t, "the import")
}

// generate are the arguments with which the engine plans import blocks and writes the configuration
// for them.
var generate = []string{"plan", "-out=tfplan", "-generate-config-out=generated.tf"}

// TestAdoptQueried does in process what the guide does with terraform query, for accounts that
// seeds draw: the configuration that is generated from a list is valid, and nothing is left to do
// for an object that was imported. The rest is named in warnings.
func TestAdoptQueried(t *testing.T) {
	t.Parallel()
	for _, seed := range drawnSeeds(t) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.WithExtended())
			account := server.Account.ID
			draw(t, server, account, seed)
			protocol := server.Extended(t)
			named := map[string]int{}
			summaries := map[string]bool{}
			for name := range acctest.Schema(t).ListResourceSchemas {
				fixture := fixtures.All[name]
				if fixture.IsAccount {
					continue // which the guide does not list
				}
				config := acctest.Values{}
				if name == "videoindexer_language_model" {
					config["include_content"] = true
				}
				for _, listed := range protocol.List(t.Context(), name, config, true, 0) {
					texts := acctest.Texts(listed.Diagnostics)
					if len(texts) > 0 {
						named[name]++
						summary := listed.Diagnostics[0].Summary
						if len(acctest.Errors(listed.Diagnostics)) > 0 || listed.Values != nil {
							t.Errorf("%s: want no error, and no values. Got: %v", name, texts)
						}
						// Of warnings with one summary, Terraform shows only the first.
						check.Equal(t, false, summaries[summary], "%s: another warning has the summary %q", name, summary)
						summaries[summary] = true
						continue
					}
					named[name]++
					id := []string{server.Account.Location, account}
					for _, key := range fixture.Keys {
						id = append(id, acctest.Text(listed.Values[key.Name]))
					}
					wantEmptyPlan(t, protocol.Instance(name), strings.Join(id, "/"), generated(t, name, listed))
				}
			}
			want := map[string]int{
				"videoindexer_brand":                 len(server.Brands(account)),
				"videoindexer_person_model":          len(server.PersonModels(account)),
				"videoindexer_brands_model_settings": 1,
			}
			want["videoindexer_language_model"] = len(slices.DeleteFunc(server.LanguageModels(account), func(m mockserver.LanguageModel) bool { return m.AutoGenerated }))
			for _, model := range server.PersonModels(account) {
				want["videoindexer_person"] += len(server.Persons(account, model.ID))
			}
			for name, n := range want {
				check.Equal(t, n, named[name], "%s that are listed or named", name)
			}
			server.WantNoWrites(t, "the adoption")
		})
	}
}

// wantEmptyPlan imports an object, and wants nothing to do for its configuration.
func wantEmptyPlan(t *testing.T, instance *acctest.Instance, id string, config acctest.Values) {
	acctest.MustSucceed(t, instance.Import(t.Context(), id))
	diags := acctest.Errors(instance.Validate(t.Context(), config))
	if len(diags) > 0 {
		t.Errorf("%s: want no errors. Got: %v", id, acctest.Texts(diags))
		return
	}
	plan := instance.Plan(t.Context(), config)
	acctest.MustSucceed(t, plan.Diagnostics)
	if !plan.IsEmpty() {
		t.Errorf("%s: want an empty plan, got: %s", id, plan)
	}
}

// generated returns the configuration that an engine generates from a listed resource: its
// attributes without those that no configuration sets.
func generated(t *testing.T, name string, listed acctest.Listed) acctest.Values {
	t.Helper()
	config := acctest.Values{}
	for _, attribute := range acctest.Schema(t).ResourceSchemas[name].Block.Attributes {
		value := listed.Values[attribute.Name]
		isArgument := attribute.Optional || attribute.Required
		if isArgument && !value.IsNull() {
			config[attribute.Name] = withoutComputed(t, attribute.NestedType, value)
		}
	}
	return config
}

// withoutComputed returns a value without what is only computed in its objects.
func withoutComputed(t *testing.T, nested *tfprotov6.SchemaObject, value tftypes.Value) tftypes.Value {
	if nested == nil {
		return value
	}
	onlyComputed := map[string]bool{}
	for _, attribute := range nested.Attributes {
		onlyComputed[attribute.Name] = attribute.Computed && !attribute.Optional
	}
	configured, err := tftypes.Transform(value, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		name, isAttribute := at.LastStep().(tftypes.AttributeName)
		if isAttribute && onlyComputed[string(name)] {
			return tftypes.NewValue(value.Type(), nil), nil
		}
		return value, nil
	})
	check.MustSucceed(t, err, "the value without what is computed")
	return configured
}
