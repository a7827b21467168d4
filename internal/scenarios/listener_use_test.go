package scenarios

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// listening is a listener to a server of everything that the provider offers.
func listening(server tfprotov6.ProviderServer, to *said) (tfprotov6.ProviderServer, error) {
	lists, hasLists := server.(tfprotov6.ListResourceServer)
	actions, hasActions := server.(tfprotov6.ActionServer)
	if !hasLists || !hasActions {
		return nil, errors.New("the provider has no lists or no actions")
	}
	return &useListener{listener{server, to}, lists, actions}, nil
}

// useListener also notes what the provider says of all but managed resources and data sources.
type useListener struct {
	listener
	lists   tfprotov6.ListResourceServer
	actions tfprotov6.ActionServer
}

func (l *useListener) ValidateEphemeralResourceConfig(ctx context.Context, q *tfprotov6.ValidateEphemeralResourceConfigRequest) (*tfprotov6.ValidateEphemeralResourceConfigResponse, error) {
	a, err := l.listener.ValidateEphemeralResourceConfig(ctx, q)
	if a != nil {
		l.said.hear("validation", "ephemeral "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *useListener) OpenEphemeralResource(ctx context.Context, q *tfprotov6.OpenEphemeralResourceRequest) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	a, err := l.listener.OpenEphemeralResource(ctx, q)
	if a != nil {
		l.said.hear("opening", "ephemeral "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *useListener) ValidateListResourceConfig(ctx context.Context, q *tfprotov6.ValidateListResourceConfigRequest) (*tfprotov6.ValidateListResourceConfigResponse, error) {
	a, err := l.lists.ValidateListResourceConfig(ctx, q)
	if a != nil {
		l.said.hear("validation", "list "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *useListener) ListResource(ctx context.Context, q *tfprotov6.ListResourceRequest) (*tfprotov6.ListResourceServerStream, error) {
	stream, err := l.lists.ListResource(ctx, q)
	if err != nil {
		return stream, err
	}
	results := stream.Results
	stream.Results = func(yield func(tfprotov6.ListResourceResult) bool) {
		for result := range results {
			l.said.hear("list", q.TypeName, result.Diagnostics)
			if !yield(result) {
				return
			}
		}
	}
	return stream, nil
}

func (l *useListener) ValidateActionConfig(ctx context.Context, q *tfprotov6.ValidateActionConfigRequest) (*tfprotov6.ValidateActionConfigResponse, error) {
	a, err := l.actions.ValidateActionConfig(ctx, q)
	if a != nil {
		l.said.hear("validation", "action "+q.ActionType, a.Diagnostics)
	}
	return a, err
}

func (l *useListener) PlanAction(ctx context.Context, q *tfprotov6.PlanActionRequest) (*tfprotov6.PlanActionResponse, error) {
	a, err := l.actions.PlanAction(ctx, q)
	if a != nil {
		l.said.hear("plan", "action "+q.ActionType, a.Diagnostics)
	}
	return a, err
}

func (l *useListener) InvokeAction(ctx context.Context, q *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	stream, err := l.actions.InvokeAction(ctx, q)
	if err != nil {
		return stream, err
	}
	events := stream.Events
	stream.Events = func(yield func(tfprotov6.InvokeActionEvent) bool) {
		for event := range events {
			if end, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
				l.said.hear("action", q.ActionType, end.Diagnostics)
			}
			if !yield(event) {
				return
			}
		}
	}
	return stream, nil
}
