package provider_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
)

// moreConfigurations are arguments that decide what a plan leaves open, in addition to those in lives.All.
var moreConfigurations = map[string]acctest.Values{
	"videoindexer_language_model": {"train": true},
	"videoindexer_person":         {"faces": map[string]acctest.Values{"front": {"url": "https://pictures.example/a.jpg"}}},
	"videoindexer_project":        {"render": true, "name": "Renamed"},
	"videoindexer_video":          {"wait_for_indexing": true},
}

// TestPlanWhileUnknownIsKept plans creates and updates while the provider's key is unknown, and then with the key, as
// an engine does at the apply. What was planned as known, null included, must stay. Otherwise the engine ends the
// apply ("Provider produced inconsistent final plan"), and calls it a bug.
func TestPlanWhileUnknownIsKept(t *testing.T) {
	t.Parallel()
	unknown := acctest.Values{"subscription_key": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}
	extended := acctest.Values{"extended_operations": true}
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		more := configuration.With(moreConfigurations[name])
		for how, test := range map[string]struct {
			settings       acctest.Values
			create, update acctest.Values
		}{
			"as it needs":             {provided(t, name, nil), configuration, configuration.With(lives.All[name].Changes)},
			"extended":                {extended, configuration, configuration.With(lives.All[name].Changes)},
			"extended, more":          {extended, more, more.With(lives.All[name].Changes)},
			"extended, more is added": {extended, configuration, configuration.With(lives.All[name].Changes).With(moreConfigurations[name])},
		} {
			server := museum(t)
			before, after := server.Protocol(t, unknown.With(test.settings)), server.Protocol(t, test.settings)
			instance := after.Instance(name)
			instance.Protocol = before
			planned := instance.Plan(t.Context(), test.create)
			acctest.Succeeds(t, planned.Diagnostics)
			instance.Protocol = after
			again := instance.Plan(t.Context(), test.create)
			acctest.Succeeds(t, again.Diagnostics)
			for _, at := range acctest.Contradictions(planned.Planned, again.Planned) {
				t.Errorf("%s: create: inconsistent final plan at %s", how, at)
			}
			acctest.Succeeds(t, instance.Apply(t.Context(), again))

			instance.Protocol = before
			planned = instance.Plan(t.Context(), test.update)
			acctest.Succeeds(t, planned.Diagnostics)
			instance.Protocol = after
			again = instance.Plan(t.Context(), test.update)
			acctest.Succeeds(t, again.Diagnostics)
			for _, at := range acctest.Contradictions(planned.Planned, again.Planned) {
				t.Errorf("%s: update: inconsistent final plan at %s", how, at)
			}
			if planned.IsUpdate != again.IsUpdate || planned.IsReplacement != again.IsReplacement {
				t.Errorf("%s: update: planned as update %t, replacement %t, and then as update %t, replacement %t",
					how, planned.IsUpdate, planned.IsReplacement, again.IsUpdate, again.IsReplacement)
			}
		}
	})
}

// TestRefreshWhileUnknown refreshes every resource while the provider's endpoint is unknown: the state stays as it is, and nothing is sent.
func TestRefreshWhileUnknown(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		server := museum(t)
		instance := created(t, server.Protocol(t, provided(t, name, nil)), name, configuration)
		before := instance.Texts()
		server.ResetRequests()
		instance.Protocol = server.Protocol(t, provided(t, name, notKnown))
		if diags := instance.Refresh(t.Context()); len(diags) > 0 {
			t.Error(acctest.Texts(diags))
		}
		if diff := cmp.Diff(before, instance.Texts()); diff != "" || len(server.Requests()) > 0 {
			t.Errorf("%d requests, and the state has changed: %s", len(server.Requests()), diff)
		}
	})
}
