package acctest

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// Protocol is a configured provider under test, which tests call as Terraform does. Use it for
// features that the installed Terraform may be too old for.
type Protocol struct {
	t       testing.TB
	process *inprocess.Process
	// start starts another process with the same configuration, always the same one; restart starts
	// a new one each time.
	start, restart func() *Protocol
	server         *Server
	settings       cty.Value // the provider's block
	// hasApplied means that this process has applied. An engine plans and refreshes in another
	// process.
	hasApplied bool
}

var offered = sync.OnceValues(func() (*tfprotov6.GetProviderSchemaResponse, error) {
	return provider.NewServer("test", nil).GetProviderSchema(
		context.Background(), &tfprotov6.GetProviderSchemaRequest{},
	)
})

// Schema returns the schemas of the provider. It requests them once, because they are the same in
// each process. The provider's server checks that names are unique and schemas valid.
func Schema(t testing.TB) *tfprotov6.GetProviderSchemaResponse {
	t.Helper()
	schema, err := offered()
	check.MustSucceed(t, err, "the schema of the provider")
	if len(schema.Diagnostics) > 0 {
		t.Errorf("want no message of the schema. Got: %v", Texts(schema.Diagnostics))
	}
	return schema
}

// Protocol starts and configures a provider for the server. settings add arguments to the
// provider's block, or replace them.
func (s *Server) Protocol(t testing.TB, settings Values) *Protocol {
	t.Helper()
	config := Values{
		"endpoint": s.URL, "location": s.Account.Location, "account_id": s.Account.ID, "subscription_key": s.Key,
	}.With(settings)
	runs := s.Provider(t)
	restart := func() *Protocol { return s.Protocol(t, settings) }
	p := &Protocol{
		t: t, process: &inprocess.Process{ProviderServer: runs.Start(), Provider: runs},
		start: sync.OnceValue(restart), restart: restart, server: s,
	}
	p.settings = p.block(p.process.Offered.Provider, config)
	diags := p.process.Configure(t.Context(), "1.14.0", p.settings)
	if len(Errors(diags)) > 0 {
		t.Fatalf("want no errors of the provider's configuration. Got: %v", Texts(diags))
	}
	return p
}

// Extended returns a Protocol with extended operations.
func (s *Server) Extended(t testing.TB) *Protocol {
	t.Helper()
	return s.Protocol(t, Values{"extended_operations": true})
}

// PlanAction plans an action, and returns the diagnostics. It does not validate the action first,
// because engines validate before variables have values.
func (p *Protocol) PlanAction(ctx context.Context, typeName string, config Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	return p.process.PlanAction(ctx, typeName, p.action(typeName, config))
}

// action returns the configuration of an action.
func (p *Protocol) action(typeName string, config Values) cty.Value {
	p.t.Helper()
	return p.block(p.process.Offered.ActionSchemas[typeName].Schema, config)
}

// InvokeAction plans and invokes an action. It returns its progress messages, and the diagnostics
// of the first step that had any.
func (p *Protocol) InvokeAction(
	ctx context.Context, typeName string, config Values,
) (progress []string, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	return p.InvokePlannedAction(ctx, typeName, config, config)
}

// InvokePlannedAction invokes an action that was planned while some of its values were unknown.
func (p *Protocol) InvokePlannedAction(
	ctx context.Context, typeName string, planned, config Values,
) (progress []string, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	progress, diags = p.process.Invoke(ctx, typeName, p.action(typeName, planned), p.action(typeName, config))
	return progress, p.wantProtocolKept(typeName, diags)
}

// StopAction invokes an action in a bubble, and stops the provider after a time, as an engine does
// after Ctrl-C. It returns the diagnostics that an engine would show. The test fails if the action
// does not stop in time. It also fails if a progress message follows right after another one,
// because frequent messages are more likely to coincide with Ctrl-C.
func (p *Protocol) StopAction(
	ctx context.Context, typeName string, config Values, after time.Duration,
) (diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	var isStopping, isStopped atomic.Bool
	go func() {
		<-time.After(after)
		synctest.Wait()
		isStopping.Store(true)
		_, err := p.Server().StopProvider(ctx, &tfprotov6.StopProviderRequest{})
		check.ErrorSays(p.t, "", err, "StopProvider")
		isStopped.Store(true)
	}()
	began := time.Now()
	reported := time.Time{}
	for event := range p.process.Invocation(ctx, typeName, p.action(typeName, config)) {
		switch event := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			if isStopping.Load() {
				p.t.Errorf("want no progress after the stop, with which an engine can crash. Got: %s", event.Message)
			}
			since := time.Since(reported)
			if since < time.Second {
				p.t.Errorf("progress %s after the last message, want a second or more: %s", since, event.Message)
			}
			reported = time.Now()
		case tfprotov6.CompletedInvokeActionEventType:
			diags = event.Diagnostics
			if isStopped.Load() {
				p.t.Error("ended after StopProvider had returned, want it before: an engine does not learn of it")
			}
		}
	}
	took := time.Since(began)
	if took < after || took > after+2*time.Second {
		p.t.Errorf("ended after %s, want %s and at most 2s more", took, after)
	}
	return p.wantProtocolKept(typeName, diags)
}

