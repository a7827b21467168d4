package imagemodel_test

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

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
	acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(config)))
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
		"200 with the image model": nil, "201 without a body": {mockserver.ImageModelAnswer(mockserver.ShapeNothing)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPaid(t, options...)
			instance := connectedBy(t, server, connection(nil))
			expectConnection(t, server, "https://images.example /predictions/p theTrainingKey thePredictionKey")
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			if plan := instance.Planned(connection(nil)); plan.IsUpdate {
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
			created := instance.Apply(t.Context(), instance.Planned(connection(nil)))
			updated := working.Apply(t.Context(), working.Planned(connection(acctest.Values{"keys_wo_version": 2})))
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
	plan := server.Protocol(t, extended).Instance(imageModel).Planned(other)
	acctest.Says(t, plan.Diagnostics, acctest.Warning, "connected to another image model", connected().PredictionResourceID)
	server.Script(mockserver.Fault{Endpoint: 6, Do: mockserver.Refuse(http.StatusBadRequest, "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY", "no")})
	if plan := server.Protocol(t, extended).Instance(imageModel).Planned(other); len(plan.Diagnostics) > 0 {
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

// TestImageModel_lostAnswers loses the answer of each write: it is sent again, and the state says what the service has.
func TestImageModel_lostAnswers(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]mockserver.Action{
		"after": mockserver.ResetAfter(), "before": mockserver.ResetBefore(), "by a gateway": mockserver.StatusAfter(http.StatusGatewayTimeout), "in the middle": mockserver.CutAnswer(),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPaid(t)
			server.Script(mockserver.Fault{Endpoint: mockserver.X(25), Do: fault}, mockserver.Fault{Endpoint: mockserver.X(26), Do: fault})
			instance := connectedBy(t, server, connection(nil))
			expectConnection(t, server, "https://images.example /predictions/p theTrainingKey thePredictionKey")
			server.Script(mockserver.Fault{Endpoint: mockserver.X(25), Do: fault})
			rotated := connection(acctest.Values{"keys_wo_version": 2, "training_key_wo": "theNewKey"})
			acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(rotated)))
			expectConnection(t, server, "https://images.example /predictions/p theNewKey thePredictionKey")
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			if instance.Planned(rotated).IsUpdate {
				t.Error("a plan that should be empty")
			}
			instance.Protocol = server.Protocol(t, extended)
			acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(nil)))
			expectConnection(t, server, "none")
		})
	}
}

// TestImageModel_lacking asks services that cannot connect, or not disconnect: the state says what there is.
func TestImageModel_lacking(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		server := newPaid(t, mockserver.Lacks(status, "X25"))
		instance := server.Protocol(t, extended).Instance(imageModel)
		said := acctest.Says(t, instance.Apply(t.Context(), instance.Planned(connection(nil))), acctest.Failure, "Could not connect the image model", "lacks an operation", "extended_operations")
		if instance.Exists() || strings.Contains(said.Detail, "theTrainingKey") {
			t.Errorf("%d: in the state: %t; %s", status, instance.Exists(), said.Detail)
		}
		server = newPaid(t, mockserver.Lacks(status, "X26"))
		instance = connectedBy(t, server, connection(nil))
		acctest.Says(t, instance.Apply(t.Context(), instance.Planned(nil)), acctest.Failure, "Could not disconnect the image model", "lacks an operation", "does not mean that the object is gone")
		if !instance.Exists() {
			t.Errorf("%d: it left the state", status)
		}
	}
}

// TestImageModel_gone reads and destroys a connection that someone else has ended.
func TestImageModel_gone(t *testing.T) {
	t.Parallel()
	server := newPaid(t)
	instance := connectedBy(t, server, connection(nil))
	destroy := instance.Planned(nil)
	server.SetImageModel(server.Account.ID, nil)
	acctest.Succeeds(t, instance.Apply(t.Context(), destroy))
	instance = connectedBy(t, server, connection(nil))
	server.SetImageModel(server.Account.ID, nil)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	if instance.Exists() {
		t.Error("it is in the state")
	}
}

