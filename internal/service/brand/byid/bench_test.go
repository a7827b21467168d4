package byid_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// BenchmarkDictionary measures what the provider itself costs in each call of Terraform; requests go
// to a server without latency. The time for a brand must not grow with the number of brands.
func BenchmarkDictionary(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		service := acctest.NewServer(b)
		brands := make(map[int]fields, n)
		for i, id := range service.AddBrands(service.Account.ID, n) {
			brands[int(id)] = fields{
				"name": fmt.Sprintf("Brand %d", i), "description": "A brand of a large dictionary.",
				"reference_url": fmt.Sprintf("https://example.com/brands/%d", i), "tags": []string{"large", "many", "measured"},
			}
		}
		c := newCalls(b, service, nil)
		config := c.config(brands, nil)
		now := c.applies(c.nothing(), config)
		for id := range brands {
			brands[id]["description"] = "Another text."
		}
		changed := c.config(brands, nil)

		run := func(name string, call func() []*tfprotov6.Diagnostic) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					acctest.Succeeds(b, call())
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*n), "µs/brand")
			})
		}
		run("validate", func() []*tfprotov6.Diagnostic { return c.nothing().Validate(b.Context(), config) })
		run("read", func() []*tfprotov6.Diagnostic { _, diags := c.read(now); return diags })
		run("plan-create", func() []*tfprotov6.Diagnostic { return c.plan(c.nothing(), config).Diagnostics })
		run("plan-nothing", func() []*tfprotov6.Diagnostic { return c.plan(now, config).Diagnostics })
		run("plan-update", func() []*tfprotov6.Diagnostic { return c.plan(now, changed).Diagnostics })
		run("create", func() []*tfprotov6.Diagnostic { _, diags := c.apply(c.nothing(), config); return diags })
		run("update", func() []*tfprotov6.Diagnostic { _, diags := c.apply(now, changed); return diags })
	}
}
