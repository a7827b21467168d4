package entries_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const address = "videoindexer_brand_dictionary.test"

// block is a dictionary with the given entries, and lines apart from them, of a provider that may use extended operations.
func block(server *acctest.Server, entries string, lines ...string) string {
	return server.Config(fmt.Sprintf("resource \"videoindexer_brand_dictionary\" \"test\" {\n  brands = {\n%s\n  }\n  %s\n}\n", entries, strings.Join(lines, "\n  ")), "extended_operations = true")
}

// namesAre expects the brands that the service has.
func namesAre(server *acctest.Server, want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		var got []string
		for _, brand := range server.Brands(server.Account.ID) {
			got = append(got, brand.Name)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) && len(got) != len(want) {
			return fmt.Errorf("the service holds %q, want %q", got, want)
		}
		for _, name := range want {
			if !strings.Contains(fmt.Sprintf("%q", got), fmt.Sprintf("%q", name)) {
				return fmt.Errorf("the service holds %q, want %q", got, want)
			}
		}
		return nil
	})
}

// TestAccBrandDictionary_lifecycle walks a dictionary through its life: create, changes, exclusive, replacement, import and
// destroy.
func TestAccBrandDictionary_lifecycle(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended())
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Found", Enabled: true, ReferenceURL: new("https://example.com/found")})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Foreign", Enabled: true})
	first := "\"Found\" = { description = \"managed\" }\n\"Created\" = { enabled = false, reference_url = \"https://example.com\", tags = [\"b\", \"a\"] }"
	second := "\"Found\" = { description = \"changed\" }\n\"Other\" = {}"
	is := func(action plancheck.ResourceActionType) resource.ConfigPlanChecks {
		return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, action)}}
	}
	adopted := func(check knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue(address, tfjsonpath.New("adopted"), check)
	}
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: namesAre(server, "Found"),
		Steps: []resource.TestStep{
			{
				Config: block(server, first), ConfigPlanChecks: is(plancheck.ResourceActionCreate), Check: namesAre(server, "Found", "Foreign", "Created"),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("brands").AtMapKey("Found").AtMapKey("brand_id"), knownvalue.Int64Exact(1001)),
					statecheck.ExpectKnownValue(address, tfjsonpath.New("overwritten").AtMapKey("Found").AtMapKey("description"), knownvalue.StringExact("")),
					adopted(knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("Found")})),
				},
			},
			{
				ResourceName: address, ImportState: true, ImportStateId: server.Account.ID + "/Found,Created", ImportStateVerify: true,
				ImportStateVerifyIdentifierAttribute: "account_id", ImportStateVerifyIgnore: []string{"adopted", "overwritten"},
			},
			{Config: block(server, second), ConfigPlanChecks: is(plancheck.ResourceActionUpdate), Check: namesAre(server, "Found", "Foreign", "Other")},
			{Config: block(server, second, "exclusive = true"), ConfigPlanChecks: is(plancheck.ResourceActionUpdate), Check: namesAre(server, "Found", "Other")},
			{
				PreConfig:        func() { server.AddBrand(server.Account.ID, mockserver.Brand{Name: "Appeared"}) },
				Config:           block(server, second, "exclusive = true"),
				ConfigPlanChecks: is(plancheck.ResourceActionUpdate), Check: namesAre(server, "Found", "Other"),
			},
			{
				Taint: []string{address}, Config: block(server, second, "exclusive = true"),
				ConfigPlanChecks: is(plancheck.ResourceActionReplace), Check: namesAre(server, "Found", "Other"),
				ConfigStateChecks: []statecheck.StateCheck{adopted(knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("Found")}))},
			},
		},
	})
}

// TestParallelism lowers parallelism in an update, which then writes one brand after the other.
func TestParallelism(t *testing.T) {
	t.Parallel()
	b := newNamed(t, nil)
	b.Run(config(describedAs("one", numbered(20)...), acctest.Values{"parallelism": 20}))
	b.Script(mockserver.Fault{Endpoint: 17, Times: mockserver.Always, Do: mockserver.SlowAnswer(10 * time.Millisecond)})
	plan := b.Look(config(describedAs("two", numbered(20)...), acctest.Values{"parallelism": 1}))
	b.ResetRequests()
	acctest.Succeeds(t, b.ApplyAsPlanned(t.Context(), plan))
	var last mockserver.Request
	for _, request := range b.Requests() {
		if request.Endpoint != 17 {
			continue
		}
		if request.Time.Before(last.Time.Add(last.Duration)) {
			t.Fatal("two brands were written at the same time")
		}
		last = request
	}
	if last.Seq == 0 {
		t.Error("nothing was written")
	}
}

// TestListsOfMany plans and applies three dictionaries of one account with one list each: the apply completes its list with what it
// has written.
func TestListsOfMany(t *testing.T) {
	t.Parallel()
	b := newNamed(t, []string{"Found 1", "Found 2"})
	planning, applying := b.Instance.Protocol, b.start()
	instances, plans := make([]*acctest.Instance, 3), make([]*acctest.Plan, 3)
	for n := range instances {
		instances[n] = planning.Instance(dictionaryType)
		plans[n] = instances[n].Plan(t.Context(), config(describedAs("one", fmt.Sprintf("Found %d", n), fmt.Sprintf("New %d", n))))
		acctest.Succeeds(t, plans[n].Diagnostics)
	}
	b.requests(map[string]int{"X1": 1})
	for n, i := range instances {
		i.Protocol = applying
		acctest.Succeeds(t, i.Apply(t.Context(), plans[n]))
	}
	b.requests(map[string]int{"X1": 2, "X2": 4, "17": 2})
}
