//go:build unix

package reliability

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// has puts a brand into the other service, and returns its id.
func (s *otherService) has(name string) int32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(otherBrand{Name: name, Description: "as found", Enabled: true, Tags: []string{"found"}, made: time.Now().Add(-time.Hour)})
}

// holds expects the brands of the other service, one text each, and the settings where they are wanted.
func (s *otherService) holds(want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		var held []string
		for _, b := range s.brands {
			held = append(held, strings.TrimSpace(fmt.Sprintf("%s: %t %s %s %v", b.Name, b.Enabled, b.Description, b.ReferenceURL, b.Tags)))
		}
		slices.Sort(held)
		if !slices.Equal(held, want) {
			return fmt.Errorf("the service holds\n%s\nwant\n%s", strings.Join(held, "\n"), strings.Join(want, "\n"))
		}
		return nil
	})
}

func (s *otherService) hasSettings(enabled, useBuiltIn bool) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.enabled != enabled || s.useBuiltIn != useBuiltIn {
			return fmt.Errorf("the service has the settings %t, %t", s.enabled, s.useBuiltIn)
		}
		return nil
	})
}

// lives has a test case for the other service; after each step, and after each import, a plan must be empty.
func (s *otherService) lives(t *testing.T, destroyed resource.TestCheckFunc, steps ...resource.TestStep) {
	t.Helper()
	acctest.RunInProcess(t, s.story(destroyed, steps))
}

// story is a test case for the other service.
func (s *otherService) story(destroyed resource.TestCheckFunc, steps []resource.TestStep) resource.TestCase {
	for i := range steps {
		if steps[i].Config != "" {
			steps[i].Config = fmt.Sprintf(`provider "videoindexer" {
  endpoint            = %q
  location            = %q
  account_id          = %q
  subscription_key    = %q
  extended_operations = true
}
%s`, s.url, otherLocation, otherAccount, otherKey, steps[i].Config)
		}
	}
	return resource.TestCase{Steps: steps, CheckDestroy: func(*terraform.State) error { return destroyed(nil) }}
}

// TestAnotherService runs what needs the extended operations on brands and language models. The service reads all open
// points differently from the mock server: nothing may depend on the mock server's readings.
func TestAnotherService(t *testing.T) {
	t.Parallel()
	t.Run("brand", otherBrands)
	t.Run("dictionary", otherDictionary)
	t.Run("settings", otherSettings)
	t.Run("data source", otherData)
	t.Run("language model", otherLanguages)
	t.Run("videos", otherVideos)
	t.Run("projects", otherProjects)
}

func otherBrands(t *testing.T) {
	t.Parallel()
	s := newOtherService(t)
	id := s.has("Contoso")
	adopted := func(lines string) string {
		return fmt.Sprintf("resource \"videoindexer_brand\" \"adopted\" {\n  brand_id = %d\n  %s\n  deletion_policy = \"restore\"\n}\n", id, lines)
	}
	made := func(name, lines string) string {
		return fmt.Sprintf("resource \"videoindexer_brand\" \"made\" {\n  name = %q\n  %s\n}\n", name, lines)
	}
	const address = "videoindexer_brand.made"
	s.lives(t, s.holds("Contoso: true as found  [found]"),
		resource.TestStep{Config: adopted("tags = []") + made("Fabrikam", ""), Check: s.holds("Contoso: true as found  []", "Fabrikam: true   []")},
		resource.TestStep{
			Config: adopted("description = \"\"\n  enabled = false") + made("Fabrikam", "description = \"text\"\n  reference_url = \"https://example.com\"\n  tags = [\"b\", \"a\"]"),
			Check:  s.holds("Contoso: false   []", "Fabrikam: true text https://example.com [a b]"),
		},
		resource.TestStep{ // a value that is changed elsewhere, and a brand that is deleted elsewhere
			PreConfig: func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				for other, b := range s.brands {
					if other == id {
						b.Description = "drift"
						s.brands[other] = b
					} else {
						delete(s.brands, other)
					}
				}
			},
			Config: adopted("description = \"\"\n  enabled = false") + made("Fabrikam", "tags = [\"a\"]"),
			Check:  s.holds("Contoso: false   []", "Fabrikam: true   [a]"),
		},
		resource.TestStep{ // the service ignores the new name: the error names the way on
			Config:      adopted("enabled = true") + made("Tailspin", "enabled = false"),
			ExpectError: regexp.MustCompile(`(?s)Value\s+not\s+kept\s+by\s+the\s+service.*kept\s+the\s+name\s+"Fabrikam".*apply\s+-replace=`),
		},
		resource.TestStep{
			Taint: []string{address}, Config: adopted("enabled = true") + made("Tailspin", "enabled = false"),
			Check: s.holds("Contoso: true   []", "Tailspin: false   []"),
		},
		resource.TestStep{
			Taint: []string{address}, Config: adopted("enabled = true") + made("CONTOSO", "enabled = false"),
			ExpectError: regexp.MustCompile(fmt.Sprintf(`(?s)Unable\s+to\s+create\s+brand.*Brand\s+%d\s+of\s+the\s+account\s+has\s+the\s+name\s+"Contoso"`, id)),
		},
		resource.TestStep{
			Config:      adopted("enabled = true\n  name = \"Another\"") + made("Tailspin", "enabled = false"),
			ExpectError: regexp.MustCompile(`(?s)Value not kept by the service.*another\s+value\s+of\s+name`),
		},
		resource.TestStep{
			Config: adopted("enabled = true") + made("Tailspin", "enabled = false"), Check: s.holds("Contoso: true   []", "Tailspin: false   []"),
			ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue(address, tfjsonpath.New("brand_id"), knownvalue.NotNull())},
		},
	)
}

