package brand_test

import (
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccBrand_createTimeOfTheAnswer updates a brand at a service whose answers to an update show another create time than
// its reads: the state keeps the one that was planned.
func TestAccBrand_createTimeOfTheAnswer(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.BrandStores(func(b *mockserver.Brand) { b.Create = b.Create.Add(time.Millisecond) }))
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: server.Config(brandBlock(`description = "one"`))},
		{Config: server.Config(brandBlock(`description = "two"`))},
	}})
}
