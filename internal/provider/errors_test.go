package provider_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
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

// provoked are the tests that provoke the error types of the operations on persons, connections and image models (X12 to X26)
// through a resource, by what causes them.
var provoked = map[string]string{
	"ACCOUNT_REACHED_PERSON_MODELS_QUOTA":                 "TestPersonModel_quota",
	"ALREADY_EXISTS":                                      "TestPersonModel_refused",
	"DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED":              "TestPersonModel_becameDefault",
	"PERSON_NAME_NOT_UNIQUE":                              "TestPerson_names",
	"INVALID_PICTURE":                                     "TestPerson_refusedPictures",
	"INVALID_PICTURE_SIZE":                                "TestPerson_refusedPictures",
	"FACE_IDENTIFICATION_NOT_ALLOWED":                     "TestPerson_notApproved",
	"INVALID_INPUT":                                       "TestImageModel_refused",
	"INVALID_URL":                                         "TestImageModel_refused",
	"IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY":     "TestImageModel_refused",
	"IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY":   "TestImageModel_refused",
	"UNSUPPORTED":                                         "TestImageModel_destroy",
	"IMAGE_MODEL_ACCOUNT_NOT_FOUND":                       "TestImageModel_gone",
	"OPERATION_NOT_SUPPORTED_ON_TRIAL":                    "TestImageModel_trial",
	"MEDIA_UNREACHABLE":                                   "TestPaidAccount_reconnectFails",
	"MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION": "TestPaidAccount_reconnectFails",
	"MEDIA_IN_ANOTHER_LOCATION":                           "TestPaidAccount_reconnectFails",
	"EVENT_ROUTING_NOT_REGISTERED":                        "TestPaidAccount_reconnectFails",
}

// TestErrorTypesAreProvoked looks for these tests.
func TestErrorTypesAreProvoked(t *testing.T) {
	t.Parallel()
	tests := testFunctions(t)
	for errorType, name := range provoked {
		if !slices.Contains(tests, name) {
			t.Errorf("%s: there is no test %s", errorType, name)
		}
	}
}

// testFunctions are the names of all tests of this package and of the services.
func testFunctions(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"*_test.go", "../service/*/*_test.go", "../service/*/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files like %s (%v)", pattern, err)
		}
		for _, file := range files {
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, declaration := range parsed.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && strings.HasPrefix(function.Name.Name, "Test") {
					names = append(names, function.Name.Name)
				}
			}
		}
	}
	return names
}
