package provider

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// stoppableServer gives each call a context that ends with the call. After a stop, it cancels calls
// from the beginning, and actions do not report progress.
type stoppableServer struct {
	server
	// dropsProgress means that the engine must not receive progress of actions.
	dropsProgress atomic.Bool
	// isStopped means that the engine has asked the provider to stop.
	isStopped atomic.Bool
	// running has a channel for each running action, which is closed once the result of the
	// action has been sent to the engine.
	running sync.Map
}

// newStoppableServer returns a server that stops reporting progress of actions after an interrupt.
// A terminal sends Ctrl-C to the provider as well, some milliseconds before the engine asks the
// provider to stop. From then on, the engine must not receive progress.
func newStoppableServer(inner server, interrupts <-chan os.Signal) *stoppableServer {
	s := &stoppableServer{server: inner}
	if interrupts != nil {
		go func() {
			<-interrupts
			s.dropsProgress.Store(true)
		}()
	}
	return s
}

// GetProviderSchema ends an earlier stop, because a provider in a debugger outlives the stopped
// run, and each run of an engine begins with this call.
func (s *stoppableServer) GetProviderSchema(
	ctx context.Context, r *tfprotov6.GetProviderSchemaRequest,
) (*tfprotov6.GetProviderSchemaResponse, error) {
	s.isStopped.Store(false)
	s.dropsProgress.Store(false)
	return s.server.GetProviderSchema(ctx, r)
}

// stopLimit is how long StopProvider waits for actions. An action that reacts to the end of its
// context ends at once.
const stopLimit = 10 * time.Second

// StopProvider cancels calls in flight, and returns when actions have ended, because an engine does
// not receive what they send later.
func (s *stoppableServer) StopProvider(
	ctx context.Context, r *tfprotov6.StopProviderRequest,
) (*tfprotov6.StopProviderResponse, error) {
	s.isStopped.Store(true)
	s.dropsProgress.Store(true)
	resp, err := s.server.StopProvider(ctx, r)
	limited, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	for ended := range s.running.Range {
		select {
		case <-ended.(chan struct{}): //nolint:forcetypeassert // all are
		case <-limited.Done():
		}
	}
	return resp, err
}

// InvokeAction invokes an action. It drops progress that the engine must not receive, and what
// comes once nobody listens: the action would wait for it to be received.
func (s *stoppableServer) InvokeAction(
	ctx context.Context, r *tfprotov6.InvokeActionRequest,
) (*tfprotov6.InvokeActionServerStream, error) {
	ended := make(chan struct{})
	s.running.Store(ended, nil)
	finish := func() {
		s.running.Delete(ended)
		close(ended)
	}
	stream, err := s.server.InvokeAction(s.canceledIfStopped(ctx), r)
	if err != nil {
		finish()
		return nil, err
	}
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		defer finish()
		isReceived := true
		for event := range stream.Events {
			_, isProgress := event.Type.(tfprotov6.ProgressInvokeActionEventType)
			isDropped := isProgress && s.dropsProgress.Load()
			if isReceived && !isDropped {
				isReceived = yield(event)
			}
		}
	}}, nil
}

func (s *stoppableServer) ValidateResourceConfig(
	ctx context.Context, r *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return inCallContext(ctx, s, r, s.server.ValidateResourceConfig)
}

func (s *stoppableServer) UpgradeResourceState(
	ctx context.Context, r *tfprotov6.UpgradeResourceStateRequest,
) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return inCallContext(ctx, s, r, s.server.UpgradeResourceState)
}

func (s *stoppableServer) UpgradeResourceIdentity(
	ctx context.Context, r *tfprotov6.UpgradeResourceIdentityRequest,
) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return inCallContext(ctx, s, r, s.server.UpgradeResourceIdentity)
}

func (s *stoppableServer) ReadResource(
	ctx context.Context, r *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	return inCallContext(ctx, s, r, s.server.ReadResource)
}

func (s *stoppableServer) PlanResourceChange(
	ctx context.Context, r *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	return inCallContext(ctx, s, r, s.server.PlanResourceChange)
}

func (s *stoppableServer) ApplyResourceChange(
	ctx context.Context, r *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return inCallContext(ctx, s, r, s.server.ApplyResourceChange)
}

func (s *stoppableServer) ImportResourceState(
	ctx context.Context, r *tfprotov6.ImportResourceStateRequest,
) (*tfprotov6.ImportResourceStateResponse, error) {
	return inCallContext(ctx, s, r, s.server.ImportResourceState)
}

func (s *stoppableServer) ValidateDataResourceConfig(
	ctx context.Context, r *tfprotov6.ValidateDataResourceConfigRequest,
) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return inCallContext(ctx, s, r, s.server.ValidateDataResourceConfig)
}

func (s *stoppableServer) ReadDataSource(
	ctx context.Context, r *tfprotov6.ReadDataSourceRequest,
) (*tfprotov6.ReadDataSourceResponse, error) {
	return inCallContext(ctx, s, r, s.server.ReadDataSource)
}

func (s *stoppableServer) CallFunction(
	ctx context.Context, r *tfprotov6.CallFunctionRequest,
) (*tfprotov6.CallFunctionResponse, error) {
	return inCallContext(ctx, s, r, s.server.CallFunction)
}

func (s *stoppableServer) OpenEphemeralResource(
	ctx context.Context, r *tfprotov6.OpenEphemeralResourceRequest,
) (*tfprotov6.OpenEphemeralResourceResponse, error) {
	return inCallContext(ctx, s, r, s.server.OpenEphemeralResource)
}

func (s *stoppableServer) PlanAction(
	ctx context.Context, r *tfprotov6.PlanActionRequest,
) (*tfprotov6.PlanActionResponse, error) {
	return inCallContext(ctx, s, r, s.server.PlanAction)
}

// ListResource keeps the context of its call, because the list is read after it has returned.
func (s *stoppableServer) ListResource(
	ctx context.Context, r *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	return s.server.ListResource(s.canceledIfStopped(ctx), r)
}

// inCallContext makes a call with a context that releases its values after the call. If the
// provider was asked to stop, the context is canceled from the beginning.
func inCallContext[Request, Response any](
	ctx context.Context, s *stoppableServer, request Request, call func(context.Context, Request) (Response, error),
) (Response, error) {
	ctx = s.canceledIfStopped(ctx)
	inCall := &callContext{}
	inCall.inner.Store(&ctx)
	defer inCall.inner.Store(nil)
	return call(inCall, request)
}

// canceledIfStopped returns a canceled context if the provider was asked to stop.
func (s *stoppableServer) canceledIfStopped(ctx context.Context) context.Context {
	if !s.isStopped.Load() {
		return ctx
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	return stopped
}

// callContext is its inner context until the call is over, and canceled from then on.
type callContext struct {
	inner atomic.Pointer[context.Context] // nil once the call is over
}

// canceled replaces the context of a call that is over.
var canceled = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

func (c *callContext) current() context.Context {
	inner := c.inner.Load()
	if inner == nil {
		return canceled
	}
	return *inner
}

func (c *callContext) Deadline() (time.Time, bool) { return c.current().Deadline() }
func (c *callContext) Done() <-chan struct{}       { return c.current().Done() }
func (c *callContext) Err() error                  { return c.current().Err() }
func (c *callContext) Value(key any) any           { return c.current().Value(key) }
