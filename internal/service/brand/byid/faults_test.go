package byid_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccBrands_partialFailure has one brand of many fail in a create and in an update. The others are done; the next
// apply does the rest, and nothing more.
func TestAccBrands_partialFailure(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		do     mockserver.Action
		expect string
	}{
		"400":          {mockserver.Status(http.StatusBadRequest), `(?s)Unable to update brand.*update brand 1005.*400 INVALID_INPUT`},
		"404":          {mockserver.Status(http.StatusNotFound), `(?s)Unable to update brand.*update brand 1005.*404`},
		"500":          {mockserver.Status(http.StatusInternalServerError), `(?s)Unable to update brand.*update brand 1005.*500 GENERAL`},
		"429":          {mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"), `(?s)Unable to update brand.*update brand 1005.*429`},
		"reset before": {mockserver.ResetBefore(), `(?s)Unable to update brand.*update brand 1005`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newDictionaryServer(t, 12)
			fail := func() {
				server.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1005), Times: mockserver.Always, Do: test.do})
			}
			heal := func() { server.ClearFaults(); server.ResetRequests() }
			config := func(description string) string {
				return server.Config(dictionaryBlock(eachDescribed(12, description)), "max_retries = 1")
			}
			others := func(description string) resource.TestCheckFunc {
				want := map[int32]string{}
				for i := range 12 {
					if i != 4 {
						want[int32(1001+i)] = fmt.Sprintf("Found %d true %s https://example.com/found [found]", i+1, description)
					}
				}
				return serves(server, want)
			}
			wrote := func(n int) resource.TestCheckFunc {
				return acctest.Remote(func() error {
					if got := server.Count(17); got != n {
						return fmt.Errorf("%d writes, want %d", got, n)
					}
					return nil
				})
			}
			fail()
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{
					{Config: config("one"), ExpectError: regexp.MustCompile(test.expect)},
					{
						PreConfig: func() {
							if err := others("one")(nil); err != nil {
								t.Error(err)
							}
							heal()
						},
						Config: config("one"),
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(dictionaryAddress, plancheck.ResourceActionDestroyBeforeCreate)},
						},
						Check: wrote(1),
					},
					{PreConfig: fail, Config: config("two"), ExpectError: regexp.MustCompile(test.expect)},
					{
						PreConfig: func() {
							if err := others("two")(nil); err != nil {
								t.Error(err)
							}
							heal()
						},
						Config: config("two"), ConfigPlanChecks: updatesEntries("1005"), Check: wrote(1),
					},
				},
			})
		})
	}
}

// TestBrands_badDay has the server fail in every way that a retry heals.
func TestBrands_badDay(t *testing.T) {
	t.Parallel()
	acctest.InBubble(t, func(t *testing.T) {
		const n = 12
		server := newDictionaryServer(t, n, mockserver.TokenUses(10))
		server.Chaos(7, mockserver.Rates{TooMany: 0.05, InternalError: 0.05, GatewayTimeout: 0.03, GatewayTimeoutAfter: 0.02, ResetBefore: 0.02, ResetAfter: 0.02})
		i := server.Protocol(t, nil).Instance(dictionaryType)
		for _, description := range []string{"one", "two", "as found"} {
			brands, want := acctest.Values{}, map[int32]string{}
			for k := range n {
				brands[fmt.Sprint(1001+k)] = acctest.Values{"description": description}
				want[int32(1001+k)] = fmt.Sprintf("Found %d true %s https://example.com/found [found]", k+1, description)
			}
			config := acctest.Values{"brands": brands, "deletion_policy": "restore"}
			if description == "as found" {
				config = nil // a destroy restores it
			}
			i.Run(config)
			if err := serves(server, want)(nil); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestAccBrands_notTaken names the entry and the field that the service did not take.
func TestAccBrands_notTaken(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 2, mockserver.BrandDrops("tags"))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(dictionaryBlock(eachDescribed(2, "one")))},
			{
				Config:      server.Config(dictionaryBlock("\"1001\" = { description = \"one\" }\n\"1002\" = { description = \"taken\", tags = [\"new\"] }")),
				ExpectError: regexp.MustCompile(`(?s)Value not kept by the service.*update of brand 1002.*tags`),
			},
			{ // the state shows what the service has, the value that it did take included
				Config:           server.Config(dictionaryBlock("\"1001\" = { description = \"one\" }\n\"1002\" = { description = \"taken\" }")),
				ConfigPlanChecks: emptyPlan,
			},
		},
	})
}

// TestAccBrands_foreignNotFound answers as a gateway does for a wrong address: nothing leaves the state.
func TestAccBrands_foreignNotFound(t *testing.T) {
	t.Parallel()
	server := newDictionaryServer(t, 3)
	config := server.Config(dictionaryBlock(eachDescribed(3, "one")))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 16, Match: ofBrand(1002), Do: mockserver.GatewayHTML(http.StatusNotFound)})
				},
				Config:      config,
				ExpectError: regexp.MustCompile(`(?s)Unable to read brand.*read brand 1002.*404.*Probably another server has answered`),
			},
			{Config: config, ConfigPlanChecks: emptyPlan},
		},
	})
}
