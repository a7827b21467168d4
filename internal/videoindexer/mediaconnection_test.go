package videoindexer

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestConnections sends what changes in the connections of an account, and reads what is answered.
func TestConnections(t *testing.T) {
	t.Parallel()
	var body string
	answer := ""
	status := http.StatusOK
	s := newService(t, func(r sent) reply {
		body = r.Method + " " + r.Path[strings.LastIndex(r.Path, "/")+1:] + " " + r.Body
		return reply{status: status, body: answer}
	})
	s.Config.ExtendedOperations = true
	for want, change := range map[string]MediaConnectionChange{
		`PATCH MediaServices {"directoryConnection":{"applicationId":"app","applicationKey":"the new key"}}`: {
			DirectoryConnection: &DirectoryConnection{ApplicationID: "app", ApplicationKey: "the new key"},
		},
		`PATCH MediaServices {"subscriptionId":"s","resourceGroup":"g"}`: {SubscriptionID: "s", ResourceGroup: "g"},
	} {
		if err := s.UpdateMediaConnection(t.Context(), testAccount, change); err != nil || body != want {
			t.Errorf("sent %s, %v", body, err)
		}
	}
	connection := ImageModelConnection{TrainingKey: "the training key", PredictionKey: "the prediction key", Endpoint: "https://a.example", PredictionResourceID: "p"}
	for shape, want := range map[string]*ImageModel{
		``: nil, ` `: nil, `{}`: nil,
		`{"endpoint":"https://b.example","predictionResourceId":"q"}`: {Endpoint: "https://b.example", PredictionResourceID: "q"},
	} {
		answer = shape
		held, err := s.ConnectImageModel(t.Context(), testAccount, connection)
		if diff := cmp.Diff(want, held); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", shape, err, diff)
		}
	}
	var given map[string]string
	if err := json.Unmarshal([]byte(strings.TrimPrefix(body, "PUT ImageModel ")), &given); err != nil || len(given) != 4 || given["trainingKey"] != "the training key" {
		t.Errorf("sent %s, %v", body, err)
	}
	answer, status = `{"ErrorType":"INVALID_INPUT","Message":"the training key, the prediction key and the new key are wrong"}`, http.StatusBadRequest
	_, err := s.ConnectImageModel(t.Context(), testAccount, connection)
	if err == nil || strings.Contains(err.Error(), "the training key") || strings.Contains(err.Error(), "the prediction key") || strings.Contains(err.Error(), "the new key") {
		t.Errorf("the error holds a key: %v", err)
	}
	answer, status = `[1]`, http.StatusOK
	if _, err := s.ConnectImageModel(t.Context(), testAccount, connection); !isA[*UnexpectedAnswerError](err) {
		t.Errorf("an answer of another shape: %v", err)
	}
	answer, status = "", http.StatusNoContent
	if err := s.DisconnectImageModel(t.Context(), testAccount); err != nil || body != "DELETE ImageModel " {
		t.Errorf("sent %s, %v", body, err)
	}
}