// TestImageModel_destroy ends a connection in each way that a destroy may go.
func TestImageModel_destroy(t *testing.T) {
	t.Parallel()
	server := newPaid(t)
	server.Script(mockserver.Fault{Endpoint: mockserver.X(26), Do: mockserver.ResetAfter()})
	instance := connectedBy(t, server, connection(nil))
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(nil)))
	expectConnection(t, server, "none")

	server = newPaid(t)
	server.Script(mockserver.Fault{Endpoint: mockserver.X(26), Do: mockserver.Refuse(http.StatusBadRequest, "UNSUPPORTED", "the image model cannot be disconnected")})
	instance = connectedBy(t, server, connection(nil))
	acctest.Says(t, instance.Apply(t.Context(), instance.Planned(nil)), acctest.Failure, "Could not disconnect the image model", "UNSUPPORTED", "terraform state rm")
	if !instance.Exists() {
		t.Error("it left the state")
	}

	server = newPaid(t)
	instance = connectedBy(t, server, connection(nil))
	instance.CreateBeforeDestroy = true
	plan := instance.PlanReplacement(t.Context(), connection(nil))
	diags := instance.Apply(t.Context(), plan)
	acctest.Succeeds(t, diags)
	acctest.Says(t, diags, acctest.Warning, "Image model left to another resource")
	expectConnection(t, server, "https://images.example /predictions/p theTrainingKey thePredictionKey")
}

// TestImageModel_adopted destroys and replaces connections that Terraform has made, found or imported: it ends its own, and those of others
// where it is told to.
func TestImageModel_adopted(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		isFound, isImported bool
		policy              any
		isAdopted, isEnded  bool
	}{
		"created":              {isEnded: true},
		"created, abandoned":   {policy: "abandon"},
		"adopted":              {isFound: true, isAdopted: true},
		"adopted, deleted":     {isFound: true, policy: "delete", isAdopted: true, isEnded: true},
		"imported":             {isFound: true, isImported: true, isAdopted: true},
		"imported and deleted": {isFound: true, isImported: true, policy: "delete", isAdopted: true, isEnded: true},
	} {
		for _, createsFirst := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, create first %t", name, createsFirst), func(t *testing.T) {
				t.Parallel()
				server, config := newPaid(t), connection(acctest.Values{"deletion_policy": test.policy})
				if test.isFound {
					server.SetImageModel(server.Account.ID, connected())
				}
				instance := server.Protocol(t, extended).Instance(imageModel)
				if test.isImported {
					acctest.Succeeds(t, instance.Import(t.Context(), server.Account.ID))
				}
				expectAdopted := func(want bool) {
					t.Helper()
					if got := instance.State()["adopted"]; !got.Equal(tftypes.NewValue(tftypes.Bool, want)) {
						t.Errorf("adopted is %s", got)
					}
				}
				instance.Run(config)
				expectAdopted(test.isAdopted)
				acctest.Restart(instance)
				acctest.Succeeds(t, instance.Refresh(t.Context()))
				instance.CreateBeforeDestroy = createsFirst
				acctest.Succeeds(t, instance.Apply(t.Context(), instance.PlanReplacement(t.Context(), config)))
				// What a destroy has ended is made by the create, and what it has left is found.
				isFoundAgain := createsFirst || !test.isEnded
				expectAdopted(isFoundAgain)
				instance.IsUnchanged(config)
				instance.Run(nil)
				if isEnded := holds(server) == "none"; isEnded != (test.policy == "delete" || test.policy == nil && !isFoundAgain) {
					t.Errorf("the connection is ended: %t", isEnded)
				}
			})
		}
	}
}

// TestImageModel_inOneProcess replaces a connection that its destroy leaves, where no further plan finds out what the create adopts.
func TestImageModel_inOneProcess(t *testing.T) {
	t.Parallel()
	config := connection(acctest.Values{"deletion_policy": "abandon"})
	instance := connectedBy(t, newPaid(t), config)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	plan := instance.PlanReplacement(t.Context(), config)
	acctest.Succeeds(t, instance.ApplyDestroy(t.Context(), plan))
	acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), plan))
	if adopted := instance.State()["adopted"]; !adopted.Equal(tftypes.NewValue(tftypes.Bool, true)) {
		t.Errorf("adopted is %s", adopted)
	}
}

// TestImageModel_withoutExtended reads a state as it is, and plans nothing.
func TestImageModel_withoutExtended(t *testing.T) {
	t.Parallel()
	server := newPaid(t)
	instance := connectedBy(t, server, connection(nil))
	instance.Protocol = server.Protocol(t, nil)
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	acctest.Says(t, instance.Plan(t.Context(), connection(nil)).Diagnostics, acctest.Failure, imageModel+" needs", "extended_operations = true")
	acctest.Says(t, server.Protocol(t, nil).Instance(imageModel).Import(t.Context(), server.Account.ID), acctest.Failure, "extended_operations = true")
}
