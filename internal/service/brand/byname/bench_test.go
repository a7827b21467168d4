package byname_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// BenchmarkDictionary measures what the provider itself costs in each call of Terraform; requests go to a server without
// latency. The time for a brand must not grow with the number of brands.
func BenchmarkDictionary(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		for _, origin := range []string{"created", "adopted"} {
			service := newBench(b, nil)
			brands := make(entries, n)
			if origin == "adopted" {
				for i := range n {
					service.has(fmt.Sprintf("Brand %d", i))
				}
			}
			for i := range n {
				brands[fmt.Sprintf("Brand %d", i)] = acctest.Values{
					"enabled": true, "description": "A brand of a large dictionary.", "reference_url": fmt.Sprintf("https://example.com/brands/%d", i), "tags": []string{"large", "many"},
				}
			}
			same := config(brands)
			run := func(name string, call func() []*tfprotov6.Diagnostic) {
				b.Run(fmt.Sprintf("%s/%s/%d", origin, name, n), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						acctest.Succeeds(b, call())
					}
					b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/brand")
				})
			}
			run("validate", func() []*tfprotov6.Diagnostic { return service.Validate(b.Context(), same) })
			run("plan-create", func() []*tfprotov6.Diagnostic { service.restart(); return service.Plan(b.Context(), same).Diagnostics })
			service.applies(same)
			run("read", func() []*tfprotov6.Diagnostic { service.restart(); return service.Refresh(b.Context()) })
			run("plan-nothing", func() []*tfprotov6.Diagnostic { return service.Plan(b.Context(), same).Diagnostics })
		}
	}
}
