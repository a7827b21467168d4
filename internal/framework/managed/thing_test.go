package managed_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// step is a plan and an apply of a configuration, which may be nothing.
type step struct {
	config  string
	options inprocess.Options
	// action is what is planned for the last address, warns are parts of the warnings, and fails is
	// one of the error.
	action string
	warns  []string
	fails  string
}

const (
	unchangedWarning   = `Thing "one" will be left unchanged`
	keptWarning        = `Thing "one" will be kept`
	deletesPartWarning = `Apply deletes 1 part of thing "one"`
	movedWarning       = "Moved without a moved block"
	twiceWarning       = "Managed at two addresses"
	leftToOtherWarning = "Left to another resource"
	// adoptsFirst has a create adopt the first thing, which is there before.
	adoptsFirst = `note = "adopt"`
	// deletePolicy deletes also what was adopted.
	deletePolicy  = `deletion_policy = "delete"`
	abandonPolicy = `deletion_policy = "abandon"`
)

func thing(lines ...string) string {
	return fmt.Sprintf("resource \"videoindexer_thing\" \"a\" {\n  name = \"one\"\n  %s\n}\n", strings.Join(lines, "\n  "))
}

// other is a thing at another address.
var other = strings.Replace(thing(), `"a"`, `"b"`, 1)

// adopting returns a thing at another address, which adopts the second one, with an id that is
// known or not.
func adopting(id string, lines ...string) string {
	return strings.Replace(thing(append(lines, "thing_id = "+id)...), `"a"`, `"b"`, 1)
}

// TestThing has videoindexer_thing, a resource in the plainest form, go through the rules of all
// managed resources. No step is the last: after each refusal, another one goes on.
func TestThing(t *testing.T) {
	t.Parallel()
	const a, b = "videoindexer_thing.a", "videoindexer_thing.b"
	imports := func(address, id string) inprocess.Options {
		return inprocess.Options{Import: map[string]string{address: id}}
	}
	recreatable := func(text string) string {
		return strings.ReplaceAll(text, "videoindexer_thing", "videoindexer_recreatable")
	}
	for name, steps := range map[string][]step{
		"created, changed, deleted": {
			{config: thing(), action: "create"},
			{config: thing(`note = "new"`), action: "update"},
			{config: thing(`note = "new"`), action: "no-op"},
			{action: "delete", warns: []string{deletesPartWarning}},
		},
		"imported, and left": {
			{config: thing(), options: imports(a, "1"), action: "no-op"},
			{config: thing(`number = 1`), action: "update"},
			{config: thing(`number = 2`), action: "replace", warns: []string{keptWarning}},
			{config: thing(`number = 2`), action: "no-op"},
			{action: "delete", warns: []string{unchangedWarning}},
		},
		"adopted, and left": {
			{config: thing(adoptsFirst), action: "create"},
			{action: "delete", warns: []string{unchangedWarning, "To delete it"}},
		},
		"adopted, and deleted on request": {
			{config: thing(adoptsFirst, deletePolicy, `text = "old"`), action: "create"},
			{config: thing(adoptsFirst, deletePolicy, `text = "new"`), fails: `Thing "one" must not be replaced`},
			{
				config: thing(adoptsFirst, deletePolicy), options: inprocess.Options{Replace: []string{a}}, action: "replace",
				fails: `Thing "one" must not be replaced`,
			},
			{config: thing(adoptsFirst, abandonPolicy, `text = "old"`), action: "update"},
			{config: thing(adoptsFirst, abandonPolicy, `text = "newer"`), action: "replace", warns: []string{keptWarning}},
			{config: thing(adoptsFirst, deletePolicy, `text = "newer"`), action: "update"},
			{action: "delete", warns: []string{deletesPartWarning}},
		},
		"taken over by what replaces it": {
			{config: recreatable(thing(adoptsFirst, deletePolicy, `text = "old"`)), action: "create"},
			{
				config: recreatable(thing(adoptsFirst, deletePolicy, `text = "new"`, "lifecycle {\n    create_before_destroy = true\n  }")),
				action: "replace", warns: []string{keptWarning, leftToOtherWarning},
			},
		},
		"created, and abandoned": {
			{config: thing(abandonPolicy), action: "create"},
			{action: "delete", warns: []string{unchangedWarning}},
		},
		"at another address": {
			{config: thing(), action: "create"},
			{
				config: other, options: imports(b, "2"), action: "delete",
				warns: []string{deletesPartWarning, movedWarning, "thing \"one\" to another address", leftToOtherWarning},
			},
		},
		"at two addresses": {
			{config: thing(), action: "create"},
			{
				config: thing() + other, options: imports(b, "2"), action: "no-op",
				warns: []string{twiceWarning, `resources manage thing "one"`},
			},
			{config: thing(), action: "delete", warns: []string{unchangedWarning, movedWarning}},
		},
		"replaced, and kept at another address": {
			{config: thing(`text = "old"`), action: "create"},
			{
				config: thing(`text = "new"`) + other, options: imports(b, "2"), action: "no-op",
				warns: []string{deletesPartWarning, movedWarning},
			},
		},
		"beside a new one of its name": {
			{config: thing(), action: "create"},
			{config: thing() + other, action: "create"},
		},
		"with more than the plan has named": {
			{config: thing(`note = "grows"`), action: "create"},
			{action: "delete", warns: []string{deletesPartWarning}, fails: `Thing "one" was not deleted`},
			{action: "delete", warns: []string{`Apply deletes 2 parts of thing "one"`}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, nil)
			for _, s := range steps {
				r.do(t, s)
			}
		})
	}
}

