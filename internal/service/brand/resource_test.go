package brand_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
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
