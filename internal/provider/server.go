package provider

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewServer is the provider behind the plugin protocol.
//
// The server of the framework is wrapped: contexts end with their calls, calls after a stop are canceled, unknown values are valid, actions are
// validated with their values and report nothing after a stop, messages show no secrets, and refreshes are answered as engines store them. It sees the map of brands only where somebody reads it. decisions/server.md says why.
func NewServer(version string) tfprotov6.ProviderServer { return NewServerOver(nil, version) }

// NewServerOver is NewServer with connections of its own instead of the network's.
func NewServerOver(dial videoindexer.DialFunc, version string) tfprotov6.ProviderServer {
	whole := providerserver.NewProtocol6(&videoindexerProvider{version: version, dial: dial})()
	wrapped := &callScoped{server: whole.(server)} //nolint:forcetypeassert // which is all of it
	wrapped.secretive = sync.OnceValue(func() map[string]*tfprotov6.Schema { return secretive(wrapped.server) })
	return wrapped
}

// QuietAfter has a server report no progress of actions after an interrupt. A terminal sends Ctrl-C to the provider as well, some
// milliseconds before the engine, which must not receive progress from then on, has asked the provider to stop.
func QuietAfter(interrupts <-chan os.Signal, s tfprotov6.ProviderServer) tfprotov6.ProviderServer {
	if s, ok := s.(*callScoped); ok {
		go func() {
			<-interrupts
			s.isQuiet.Store(true)
		}()
	}
	return s
}

// server has all the interfaces of the protocol that the provider implements.
type server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// callScoped passes calls on with contexts that end with the call.
type callScoped struct {
	server
	// isQuiet says that no engine must receive progress of an action, and isStopped that the engine has asked the provider to stop.
	isQuiet, isStopped atomic.Bool
	// invocations has a channel for each action that runs, which is closed once the engine has been sent how that has ended.
	invocations sync.Map
	// isPrecise says that the engine compares the precision of numbers.
	isPrecise atomic.Bool
	// secretive are the resources whose messages could show a secret.
	secretive func() map[string]*tfprotov6.Schema
}

// GetProviderSchema is the first call of each run of an engine, and ends an earlier stop: a provider in a debugger
// outlives the run that was stopped.
func (s *callScoped) GetProviderSchema(ctx context.Context, r *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	s.isStopped.Store(false)
	s.isQuiet.Store(false)
	return s.server.GetProviderSchema(ctx, r)
}

// ConfigureProvider notes what the engine is.
func (s *callScoped) ConfigureProvider(ctx context.Context, r *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	s.isPrecise.Store(precise.MatchString(r.TerraformVersion))
	return s.server.ConfigureProvider(ctx, r)
}

// stopLimit is how long StopProvider waits for actions: those that heed the end of their context take no time.
const stopLimit = 10 * time.Second

// StopProvider cancels what is under way, and returns when actions have ended: what they send later, no engine receives.
func (s *callScoped) StopProvider(ctx context.Context, r *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	s.isStopped.Store(true)
	s.isQuiet.Store(true)
	resp, err := s.server.StopProvider(ctx, r)
	limit, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	for ended := range s.invocations.Range {
		select {
		case <-ended.(chan struct{}): //nolint:forcetypeassert // all are
		case <-limit.Done():
		}
	}
	return resp, err
}

// InvokeAction invokes an action. It drops progress that the engine must not receive, and what comes once nobody listens: the
// action would wait for it to be received.
func (s *callScoped) InvokeAction(ctx context.Context, r *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	ended := make(chan struct{})
	s.invocations.Store(ended, nil)
	end := func() { s.invocations.Delete(ended); close(ended) }
	stream, err := s.invokeValid(s.unlessStopped(ctx), r)
	if err != nil {
		end()
		return nil, err
	}
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		defer end()
		listens := true
		for event := range stream.Events {
			_, isProgress := event.Type.(tfprotov6.ProgressInvokeActionEventType)
			listens = listens && (isProgress && s.isQuiet.Load() || yield(event))
		}
	}}, nil
}