// TestTaintedAndOthers replaces a tainted thing. Its destroy leaves what another address keeps,
// whether or not a read has told the plan which instance is the tainted one, and no more. It
// deletes a thing whose other address is planned later, after a warning, or a refusal where no read
// could tell.
func TestTaintedAndOthers(t *testing.T) {
	t.Parallel()
	const a, b = "videoindexer_thing.a", "videoindexer_thing.b"
	bFirst := other + thing("note = "+b+".name")
	aFirst := thing() + strings.Replace(thing("note = "+a+".name"), `"a"`, `"b"`, 1)
	for name, test := range map[string]struct {
		otherID   string
		tainted   []string
		config    string
		action    string // of the last address
		noRefresh bool
		fails     string
		// warnings are those of movedWarning, twiceWarning and leftToOtherWarning that the plan or
		// the apply gives, one after the other.
		warnings string
		// wantID is the id of the thing in the state afterwards: 3 for a new one.
		wantID string
	}{
		"kept by another":                        {otherID: "2", tainted: []string{a}, config: bFirst, action: "replace", warnings: twiceWarning + leftToOtherWarning, wantID: "3"},
		"kept by another, without a refresh":     {otherID: "2", tainted: []string{a}, config: bFirst, action: "replace", noRefresh: true, warnings: leftToOtherWarning, wantID: "3"},
		"kept by a later one":                    {otherID: "2", tainted: []string{a}, config: aFirst, action: "update", warnings: twiceWarning, wantID: "3"},
		"kept by a later one, without a refresh": {otherID: "2", tainted: []string{a}, config: aFirst, action: "update", noRefresh: true, fails: "was not deleted", wantID: "2"},
		"destroyed by another":                   {otherID: "2", tainted: []string{a}, config: thing(), action: "delete", wantID: "3"},
		"beside another thing":                   {otherID: "1", tainted: []string{a}, config: bFirst, action: "replace", wantID: "3"},
		"beside another tainted thing":           {otherID: "1", tainted: []string{a, b}, config: bFirst, action: "replace", wantID: "3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, nil)
			r.addOther(t, test.otherID)
			for _, address := range test.tainted {
				r.Taint(address)
			}
			const anyWarning = ""
			r.do(t, step{
				config: test.config, options: inprocess.Options{NoRefresh: test.noRefresh},
				action: test.action, warns: []string{anyWarning}, fails: test.fails,
			})
			got := ""
			for _, warning := range []string{movedWarning, twiceWarning, leftToOtherWarning} {
				if strings.Contains(strings.Join(r.warnings, "\n"), warning) {
					got += warning
				}
			}
			check.Equal(t, test.warnings, got, "the warnings")
			check.Equal(t, any(test.wantID), r.Values(a)["thing_id"], "thing_id in the state")
		})
	}
}