func otherDictionary(t *testing.T) {
	t.Parallel()
	s := newOtherService(t)
	s.has("Contoso")
	s.has("Other")
	dictionary := func(brands, lines string) string {
		return fmt.Sprintf("resource \"videoindexer_brand_dictionary\" \"all\" {\n  brands = {\n%s\n  }\n  %s\n}\n", brands, lines)
	}
	const other = "Other: true as found  [found]"
	s.lives(t, s.holds("Contoso: true changed  [found]"),
		resource.TestStep{
			Config: dictionary("Contoso = { description = \"as wanted\" }\n Fabrikam = { tags = [\"b\", \"a\"] }\n Tailspin = { reference_url = \"https://example.com\", enabled = false }", ""),
			Check:  s.holds("Contoso: true as wanted  [found]", "Fabrikam: true   [a b]", other, "Tailspin: false  https://example.com []"),
		},
		resource.TestStep{ // one entry is deleted elsewhere, one changed, one removed, one added
			PreConfig: func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				for id, b := range s.brands {
					switch b.Name {
					case "Fabrikam":
						delete(s.brands, id)
					case "Contoso":
						b.Description = "drift"
						s.brands[id] = b
					}
				}
			},
			Config: dictionary("Contoso = { description = \"changed\" }\n Fabrikam = { tags = [] }\n Northwind = {}", ""),
			Check:  s.holds("Contoso: true changed  [found]", "Fabrikam: true   []", "Northwind: true   []", other),
		},
		resource.TestStep{ // another letter case is another entry, and the brand of the old one goes first
			Config: dictionary("Contoso = { description = \"changed\" }\n fabrikam = { tags = [] }\n Northwind = {}", ""),
			Check:  s.holds("Contoso: true changed  [found]", "Northwind: true   []", other, "fabrikam: true   []"),
		},
		resource.TestStep{
			Config:      dictionary("Contoso = { description = \"changed\" }\n OTHER = {}\n Northwind = {}", ""),
			ExpectError: regexp.MustCompile(`(?s)Unable to create brand.*has\s+the\s+name\s+"Other",\s+which\s+differs\s+only\s+in\s+letter\s+case`),
		},
		resource.TestStep{
			Config: dictionary("Contoso = { description = \"changed\" }\n Northwind = { enabled = false }", "exclusive = true"),
			Check:  s.holds("Contoso: true changed  [found]", "Northwind: false   []"),
		},
		resource.TestStep{
			ResourceName: "videoindexer_brand_dictionary.all", ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "account_id", ImportStateId: otherLocation + "/" + otherAccount,
			// An import cannot distinguish what was found from what was created, and shows a missing address as empty.
			ImportStateVerifyIgnore: []string{
				"adopted", "overwritten", "exclusive", "deletion_policy", "parallelism", "brands.Contoso.reference_url", "brands.Northwind.reference_url",
			},
		},
	)
}

func otherSettings(t *testing.T) {
	t.Parallel()
	s := newOtherService(t)
	settings := func(enabled, useBuiltIn bool) string {
		return fmt.Sprintf("resource \"videoindexer_brands_model_settings\" \"it\" {\n  enabled = %t\n  use_built_in = %t\n  deletion_policy = \"disable\"\n}\n", enabled, useBuiltIn)
	}
	s.lives(t, s.hasSettings(false, true),
		resource.TestStep{Config: settings(false, false), Check: s.hasSettings(false, false)},
		resource.TestStep{Config: settings(true, true), Check: s.hasSettings(true, true)},
		resource.TestStep{
			PreConfig: func() {
				s.mu.Lock()
				defer s.mu.Unlock()
				s.useBuiltIn = false
			},
			Config: settings(true, true), Check: s.hasSettings(true, true),
		},
		resource.TestStep{
			ResourceName: "videoindexer_brands_model_settings.it", ImportState: true, ImportStateVerify: true, ImportStateVerifyIdentifierAttribute: "account_id", ImportStateId: otherLocation + "/" + otherAccount,
			ImportStateVerifyIgnore: []string{"deletion_policy"},
		},
	)
}

func otherData(t *testing.T) {
	t.Parallel()
	s := newOtherService(t)
	ids := map[string]int32{}
	for _, name := range []string{"Contoso", "Contoso Cars", "Fabrikam"} {
		ids[name] = s.has(name)
	}
	names := []string{"Contoso", "Contoso Cars"}
	slices.SortFunc(names, func(a, b string) int { return int(ids[a]) - int(ids[b]) })
	var want []knownvalue.Check
	for _, name := range names {
		want = append(want, knownvalue.ObjectPartial(map[string]knownvalue.Check{
			"name": knownvalue.StringExact(name), "brand_id": knownvalue.Int64Exact(int64(ids[name])), "description": knownvalue.StringExact("as found"),
			"reference_url": knownvalue.Null(), "enabled": knownvalue.Bool(true), "create_time": knownvalue.NotNull(),
		}))
	}
	s.lives(t, s.holds("Contoso Cars: true as found  [found]", "Contoso: true as found  [found]", "Fabrikam: true as found  [found]"), resource.TestStep{
		Config:            "data \"videoindexer_brands\" \"it\" {\n  name_regex = \"^Contoso\"\n}\n",
		ConfigStateChecks: []statecheck.StateCheck{statecheck.ExpectKnownValue("data.videoindexer_brands.it", tfjsonpath.New("brands"), knownvalue.ListExact(want))},
	})
}
