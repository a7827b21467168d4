package apidiag_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// errorTypes are those of the contract.
var errorTypes = strings.Fields(`
	USER_NOT_ALLOWED BREAKDOWN_NOT_FOUND INVALID_INPUT GENERAL SERVER_TIMEOUT NOT_FOUND ALREADY_EXISTS INVALID_VTT_INPUT
	PROJECT_RENDER_IN_PROGRESS ACCOUNT_NOT_FOUND UNSUPPORTED OPERATION_NOT_SUPPORTED_ON_TRIAL IMAGE_MODEL_ACCOUNT_NOT_FOUND
	IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY IMAGE_MODEL_INVALID_TAG_NAME
	IMAGE_MODEL_MODEL_TAGS_LIMIT_EXCEEDED MEDIA_DIRECTORY_APPLICATION_INSUFFICIENT_PERMISSION MEDIA_UNREACHABLE
	EVENT_ROUTING_NOT_REGISTERED MEDIA_IN_ANOTHER_LOCATION

	ACCOUNT_REACHED_PERSON_MODELS_QUOTA DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED PERSON_NAME_NOT_UNIQUE INVALID_PICTURE INVALID_PICTURE_SIZE
	FACE_IDENTIFICATION_NOT_ALLOWED INVALID_URL PROJECT_RENDER_OPERATION_NOT_FOUND`)

var subject = apidiag.Subject{Noun: "brand", ID: "42", Account: videoindexer.AccountRef{Location: "trial", ID: "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"}}

// TestAdvice checks that every error type of the contract says what happened, to what, what to do,
// and both request ids, and that no two types share their advice by accident of a missing entry.
func TestAdvice(t *testing.T) {
	t.Parallel()
	fallback := adviceOf(t, "SOMETHING_ELSE")
	for _, errorType := range errorTypes {
		t.Run(errorType, func(t *testing.T) {
			t.Parallel()
			got := adviceOf(t, errorType)
			if got == "" || got == fallback {
				t.Errorf("no advice of its own: %q", got)
			}
			for _, status := range []int{http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusInternalServerError, http.StatusServiceUnavailable} {
				err := &videoindexer.APIError{Status: status, Type: videoindexer.ErrorType(errorType), HasErrorObject: true}
				if errorType != string(videoindexer.ErrorTypeGeneral) && !strings.Contains(apidiag.Detail("read", subject, err), "\n\n"+got+"\n\n") {
					t.Errorf("other advice with status %d", status)
				}
			}
		})
	}
}

func adviceOf(t *testing.T, errorType string) string {
	t.Helper()
	status := http.StatusBadRequest
	if errorType == string(videoindexer.ErrorTypeGeneral) {
		status = http.StatusInternalServerError // with any other status it says no more than that
	}
	d := apidiag.Error("update", subject, &videoindexer.APIError{
		Status: status, Type: videoindexer.ErrorType(errorType), Message: "said the service", HasErrorObject: true,
		RequestID: "our-id", ServiceRequestID: "their-id",
	})
	if d.Summary() != "Unable to update brand" {
		t.Errorf("summary %q", d.Summary())
	}
	paragraphs := strings.Split(d.Detail(), "\n\n")
	if len(paragraphs) != 4 {
		t.Fatalf("%d paragraphs, want object, answer, advice and ids:\n%s", len(paragraphs), d.Detail())
	}
	for i, want := range []string{
		"Could not update brand 42.",
		fmt.Sprintf("%d %s: said the service.", status, errorType), "", "x-ms-client-request-id our-id, the service's request id their-id",
	} {
		if !strings.Contains(paragraphs[i], want) {
			t.Errorf("paragraph %q does not say %q", paragraphs[i], want)
		}
	}
	return paragraphs[2]
}

// TestHints puts the caller's sentence before the advice that fits every such error, and in its place where the caller knows better.
func TestHints(t *testing.T) {
	t.Parallel()
	taken := &videoindexer.APIError{Status: 409, Type: "GENERAL", Message: "taken!", HasErrorObject: true, RequestID: "our-id"}
	const begin = "Could not create brand 42.\n\nThe service answered 409 GENERAL: taken!"
	const ids = "\n\nIDs: account 2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b, location trial, x-ms-client-request-id our-id."
	const advice = "\n\nThe object is being changed elsewhere: wait until that has ended, then try again."
	const hint = "Choose another name."
	ambiguous := &videoindexer.AmbiguousError{Err: taken}
	for name, test := range map[string]struct{ got, want string }{
		"a hint":        {apidiag.WithHint("create", subject, taken, hint), begin + "\n\n" + hint + advice + ids},
		"no hint":       {apidiag.WithHint("create", subject, taken, ""), begin + advice + ids},
		"no advice":     {apidiag.WithoutAdvice("create", subject, taken, hint), begin + "\n\n" + hint + ids},
		"nothing":       {apidiag.WithoutAdvice("create", subject, taken, ""), begin + ids},
		"where to look": {apidiag.WithHint("create", subject, ambiguous, hint), begin + " The service may have made the change all the same, so the request was not repeated.\n\n" + hint + ids},
		"not tried":     {apidiag.WithHint("create", subject, &breaker.NotTriedError{}, hint), "Did not try to create brand 42: " + apidiag.InFullElsewhere},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", name, test.got, test.want)
		}
	}
}

func TestSubjectBeginsASentence(t *testing.T) {
	t.Parallel()
	for subject, want := range map[apidiag.Subject]string{
		{Noun: "brand", ID: "42"}: "Brand 42",
		{Noun: "brands", Account: videoindexer.AccountRef{Location: "trial"}}:              "The brands",
		{Noun: "language model", ID: "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"}:               "The language model",
		{Noun: "person", ID: `"Ada" in person model 2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b`}: `Person "Ada" in the person model`,
	} {
		if got := subject.Capitalized(); got != want {
			t.Errorf("%+v: %q, want %q", subject, got, want)
		}
	}
}
