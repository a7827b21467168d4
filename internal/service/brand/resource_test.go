package brand_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	address = "videoindexer_brand.test"
	id      = 1001
)

// newServer is a mock server that holds one brand.
func newServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	server.AddBrand(server.Account.ID, mockserver.Brand{
		ID: id, Name: "Contoso", Enabled: true, Description: "as found",
		ReferenceURL: new("https://example.com/found"), Tags: []string{"found"},
	})
	return server
}

// brandBlock is a videoindexer_brand with the given lines apart from its id.
func brandBlock(lines string) string {
	return fmt.Sprintf("resource \"videoindexer_brand\" \"test\" {\n  brand_id = %d\n%s\n}\n", id, lines)
}

const allFields = `
  name          = "Contoso Ltd"
  enabled       = false
  description   = "as configured"
  reference_url = "https://example.com/configured"
  tags          = ["b", "a"]`

// holds checks the brand on the server.
func holds(server *acctest.Server, check func(b mockserver.Brand) bool) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		b, ok := server.Brand(server.Account.ID, id)
		if !ok {
			return fmt.Errorf("brand %d is gone", id)
		}
		if !check(b) {
			url := "null"
			if b.ReferenceURL != nil {
				url = *b.ReferenceURL
			}
			return fmt.Errorf("the server holds %+v (referenceUrl %s)", b, url)
		}
		return nil
	})
}

func asConfigured(b mockserver.Brand) bool {
	return b.Name == "Contoso Ltd" && !b.Enabled && b.Description == "as configured" &&
		b.ReferenceURL != nil && *b.ReferenceURL == "https://example.com/configured" &&
		slices.Equal(slices.Sorted(slices.Values(b.Tags)), []string{"a", "b"})
}

func asFound(b mockserver.Brand) bool {
	return b.Name == "Contoso" && b.Enabled && b.Description == "as found" &&
		b.ReferenceURL != nil && *b.ReferenceURL == "https://example.com/found" && slices.Equal(b.Tags, []string{"found"})
}

// emptyPlan expects that nothing would change.
var emptyPlan = resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}

func updates(checks ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: append(checks, plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate))}
}

// TestAccBrand_lifecycle walks a brand from adoption through every change to its end.
func TestAccBrand_lifecycle(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		// Destroy leaves the brand as it was configured last.
		CheckDestroy: holds(server, func(b mockserver.Brand) bool { return b.Name == "Contoso Ltd" && b.Description == "changed" }),
		Steps: []resource.TestStep{
			{
				Config: server.Config(brandBlock(allFields)),
				Check:  holds(server, asConfigured),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("location"), knownvalue.StringExact(server.Account.Location)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("account_id"), knownvalue.StringExact(server.Account.ID)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("tags"), knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("a"), knownvalue.StringExact("b")})),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("deletion_policy"), knownvalue.StringExact("abandon")),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("create_time"), knownvalue.StringRegexp(regexp.MustCompile(`^\d{4}-\d\d-\d\dT.*Z$`))),
				},
			},
			{Config: server.Config(brandBlock(allFields)), ConfigPlanChecks: emptyPlan},
			{
				Config:           server.Config(brandBlock("name = \"Contoso Ltd\"\nenabled = true\ndescription = \"changed\"\nreference_url = \"https://example.com/other\"\ntags = [\"c\"]")),
				ConfigPlanChecks: updates(),
				Check: holds(server, func(b mockserver.Brand) bool {
					return b.Enabled && b.Description == "changed" && *b.ReferenceURL == "https://example.com/other" && slices.Equal(b.Tags, []string{"c"})
				}),
			},
			{ // each optional argument unset: not managed any more, and nothing to do
				PreConfig:        server.ResetRequests,
				Config:           server.Config(brandBlock("")),
				ConfigPlanChecks: emptyPlan,
				Check:            server.WritesNothing(),
			},
			{ // an empty reference_url clears it; empty tags remove all; the rest is sent back as read
				Config:           server.Config(brandBlock("reference_url = \"\"\ntags = []")),
				ConfigPlanChecks: updates(),
				Check: holds(server, func(b mockserver.Brand) bool {
					return (b.ReferenceURL == nil || *b.ReferenceURL == "") && len(b.Tags) == 0 && b.Description == "changed" && b.Enabled
				}),
			},
			{Config: server.Config(brandBlock("reference_url = \"\"\ntags = []")), ConfigPlanChecks: emptyPlan},
			{
				ResourceName: address, ImportState: true, ImportStateId: fmt.Sprint(id), ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: "brand_id", ImportStateVerifyIgnore: []string{"reference_url", "overwritten"},
			},
			{
				ResourceName: address, ImportState: true, ImportStateVerify: true,
				ImportStateId:                        fmt.Sprintf("%s/%s/%d", server.Account.Location, server.Account.ID, id),
				ImportStateVerifyIdentifierAttribute: "brand_id", ImportStateVerifyIgnore: []string{"reference_url", "overwritten"},
			},
		},
	})
}