func (s *callScoped) ValidateResourceConfig(ctx context.Context, r *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := during(ctx, s, r, s.server.ValidateResourceConfig)
	if err == nil {
		resp.Diagnostics = s.withoutUnknown(ctx, r, resp.Diagnostics)
		s.withoutSecrets(r.TypeName, resp.Diagnostics, r.Config)
	}
	return resp, err
}

func (s *callScoped) UpgradeResourceState(ctx context.Context, r *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return during(ctx, s, r, s.server.UpgradeResourceState)
}

func (s *callScoped) UpgradeResourceIdentity(ctx context.Context, r *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return during(ctx, s, r, s.server.UpgradeResourceIdentity)
}

func (s *callScoped) ReadResource(ctx context.Context, r *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	hidden := model.Hidden{Name: opaqueMaps[r.TypeName]}
	resp, err := during(hidden.In(ctx), s, r, s.server.ReadResource)
	if err == nil {
		s.withoutSecrets(r.TypeName, resp.Diagnostics, r.CurrentState)
	}
	if err == nil && !hidden.Value.IsNull() {
		resp.NewState, err = withHidden(hidden, resp.NewState)
	}
	if err == nil && s.isPrecise.Load() {
		err = asStored(resp)
	}
	return resp, err
}

func (s *callScoped) PlanResourceChange(ctx context.Context, r *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	proposed := *r
	proposed.ProposedNewState = withoutOpaque(r.TypeName, r.ProposedNewState)
	resp, err := during(ctx, s, &proposed, s.server.PlanResourceChange)
	if err == nil {
		s.withoutSecrets(r.TypeName, resp.Diagnostics, r.PriorState, r.Config)
	}
	return resp, err
}

func (s *callScoped) ApplyResourceChange(ctx context.Context, r *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	planned := *r
	planned.Config = withoutOpaque(r.TypeName, r.Config)
	resp, err := during(ctx, s, &planned, s.server.ApplyResourceChange)
	if err == nil {
		s.withoutSecrets(r.TypeName, resp.Diagnostics, r.PriorState, r.Config)
	}
	return resp, err
}

func (s *callScoped) ImportResourceState(ctx context.Context, r *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return during(ctx, s, r, s.server.ImportResourceState)
}

func (s *callScoped) ValidateDataResourceConfig(ctx context.Context, r *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return during(ctx, s, r, s.server.ValidateDataResourceConfig)
}

func (s *callScoped) ReadDataSource(ctx context.Context, r *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return during(ctx, s, r, s.server.ReadDataSource)
}

func (s *callScoped) CallFunction(ctx context.Context, r *tfprotov6.CallFunctionRequest) (*tfprotov6.CallFunctionResponse, error) {
	return during(ctx, s, r, s.server.CallFunction)
}

// during makes a call with a context that is empty when the call is over. It is canceled from the beginning where the
// provider was asked to stop.
func during[Q, A any](ctx context.Context, s *callScoped, request Q, call func(context.Context, Q) (A, error)) (A, error) {
	ctx = s.unlessStopped(ctx)
	scoped := &callContext{}
	scoped.real.Store(&ctx)
	defer scoped.real.Store(nil)
	return call(scoped, request)
}

// unlessStopped is the context, which is canceled where the provider was asked to stop.
func (s *callScoped) unlessStopped(ctx context.Context) context.Context {
	if !s.isStopped.Load() {
		return ctx
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	return stopped
}

// callContext is another context until the call is over, and canceled from then on.
type callContext struct {
	real atomic.Pointer[context.Context]
}

// canceled stands in for the context of a call that is over.
var canceled = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

func (p *callContext) current() context.Context {
	if ctx := p.real.Load(); ctx != nil {
		return *ctx
	}
	return canceled
}

func (p *callContext) Deadline() (time.Time, bool) { return p.current().Deadline() }
func (p *callContext) Done() <-chan struct{}       { return p.current().Done() }
func (p *callContext) Err() error                  { return p.current().Err() }
func (p *callContext) Value(key any) any           { return p.current().Value(key) }
