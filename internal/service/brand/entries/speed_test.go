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

// BenchmarkTags measures the plan of a brand by the number of its tags: the framework compares each element of a set with
// every other. Requests go to a server without latency.
func BenchmarkTags(b *testing.B) {
	for _, n := range []int{3, 20, 200} {
		d := newBench(b, shapes["single"], nil)
		config := func(name string) acctest.Values {
			tags := make([]string, n)
			for i := range tags {
				tags[i] = fmt.Sprintf("%s %d", name, i)
			}
			return d.config(acctest.Values{"tags": tags})
		}
		run := func(name string, call func() []*tfprotov6.Diagnostic) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					acctest.Succeeds(b, call())
				}
			})
		}
		run("plan-create", func() []*tfprotov6.Diagnostic { // each in a process of its own: a second create is another address
			return d.start().Instance(d.name).Plan(b.Context(), config("tag")).Diagnostics
		})
		d.applies(config("tag"))
		run("plan-nothing", func() []*tfprotov6.Diagnostic { return d.Plan(b.Context(), config("tag")).Diagnostics })
		run("plan-update", func() []*tfprotov6.Diagnostic { return d.Plan(b.Context(), config("other")).Diagnostics })
		run("read", func() []*tfprotov6.Diagnostic { return d.Refresh(b.Context()) })
	}
}