func TestAccBrand_adoptsWithoutWriting(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: holds(server, asFound),
		Steps: []resource.TestStep{
			{
				Config: server.Config(brandBlock(`name = "Contoso"`)),
				Check:  resource.ComposeAggregateTestCheckFunc(server.WritesNothing(), holds(server, asFound)),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("description"), knownvalue.StringExact("as found")),
				},
			},
			{ // a change outside of what is not managed is shown, and changes nothing
				PreConfig: func() {
					server.ChangeBrand(server.Account.ID, id, func(b *mockserver.Brand) { b.Description = "outside"; b.Tags = []string{"outside"} })
				},
				Config:           server.Config(brandBlock(`name = "Contoso"`)),
				ConfigPlanChecks: emptyPlan,
			},
			{ // a change outside of what is managed is put right, and the rest goes back as read
				PreConfig: func() {
					server.ChangeBrand(server.Account.ID, id, func(b *mockserver.Brand) { b.Name = "Drifted" })
				},
				Config:           server.Config(brandBlock(`name = "Contoso"`)),
				ConfigPlanChecks: updates(plancheck.ExpectKnownValue(address, tfjsonpath.New("description"), knownvalue.StringExact("outside"))),
				Check:            holds(server, func(b mockserver.Brand) bool { return b.Name == "Contoso" && b.Description == "outside" }),
			},
			{ // the end of the test leaves the brand as it was found, for CheckDestroy
				Config: server.Config(brandBlock(`name = "Contoso"` + "\ndescription = \"as found\"\ntags = [\"found\"]")),
			},
		},
	})
}

func TestAccBrand_deletionPolicies(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		first, second string // the policy at adoption, and at destroy
		left          func(mockserver.Brand) bool
	}{
		"disable":                    {"disable", "disable", func(b mockserver.Brand) bool { return !b.Enabled && b.Name == "Other" }},
		"restore":                    {"restore", "restore", asFound},
		"restore asked for later":    {"abandon", "restore", asFound},
		"restore no longer, abandon": {"restore", "abandon", func(b mockserver.Brand) bool { return b.Enabled && b.Name == "Other" }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			block := func(policy string) string {
				return server.Config(brandBlock(fmt.Sprintf("name = \"Other\"\ndeletion_policy = %q", policy)))
			}
			steps := []resource.TestStep{{Config: block(test.first)}}
			if test.first != test.second {
				steps = append(steps, resource.TestStep{
					PreConfig: server.ResetRequests, Config: block(test.second),
					ConfigPlanChecks: updates(), Check: server.WritesNothing(),
				})
			}
			acctest.RunInProcess(t, resource.TestCase{CheckDestroy: holds(server, test.left), Steps: steps})
		})
	}
}

func TestAccBrand_goneOutside(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBlock(`name = "Contoso"`))},
			{ // it leaves the state; the apply says that it cannot be created
				PreConfig:   func() { server.RemoveBrand(server.Account.ID, id) },
				Config:      server.Config(brandBlock(`name = "Contoso"`)),
				ExpectError: regexp.MustCompile(`(?s)Brand does not exist.*adopt brand 1001\..*With extended_operations`),
			},
			{ // a plan that finds it missing from the start is refused
				Config:      server.Config(brandBlock(`name = "Contoso"`)),
				PlanOnly:    true,
				ExpectError: regexp.MustCompile(`(?s)Brand does not exist.*adopt brand 1001\..*With extended_operations`),
			},
		},
	})
}

