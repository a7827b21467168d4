package inprocess_test

import (
	"context"
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// thing returns a configuration of one instance.
func thing(name string) string {
	return fmt.Sprintf("resource \"videoindexer_thing\" \"a\" {\n  name = %q\n}", name)
}

// TestRefusesWhatTerraformRefuses runs resources that break the rules of the protocol.
func TestRefusesWhatTerraformRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		breaks  *resourceOptions
		expects string
	}{
		"another result than planned": {&resourceOptions{result: "other"}, `inconsistent result after apply(.|\n)*\.name`},
		"another plan at apply":       {&resourceOptions{plans: []string{"one", "two"}}, `inconsistent final plan(.|\n)*\.computed`},
		"an argument planned again":   {&resourceOptions{rewrites: true}, `invalid plan(.|\n)*\.name`},
		"unknown after apply":         {&resourceOptions{staysUnknown: true}, `unknown`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := inprocess.Open(serve(t, test.breaks), nil)
			plan, err := d.Plan(t.Context(), thing("a"), inprocess.Options{})
			if err == nil {
				err = d.Apply(t.Context(), plan)
			}
			if err == nil || !regexp.MustCompile(test.expects).MatchString(err.Error()) {
				t.Errorf("error %v, want one that matches %q", err, test.expects)
			}
		})
	}
}

// TestRuns creates, updates, replaces and destroys two resources, one of which refers to the other.
func TestRuns(t *testing.T) {
	t.Parallel()
	config := func(name string) string {
		return `
resource "terraform_data" "late" {
  input = "` + name + `"
}
resource "videoindexer_thing" "b" {
  for_each = toset(["x", "y"])
  name     = "${videoindexer_thing.a.name}-${each.key}"
}
resource "videoindexer_thing" "a" {
  name = terraform_data.late.output
}`
	}
	d := inprocess.Open(serve(t, &resourceOptions{}), nil)
	for _, step := range []struct {
		config  string
		changes map[string]string
		refused string // by the plan
	}{
		{config: config("one"), changes: map[string]string{`videoindexer_thing.b["x"]`: "create", `videoindexer_thing.b["y"]`: "create", "videoindexer_thing.a": "create"}},
		{config: config("two"), changes: map[string]string{`videoindexer_thing.b["x"]`: "update", `videoindexer_thing.b["y"]`: "update", "videoindexer_thing.a": "update"}},
		{config: config("replace"), changes: map[string]string{`videoindexer_thing.b["x"]`: "update", `videoindexer_thing.b["y"]`: "update", "videoindexer_thing.a": "replace"}},
		{config: `resource "videoindexer_thing" "a" {}`, refused: `"name" is required`},
		{config: "resource \"videoindexer_thing\" \"a\" {\n  nome = 1\n}", refused: `is required|not expected`},
		{config: thing("replace"), changes: map[string]string{`videoindexer_thing.b["x"]`: "delete", `videoindexer_thing.b["y"]`: "delete", "videoindexer_thing.a": "no-op"}},
		{changes: map[string]string{"videoindexer_thing.a": "delete"}},
	} {
		plan, err := d.Plan(t.Context(), step.config, inprocess.Options{})
		if step.refused != "" {
			if err == nil || !regexp.MustCompile(step.refused).MatchString(err.Error()) {
				t.Errorf("%.100s\nerror %v, want one that matches %q", step.config, err, step.refused)
			}
			continue
		}
		check.MustSucceed(t, err, "%.100s\nthe plan", step.config)
		changes := map[string]string{}
		for _, c := range plan.Changes {
			changes[c.Address] = c.Action
		}
		check.Equal(t, step.changes, changes, "%.100s\nplanned", step.config)
		err = d.Apply(t.Context(), plan)
		check.MustSucceed(t, err, "%.100s\nthe apply", step.config)
	}
	check.Equal(t, 0, len(d.Addresses()), "objects in the state, which are %q", d.Addresses())
}