// OpenEphemeral validates and opens an ephemeral resource. It returns the response, and the string
// attributes of its result by name.
func (p *Protocol) OpenEphemeral(
	ctx context.Context, typeName string, config Values,
) (result map[string]string, resp *tfprotov6.OpenEphemeralResourceResponse) {
	p.t.Helper()
	value, resp := p.process.Open(ctx, typeName, p.block(p.process.Offered.EphemeralResourceSchemas[typeName], config))
	return texts(value), resp
}

// DataDiagnostics validates and reads a data source, and returns the diagnostics.
func (p *Protocol) DataDiagnostics(ctx context.Context, typeName string, config Values) []*tfprotov6.Diagnostic {
	p.t.Helper()
	_, diags := p.Data(ctx, typeName, config)
	return diags
}

// Data validates and reads a data source, and returns its attributes by name. It returns nil after
// an error.
func (p *Protocol) Data(
	ctx context.Context, typeName string, config Values,
) (attributes map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	schema := p.process.Offered.DataSourceSchemas[typeName]
	block := p.block(schema, config)
	diags = p.process.ValidateData(ctx, typeName, block)
	if len(Errors(diags)) > 0 {
		return nil, diags
	}
	value, diags := p.process.Read(ctx, typeName, block)
	if value.IsNull() {
		return nil, diags
	}
	return Parts(p.t, inprocess.SchemaOf(schema).Typed(value)), diags
}

// Server returns the provider server itself, for calls that have no helper here.
func (p *Protocol) Server() tfprotov6.ProviderServer { return p.process.ProviderServer }

// wantProtocolKept passes diagnostics on. It fails the test if one reports that the provider broke
// a rule of the protocol.
func (p *Protocol) wantProtocolKept(typeName string, diags []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	p.t.Helper()
	for _, d := range diags {
		if inprocess.IsBroken(d) {
			p.t.Errorf("want no breach of the protocol. %s: %s%s", d.Summary, typeName, d.Detail)
		}
	}
	return diags
}

// Listed is one result of a list resource.
type Listed struct {
	DisplayName string
	// Identity and Resource are the string attributes by name, or nil if the result has none.
	Identity, Resource map[string]string
	// Values are all attributes of the resource by name, or nil if the result has none.
	Values      map[string]tftypes.Value
	Diagnostics []*tfprotov6.Diagnostic
}

// String returns the display name and the messages.
func (l Listed) String() string {
	parts := append(Messages{l.DisplayName}, Texts(l.Diagnostics)...)
	return strings.TrimPrefix(strings.Join(parts, "; "), "; ")
}

// ListTexts returns each result as text.
func ListTexts(listed []Listed) Messages {
	texts := make(Messages, len(listed))
	for i, result := range listed {
		texts[i] = result.String()
	}
	return texts
}

// List validates and runs a list block, and returns all results. A limit of 0 means no limit.
func (p *Protocol) List(
	ctx context.Context, typeName string, config Values, includeResource bool, limit int64,
) []Listed {
	p.t.Helper()
	return slices.Collect(p.Listing(ctx, typeName, config, includeResource, limit))
}

// Listing validates and runs a list block, and yields the results as they arrive.
func (p *Protocol) Listing(
	ctx context.Context, typeName string, config Values, includeResource bool, limit int64,
) iter.Seq[Listed] {
	p.t.Helper()
	results := p.process.List(
		ctx, typeName, p.block(p.process.Offered.ListResourceSchemas[typeName], config), includeResource, limit,
	)
	resource := inprocess.SchemaOf(p.process.Offered.ResourceSchemas[typeName])
	return func(yield func(Listed) bool) {
		for result := range results {
			listed := Listed{
				DisplayName: result.DisplayName, Diagnostics: result.Diagnostics,
				Identity: texts(result.Identity), Resource: texts(result.Resource),
			}
			if !result.Resource.IsNull() {
				listed.Values = Parts(p.t, resource.Typed(result.Resource))
			}
			if !yield(listed) {
				return
			}
		}
	}
}

// identity returns the string attributes of an object's identity by name.
func (p *Protocol) identity(ctx context.Context, o *inprocess.Object) map[string]string {
	return texts(p.process.IdentitySchema(ctx, o.TypeName).OfIdentity(o.Identity))
}
