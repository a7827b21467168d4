package provider_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestErrorTypes has the service answer with each error type, of the contract and of the operations beyond it. The
// diagnostic must hold the type, the service's message, words of the advice for that type, and the ids. The services'
// own tests provoke the types by what causes them. max_retries = 0 sends nothing again.
func TestErrorTypes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		status int
		advice string
	}{
		"USER_NOT_ALLOWED":                 {http.StatusUnauthorized, "belongs to a user who may use this account"},
		"BREAKDOWN_NOT_FOUND":              {http.StatusNotFound, "must be a base playlist"},
		"INVALID_INPUT":                    {http.StatusBadRequest, "Correct what the service's message names"},
		"GENERAL":                          {http.StatusInternalServerError, "The service failed."},
		"SERVER_TIMEOUT":                   {http.StatusGatewayTimeout, "a higher max_retries"},
		"NOT_FOUND":                        {http.StatusBadRequest, "Check the ids"},
		"ALREADY_EXISTS":                   {http.StatusBadRequest, "The name is taken"},
		"INVALID_VTT_INPUT":                {http.StatusBadRequest, "Correct the transcript"},
		"PROJECT_RENDER_IN_PROGRESS":       {http.StatusConflict, "A render of this project is running"},
		"ACCOUNT_NOT_FOUND":                {http.StatusNotFound, "the service has no such account"},
		"UNSUPPORTED":                      {http.StatusBadRequest, "Image models are not available"},
		"OPERATION_NOT_SUPPORTED_ON_TRIAL": {http.StatusBadRequest, "This works in paid locations only"},
		"IMAGE_MODEL_ACCOUNT_NOT_FOUND":    {http.StatusBadRequest, "Connect an image-model account"},
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY":     {http.StatusBadRequest, "its training key is wrong"},
		"IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY":   {http.StatusBadRequest, "its prediction key is wrong"},
		"IMAGE_MODEL_INVALID_TAG_NAME":                        {http.StatusBadRequest, "does not accept this name"},
		"IMAGE_MODEL_MODEL_TAGS_LIMIT_EXCEEDED":               {http.StatusBadRequest, "the maximum number of tags"},
		"MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION": {http.StatusBadRequest, "contributor rights"},
		"MEDIA_UNREACHABLE":                                   {http.StatusBadRequest, "could not be reached with them"},
		"EVENT_ROUTING_NOT_REGISTERED":                        {http.StatusBadRequest, "Register the event-routing resource provider"},
		"MEDIA_IN_ANOTHER_LOCATION":                           {http.StatusBadRequest, "is in another location"},
		"ACCOUNT_REACHED_PERSON_MODELS_QUOTA":                 {http.StatusBadRequest, "delete one that is not needed"},
		"DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED":              {http.StatusBadRequest, "can be renamed, but not deleted"},
		"PERSON_NAME_NOT_UNIQUE":                              {http.StatusBadRequest, "unique names of persons in a model"},
		"INVALID_PICTURE":                                     {http.StatusBadRequest, "shows one face from the front"},
		"INVALID_PICTURE_SIZE":                                {http.StatusBadRequest, "too large or too small"},
		"FACE_IDENTIFICATION_NOT_ALLOWED":                     {http.StatusBadRequest, "not approved for the recognition of faces"},
		"INVALID_URL":                                         {http.StatusBadRequest, "Correct the address"},
		"PROJECT_RENDER_OPERATION_NOT_FOUND":                  {http.StatusNotFound, "The project has no render"},
	}
	for errorType, test := range tests {
		t.Run(errorType, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.Script(mockserver.Fault{
				Endpoint: 16, Times: mockserver.Always,
				Do: mockserver.Body(test.status, "application/json", fmt.Sprintf(`{"ErrorType": %q, "Message": "what the service says"}`, errorType)),
			})
			diags := server.Protocol(t, acctest.Values{"max_retries": 0}).ReadData(t.Context(), "videoindexer_brand", acctest.Values{"brand_id": 1001})
			acctest.Says(t, diags, acctest.Failure, "Unable to read brand: Could not read brand 1001.", fmt.Sprintf("%d %s", test.status, errorType), ": what the service says.",
				test.advice, "x-ms-client-request-id ")
			if got := server.Count(16); got != 1 && test.status != http.StatusUnauthorized { // a 401 may be a token's, and is no retry
				t.Errorf("%d requests, want one", got)
			}
		})
	}
}