func TestAccBrand_goneBeforeDestroy(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBlock("enabled = true\ndeletion_policy = \"disable\""))},
			{ // gone between the refresh and the write of the destroy
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 17, Do: mockserver.Before(func(*http.Request) { server.RemoveBrand(server.Account.ID, id) })})
				},
				Config:  server.Config(brandBlock("enabled = true\ndeletion_policy = \"disable\"")),
				Destroy: true,
			},
		},
	})
}

func TestAccBrand_badInput(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ body, settings, expect string }{
		"id out of range":            {body: "resource \"videoindexer_brand\" \"test\" {\n  brand_id = 3000000000\n}", expect: `brand_id must be a whole number from -2147483648\s+to 2147483647 \(int32\), got:\s+3000000000`},
		"id with a fraction":         {body: "resource \"videoindexer_brand\" \"test\" {\n  brand_id = 1.5\n}", expect: `brand_id must be a whole number`},
		"malformed account":          {body: brandBlock(`account_id = "mine"`), expect: `account_id must be a GUID`},
		"empty name":                 {body: brandBlock(`name = ""`), expect: `name must be a name that is not empty`},
		"reference that is no URL":   {body: brandBlock(`reference_url = "example"`), expect: `(?s)reference_url.*does\s+not\s+begin\s+with\s+http`},
		"unknown policy":             {body: brandBlock(`deletion_policy = "prevent"`), expect: `(?s)deletion_policy.*abandon`},
		"policy that is not allowed": {body: brandBlock(`deletion_policy = "delete"`), expect: `(?s)deletion_policy = "delete" needs.*extended_operations = true`},
		"neither id nor name":        {body: "resource \"videoindexer_brand\" \"test\" {}", expect: `(?s)Missing name.*with videoindexer_brand.test`},
		"create that is not allowed": {body: "resource \"videoindexer_brand\" \"test\" {\n  name = \"New\"\n}", expect: `(?s)without brand_id, which Terraform creates.*extended_operations = true`},
		"brand that does not exist": {
			body:   "resource \"videoindexer_brand\" \"test\" {\n  brand_id = 5\n}",
			expect: `(?s)Brand does not exist.*adopt brand 5\.`,
		},
		"account that does not exist": {
			body:   brandBlock(`account_id = "99999999-9999-4999-8999-999999999999"`),
			expect: `(?s)Unable to adopt brand.*cannot use this account.*99999999-9999-4999-8999-999999999999`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(test.body), ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}

func TestAccBrand_replacement(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	other := mockserver.DefaultAccount()
	other.ID = "7d9e6f10-1111-4222-8333-444455556666"
	server.AddAccount(other)
	server.AddBrand(other.ID, mockserver.Brand{ID: id, Name: "In the other account"})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Another"})
	replaces := resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate)}}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBlock(""))},
			{Config: server.Config("resource \"videoindexer_brand\" \"test\" {\n  brand_id = 1002\n}"), ConfigPlanChecks: replaces},
			{Config: server.Config(brandBlock("")), ConfigPlanChecks: replaces},
			{
				Config:           server.Config(brandBlock(fmt.Sprintf("account_id = %q", other.ID))),
				ConfigPlanChecks: replaces,
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("name"), knownvalue.StringExact("In the other account")),
				},
			},
		},
	})
}

// TestAccBrand_identity needs an engine that knows identity.
func TestAccBrand_identity(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_12_0)},
		Steps: []resource.TestStep{
			{
				Config: server.Config(brandBlock("")),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectIdentity(address, map[string]knownvalue.Check{
						"location":   knownvalue.StringExact(server.Account.Location),
						"account_id": knownvalue.StringExact(server.Account.ID),
						"brand_id":   knownvalue.Int64Exact(id),
					}),
				},
			},
			{ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
		},
	})
}

func TestAccBrand_badImport(t *testing.T) {
	t.Parallel()
	for importID, expect := range map[string]string{
		"a/b":               `cannot be read`,
		"//1001":            `has an empty part`,
		"brand":             `(?s)brand_id "brand" is not a whole number`,
		"3000000000":        `(?s)brand_id "3000000000" is not a whole number`,
		"westus2/mine/1001": `account_id "mine" is not a GUID`,
	} {
		t.Run(importID, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(brandBlock("")), ResourceName: address, ImportState: true, ImportStateId: importID,
					ExpectError: regexp.MustCompile(expect),
				}},
			})
		})
	}
}
