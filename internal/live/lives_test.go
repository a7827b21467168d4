package live_test

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// life makes the steps of a resource. What the resource creates has a name that begins with the given one. What it
// needs besides, life creates itself and removes when the test ends.
type life func(t *testing.T, s service, name string) []resource.TestStep

// lives are those of the resources that need nothing but an account. What the others would need is in the table of all lives.
var lives = map[string]life{
	"account":               accountLife,
	"brand":                 brandLife,
	"brand_dictionary":      dictionaryLife,
	"brands":                brandsLife,
	"brands_model_settings": settingsLife,
	"language_model":        languageModelLife,
	"person":                personLife,
	"person_model":          personModelLife,
	"project":               projectLife,
}

// accountLife only reads.
func accountLife(*testing.T, service, string) []resource.TestStep {
	return []resource.TestStep{{
		Config: "data \"videoindexer_account\" \"this\" {}\n",
		ConfigStateChecks: []statecheck.StateCheck{
			statecheck.ExpectKnownValue("data.videoindexer_account.this", tfjsonpath.New("account_type"), knownvalue.StringRegexp(regexp.MustCompile(`^(Trial|Paid)$`))),
		},
	}}
}

func brandLife(_ *testing.T, _ service, name string) []resource.TestStep {
	const address = "videoindexer_brand.it"
	block := func(name, lines string) string {
		return fmt.Sprintf("resource \"videoindexer_brand\" \"it\" {\n  name = %q\n%s\n}\n", name, lines)
	}
	listed := fmt.Sprintf("data \"videoindexer_brands\" \"it\" {\n  name_regex = \"^%s$\"\n}\n", name)
	return []resource.TestStep{
		{Config: block(name, "  description = \"made by a test\"\n  tags = [\"a\", \"b\"]\n  reference_url = \"https://example.com/a\"")},
		{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "brand_id", ImportStateVerifyIgnore: []string{"deletion_policy"}, ImportStateIdFunc: attribute(address, "brand_id")},
		{Config: block(name, "  description = \"\"\n  tags = []\n  reference_url = \"\"\n  enabled = false")},
		{Config: block(name, "  enabled = true") + listed},
		{Config: block(name+"-renamed", "  enabled = true")},
	}
}

func dictionaryLife(_ *testing.T, _ service, name string) []resource.TestStep {
	const address = "videoindexer_brand_dictionary.it"
	block := func(entries string) string {
		return fmt.Sprintf("resource \"videoindexer_brand_dictionary\" \"it\" {\n  brands = {\n%s\n  }\n}\n", entries)
	}
	entry := func(suffix, value string) string { return fmt.Sprintf("    %q = %s\n", name+suffix, value) }
	return []resource.TestStep{
		{Config: block(entry("-a", "{ description = \"one\", tags = [\"a\"] }") + entry("-b", "{ enabled = false }"))},
		{Config: block(entry("-a", "{ description = \"two\", tags = [\"a\", \"b\"] }") + entry("-c", "{}"))},
		{Config: block(entry("-c", "{ description = \"\" }"))},
		{ResourceName: address, ImportState: true, ImportStateIdFunc: func(state *terraform.State) (string, error) {
			account, err := attribute(address, "account_id")(state)
			return account + "/" + name + "-c", err
		}},
	}
}

// brandsLife manages a brand by its id, which it has made before.
func brandsLife(t *testing.T, s service, name string) []resource.TestStep {
	t.Helper()
	brand, err := s.client.CreateBrand(t.Context(), s.account, videoindexer.BrandFields{Name: name, Description: "made by a test"})
	if err != nil {
		t.Fatal(err)
	}
	id := strconv.Itoa(int(brand.ID))
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		if err := deleteBrand(ctx, s, id); err != nil && !videoindexer.IsNotFound(err) {
			t.Error(err)
		}
	})
	block := func(value string) string {
		return fmt.Sprintf("resource \"videoindexer_brands\" \"it\" {\n  deletion_policy = \"delete\"\n  brands = { %q = %s }\n}\n", id, value)
	}
	return []resource.TestStep{
		{Config: block("{ description = \"one\" }")},
		{Config: block("{ description = \"two\", enabled = true, tags = [\"a\"] }")},
		{ResourceName: "videoindexer_brands.it", ImportState: true, ImportStateId: id},
	}
}

