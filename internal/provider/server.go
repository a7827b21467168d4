package provider

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// NewServer is the provider behind the plugin protocol.
//
// The framework keeps the context of every call until the provider ends, with the loggers that belong to it: about
// 14 KB a call, and four calls or more an object. The server that is returned lets go of them after the calls that
// an engine makes for each object.
//
// And the framework ends the calls that are under way when the engine asks the provider to stop. An interrupted engine
// still starts some that it had planned: the server that is returned ends these as well.
func NewServer(version string) tfprotov6.ProviderServer {
	whole := providerserver.NewProtocol6(New(version)())()
	if s, ok := whole.(server); ok {
		return &forgetful{server: s}
	}
	return whole
}

// server is all that the provider has an answer to.
type server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}

// forgetful hands calls on with contexts that end with the call.
type forgetful struct {
	server
	isStopped atomic.Bool
}

// GetProviderSchema is what a run of an engine begins with. A provider in a debugger outlives the run that was stopped.
func (f *forgetful) GetProviderSchema(ctx context.Context, r *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	f.isStopped.Store(false)
	return f.server.GetProviderSchema(ctx, r)
}

func (f *forgetful) StopProvider(ctx context.Context, r *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	f.isStopped.Store(true)
	return f.server.StopProvider(ctx, r)
}

func (f *forgetful) ValidateResourceConfig(ctx context.Context, r *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return during(ctx, f, r, f.server.ValidateResourceConfig)
}

func (f *forgetful) UpgradeResourceState(ctx context.Context, r *tfprotov6.UpgradeResourceStateRequest) (*tfprotov6.UpgradeResourceStateResponse, error) {
	return during(ctx, f, r, f.server.UpgradeResourceState)
}

func (f *forgetful) UpgradeResourceIdentity(ctx context.Context, r *tfprotov6.UpgradeResourceIdentityRequest) (*tfprotov6.UpgradeResourceIdentityResponse, error) {
	return during(ctx, f, r, f.server.UpgradeResourceIdentity)
}

func (f *forgetful) ReadResource(ctx context.Context, r *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	return during(ctx, f, r, f.server.ReadResource)
}

func (f *forgetful) PlanResourceChange(ctx context.Context, r *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	return during(ctx, f, r, f.server.PlanResourceChange)
}

func (f *forgetful) ApplyResourceChange(ctx context.Context, r *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	return during(ctx, f, r, f.server.ApplyResourceChange)
}

func (f *forgetful) ImportResourceState(ctx context.Context, r *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	return during(ctx, f, r, f.server.ImportResourceState)
}

func (f *forgetful) ValidateDataResourceConfig(ctx context.Context, r *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return during(ctx, f, r, f.server.ValidateDataResourceConfig)
}

func (f *forgetful) ReadDataSource(ctx context.Context, r *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	return during(ctx, f, r, f.server.ReadDataSource)
}

func (f *forgetful) CallFunction(ctx context.Context, r *tfprotov6.CallFunctionRequest) (*tfprotov6.CallFunctionResponse, error) {
	return during(ctx, f, r, f.server.CallFunction)
}

// during makes a call with a context that is empty when the call is over. It is canceled from the beginning where the
// provider was asked to stop.
func during[Q, A any](ctx context.Context, f *forgetful, request Q, call func(context.Context, Q) (A, error)) (A, error) {
	if f.isStopped.Load() {
		canceled, cancel := context.WithCancel(ctx)
		cancel()
		ctx = canceled
	}
	passing := &passingContext{}
	passing.real.Store(&ctx)
	defer passing.real.Store(nil)
	return call(passing, request)
}

// passingContext is another context until that is taken away, and canceled from then on.
type passingContext struct {
	real atomic.Pointer[context.Context]
}

// over stands in for a context that was taken away.
var over = func() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}()

func (p *passingContext) current() context.Context {
	if ctx := p.real.Load(); ctx != nil {
		return *ctx
	}
	return over
}

func (p *passingContext) Deadline() (time.Time, bool) { return p.current().Deadline() }
func (p *passingContext) Done() <-chan struct{}       { return p.current().Done() }
func (p *passingContext) Err() error                  { return p.current().Err() }
func (p *passingContext) Value(key any) any           { return p.current().Value(key) }
