package provider_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"weak"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// callKey is the key of the value by which tests recognize the context of a call.
type callKey struct{}

// TestServerForgetsCalls checks that the context of a call can be collected while the provider still runs.
func TestServerForgetsCalls(t *testing.T) {
	t.Parallel()
	server := provider.NewServer("test")
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
				if runtime.GC(); watched.Value() == nil {
					return
				}
				runtime.Gosched()
			}
			t.Error("the context of the call is still held")
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

// calledWithValue makes a call with a context of its own, and returns a weak reference to that context's value.
func calledWithValue(t *testing.T, call func(ctx context.Context) error) weak.Pointer[[64]byte] {
	t.Helper()
	value := new([64]byte)
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), callKey{}, value))
	defer cancel()
	if err := call(ctx); err != nil {
		t.Fatal(err)
	}
	return weak.Make(value)
}

// TestServerNamesItself names the provider and its version in each request, token requests included.
func TestServerNamesItself(t *testing.T) {
	t.Parallel()
	service := acctest.NewServer(t)
	service.AddBrand(service.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	if _, _, diags := service.Protocol(t, nil).ImportByIdentity(t.Context(), "videoindexer_brand", acctest.Values{"brand_id": 1001}); len(diags) > 0 {
		t.Fatal(acctest.Texts(diags))
	}
	if len(service.Requests()) == 0 {
		t.Error("nothing was sent")
	}
	for _, r := range service.Requests() {
		if agent := r.Header.Get("User-Agent"); !strings.HasPrefix(agent, "terraform-provider-videoindexer/test") {
			t.Errorf("%s %s: User-Agent %q", r.Method, r.Path, agent)
		}
	}
}

// TestServerNamesDestroy says in each error of a planned create or update how to destroy nevertheless, if that goes through, and in no other error.
func TestServerNamesDestroy(t *testing.T) {
	t.Parallel()
	service := acctest.NewServer(t, mockserver.Extended())
	fixtures.Furnish(service)
	paid := fixtures.All["videoindexer_paid_account"].Arguments.With(acctest.Values{"deletion_policy": nil})
	const advice = "If this stops `terraform destroy`, run `terraform destroy -refresh=false`."
	model := service.Protocol(t, nil).Instance("videoindexer_language_model")
	config := acctest.Values{"name": "Terms", "language": "en-US", "files": map[string]acctest.Values{"a.txt": {"content": "Hello"}}}
	if errors := acctest.Errors(model.Apply(t.Context(), model.Plan(t.Context(), config))); len(errors) > 0 {
		t.Fatal(acctest.Texts(errors))
	}
	missing := acctest.Values{"name": "Terms", "language": "en-US", "files": map[string]acctest.Values{"a.txt": {"source": "missing.txt"}}}
	account := service.Protocol(t, nil).Instance("videoindexer_paid_account")
	acctest.Succeeds(t, account.Import(t.Context(), service.Account.ID))
	account.Run(paid)
	connection := service.Protocol(t, acctest.Values{"extended_operations": true}).Instance("videoindexer_image_model")
	connection.Run(fixtures.All["videoindexer_image_model"].Arguments)
	connection.Protocol = service.Protocol(t, nil)
	video := service.Protocol(t, nil).Instance("videoindexer_video")
	video.Run(acctest.Values{"video_id": mockserver.SampleVideoID})
	for _, i := range []*acctest.Instance{model, video} { // what the advice has an engine do
		acctest.Succeeds(t, i.Plan(t.Context(), nil).Diagnostics)
	}
	for name, test := range map[string]struct {
		diags []*tfprotov6.Diagnostic
		want  bool
	}{
		"create":                           {service.Protocol(t, nil).Instance("videoindexer_language_model").Plan(t.Context(), missing).Diagnostics, true},
		"update":                           {model.Plan(t.Context(), missing).Diagnostics, true},
		"destroy":                          {account.Plan(t.Context(), nil).Diagnostics, false},
		"an update, but no destroy either": {account.Plan(t.Context(), paid.With(acctest.Values{"media_resource": "other"})).Diagnostics, false},
		"an update of a type that is not allowed":     {connection.Plan(t.Context(), fixtures.All["videoindexer_image_model"].Arguments.With(fixtures.All["videoindexer_image_model"].Changes)).Diagnostics, false},
		"a create of a type that is not allowed":      {service.Protocol(t, nil).Instance("videoindexer_image_model").Plan(t.Context(), fixtures.All["videoindexer_image_model"].Arguments).Diagnostics, false},
		"a create with an argument that is not such":  {service.Protocol(t, nil).Instance("videoindexer_video").Plan(t.Context(), acctest.Values{"video_id": mockserver.SampleVideoID, "wait_for_indexing": true}).Diagnostics, true},
		"an update with an argument that is not such": {video.Plan(t.Context(), acctest.Values{"video_id": mockserver.SampleVideoID, "wait_for_indexing": true}).Diagnostics, true},
	} {
		errors := acctest.Errors(test.diags)
		if len(errors) == 0 {
			t.Errorf("%s: no error", name)
		}
		for _, d := range errors {
			if strings.HasSuffix(d.Detail, "\n\n"+advice) != test.want {
				t.Errorf("%s: %s", name, d.Detail)
			}
		}
	}
}

// TestServerStopsLateCalls has an engine start calls after it has asked the provider to stop:
// each ends at once, and none sends anything. The next run of an engine works again.
func TestServerStopsLateCalls(t *testing.T) {
	t.Parallel()
	service := acctest.NewServer(t)
	service.AddBrand(service.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	protocol := service.Protocol(t, nil)
	read := func() []*tfprotov6.Diagnostic {
		_, _, diags := protocol.ImportByIdentity(t.Context(), "videoindexer_brand", acctest.Values{"brand_id": 1001})
		return acctest.Errors(diags)
	}
	destroy := func() []*tfprotov6.Diagnostic {
		return acctest.Errors(protocol.Destroy(t.Context(), "videoindexer_brand", acctest.Values{
			"brand_id": 1001, "location": service.Account.Location, "account_id": service.Account.ID,
			"name": "Contoso", "enabled": true, "deletion_policy": "disable",
		}))
	}
	if errors := read(); len(errors) > 0 {
		t.Fatalf("before the stop: %v", acctest.Texts(errors))
	}
	for range 2 { // an impatient user
		if _, err := protocol.Server().StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	service.ResetRequests()
	for name, call := range map[string]func() []*tfprotov6.Diagnostic{"read": read, "destroy": destroy} {
		if len(call()) == 0 {
			t.Errorf("%s succeeded after the stop", name)
		}
	}
	if n := len(service.Requests()); n > 0 {
		t.Errorf("%d requests were sent after the stop", n)
	}
	if _, err := protocol.Server().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{}); err != nil {
		t.Fatal(err)
	}
	if errors := read(); len(errors) > 0 {
		t.Errorf("in the next run: %v", acctest.Texts(errors))
	}
}
