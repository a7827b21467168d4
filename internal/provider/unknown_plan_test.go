package provider_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// moreConfigurations are arguments that decide what a plan leaves open, beside those in configurations.
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
		more := with(configuration, moreConfigurations[name])
		for how, test := range map[string]struct {
			settings       acctest.Values
			create, update acctest.Values
		}{
			"as it needs":             {provided(name, nil), configuration, with(configuration, changes[name])},
			"extended":                {extended, configuration, with(configuration, changes[name])},
			"extended, more":          {extended, more, with(more, changes[name])},
			"extended, more is added": {extended, configuration, with(with(configuration, changes[name]), moreConfigurations[name])},
		} {
			server := museum(t)
			before, after := server.Protocol(t, with(unknown, test.settings)), server.Protocol(t, test.settings)
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

// TestNothingIsDoneWhileUnknown refreshes and applies with a provider whose key is not known: a refresh keeps the state,
// and all else is an error that leaves it as it is. Nothing is sent.
func TestNothingIsDoneWhileUnknown(t *testing.T) {
	t.Parallel()
	unknown := acctest.Values{"subscription_key": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		server := museum(t)
		before, after := server.Protocol(t, provided(name, unknown)), server.Protocol(t, provided(name, nil))
		instance := after.Instance(name)
		refused := func(what string, plan *acctest.Plan) {
			t.Helper()
			acctest.Succeeds(t, plan.Diagnostics)
			state := instance.Texts()
			server.ResetRequests()
			instance.Protocol = before
			diags := instance.ApplyAsPlanned(t.Context(), plan)
			if acctest.Says(t, diags, acctest.Failure, "configuration is not known yet"); len(diags) > 1 {
				t.Errorf("%s: %q", what, acctest.Texts(diags))
			}
			instance.Protocol, instance.Tainted = after, false
			if diff := cmp.Diff(state, instance.Texts()); diff != "" || len(server.Requests()) > 0 {
				t.Errorf("%s: %d requests, and the state has changed: %s", what, len(server.Requests()), diff)
			}
		}
		create := instance.Plan(t.Context(), configuration)
		refused("create", create)
		acctest.Succeeds(t, instance.Apply(t.Context(), create))
		state := instance.Texts()
		server.ResetRequests()
		instance.Protocol = before
		acctest.Succeeds(t, instance.Refresh(t.Context()))
		instance.Protocol = after
		if diff := cmp.Diff(state, instance.Texts()); diff != "" || len(server.Requests()) > 0 {
			t.Errorf("refresh: %d requests, and the state has changed: %s", len(server.Requests()), diff)
		}
		if name != "videoindexer_paid_account" { // these arguments are only in the state
			refused("update", instance.Plan(t.Context(), with(configuration, changes[name])))
		}
		switch name {
		case "videoindexer_animation_character", "videoindexer_paid_account", "videoindexer_video_transcript": // a destroy sends nothing
		default:
			refused("destroy", instance.Plan(t.Context(), nil))
		}
	})
}
