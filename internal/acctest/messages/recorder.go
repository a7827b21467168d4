// Package messages checks every diagnostic that a test provokes against the rules that all messages follow.
package messages

import (
	"context"
	"iter"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// server has all the interfaces of the protocol that the provider implements.
type server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// Heard is called with the diagnostics of each call, even if there are none. The call is "validation", "start", "refresh",
// "plan", "apply", "import", "read", "opening", "list" or "action"; of says of what, such as "data videoindexer_account".
type Heard func(call, of string, diags []*tfprotov6.Diagnostic)

// Listen returns a server that checks every diagnostic of the given one, and passes it on to those who listen. A message
// that breaks a rule fails the test.
func Listen(t testing.TB, whole tfprotov6.ProviderServer, to ...Heard) tfprotov6.ProviderServer {
	t.Helper()
	s, ok := whole.(server)
	if !ok {
		t.Fatal("the provider has no lists or no actions")
	}
	return &recorder{server: s, t: t, to: to}
}

type recorder struct {
	server
	t  testing.TB
	to []Heard
}

// heard checks the diagnostics of one call for a type that the provider offers.
func (r *recorder) heard(call, kind string, diags []*tfprotov6.Diagnostic) {
	for _, hear := range r.to {
		hear(call, kind, diags)
	}
	for _, d := range diags {
		m := Message{Call: call + " of " + kind, Summary: d.Summary, Detail: d.Detail}
		for _, broken := range m.Broken() {
			r.t.Errorf("%s: a message %s:\n%s\n%s", m.Call, broken, m.Summary, m.Detail)
		}
	}
}

func (r *recorder) ValidateProviderConfig(ctx context.Context, q *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	a, err := r.server.ValidateProviderConfig(ctx, q)
	if a != nil {
		r.heard("validation", "the provider", a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ConfigureProvider(ctx context.Context, q *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	a, err := r.server.ConfigureProvider(ctx, q)
	if a != nil {
		r.heard("start", "the provider", a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ValidateResourceConfig(ctx context.Context, q *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	a, err := r.server.ValidateResourceConfig(ctx, q)
	if a != nil {
		r.heard("validation", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ReadResource(ctx context.Context, q *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	a, err := r.server.ReadResource(ctx, q)
	if a != nil {
		r.heard("refresh", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) PlanResourceChange(ctx context.Context, q *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	a, err := r.server.PlanResourceChange(ctx, q)
	if a != nil {
		r.heard("plan", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ApplyResourceChange(ctx context.Context, q *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	a, err := r.server.ApplyResourceChange(ctx, q)
	if a != nil {
		r.heard("apply", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ImportResourceState(ctx context.Context, q *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	a, err := r.server.ImportResourceState(ctx, q)
	if a != nil {
		r.heard("import", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ValidateDataResourceConfig(ctx context.Context, q *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	a, err := r.server.ValidateDataResourceConfig(ctx, q)
	if a != nil {
		r.heard("validation", "data "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ReadDataSource(ctx context.Context, q *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	a, err := r.server.ReadDataSource(ctx, q)
	if a != nil {
		r.heard("read", "data "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ValidateEphemeralResourceConfig(ctx context.Context, q *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	a, err := r.server.ValidateEphemeralResourceConfig(ctx, q)
	if a != nil {
		r.heard("validation", "ephemeral "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) OpenEphemeralResource(ctx context.Context, q *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	a, err := r.server.OpenEphemeralResource(ctx, q)
	if a != nil {
		r.heard("opening", "ephemeral "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ValidateListResourceConfig(ctx context.Context, q *tfprotov6.ValidateListResourceConfigRequest) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	a, err := r.server.ValidateListResourceConfig(ctx, q)
	if a != nil {
		r.heard("validation", "list "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) ListResource(ctx context.Context, q *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	a, err := r.server.ListResource(ctx, q)
	if a == nil || a.Results == nil {
		return a, err
	}
	stream := *a
	stream.Results = each(a.Results, func(result tfprotov6.ListResourceResult) { r.heard("list", q.TypeName, result.Diagnostics) })
	return &stream, err
}

func (r *recorder) ValidateActionConfig(ctx context.Context, q *tfprotov6.ValidateActionConfigRequest) (*tfprotov6.ValidateActionConfigResponse, error) {
	a, err := r.server.ValidateActionConfig(ctx, q)
	if a != nil {
		r.heard("validation", "action "+q.ActionType, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) PlanAction(ctx context.Context, q *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	a, err := r.server.PlanAction(ctx, q)
	if a != nil {
		r.heard("plan", "action "+q.ActionType, a.Diagnostics)
	}
	return a, err
}

func (r *recorder) InvokeAction(ctx context.Context, q *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	a, err := r.server.InvokeAction(ctx, q)
	if a == nil || a.Events == nil {
		return a, err
	}
	stream := *a
	stream.Events = each(a.Events, func(event tfprotov6.InvokeActionEvent) {
		if completed, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
			r.heard("action", q.ActionType, completed.Diagnostics)
		}
	})
	return &stream, err
}

// each passes a stream on, and calls look with every value of it.
func each[V any](stream iter.Seq[V], look func(V)) iter.Seq[V] {
	return func(yield func(V) bool) {
		for v := range stream {
			look(v)
			if !yield(v) {
				return
			}
		}
	}
}
