package provider_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestManagedTwice plans two instances that manage one object, before it is created and after: the second plan says
// so. A replacement counts as the instance that it replaces.
func TestManagedTwice(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"videoindexer_brand", "videoindexer_brands_model_settings", "videoindexer_project", "videoindexer_video"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := museum(t)
			isTwice := func(plan *acctest.Plan) bool {
				t.Helper()
				acctest.Succeeds(t, plan.Diagnostics)
				return strings.Contains(strings.Join(acctest.Texts(plan.Diagnostics), " "), "managed twice")
			}
			protocol := server.Protocol(t, nil)
			one, two := protocol.Instance(name), protocol.Instance(name)
			first := one.Plan(t.Context(), configurations[name])
			if isTwice(first) || !isTwice(two.Plan(t.Context(), configurations[name])) {
				t.Error("creates: the first plan says that the object is managed twice, or the second does not")
			}
			one.Protocol = server.Protocol(t, nil)
			acctest.Succeeds(t, one.Apply(t.Context(), first))

			one.Protocol = server.Protocol(t, nil)
			two.Protocol = one.Protocol
			acctest.Succeeds(t, one.Refresh(t.Context()))
			if isTwice(one.Plan(t.Context(), configurations[name])) || !isTwice(two.Plan(t.Context(), configurations[name])) {
				t.Error("one that exists: the first plan says that the object is managed twice, or the second does not")
			}
			one.Protocol = server.Protocol(t, nil)
			acctest.Succeeds(t, one.Refresh(t.Context()))
			if isTwice(one.PlanReplacement(t.Context(), configurations[name])) {
				t.Error("a replacement counts as two")
			}
		})
	}
}
