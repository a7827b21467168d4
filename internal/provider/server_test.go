package provider_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// callKey is the key of the value by which tests recognize the context of a call.
type callKey struct{}

// TestServerForgetsCalls checks that the context of a call can be collected while the provider
// still runs.
func TestServerForgetsCalls(t *testing.T) {
	t.Parallel()
	server := provider.NewServer("test", nil)
	const nothing = "videoindexer_nothing"
	for name, call := range map[string]func(ctx context.Context) error{
		"ValidateResourceConfig":     calling(server.ValidateResourceConfig, &tfprotov6.ValidateResourceConfigRequest{TypeName: nothing}),
		"UpgradeResourceState":       calling(server.UpgradeResourceState, &tfprotov6.UpgradeResourceStateRequest{TypeName: nothing}),
		"UpgradeResourceIdentity":    calling(server.UpgradeResourceIdentity, &tfprotov6.UpgradeResourceIdentityRequest{TypeName: nothing}),
		"ReadResource":               calling(server.ReadResource, &tfprotov6.ReadResourceRequest{TypeName: nothing}),
		"PlanResourceChange":         calling(server.PlanResourceChange, &tfprotov6.PlanResourceChangeRequest{TypeName: nothing}),
		"ApplyResourceChange":        calling(server.ApplyResourceChange, &tfprotov6.ApplyResourceChangeRequest{TypeName: nothing}),
		"ImportResourceState":        calling(server.ImportResourceState, &tfprotov6.ImportResourceStateRequest{TypeName: nothing}),
		"ValidateDataResourceConfig": calling(server.ValidateDataResourceConfig, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: nothing}),
		"ReadDataSource":             calling(server.ReadDataSource, &tfprotov6.ReadDataSourceRequest{TypeName: nothing}),
		"CallFunction":               calling(server.CallFunction, &tfprotov6.CallFunctionRequest{Name: nothing}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			watched := calledWithValue(t, call)
			// What the call has started may take a moment to end.
			for range 100 {
				runtime.GC()
				if watched.Value() == nil {
					return
				}
				runtime.Gosched()
			}
			t.Error("the context of the call is held after the call, want it released")
		})
	}
	t.Cleanup(func() { runtime.KeepAlive(server) })
}

func calling[Q, A any](call func(context.Context, Q) (A, error), request Q) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		_, err := call(ctx, request)
		return err
	}
}

// calledWithValue makes a call with a context of its own, and returns a weak reference to that
// context's value.
func calledWithValue(t *testing.T, call func(ctx context.Context) error) weak.Pointer[[64]byte] {
	value := new([64]byte)
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), callKey{}, value))
	defer cancel()
	err := call(ctx)
	check.MustSucceed(t, err, "the call")
	return weak.Make(value)
}

// TestServerNamesItself names the provider and its version in each request, token requests
// included.
func TestServerNamesItself(t *testing.T) {
	t.Parallel()
	service := acctest.NewServer(t)
	service.AddBrand(service.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	created(t, service.Protocol(t, nil), "videoindexer_brand", acctest.Values{"brand_id": 1001})
	if len(service.Requests()) == 0 {
		t.Error("no request of the create, want some")
	}
	for _, r := range service.Requests() {
		agent := r.Header.Get("User-Agent")
		if !strings.HasPrefix(agent, "terraform-provider-videoindexer/test") {
			t.Errorf("%s %s: User-Agent %q, want the provider and its version", r.Method, r.Path, agent)
		}
	}
}

// TestErrorsNameDestroy says how a destroy gets past an error of the plan that it begins with,
// where what is configured is not wrong, and in no other error.
func TestErrorsNameDestroy(t *testing.T) {
	t.Parallel()
	service := seededWithOthers(t)
	start := func(settings acctest.Values) *acctest.Protocol { return service.Protocol(t, settings) }
	terms := fixtures.All["videoindexer_language_model"].Arguments
	missing := terms.With(acctest.Values{"files": map[string]acctest.Values{"a.txt": {"source": "missing.txt"}}})
	video := acctest.Values{"video_id": mockserver.SampleVideoID}
	const advice = "If this stops `terraform destroy`, run `terraform destroy -refresh=false`."
	model := created(t, start(nil), "videoindexer_language_model", terms)
	watched := created(t, start(nil), "videoindexer_video", video)
	moved := created(t, start(nil), "videoindexer_brand", acctest.Values{"brand_id": 1001})
	moved.Protocol = start(acctest.Values{"account_id": mockserver.SecondAccountID})
	for name, test := range map[string]struct {
		plan *acctest.Plan
		want bool
	}{
		"a file is missing":                      {model.Plan(t.Context(), missing), true},
		"the default account has changed":        {moved.Plan(t.Context(), acctest.Values{"brand_id": 1001}), true},
		"an argument that is not allowed":        {watched.Plan(t.Context(), video.With(acctest.Values{"wait_for_indexing": true})), false},
		"a create of a type that is not allowed": {start(nil).Instance("videoindexer_image_model").Plan(t.Context(), fixtures.All["videoindexer_image_model"].Arguments), false},
	} {
		errors := acctest.Errors(test.plan.Diagnostics)
		if len(errors) == 0 {
			t.Errorf("%s: no error, want one", name)
		}
		for _, d := range errors {
			check.Equal(t, test.want, strings.HasSuffix(d.Detail, "\n\n"+advice), "%s: advice on destroy is at the end of %s", name, d.Detail)
		}
	}
	for _, i := range []*acctest.Instance{model, watched, moved} { // what the advice has an engine do
		i.MustPlan(nil)
	}
}

// TestServerStopsLateCalls has an engine start calls after it has asked the provider to stop:
// each ends at once, and none sends anything. The next run of an engine works again.
func TestServerStopsLateCalls(t *testing.T) {
	t.Parallel()
	service := acctest.NewServer(t, mockserver.WithExtended())
	service.AddBrand(service.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	config := acctest.Values{"brand_id": 1001, "deletion_policy": "disable"}
	instance := created(t, service.Protocol(t, nil), "videoindexer_brand", config)
	instance.PlanWithRefresh(config)
	destroy := instance.MustPlan(nil)
	listing := service.Extended(t)
	for range 2 { // an impatient user
		for _, server := range []tfprotov6.ProviderServer{instance.Server(), listing.Server()} {
			_, err := server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
			check.MustSucceed(t, err, "the stop")
		}
	}
	service.ResetRequests()
	_, opened := instance.OpenEphemeral(t.Context(), "videoindexer_account_access_token", nil)
	var listed []*tfprotov6.Diagnostic
	for _, result := range listing.List(t.Context(), "videoindexer_brand", nil, false, 10) {
		listed = append(listed, result.Diagnostics...)
	}
	for name, diags := range map[string][]*tfprotov6.Diagnostic{
		"read": instance.Refresh(t.Context()), "destroy": instance.ApplyAsPlanned(t.Context(), destroy),
		"open": opened.Diagnostics, "list": listed,
	} {
		if len(acctest.Errors(diags)) == 0 {
			t.Errorf("%s succeeded after the stop, want an error", name)
		}
	}
	check.Equal(t, 0, len(service.Requests()), "requests after the stop")
	_, err := instance.Server().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	check.MustSucceed(t, err, "the schema for the next run")
	acctest.MustSucceed(t, instance.Refresh(t.Context())) // in the next run
}
