package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestProviderKnownAtApply plans creates and updates while an argument of the provider is unknown,
// and applies them once it is known: nothing stays unknown, and the next plan is empty.
func TestProviderKnownAtApply(t *testing.T) {
	t.Parallel()
	unknown := map[string]acctest.Values{
		"endpoint":            notKnown,
		"account_id":          {"account_id": unknownOf(tftypes.String)},
		"location":            {"location": unknownOf(tftypes.String)},
		"extended_operations": {"extended_operations": unknownOf(tftypes.Bool)},
	}
	eachScene(t, func(t *testing.T, name string, s scene) {
		for argument, pending := range unknown {
			t.Run(argument, func(t *testing.T) {
				acctest.InBubble(t, func(t *testing.T) {
					server := seededServer(t)
					instance := server.Protocol(t, s.settings).Instance(name)
					for _, config := range s.configs {
						instance.Protocol = server.Protocol(t, s.settings.With(pending))
						plan := instance.MustPlan(config)
						instance.Protocol = server.Protocol(t, s.settings)
						acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
						instance.WantUnchanged(config)
					}
				})
			})
		}
	})
}
