package imagemodel_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const imageModel = "videoindexer_image_model"

var (
	extended   = acctest.Values{"extended_operations": true}
	connection = acctest.Values{
		"endpoint": "https://images.example", "prediction_resource_id": "/predictions/p",
		"training_key_wo": "theTrainingKey", "prediction_key_wo": "thePredictionKey", "keys_wo_version": 1,
	}
)

func newExtendedServer(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	return acctest.NewServer(t, append([]mockserver.Option{mockserver.WithExtended()}, options...)...)
}

// applied returns an instance of a configuration, in a new process.
func applied(t *testing.T, server *acctest.Server, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, extended).Instance(imageModel)
	acctest.MustSucceed(t, instance.ApplyAsPlanned(t.Context(), instance.MustPlan(config)))
	instance.Protocol = server.Protocol(t, extended)
	server.ResetRequests()
	return instance
}

// TestImageModelBodiless connects at a service that answers 201 without a body: the state has what
// was sent.
func TestImageModelBodiless(t *testing.T) {
	t.Parallel()
	server := newExtendedServer(t, mockserver.WithoutBody(mockserver.ConnectImageModel))
	instance := applied(t, server, connection)
	instance.WantUnchanged(connection)
	want := mockserver.ImageModel{
		Endpoint: "https://images.example", PredictionResourceID: "/predictions/p",
		TrainingKey: "theTrainingKey", PredictionKey: "thePredictionKey",
	}
	got, _ := server.ImageModel(server.Account.ID)
	check.Equal(t, want, got, "the connection of the account")
}

// TestImageModelNotTold connects and refreshes at a service whose responses lack a value, or have
// null for it: the value stays, and nothing is planned.
func TestImageModelNotTold(t *testing.T) {
	t.Parallel()
	for _, member := range []string{"endpoint", "predictionResourceId"} {
		for _, replacement := range []string{"other", member} {
			server := newExtendedServer(t)
			value := regexp.MustCompile(fmt.Sprintf(`"%s":"[^"]*"`, member))
			without := fmt.Sprintf(`"%s":null`, replacement)
			server.Script(mockserver.Fault{
				Match: func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/ImageModel") },
				Times: mockserver.Always,
				Do:    mockserver.Edit(func(body []byte) []byte { return value.ReplaceAll(body, []byte(without)) }),
			})
			instance := applied(t, server, connection)
			instance.WantUnchanged(connection)
		}
	}
}

// TestImageModelRefused provokes the refusals that no scenario shows: an error at its argument.
func TestImageModelRefused(t *testing.T) {
	t.Parallel()
	for errorType, test := range map[string]struct{ at, advice string }{
		"INVALID_INPUT":                    {"prediction_resource_id", "Fix the value named in the service's message"},
		"UNSUPPORTED":                      {"location", "Use an account in another location"},
		"OPERATION_NOT_SUPPORTED_ON_TRIAL": {"location", "only in paid locations"},
	} {
		server := newExtendedServer(t)
		server.Script(mockserver.Fault{
			Operation: mockserver.ConnectImageModel, Do: mockserver.Refuse(http.StatusBadRequest, errorType, "no"),
		})
		instance := server.Protocol(t, extended).Instance(imageModel)
		diagnostic := acctest.MustSay(
			t, instance.Apply(t.Context(), instance.MustPlan(connection)),
			acctest.Failure, "Could not connect the image model", errorType, test.advice,
		)
		want := fmt.Sprintf("AttributeName(%q)", test.at)
		check.Equal(t, want, diagnostic.Attribute.String(), "%s: the error is at", errorType)
		check.Equal(t, false, instance.Exists(), "%s: it is in the state", errorType)
	}
}

// TestImageModelBroken plans and imports a connection that does not work: nothing of it can be
// shown as overwritten, or imported.
func TestImageModelBroken(t *testing.T) {
	t.Parallel()
	server := newExtendedServer(t)
	server.Script(mockserver.Fault{
		Operation: mockserver.GetImageModel, Times: 2,
		Do: mockserver.Refuse(http.StatusBadRequest, "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY", "no"),
	})
	instance := server.Protocol(t, extended).Instance(imageModel)
	plan := instance.MustPlan(connection)
	if len(plan.Diagnostics) > 0 || acctest.Text(acctest.Parts(t, plan.Planned)["adopted"]) != "true" {
		t.Errorf("want adopted = true without a message. Planned: %s\nGot: %v", plan, acctest.Texts(plan.Diagnostics))
	}
	acctest.MustSay(t, instance.Import(t.Context(), server.Account.ID), acctest.Failure, "its training key is wrong")
	acctest.MustSucceed(t, instance.Import(t.Context(), server.Account.ID))
	instance.WantAbsent()
}

// TestImageModelLacking asks services that cannot connect, or not disconnect: the state says what
// there is.
func TestImageModelLacking(t *testing.T) {
	t.Parallel()
	server := newExtendedServer(t, mockserver.WithoutOperations(http.StatusNotFound, mockserver.ConnectImageModel))
	instance := server.Protocol(t, extended).Instance(imageModel)
	diagnostic := acctest.MustSay(
		t, instance.Apply(t.Context(), instance.MustPlan(connection)), acctest.Failure,
		"Could not connect the image model", "lacks this extended operation",
	)
	instance.WantAbsent()
	if strings.Contains(diagnostic.Detail, "theTrainingKey") {
		t.Errorf("want no key in the error. Got: %s", diagnostic.Detail)
	}
	instance = applied(
		t, newExtendedServer(t, mockserver.WithoutOperations(http.StatusNotFound, mockserver.DisconnectImageModel)), connection,
	)
	acctest.MustSay(
		t, instance.Apply(t.Context(), instance.MustPlan(nil)), acctest.Failure, "Could not disconnect the image model",
		"lacks this extended operation", "does not mean that the object is gone",
	)
	if !instance.Exists() {
		t.Error("the state has nothing, want the connection that could not be removed")
	}
}
