package entries_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// BenchmarkDictionary measures what the provider itself costs in each call of Terraform; requests go to a server without
// latency. The time for a brand must not grow with the number of brands.
func BenchmarkDictionary(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		for _, origin := range []string{"by id", "by name", "created"} {
			s := shapes["by name"]
			if origin == "by id" {
				s = shapes[origin]
			}
			if s.brands = n; origin == "created" {
				s.key = func(n int) string { return fmt.Sprint("New ", n) }
			}
			d := newBench(b, s, nil)
			config := func(description string) acctest.Values {
				brands := make([]acctest.Values, n)
				for i := range brands {
					brands[i] = acctest.Values{
						"enabled": true, "description": description, "reference_url": fmt.Sprintf("https://example.com/brands/%d", i), "tags": []string{"large", "many"},
					}
				}
				return d.entries(nil, brands...)
			}
			same, changed := config("A brand of a large dictionary."), config("Another text.")
			run := func(name string, call func() []*tfprotov6.Diagnostic) {
				b.Run(fmt.Sprintf("%s/%s/%d", origin, name, n), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						d.restart()
						acctest.Succeeds(b, call())
					}
					b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/brand")
				})
			}
			run("validate", func() []*tfprotov6.Diagnostic { return d.Validate(b.Context(), same) })
			run("plan-create", func() []*tfprotov6.Diagnostic { return d.Plan(b.Context(), same).Diagnostics })
			d.applies(same)
			run("read", func() []*tfprotov6.Diagnostic { return d.Refresh(b.Context()) })
			run("plan-nothing", func() []*tfprotov6.Diagnostic { return d.Plan(b.Context(), same).Diagnostics })
			run("plan-update", func() []*tfprotov6.Diagnostic { return d.Plan(b.Context(), changed).Diagnostics })
			run("update", func() []*tfprotov6.Diagnostic { // there and back
				d.applies(changed)
				return d.apply(same)
			})
		}
	}
}
