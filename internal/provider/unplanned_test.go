package provider_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// notKnown are provider arguments with which nothing can be sent.
var notKnown = acctest.Values{"endpoint": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}

// saysNotKnown is the only error of a call that can send nothing.
const saysNotKnown = `The provider's "endpoint" is known only after apply.`

// sendsNothing are calls that need no service, by resource and step.
var sendsNothing = map[string]bool{
	"videoindexer_animation_character, destroy": true, "videoindexer_video_transcript, destroy": true,
	"videoindexer_paid_account, update": true, "videoindexer_paid_account, destroy": true,
}

// TestApplyWhileUnknown applies a create, an update and a destroy of every resource, planned before, while the provider's endpoint is
// unknown. Each has one error, which says so, sends nothing, and leaves the state as it was.
func TestApplyWhileUnknown(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		server := museum(t)
		known := provided(t, name, acctest.Values{})
		instance := server.Protocol(t, known).Instance(name)
		for _, step := range []struct {
			name   string
			config acctest.Values
		}{{"create", configuration}, {"update", configuration.With(lives.All[name].Changes)}, {"destroy", nil}} {
			if sendsNothing[name+", "+step.name] {
				continue
			}
			instance.Protocol = server.Protocol(t, known)
			plan := instance.Plan(t.Context(), step.config)
			acctest.Succeeds(t, plan.Diagnostics)
			before := fmt.Sprint(instance.State())
			instance.Protocol = server.Protocol(t, notKnown.With(known))
			server.ResetRequests()
			errors := acctest.Texts(acctest.Errors(instance.ApplyAsPlanned(t.Context(), plan)))
			if len(errors) != 1 || !strings.Contains(errors[0], saysNotKnown) {
				t.Errorf("%s: errors %q", step.name, errors)
			}
			if after := fmt.Sprint(instance.State()); after != before || len(server.Requests()) > 0 {
				t.Errorf("%s: %d requests, state %s, want %s", step.name, len(server.Requests()), after, before)
			}
			instance.Protocol = server.Protocol(t, known)
			if step.config != nil {
				instance.Tainted = false
				acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), step.config)))
			}
		}
	})
}

// TestUseWhileUnknown uses all that is no managed resource while the provider's endpoint is unknown.
func TestUseWhileUnknown(t *testing.T) {
	t.Parallel()
	for _, o := range registered(t) {
		key := o.folder + "/" + o.name
		if o.schema == nil || o.folder == "resources" {
			continue
		}
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			server := museum(t)
			protocol := server.Protocol(t, acctest.Values{"extended_operations": true}.With(notKnown))
			errors := acctest.Texts(acctest.Errors(use(t, protocol, o, uses[key])))
			if len(errors) != 1 || !strings.Contains(errors[0], saysNotKnown) || len(server.Requests()) > 0 {
				t.Errorf("%d requests, errors %q", len(server.Requests()), errors)
			}
		})
	}
}

// TestNoRefusalIsLostUnplanned refuses each request of a create in a process that has not planned it, and so has read nothing before.
func TestNoRefusalIsLostUnplanned(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		for what, settings := range map[string]acctest.Values{"contract": provided(t, name, nil), "extended": {"extended_operations": true}} {
			for request := 0; ; request++ {
				l := newLife(t, name, settings)
				plan := l.Plan(t.Context(), configuration)
				l.restart(t)
				l.server.ResetRequests()
				l.server.Script(mockserver.Fault{Skip: request, Do: mockserver.Status(http.StatusForbidden)})
				diags := l.ApplyAsPlanned(t.Context(), plan)
				refused := slices.IndexFunc(l.server.Requests(), func(r mockserver.Request) bool { return r.Fault != "" })
				if refused < 0 {
					acctest.Succeeds(t, diags)
					break
				}
				operation := l.server.Requests()[refused].Operation()
				isSaid := slices.ContainsFunc(acctest.Texts(diags), func(text string) bool {
					return strings.Contains(text, "403") && (strings.Contains(text, l.server.Account.ID) || name == "videoindexer_paid_account")
				})
				isUnreported := name == "videoindexer_video_transcript" && unreported[fmt.Sprintf("%s, create, %s", name, operation)] != ""
				if !isSaid && operation != "X22" /* there is another way to a token */ && !isUnreported {
					t.Errorf("%s, request %d (%s): says %q", what, request, operation, acctest.Texts(diags))
				}
			}
		}
	})
}