// TestKeptInAnyOrder replaces or destroys a thing that another address keeps, and visits both at a
// time: the thing is never deleted, and one that is destroyed is not said to be managed twice.
func TestKeptInAnyOrder(t *testing.T) {
	t.Parallel()
	const a, old = "videoindexer_thing.a", `text = "old"`
	for what, test := range map[string]struct {
		config  string
		replace []string
		taints  bool
	}{
		"tainted":  {config: thing(old), taints: true},
		"-replace": {config: thing(old), replace: []string{a}},
		"changed":  {config: thing(`text = "new"`)},
		"removed":  {},
	} {
		for seed := range uint64(10) {
			t.Run(fmt.Sprint(what, " ", seed), func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) {
					r := newRun(t, rand.New(rand.NewPCG(seed, 0)))
					r.addOther(t, "2", old)
					if test.taints {
						r.Taint(a)
					}
					plan, err := r.Plan(t.Context(), "provider \"videoindexer\" {}\n"+test.config+other, inprocess.Options{Replace: test.replace})
					isSaidTwice := strings.Contains(strings.Join(r.warnings, "\n"), twiceWarning)
					if err == nil {
						err = r.Apply(t.Context(), plan)
					}
					if err != nil || r.service.things["2"] == 0 {
						t.Errorf("error %v, things %v, want thing 2 kept. Said: %v", err, r.service.things, r.warnings)
					}
					if test.config == "" {
						check.Equal(t, false, isSaidTwice, "a warning of two addresses in %q", r.warnings)
					}
				})
			})
		}
	}
}

// TestAdoptedInAnyOrder destroys a thing that another address adopts by an id that only the apply
// knows, and visits both at a time: the thing is never deleted.
func TestAdoptedInAnyOrder(t *testing.T) {
	t.Parallel()
	const unknownID = "resource \"terraform_data\" \"id\" {\n  input = \"2\"\n}\n"
	for seed := range uint64(10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				r := newRun(t, rand.New(rand.NewPCG(seed, 0)))
				r.do(t, step{config: thing(), action: "create"})
				acctest.PlanAndApply(t, r.Directory, "provider \"videoindexer\" {}\n"+unknownID+adopting("terraform_data.id.output"), inprocess.Options{})
				if r.service.things["2"] == 0 {
					t.Errorf("things %v, want thing 2 kept. Said: %v", r.service.things, r.warnings)
				}
			})
		})
	}
}

// TestAdoptionFails destroys a thing after its adoption at another address has failed: nobody needs
// it any more.
func TestAdoptionFails(t *testing.T) {
	t.Parallel()
	r := newRun(t, nil)
	r.do(t, step{config: thing(), action: "create"})
	r.IsReversed = true // the destroy is planned first, and applied last
	r.do(t, step{config: adopting(`"2"`, `note = "refused"`), action: "create", warns: []string{deletesPartWarning, movedWarning}, fails: "The note is refused"})
	check.Equal(t, 0, r.service.things["2"], "parts of the thing after its destroy")
}

// TestNothingIsHandedToAnotherAddress moves a thing to another account, which leaves the old one,
// while another address creates a thing with its name in the old account: that is a new thing.
func TestNothingIsHandedToAnotherAddress(t *testing.T) {
	t.Parallel()
	r := newRun(t, nil)
	r.do(t, step{config: thing(adoptsFirst), action: "create"})
	moved := thing(fmt.Sprintf("account_id = %q", elsewhere.ID))
	r.do(t, step{config: moved + other, action: "create", warns: []string{unchangedWarning}})
	check.Equal[any](t, "3", r.Values("videoindexer_thing.b")["thing_id"], "id of the thing at the other address")
}

