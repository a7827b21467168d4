package imagemodel_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const imageModel = "videoindexer_image_model"

var extended = acctest.Values{"extended_operations": true}

func newPaid(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	return acctest.NewServer(t, append([]mockserver.Option{mockserver.Extended()}, options...)...)
}

func connection(more acctest.Values) acctest.Values {
	config := acctest.Values{
		"endpoint": "https://images.example", "prediction_resource_id": "/predictions/p",
		"training_key_wo": "theTrainingKey", "prediction_key_wo": "thePredictionKey", "keys_wo_version": 1,
	}
	maps.Copy(config, more)
	return config
}

// connectedBy is an instance in the state, in a process of its own.
func connectedBy(t *testing.T, server *acctest.Server, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, extended).Instance(imageModel)
	acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.MustPlan(config)))
	instance.Protocol = server.Protocol(t, extended)
	server.ResetRequests()
	return instance
}

func expectConnection(t *testing.T, server *acctest.Server, want string) {
	t.Helper()
	if diff := cmp.Diff(want, holds(server)); diff != "" {
		t.Errorf("connection (-want +got):\n%s", diff)
	}
}

func holds(server *acctest.Server) string {
	m, ok := server.ImageModel(server.Account.ID)
	if !ok {
		return "none"
	}
	return strings.Join([]string{m.Endpoint, m.PredictionResourceID, m.TrainingKey, m.PredictionKey}, " ")
}

// TestImageModel_readings connects at services of each kind.
func TestImageModel_readings(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]mockserver.Option{
		"200 with the image model": nil, "201 without a body": {mockserver.Bodiless(mockserver.X(25))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPaid(t, options...)
			instance := connectedBy(t, server, connection(nil))
			expectConnection(t, server, "https://images.example /predictions/p theTrainingKey thePredictionKey")
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			if plan := instance.MustPlan(connection(nil)); plan.IsUpdate {
				t.Error("a plan that should be empty")
			}
			instance.Protocol = server.Protocol(t, extended)
			if text := fmt.Sprint(instance.State()); strings.Contains(text, "theTrainingKey") || strings.Contains(text, "thePredictionKey") {
				t.Errorf("the state holds a key: %s", text)
			}
		})
	}
}

// TestImageModel_refused provokes every refusal of a connection: an error at its argument, without a key.
func TestImageModel_refused(t *testing.T) {
	t.Parallel()
	body := func(errorType string) mockserver.Action {
		return mockserver.Body(http.StatusBadRequest, "application/json", fmt.Sprintf(`{"ErrorType": %q, "Message": "not with theTrainingKey"}`, errorType))
	}
	for name, test := range map[string]struct {
		at, advice string
	}{
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY":   {"training_key_wo", "its training key is wrong"},
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY": {"prediction_key_wo", "its prediction key is wrong"},
		"INVALID_URL":                      {"endpoint", "Correct the address"},
		"INVALID_INPUT":                    {"prediction_resource_id", "Correct the value that the service's message names"},
		"UNSUPPORTED":                      {"location", "use an account in another location"},
		"OPERATION_NOT_SUPPORTED_ON_TRIAL": {"location", "paid locations only"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPaid(t)
			instance := server.Protocol(t, extended).Instance(imageModel)
			working := connectedBy(t, server, connection(nil))
			server.SetImageModel(server.Account.ID, nil)
			server.Script(mockserver.Fault{Endpoint: mockserver.X(25), Times: mockserver.Always, Do: body(name)})
			created := instance.Apply(t.Context(), instance.MustPlan(connection(nil)))
			updated := working.Apply(t.Context(), working.MustPlan(connection(acctest.Values{"keys_wo_version": 2})))
			for what, diags := range map[string][]string{"create": acctest.Texts(created), "update": acctest.Texts(updated)} {
				if text := strings.Join(diags, ""); strings.Contains(text, "theTrainingKey") || strings.Contains(text, "thePredictionKey") {
					t.Errorf("%s: a key is in %s", what, text)
				}
			}
			for _, diags := range [][]string{{acctest.Says(t, created, acctest.Failure, "Could not connect the image model", name, test.advice).Attribute.String()}, {acctest.Says(t, updated, acctest.Failure, name, test.advice).Attribute.String()}} {
				if want := fmt.Sprintf("AttributeName(%q)", test.at); diags[0] != want {
					t.Errorf("at %s, want %s", diags[0], want)
				}
			}
			if instance.Exists() || working.State()["keys_wo_version"].String() != "tftypes.Number<\"1\">" {
				t.Errorf("in the state: %t; version %s", instance.Exists(), working.State()["keys_wo_version"])
			}
		})
	}
}

