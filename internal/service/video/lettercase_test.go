package video_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestLetterCaseOfAccount writes the account of a resource in other letters: nothing changes, is sent or replaced.
func TestLetterCaseOfAccount(t *testing.T) {
	t.Parallel()
	for kind, config := range map[string]acctest.Values{
		videoType:      videoValues(acctest.Values{"priority": "High"}),
		transcriptType: transcriptValues("en-US", englishText, nil),
		characterType:  videoValues(acctest.Values{"character_id": 1, "name": "Hero"}),
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			server := newAnimation(t)
			lower := with(config, acctest.Values{"account_id": strings.ToLower(server.Account.ID), "location": strings.ToLower(server.Account.Location)})
			upper := with(config, acctest.Values{"account_id": strings.ToUpper(server.Account.ID), "location": strings.ToUpper(server.Account.Location)})
			for _, spellings := range [][]acctest.Values{{lower, upper}, {upper, lower}, {config, upper}, {upper, config}, {lower, config}} {
				instance := created(t, server, kind, spellings[0])
				server.ResetRequests()
				must(t, instance.Refresh(t.Context()))
				plan := planned(t, instance, spellings[1])
				if plan.IsUpdate || plan.IsReplacement || len(plan.Diagnostics) > 0 {
					t.Errorf("update %t, replacement %t, %q", plan.IsUpdate, plan.IsReplacement, acctest.Texts(plan.Diagnostics))
				}
				if n := server.Writes(); n != 0 {
					t.Errorf("%d requests that write", n)
				}
				// Another change can be applied together with it.
				instance.Protocol = server.Protocol(t, nil)
				changed := with(spellings[1], acctest.Values{"name": "Villainess"})
				switch kind {
				case videoType:
					changed = with(spellings[1], acctest.Values{"priority": "Low"})
				case transcriptType:
					changed = with(spellings[1], acctest.Values{"content": germanLater})
				}
				plan = planned(t, instance, changed)
				if !plan.IsUpdate {
					t.Error("no update is planned")
				}
				must(t, instance.Apply(t.Context(), plan))
				if planned := texts(t, plan); planned["account_id"] != instance.Texts()["account_id"] || planned["location"] != instance.Texts()["location"] {
					t.Errorf("planned %v, applied %v", planned, instance.Texts())
				}
			}
		})
	}
}