// TestPrivateStateIsSmall plans many things: what a plan passes to the apply does not grow with
// their number.
func TestPrivateStateIsSmall(t *testing.T) {
	t.Parallel()
	const n, most = 50, 450
	things := func(n int, lines string) string {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("%q", fmt.Sprint("thing ", i))
		}
		return fmt.Sprintf("resource \"videoindexer_thing\" \"a\" {\n  for_each = toset([%s])\n  name = each.key\n%s\n}\n", strings.Join(names, ", "), lines)
	}
	acctest.InBubble(t, func(t *testing.T) {
		r := newRun(t, nil)
		for _, config := range []string{things(n, "thing_id = each.key"), "", things(n, `text = "old"`), things(2*n, `note = "kept"`), things(2*n, `text = "old"`), things(n, `text = "new"`), ""} {
			acctest.WantSmallPrivateState(t, r, "provider \"videoindexer\" {}\n"+config, most)
		}
	})
}

// TestReplacingArguments changes declared arguments. The plan of a replacement says what the plan
// of a destroy would say, and of what it keeps, that.
func TestReplacingArguments(t *testing.T) {
	t.Parallel()
	for argument, values := range map[string][2]string{
		"text": {`"old"`, `"new"`}, "number": {"1.5", "2.5"}, "set": {`["a"]`, `["b"]`}, "in_map": {`{ a = { part = "old" } }`, `{ a = { part = "new" } }`},
	} {
		t.Run(argument, func(t *testing.T) {
			t.Parallel()
			r := newRun(t, nil)
			before := argument + " = " + values[0]
			after := argument + " = " + values[1]
			r.do(t, step{config: thing(before), action: "create"})
			r.do(t, step{config: thing(after), action: "replace", warns: []string{deletesPartWarning}})
			r.do(t, step{config: thing(after), action: "no-op"})
			r.do(t, step{config: thing(abandonPolicy, after), action: "update"})
			r.do(t, step{config: thing(abandonPolicy, before), action: "replace", warns: []string{keptWarning}})
		})
	}
}

// run is a working directory, and the warnings of the step that it is in.
type run struct {
	*inprocess.Directory
	service  *service
	warnings acctest.Messages
}

// newRun opens a directory. With a random source, it visits several instances at a time.
func newRun(t *testing.T, random *rand.Rand) *run {
	t.Helper()
	client, err := videoindexer.New(videoindexer.Config{Endpoint: "http://localhost", AccessToken: "token"})
	check.MustSucceed(t, err, "the client")
	at := &service{things: map[string]int{"1": 1}, last: 1}
	services.Store(client, at)
	start := providerserver.NewProtocol6(&thingProvider{client: client, service: at})
	offered, err := start().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(offered.Diagnostics) > 0 {
		t.Fatalf("the schema: error %v, want none. Got: %v", err, offered.Diagnostics)
	}
	r := &run{service: at}
	noteWarnings := func(_, _ string, diags inprocess.Diagnostics) {
		for _, d := range diags {
			if d.Severity == tfprotov6.DiagnosticSeverityWarning {
				r.warnings = append(r.warnings, d.Summary+". "+d.Detail)
			}
		}
	}
	r.Directory = inprocess.Open(&inprocess.Provider{Start: start, Offered: offered, IsVirtual: random != nil, OnDiagnostics: noteWarnings}, random)
	return r
}

// addOther creates a thing, which gets the id 2, and imports one at the other address.
func (r *run) addOther(t *testing.T, id string, lines ...string) {
	t.Helper()
	r.do(t, step{config: thing(lines...), action: "create"})
	err := r.Import(t.Context(), "provider \"videoindexer\" {}\n"+other, "videoindexer_thing.b", id)
	if err != nil {
		t.Fatalf("want no error. Got: %v", inprocess.Excerpt(err))
	}
}

func (r *run) do(t *testing.T, s step) {
	t.Helper()
	r.warnings = nil
	plan, err := r.Plan(t.Context(), "provider \"videoindexer\" {}\n"+s.config, s.options)
	if err == nil {
		got := lastAction(plan)
		check.Equal(t, s.action, got, "%s: the last planned action in:%v", s, inprocess.Excerpt(plan.String()))
		err = r.Apply(t.Context(), plan)
	}
	check.ErrorSays(t, s.fails, err, "%s", s)
	for _, warning := range r.warnings {
		isWanted := slices.ContainsFunc(s.warns, func(part string) bool { return strings.Contains(warning, part) })
		if !isWanted {
			t.Errorf("%s: want no warnings but %q. Got: %s", s, s.warns, warning)
		}
	}
	all := strings.Join(r.warnings, "\n")
	for _, part := range s.warns {
		if !strings.Contains(all, part) {
			t.Errorf("%s: want a warning that has %q. Got: %v", s, part, r.warnings)
		}
	}
}

