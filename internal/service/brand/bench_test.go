package brand_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// BenchmarkTags measures the plan of a brand by the number of its tags: the framework compares each element of a set with
// every other. Requests go to a server without latency.
func BenchmarkTags(b *testing.B) {
	for _, n := range []int{3, 20, 200} {
		service := acctest.NewServer(b)
		service.AddBrand(service.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso", Enabled: true})
		config := func(name string) acctest.Values {
			tags := make([]string, n)
			for i := range tags {
				tags[i] = fmt.Sprintf("%s %d", name, i)
			}
			return acctest.Values{"brand_id": 1001, "tags": tags}
		}
		instance := service.Protocol(b, nil).Instance("videoindexer_brand")
		run := func(name string, call func() []*tfprotov6.Diagnostic) {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if errors := acctest.Errors(call()); len(errors) > 0 {
						b.Fatal(acctest.Texts(errors))
					}
				}
			})
		}
		run("plan-create", func() []*tfprotov6.Diagnostic { // each in a process of its own: a second create is another address
			return service.Protocol(b, nil).Instance("videoindexer_brand").Plan(b.Context(), config("tag")).Diagnostics
		})
		instance.Apply(b.Context(), instance.Plan(b.Context(), config("tag")))
		run("plan-nothing", func() []*tfprotov6.Diagnostic { return instance.Plan(b.Context(), config("tag")).Diagnostics })
		run("plan-update", func() []*tfprotov6.Diagnostic { return instance.Plan(b.Context(), config("other")).Diagnostics })
		run("read", func() []*tfprotov6.Diagnostic { return instance.Refresh(b.Context()) })
	}
}
