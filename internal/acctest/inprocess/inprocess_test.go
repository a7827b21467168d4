package inprocess_test

import (
	"context"
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	acceptance "github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// TestRefusesWhatTerraformRefuses runs resources that break the rules of the protocol.
func TestRefusesWhatTerraformRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		breaks  resourceOptions
		expects string
	}{
		"another result than planned": {resourceOptions{result: "other"}, `inconsistent result after apply(.|\n)*\.name`},
		"another plan at apply":       {resourceOptions{plans: []string{"one", "two"}}, `inconsistent final plan(.|\n)*\.computed`},
		"an argument planned again":   {resourceOptions{rewrites: true}, `invalid plan(.|\n)*\.name`},
		"unknown after apply":         {resourceOptions{staysUnknown: true}, `unknown`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options := test.breaks
			inprocess.Run(t, acceptance.TestCase{Steps: []acceptance.TestStep{
				{Config: "resource \"test_thing\" \"a\" {\n  name = \"a\"\n}", ExpectError: regexp.MustCompile(test.expects)},
			}}, serve(t, &options))
		})
	}
}

// TestRuns goes through create, update, replacement and destroy of two resources of which one refers to the other.
func TestRuns(t *testing.T) {
	t.Parallel()
	config := func(name string) string {
		return `
resource "terraform_data" "late" {
  input = "` + name + `"
}
resource "test_thing" "b" {
  for_each = toset(["x", "y"])
  name     = "${test_thing.a.name}-${each.key}"
}
resource "test_thing" "a" {
  name = terraform_data.late.output
}`
	}
	action := func(address string, want plancheck.ResourceActionType) acceptance.ConfigPlanChecks {
		return acceptance.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, want)}}
	}
	inprocess.Run(t, acceptance.TestCase{Steps: []acceptance.TestStep{
		{Config: config("one"), ConfigPlanChecks: action(`test_thing.b["x"]`, plancheck.ResourceActionCreate)},
		{Config: config("two"), ConfigPlanChecks: action(`test_thing.b["y"]`, plancheck.ResourceActionUpdate)},
		{Config: config("replace"), ConfigPlanChecks: action(`test_thing.a`, plancheck.ResourceActionDestroyBeforeCreate)},
		{Config: `resource "test_thing" "a" {}`, ExpectError: regexp.MustCompile(`"name" is required`)},
		{Config: "resource \"test_thing\" \"a\" {\n  nome = 1\n}", ExpectError: regexp.MustCompile(`is required|not expected`)},
	}}, serve(t, &resourceOptions{}))
}

// TestIgnoresChanges plans an argument of ignore_changes with its prior value.
func TestIgnoresChanges(t *testing.T) {
	t.Parallel()
	const ignoring = "resource \"test_thing\" \"a\" {\n  name = %q\n  lifecycle {\n    ignore_changes = [name]\n  }\n}"
	inprocess.Run(t, acceptance.TestCase{Steps: []acceptance.TestStep{
		{Config: fmt.Sprintf(ignoring, "one")},
		{Config: fmt.Sprintf(ignoring, "two"), PlanOnly: true},
	}}, serve(t, &resourceOptions{}))
}

// TestShowsTheState has checks look at the state, of an apply and of a refresh, and taints an instance.
func TestShowsTheState(t *testing.T) {
	t.Parallel()
	const address = "test_thing.a"
	config := "resource \"test_thing\" \"a\" {\n  name = \"one\"\n}"
	checked := 0
	isOne := func(state *terraform.State) error {
		checked++
		return acceptance.TestCheckResourceAttr(address, "name", "one")(state)
	}
	inprocess.Run(t, acceptance.TestCase{
		CheckDestroy: func(state *terraform.State) error {
			if left := len(state.RootModule().Resources); left > 0 {
				return fmt.Errorf("%d resources are left", left)
			}
			return nil
		},
		Steps: []acceptance.TestStep{
			{Config: config + "\ndata \"test_look\" \"it\" {}"}, // the next step no longer reads it
			{Config: config, Check: isOne},
			{RefreshState: true, Check: isOne},
			{
				Taint: []string{address}, Config: config, Check: isOne,
				ConfigPlanChecks: acceptance.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate),
				}},
			},
		},
	}, serve(t, &resourceOptions{}))
	if checked != 3 {
		t.Errorf("%d checks were run, want 3", checked)
	}
}

// resourceOptions are ways in which the resource breaks the rules.
type resourceOptions struct {
	result       string
	plans        []string
	rewrites     bool
	staysUnknown bool
}

func serve(t *testing.T, options *resourceOptions) *inprocess.Provider {
	t.Helper()
	start := providerserver.NewProtocol6(&testProvider{options: options})
	offered, err := start().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	return &inprocess.Provider{Start: start, Offered: offered}
}

type testProvider struct{ options *resourceOptions }

func (p *testProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "test"
}
func (p *testProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}
func (p *testProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (p *testProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return look{} }}
}

func (p *testProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return &thing{options: p.options} }}
}

// look is a data source without anything.
type look struct{}

func (look) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "test_look"
}
func (look) Schema(context.Context, datasource.SchemaRequest, *datasource.SchemaResponse) {}
func (look) Read(_ context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	resp.State.Raw = req.Config.Raw
}

type thing struct{ options *resourceOptions }

type thingModel struct {
	Name     types.String `tfsdk:"name"`
	Computed types.String `tfsdk:"computed"`
}

func (r *thing) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "test_thing"
}

func (r *thing) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name":     schema.StringAttribute{Required: true},
		"computed": schema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (r *thing) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	var plan thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
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

func (r *thing) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var plan thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if r.options.result != "" {
		plan.Name = types.StringValue(r.options.result)
	}
	if !r.options.staysUnknown {
		plan.Computed = types.StringValue("computed")
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *thing) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (r *thing) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var plan thingModel
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	plan.Computed = types.StringValue("computed")
	resp.Diagnostics.Append(resp.State.Set(ctx, plan)...)
}

func (r *thing) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