// lastAction returns what is planned for the last address; "" for nothing.
func lastAction(plan *inprocess.Plan) string {
	if len(plan.Changes) == 0 {
		return ""
	}
	return plan.Changes[len(plan.Changes)-1].Action
}

// String returns the configuration in one line.
func (s step) String() string {
	return "with " + strings.Join(strings.Fields(cmp.Or(s.config, "no configuration")), " ")
}

// service has things by id, each with a number of parts.
type service struct {
	mu     sync.Mutex
	things map[string]int
	last   int
}

var (
	account   = videoindexer.AccountRef{Location: "trial", ID: "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"}
	elsewhere = videoindexer.AccountRef{Location: "trial", ID: "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"}
)

// services are those that clients talk to.
var services sync.Map

type thingProvider struct {
	client  *videoindexer.Client
	service *service
}

func (p *thingProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "videoindexer"
}
func (p *thingProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}
func (p *thingProvider) DataSources(context.Context) []func() datasource.DataSource               { return nil }

func (p *thingProvider) Configure(ctx context.Context, _ provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	data := providerdata.NewData(p.client, nil, types.StringValue(account.Location), types.StringValue(account.ID))
	for _, at := range []videoindexer.AccountRef{account, elsewhere} {
		_ = data.WithAccessCheck(ctx, at, func(*videoindexer.Client) error { return nil }) // no plan asks for it
	}
	resp.ResourceData = data
}

func (p *thingProvider) Resources(context.Context) []func() resource.Resource {
	newThing := func(name string, cannotRecreate bool) func() resource.Resource {
		return func() resource.Resource {
			return managed.NewObjectResource[thingModel](managed.ResourceInfo{
				Name: name, Keys: importid.Keys{{Name: "thing_id", Description: "Id."}}, CannotRecreate: cannotRecreate,
				Replacing: []string{"text", "number", "set", "in_map"},
			}, thingAttributes)
		}
	}
	return []func() resource.Resource{newThing("thing", true), newThing("recreatable", false)}
}

var (
	_ managed.Planner[thingModel] = (*thingModel)(nil)
	_ managed.Creator[thingModel] = (*thingModel)(nil)
	_ managed.Destroyer           = (*thingModel)(nil)
	_ managed.Container           = (*thingModel)(nil)
	_ managed.Named               = (*thingModel)(nil)
)

type thingModel struct {
	managed.AdoptableFields
	ID     types.String `tfsdk:"thing_id"`
	Name   types.String `tfsdk:"name"`
	Note   types.String `tfsdk:"note"`
	Text   types.String `tfsdk:"text"`
	Number types.Number `tfsdk:"number"`
	Set    types.Set    `tfsdk:"set"`
	InMap  types.Map    `tfsdk:"in_map"`
}

func (m *thingModel) EffectHint() string { return `To delete it, set deletion_policy = "delete".` }

func (m *thingModel) Subject() apidiag.Subject {
	return apidiag.Subject{Kind: "thing", ID: m.ID.ValueString(), Name: m.Name.ValueString(), Account: m.AccountRef()}
}

// CreatedName returns what a create knows the thing by.
func (m *thingModel) CreatedName() string { return m.Name.ValueString() }

// adoptsFirstThing reports whether the create adopts the first thing.
func (m *thingModel) adoptsFirstThing() bool { return m.Note.ValueString() == "adopt" }

