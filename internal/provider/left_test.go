package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// adviceOf is what a warning says after the sentence that an object will be, or was, left in the service.
var adviceOf = regexp.MustCompile(`(?s)in the service as (?:it is|they are)\.(.*)$`)

// TestLeftObjectsAreExplained destroys every resource under its default policy. Where the plan warns that an object will be
// left, the apply warns that it was left, and both say the same about what would end it.
func TestLeftObjectsAreExplained(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		server := museum(t)
		instance := created(t, server.Protocol(t, provided(t, name, nil)), name, configuration)
		instance.Protocol = server.Protocol(t, provided(t, name, nil))
		plan := instance.Plan(t.Context(), nil)
		acctest.Succeeds(t, plan.Diagnostics)
		instance.Protocol = server.Protocol(t, provided(t, name, nil))
		before, after := "", ""
		for _, text := range acctest.Texts(plan.Diagnostics) {
			if found := adviceOf.FindStringSubmatch(text); found != nil {
				before, _, _ = strings.Cut(found[1], " What counts is")
				before, _, _ = strings.Cut(before, "\n\nIDs: ")
			}
		}
		for _, text := range acctest.Texts(instance.Apply(t.Context(), plan)) {
			if found := adviceOf.FindStringSubmatch(text); found != nil {
				after, _, _ = strings.Cut(found[1], "\n\nIDs: ")
			}
		}
		if before != after {
			t.Errorf("the plan says %q, and the apply %q", before, after)
		}
	})
}