// settingsLife puts the settings back as they were.
func settingsLife(t *testing.T, s service, _ string) []resource.TestStep {
	t.Helper()
	before, isTold, err := settingsOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if !isTold {
		t.Skip("the service does not say whether brands are looked for, so that a test could not put that back")
	}
	t.Logf("the settings before: %+v", before)
	t.Cleanup(func() {
		if _, err := s.client.UpdateBrandsModelSettings(context.WithoutCancel(t.Context()), s.account, before); err != nil {
			t.Errorf("the settings must be put back by hand, to %+v: %v", before, err)
		}
	})
	block := func(useBuiltIn bool) string {
		return fmt.Sprintf("resource \"videoindexer_brands_model_settings\" \"it\" {\n  enabled = %t\n  use_built_in = %t\n}\n", before.State, useBuiltIn)
	}
	return []resource.TestStep{
		{Config: block(before.UseBuiltIn)},
		{Config: block(!before.UseBuiltIn)},
		{Config: block(before.UseBuiltIn)},
		{ResourceName: "videoindexer_brands_model_settings.it", ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "account_id", ImportStateVerifyIgnore: []string{"deletion_policy"}, ImportStateId: s.account.ID},
	}
}

// languageModelLife trains the model once, which takes minutes at a real service.
func languageModelLife(_ *testing.T, _ service, name string) []resource.TestStep {
	const address = "videoindexer_language_model.it"
	block := func(name, files, lines string) string {
		return fmt.Sprintf("resource \"videoindexer_language_model\" \"it\" {\n  name = %q\n  language = \"en-US\"\n  files = {\n%s\n  }\n%s}\n", name, files, lines)
	}
	const birds, minerals = "    \"birds.txt\" = { content = \"The avocet sweeps the mud.\" }\n", "    \"minerals.txt\" = { content = \"Feldspar and mica.\" }\n"
	return []resource.TestStep{
		{Config: block(name, birds, "")},
		{ResourceName: address, ImportState: true, ImportStateIdFunc: attribute(address, "model_id")},
		{Config: block(name+"-renamed", birds+minerals, "")},
		{Config: block(name+"-renamed", minerals, "  train = true\n")},
	}
}

func personModelLife(_ *testing.T, _ service, name string) []resource.TestStep {
	const address = "videoindexer_person_model.it"
	block := func(name string) string {
		return fmt.Sprintf("resource \"videoindexer_person_model\" \"it\" {\n  name = %q\n}\n", name)
	}
	return []resource.TestStep{
		{Config: block(name)},
		{Config: block(name+"-renamed") + "data \"videoindexer_person_models\" \"all\" {}\n"},
		{ResourceName: address, ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "person_model_id", ImportStateVerifyIgnore: []string{"deletion_policy"}, ImportStateIdFunc: attribute(address, "person_model_id")},
	}
}

// personLife has a face where there is a picture of one.
func personLife(_ *testing.T, s service, name string) []resource.TestStep {
	model := fmt.Sprintf("resource \"videoindexer_person_model\" \"its\" {\n  name = %q\n}\n", name)
	block := func(name, faces string) string {
		return fmt.Sprintf("%sresource \"videoindexer_person\" \"it\" {\n  person_model_id = videoindexer_person_model.its.person_model_id\n  name = %q\n%s}\n", model, name, faces)
	}
	steps := []resource.TestStep{
		{Config: block(name, "")},
		{Config: block(name+" renamed", "")},
		{ResourceName: "videoindexer_person.it", ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "person_id", ImportStateVerifyIgnore: []string{"deletion_policy"}, ImportStateIdFunc: func(state *terraform.State) (string, error) {
			model, err := attribute("videoindexer_person.it", "person_model_id")(state)
			if err != nil {
				return "", err
			}
			person, err := attribute("videoindexer_person.it", "person_id")(state)
			return model + "/" + person, err
		}},
	}
	if s.picture != "" {
		steps = append(steps,
			resource.TestStep{Config: block(name, fmt.Sprintf("  faces = { front = { url = %q } }\n", s.picture))},
			resource.TestStep{Config: block(name, "  faces = {}\n")},
		)
	}
	return steps
}

// projectLife has no ranges, which would need a video.
func projectLife(_ *testing.T, _ service, name string) []resource.TestStep {
	const address = "videoindexer_project.it"
	block := func(name string) string {
		return fmt.Sprintf("resource \"videoindexer_project\" \"it\" {\n  name = %q\n  video_ranges = []\n}\n", name)
	}
	return []resource.TestStep{
		{Config: block(name)},
		{Config: block(name + "-renamed")},
		{ResourceName: address, ImportState: true, ImportStateIdFunc: attribute(address, "project_id")},
	}
}

// attribute reads an attribute of the state.
func attribute(address, name string) resource.ImportStateIdFunc {
	return func(state *terraform.State) (string, error) {
		held, ok := state.RootModule().Resources[address]
		if !ok {
			return "", fmt.Errorf("%s is not in the state", address)
		}
		return held.Primary.Attributes[name], nil
	}
}
