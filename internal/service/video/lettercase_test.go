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
			lower := config.With(acctest.Values{"account_id": strings.ToLower(server.Account.ID), "location": strings.ToLower(server.Account.Location)})
			upper := config.With(acctest.Values{"account_id": strings.ToUpper(server.Account.ID), "location": strings.ToUpper(server.Account.Location)})
			for _, spellings := range [][]acctest.Values{{lower, upper}, {upper, lower}, {config, upper}, {upper, config}, {lower, config}} {
				instance := created(t, server, kind, spellings[0])
				server.ResetRequests()
				acctest.Succeeds(t, instance.Refresh(t.Context()))
				plan := instance.Planned(spellings[1])
				if plan.IsUpdate || plan.IsReplacement || len(plan.Diagnostics) > 0 {
					t.Errorf("update %t, replacement %t, %q", plan.IsUpdate, plan.IsReplacement, acctest.Texts(plan.Diagnostics))
				}
				if n := server.Writes(); n != 0 {
					t.Errorf("%d requests that write", n)
				}
				// Another change can be applied together with it.
				instance.Protocol = server.Protocol(t, nil)
				changed := spellings[1].With(acctest.Values{"name": "Villainess"})
				switch kind {
				case videoType:
					changed = spellings[1].With(acctest.Values{"priority": "Low"})
				case transcriptType:
					changed = spellings[1].With(acctest.Values{"content": germanLater})
				}
				plan = instance.Planned(changed)
				if !plan.IsUpdate {
					t.Error("no update is planned")
				}
				acctest.Succeeds(t, instance.Apply(t.Context(), plan))
				if planned := texts(t, plan); planned["account_id"] != instance.Texts()["account_id"] || planned["location"] != instance.Texts()["location"] {
					t.Errorf("planned %v, applied %v", planned, instance.Texts())
				}
			}
		})
	}
}
