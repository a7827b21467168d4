package brand_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	brandsAddress = "data.videoindexer_brands.test"
	extended      = "extended_operations = true"
)

// newBrandServer is a server with extended operations whose account has three brands, the ids of which are not in the order of
// the list.
func newBrandServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append(opts, mockserver.Extended())...)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1003, Name: "Tailspin News"})
	server.AddBrand(server.Account.ID, mockserver.Brand{
		ID: 1001, Name: "Contoso", Enabled: true, Description: "as found", ReferenceURL: new("https://example.com/found"), Tags: []string{"b", "a"},
		Create: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), LastModified: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), LastModifierUserName: "Ada",
	})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Fabrikam", Enabled: true, ReferenceURL: new("")})
	return server
}

func brandsBlock(lines string) string {
	return fmt.Sprintf("data \"videoindexer_brands\" \"test\" {\n%s\n}\n", lines)
}

// named expects brands by name alone, in this order.
func named(names ...string) statecheck.StateCheck {
	checks := make([]knownvalue.Check, len(names))
	for i, name := range names {
		checks[i] = knownvalue.ObjectPartial(map[string]knownvalue.Check{"name": knownvalue.StringExact(name)})
	}
	return statecheck.ExpectKnownValue(brandsAddress, tfjsonpath.New("brands"), knownvalue.ListExact(checks))
}

// TestAccBrandsData_filters shows all brands by ascending id, and those that filters select.
func TestAccBrandsData_filters(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	shows := func(lines string, names ...string) resource.TestStep {
		return resource.TestStep{Config: server.Config(brandsBlock(lines), extended), ConfigStateChecks: []statecheck.StateCheck{named(names...)}}
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			shows("", "Contoso", "Fabrikam", "Tailspin News"),
			shows("enabled = true", "Contoso", "Fabrikam"),
			shows("enabled = false", "Tailspin News"),
			shows(`name_regex = "s"`, "Contoso", "Tailspin News"),
			shows(`name_regex = "^[A-F].*o"`, "Contoso"),
			shows(`name_regex = "(?i)NEWS$"`, "Tailspin News"),
			shows("enabled = true\nname_regex = \"news\""),
			shows(`name_regex = ""`, "Contoso", "Fabrikam", "Tailspin News"),
		},
	})
}

// TestAccBrandsData_everyField compares each element with what data.videoindexer_brand shows of the same brand,
// although the service names the members differently in the list.
func TestAccBrandsData_everyField(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t, mockserver.CapitalBrandMembers())
	const single = `
data "videoindexer_brand" "one" {
  count    = length(data.videoindexer_brands.test.brands)
  brand_id = data.videoindexer_brands.test.brands[count.index].brand_id
}
output "differ" {
  value = [for i, b in data.videoindexer_brands.test.brands : b.brand_id if jsonencode(b) != jsonencode({
    for name, value in data.videoindexer_brand.one[i] : name => value if !contains(["location", "account_id"], name)
  })]
}`
	acctest.Run(t, resource.TestCase{ // count over what was read needs the engine
		Steps: []resource.TestStep{{
			Config: server.Config(brandsBlock("")+single, extended),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownOutputValue("differ", knownvalue.TupleExact(nil)),
				statecheck.ExpectKnownValue(brandsAddress, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location)),
				statecheck.ExpectKnownValue(brandsAddress, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
				statecheck.ExpectKnownValue(brandsAddress, tfjsonpath.New("brands").AtSliceIndex(0), knownvalue.ObjectExact(map[string]knownvalue.Check{
					"brand_id": knownvalue.Int64Exact(1001), "name": knownvalue.StringExact("Contoso"), "enabled": knownvalue.Bool(true),
					"description": knownvalue.StringExact("as found"), "reference_url": knownvalue.StringExact("https://example.com/found"),
					"tags":        knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("a"), knownvalue.StringExact("b")}),
					"create_time": knownvalue.StringExact("2026-01-02T03:04:05Z"), "last_modified": knownvalue.StringExact("2026-02-03T04:05:06Z"),
					"last_modifier_user_name": knownvalue.StringExact("Ada"),
				})),
			},
		}},
	})
}

// TestAccBrandsData_accounts reads another account than the provider's, and one without brands.
func TestAccBrandsData_accounts(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	other := mockserver.DefaultAccount()
	other.ID, other.Location = "7d9e6f10-1111-4222-8333-444455556666", "eastus"
	server.AddAccount(other)
	config := server.Config(brandsBlock(fmt.Sprintf("location = %q\naccount_id = %q", other.Location, other.ID)), extended)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config, ConfigStateChecks: []statecheck.StateCheck{named()}},
			{
				PreConfig: func() { server.AddBrand(other.ID, mockserver.Brand{ID: 7, Name: "Elsewhere"}) },
				Config:    config, ConfigStateChecks: []statecheck.StateCheck{named("Elsewhere")},
			},
		},
	})
}

// TestAccBrandsData_many reads two thousand brands with one request.
func TestAccBrandsData_many(t *testing.T) {
	t.Parallel()
	const count = 2_000
	server := acctest.NewServer(t, mockserver.Extended())
	for i := range count {
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: int32(i + 1), Name: "Brand " + strconv.Itoa(i), Tags: []string{"a", "b", "c"}})
	}
	protocol := server.Protocol(t, acctest.Values{"extended_operations": true})
	acctest.Succeeds(t, protocol.ReadData(t.Context(), "videoindexer_brands", nil))
	if n := server.Count(mockserver.X(1)); n != 1 {
		t.Errorf("%d requests for the list, want one", n)
	}
	if n := server.Count(16); n != 0 {
		t.Errorf("%d requests for single brands", n)
	}
}

func TestAccBrandsData_errors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lines, provider, expect string
		options                 []mockserver.Option
	}{
		"a regular expression that is none": {`name_regex = "Con("`, extended, `(?s)name_regex.*regular\s+expression.*missing closing \)`, nil},
		"an account that is none":           {`account_id = "mine"`, extended, `(?s)account_id.*GUID`, nil},
		"no extended operations":            {"", "", `(?s)The\s+data\s+source\s+videoindexer_brands\s+needs.*extended_operations = true`, nil},
		"a service that lacks the list": {
			"", extended, `(?s)Unable to list brands.*lacks an operation.*extended_operations`,
			[]mockserver.Option{mockserver.Lacks(http.StatusNotFound, "X1")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newBrandServer(t, test.options...)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(brandsBlock(test.lines), test.provider), ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}
