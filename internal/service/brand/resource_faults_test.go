package brand_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestBrand_badDay has the server fail in every way that a retry heals.
func TestBrand_badDay(t *testing.T) {
	t.Parallel()
	for name, action := range map[string]mockserver.Action{
		"429":          mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"),
		"500":          mockserver.Status(http.StatusInternalServerError),
		"504":          mockserver.Status(http.StatusGatewayTimeout),
		"504 after":    mockserver.StatusAfter(http.StatusGatewayTimeout),
		"reset before": mockserver.ResetBefore(),
		"reset after":  mockserver.ResetAfter(),
		"401":          mockserver.Status(http.StatusUnauthorized),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				server := newServer(t)
				i := server.Protocol(t, nil).Instance(single)
				for _, description := range []string{"as configured", "again"} {
					for _, endpoint := range []int{2, 3, 16, 17} {
						if name == "401" && endpoint == 2 {
							continue // a key that is refused is refused for good
						}
						server.Script(mockserver.Fault{Endpoint: endpoint, Do: action})
					}
					i.Run(acctest.Values{"brand_id": id, "description": description, "tags": []string{"a"}})
					if b, ok := server.Brand(server.Account.ID, id); !ok || b.Description != description || !slices.Equal(b.Tags, []string{"a"}) {
						t.Errorf("brand %+v", b)
					}
				}
			})
		})
	}
}

// TestAccBrand_tokensExpire lets tokens live for one call.
func TestAccBrand_tokensExpire(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.TokenUses(1))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBlock(allFields)), Check: holds(server, asConfigured)},
			{Config: server.Config(brandBlock(`name = "Later"`)), Check: holds(server, func(b mockserver.Brand) bool { return b.Name == "Later" })},
		},
	})
}

// TestAccBrand_createFails has the service refuse the write of the adoption: the brand stays in the state, the destroy
// of the tainted resource has nothing to restore and leaves it as it is, and the next apply adopts it again.
func TestAccBrand_createFails(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"abandon", "disable", "restore"} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			config := server.Config(brandBlock(fmt.Sprintf("name = \"Other\"\ndeletion_policy = %q", policy)))
			server.Script(mockserver.Fault{Endpoint: 17, Do: mockserver.Status(http.StatusBadRequest)})
			var wrote []bool
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{
					{Config: config, ExpectError: regexp.MustCompile(`(?s)Unable to update brand.*400 INVALID_INPUT`), Check: holds(server, asFound)},
					{
						PreConfig: func() {
							server.ResetRequests()
							server.Script(mockserver.Fault{Endpoint: 17, Times: mockserver.Always, Do: mockserver.Before(func(*http.Request) {
								b, _ := server.Brand(server.Account.ID, id)
								wrote = append(wrote, b.Enabled)
							})})
						},
						Config: config,
						ConfigPlanChecks: resource.ConfigPlanChecks{
							PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate)},
						},
						Check: resource.ComposeAggregateTestCheckFunc(
							holds(server, func(b mockserver.Brand) bool { return b.Name == "Other" && b.Enabled }),
							acctest.Remote(func() error {
								if len(wrote) != 1 {
									return fmt.Errorf("%d writes after a create that failed before it wrote, want one", len(wrote))
								}
								return nil
							}),
						),
					},
				},
			})
		})
	}
}

// TestAccBrand_updateFails has a write of an update fail: the state keeps what the service has.
func TestAccBrand_updateFails(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBlock(`description = "one"`))},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 17, Do: mockserver.Status(http.StatusBadRequest)})
				},
				Config:      server.Config(brandBlock(`description = "two"`)),
				ExpectError: regexp.MustCompile(`Unable to update brand`),
			},
			{
				Config:           server.Config(brandBlock(`description = "two"`)),
				ConfigPlanChecks: updates(),
				Check:            holds(server, func(b mockserver.Brand) bool { return b.Description == "two" }),
			},
		},
	})
}

// TestAccBrand_notTaken names the field that the service did not take.
func TestAccBrand_notTaken(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.BrandDrops("tags"))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBlock(`name = "Contoso"`))},
			{
				Config:      server.Config(brandBlock("description = \"taken\"\ntags = [\"new\"]")),
				ExpectError: regexp.MustCompile(`(?s)Value not kept by the service.*tags`),
				Check:       holds(server, func(b mockserver.Brand) bool { return b.Description == "taken" }),
			},
			{ // the state shows what the service has, the value that it did take included
				Config:           server.Config(brandBlock(`description = "taken"`)),
				ConfigPlanChecks: emptyPlan,
			},
		},
	})
}

func TestAccBrand_answerOmitsFields(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.BrandAnswerOmits("tags", "referenceUrl", "description"))
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{Config: server.Config(brandBlock(allFields)), Check: holds(server, asConfigured)}},
	})
}

// TestAccBrand_foreignNotFound answers as a gateway does for a wrong address: nothing leaves the state.
func TestAccBrand_foreignNotFound(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBlock(allFields))},
			{
				PreConfig: func() {
					server.Script(mockserver.Fault{Endpoint: 16, Do: mockserver.GatewayHTML(http.StatusNotFound)})
				},
				Config:      server.Config(brandBlock(allFields)),
				ExpectError: regexp.MustCompile(`(?s)Unable to read brand.*404.*Probably another server has answered`),
			},
			{Config: server.Config(brandBlock(allFields)), ConfigPlanChecks: emptyPlan},
		},
	})
}