// Contents returns the parts of a thing. One that grows has another part whenever it was looked at.
func (m *thingModel) Contents(_ context.Context, client *videoindexer.Client) (managed.Contents, error) {
	at, _ := services.Load(client)
	service := at.(*service)
	service.mu.Lock()
	defer service.mu.Unlock()
	found := managed.Contents{Kind: "part", Names: map[string]string{}}
	for i := range service.things[m.ID.ValueString()] {
		found.Names[strconv.Itoa(i)] = strconv.Itoa(i)
	}
	if m.Note.ValueString() == "grows" && len(found.Names) < 2 {
		service.things[m.ID.ValueString()]++
	}
	return found, nil
}

func thingAttributes() map[string]schema.Attribute {
	part := map[string]schema.Attribute{"part": schema.StringAttribute{Required: true}}
	parts := schema.NestedAttributeObject{Attributes: part}
	return map[string]schema.Attribute{
		"thing_id":        schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
		"deletion_policy": managed.PolicyArgument("", managed.PolicyChoice{Policy: managed.PolicyDelete}, managed.PolicyChoice{Policy: managed.PolicyAbandon}),
		"adopted":         arguments.StableBool(""),
		"name":            schema.StringAttribute{Required: true},
		"note":            schema.StringAttribute{Optional: true},
		"text":            schema.StringAttribute{Optional: true},
		"number":          schema.NumberAttribute{Optional: true},
		"set":             schema.SetAttribute{Optional: true, ElementType: types.StringType},
		"in_map":          schema.MapNestedAttribute{Optional: true, NestedObject: parts},
	}
}

func (m *thingModel) Plan(_ context.Context, planning managed.PlanRequest[thingModel]) diag.Diagnostics {
	if planning.Step == managed.StepCreate {
		m.Adopted = planning.Adopted(m, types.BoolValue(m.adoptsFirstThing()))
	}
	return nil
}

func (m *thingModel) Create(
	_ context.Context, writing managed.WriteRequest[thingModel],
) (*thingModel, diag.Diagnostics) {
	at, _ := services.Load(writing.Client)
	service := at.(*service)
	service.mu.Lock()
	defer service.mu.Unlock()
	m.Adopted = types.BoolValue(m.adoptsFirstThing())
	m.ID = types.StringValue("1")
	if !m.adoptsFirstThing() {
		service.last++
		m.ID = types.StringValue(strconv.Itoa(service.last))
		service.things[m.ID.ValueString()] = 1
	}
	return m, nil
}

func (m *thingModel) Fetch(context.Context, managed.ReadRequest) (exists bool, diags diag.Diagnostics) {
	m.Name = types.StringValue("one")
	return true, nil
}

func (m *thingModel) Write(
	_ context.Context, _ managed.WriteRequest[thingModel],
) (becomesState bool, diags diag.Diagnostics) {
	if m.Note.ValueString() == "refused" {
		diags.AddError("The note is refused", "Choose another one.")
	}
	return !diags.HasError(), diags
}

func (m *thingModel) Destroy(_ context.Context, destroying managed.DestroyRequest) diag.Diagnostics {
	at, _ := services.Load(destroying.Client)
	service := at.(*service)
	service.mu.Lock()
	defer service.mu.Unlock()
	delete(service.things, m.ID.ValueString())
	return nil
}

// TestWillDeleteMany gives the number, and all names.
func TestWillDeleteMany(t *testing.T) {
	t.Parallel()
	of := apidiag.Subject{Kind: "person model", ID: "1"}
	names := []string{"Ada"}
	wantWarning := func(advice, summary, part string) {
		warning := managed.DeletionWarning("person", names, of, advice)
		if warning.Summary() != summary || !strings.HasSuffix(warning.Detail(), part) {
			t.Errorf("with %d names: %s: %s\nwant %s: …%s", len(names), warning.Summary(), warning.Detail(), summary, part)
		}
	}
	const one = `Applying this plan deletes 1 person of person model 1: "Ada". Their faces go, too.`
	wantWarning("Their faces go, too.", "Apply deletes 1 person", one)
	names = append(names, slices.Repeat([]string{"Bea"}, 9)...)
	wantWarning("", "Apply deletes 10 persons", `, "Bea".`)
	names = append(names, "Cid", "Dan")
	wantWarning("", "Apply deletes 12 persons", `"Bea", "Cid", "Dan".`)
}