// TestImageModel_plansLook plans the connection of an account that is connected to another prediction resource, and then does not
// work, so that there is nothing to keep.
func TestImageModel_plansLook(t *testing.T) {
	t.Parallel()
	server := newPaid(t)
	server.SetImageModel(server.Account.ID, connected())
	other := connection(acctest.Values{"endpoint": connected().Endpoint, "prediction_resource_id": "/predictions/other"})
	plan := server.Protocol(t, extended).Instance(imageModel).MustPlan(other)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "connected to another image model", connected().PredictionResourceID)
	server.Script(mockserver.Fault{Endpoint: 6, Do: mockserver.Refuse(http.StatusBadRequest, "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY", "no")})
	if plan := server.Protocol(t, extended).Instance(imageModel).MustPlan(other); len(plan.Diagnostics) > 0 {
		t.Errorf("broken: %q", acctest.Texts(plan.Diagnostics))
	}
}

// TestImageModel_imports imports a connection that does not work, which cannot be read, and one that is not there.
func TestImageModel_imports(t *testing.T) {
	t.Parallel()
	server := newPaid(t)
	server.Script(mockserver.Fault{Endpoint: 6, Do: mockserver.Refuse(http.StatusBadRequest, "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY", "no")})
	instance := server.Protocol(t, extended).Instance(imageModel)
	acctest.Says(t, instance.Import(t.Context(), server.Account.ID), acctest.Failure, "its training key is wrong")
	acctest.Succeeds(t, instance.Import(t.Context(), server.Account.ID))
	if instance.Exists() {
		t.Error("imported a connection that is not there")
	}
}

// TestImageModel_lacking asks services that cannot connect, or not disconnect: the state says what there is.
func TestImageModel_lacking(t *testing.T) {
	t.Parallel()
	server := newPaid(t, mockserver.Lacks(http.StatusNotFound, "X25"))
	instance := server.Protocol(t, extended).Instance(imageModel)
	said := acctest.Says(t, instance.Apply(t.Context(), instance.MustPlan(connection(nil))), acctest.Failure, "Could not connect the image model", "lacks an operation", "extended_operations")
	if instance.Exists() || strings.Contains(said.Detail, "theTrainingKey") {
		t.Errorf("in the state: %t; %s", instance.Exists(), said.Detail)
	}
	instance = connectedBy(t, newPaid(t, mockserver.Lacks(http.StatusNotFound, "X26")), connection(nil))
	acctest.Says(t, instance.Apply(t.Context(), instance.MustPlan(nil)), acctest.Failure, "Could not disconnect the image model", "lacks an operation", "does not mean that the object is gone")
	if !instance.Exists() {
		t.Error("it left the state")
	}
}

func connected() *mockserver.ImageModel {
	return &mockserver.ImageModel{Endpoint: "https://westus2.images.example", PredictionResourceID: "/subscriptions/s/predictions/p"}
}

func TestImageModel_read(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.SetImageModel(server.Account.ID, connected())
	read, diags := server.Protocol(t, nil).Data(t.Context(), imageModel, nil)
	acctest.Succeeds(t, diags)
	for name, want := range map[string]string{
		"endpoint": connected().Endpoint, "prediction_resource_id": connected().PredictionResourceID, "account_id": server.Account.ID,
	} {
		if got := acctest.Text(read[name]); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
