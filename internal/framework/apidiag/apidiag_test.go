package apidiag_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var subject = apidiag.Subject{Kind: "brand", ID: "42", Account: videoindexer.AccountRef{Location: "trial", ID: "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"}}

// TestHints puts the caller's sentence before the advice that fits every such error, and in its place where the caller
// knows better.
func TestHints(t *testing.T) {
	t.Parallel()
	taken := &videoindexer.APIError{Status: 409, Type: "GENERAL", Message: "taken!", HasErrorObject: true, RequestID: "our-id"}
	const begin = "Could not create brand 42.\n\nThe service answered 409 GENERAL: taken!"
	const ids = "\n\nIDs: account 2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b, location trial, x-ms-client-request-id our-id."
	const advice = "\n\nThe object is being changed elsewhere. Wait until that has ended, then try again."
	const hint = "Choose another name."
	ambiguous := &videoindexer.AmbiguousError{Err: taken}
	for name, test := range map[string]struct{ got, want string }{
		"a hint":        {apidiag.Detail("create", subject, taken, hint), begin + "\n\n" + hint + advice + ids},
		"no hint":       {apidiag.Detail("create", subject, taken, ""), begin + advice + ids},
		"no advice":     {apidiag.DetailWithoutAdvice("create", subject, taken, hint), begin + "\n\n" + hint + ids},
		"nothing":       {apidiag.DetailWithoutAdvice("create", subject, taken, ""), begin + ids},
		"a name":        {apidiag.Detail("create", subject, &videoindexer.APIError{Number: videoindexer.CreateBrand.Number, Status: 400, Type: videoindexer.ErrorTypeAlreadyExists, Message: "taken!", HasErrorObject: true, RequestID: "our-id"}, hint), strings.Replace(begin, "409 GENERAL", "400 ALREADY_EXISTS", 1) + "\n\n" + hint + ids},
		"where to look": {apidiag.Detail("create", subject, ambiguous, hint), begin + " The service may have made the change nevertheless, so the request was not repeated.\n\n" + hint + ids},
		"not tried":     {apidiag.Detail("create", subject, &breaker.NotTriedError{}, hint), "Did not try to create brand 42: " + apidiag.InFullElsewhere},
	} {
		if test.got != test.want {
			t.Errorf("%s: the message is %q, want %q", name, test.got, test.want)
		}
	}
}

func TestSubjectBeginsASentence(t *testing.T) {
	t.Parallel()
	for subject, want := range map[apidiag.Subject]string{
		{Kind: "brand", ID: "42"}: "Brand 42",
		{Kind: "brands", Account: videoindexer.AccountRef{Location: "trial"}}:              "The brands",
		{Kind: "language model", ID: "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"}:               "The language model",
		{Kind: "person", ID: `"Ada" in person model 2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b`}: `Person "Ada" in the person model`,
	} {
		if got := subject.Capitalized(); got != want {
			t.Errorf("%+v is called %q, want %q", subject, got, want)
		}
	}
}

func TestPlural(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{"person model": "person models", "glossary": "glossaries", "image key": "image keys", "person_model": "person_models"} {
		if got := apidiag.Plural(kind); got != want {
			t.Errorf("the plural of %s is %s, want %s", kind, got, want)
		}
	}
}