// TestFailedDestroy reports an error of a destroy, and keeps the object in the state.
func TestFailedDestroy(t *testing.T) {
	t.Parallel()
	d := inprocess.Open(serve(t, &resourceOptions{keeps: true}), nil)
	other := "resource \"videoindexer_thing\" \"other\" {\n  name = \"other\"\n}\n"
	plan, err := d.Plan(t.Context(), other, inprocess.Options{})
	if err == nil {
		err = d.Apply(t.Context(), plan)
	}
	if err == nil {
		plan, err = d.Plan(t.Context(), thing("a"), inprocess.Options{})
	}
	check.MustSucceed(t, err, "all before the destroy")
	err = d.Apply(t.Context(), plan)
	check.ErrorSays(t, "videoindexer_thing.other: it stays", err, "the destroy")
	check.Equal(t, []string{"videoindexer_thing.a", "videoindexer_thing.other"}, d.Addresses(), "the state")
}

// resourceOptions are ways in which the resource breaks the rules, and a record of its calls.
type resourceOptions struct {
	// mu guards calls, the calls of the resource, each with the name of the thing. takes is the
	// duration of a call.
	mu    sync.Mutex
	calls []string
	takes time.Duration
	// running is the number of calls in flight, most its maximum.
	running, most int

	result       string
	plans        []string
	rewrites     bool
	staysUnknown bool
	keeps        bool // what is destroyed
}

// call notes a call, and takes its time.
func (o *resourceOptions) call(name string, of types.String) {
	o.mu.Lock()
	o.calls = append(o.calls, name+" "+of.ValueString())
	o.running++
	o.most = max(o.most, o.running)
	o.mu.Unlock()
	<-time.After(o.takes)
	o.mu.Lock()
	o.running--
	o.mu.Unlock()
}

// takeCalls returns the calls since the last time.
func (o *resourceOptions) takeCalls() (calls []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	calls = o.calls
	o.calls = nil
	return calls
}

func serve(t *testing.T, options *resourceOptions) *inprocess.Provider {
	t.Helper()
	start := providerserver.NewProtocol6(&testProvider{options: options})
	offered, err := start().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	check.MustSucceed(t, err, "the schema of the provider")
	return &inprocess.Provider{Start: start, Offered: offered}
}

type testProvider struct{ options *resourceOptions }

func (p *testProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "videoindexer"
}
func (p *testProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}
func (p *testProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (p *testProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (p *testProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &thingResource{options: p.options} }}
}

type thingResource struct{ options *resourceOptions }

type thingModel struct {
	Name     types.String `tfsdk:"name"`
	Computed types.String `tfsdk:"computed"`
}

func (r *thingResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "videoindexer_thing"
}

func (r *thingResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name":     schema.StringAttribute{Required: true},
		"computed": schema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (r *thingResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		var state thingModel
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		r.options.call("plan destroy of", state.Name)
		return
	}
	var plan thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	r.options.call("plan", plan.Name)
	if plan.Name.ValueString() == "replace" && !req.State.Raw.IsNull() {
		var state thingModel
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
		if state.Name != plan.Name {
			resp.RequiresReplace.Append(path.Root("name"))
		}
	}
	if len(r.options.plans) > 0 {
		plan.Computed = types.StringValue(r.options.plans[0])
		r.options.plans = r.options.plans[1:]
	}
	if r.options.rewrites {
		plan.Name = types.StringValue("rewritten")
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
}

func (r *thingResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	r.options.call("create", plan.Name)
	if r.options.result != "" {
		plan.Name = types.StringValue(r.options.result)
	}
	if !r.options.staysUnknown {
		plan.Computed = types.StringValue("computed")
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *thingResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state thingModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	r.options.call("read", state.Name)
}

func (r *thingResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	r.options.call("update", plan.Name)
	plan.Computed = types.StringValue("computed")
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *thingResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state thingModel
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	r.options.call("delete", state.Name)
	if r.options.keeps {
		resp.Diagnostics.AddError("Not deleted", "it stays")
	}
}
