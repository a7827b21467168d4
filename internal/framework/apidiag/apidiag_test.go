package apidiag_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var subject = apidiag.Subject{
	Kind: "brand", ID: "42",
	Account: videoindexer.AccountRef{Location: "trial", ID: "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"},
}

// TestHints puts the caller's sentence before the advice that fits every such error, and in its
// place where the caller knows better.
func TestHints(t *testing.T) {
	t.Parallel()
	taken := &videoindexer.APIError{Status: 409, Type: "GENERAL", Message: "taken!", HasErrorObject: true, RequestIDs: ourID}
	const begin = "Could not create brand 42.\n\nThe service answered 409 GENERAL: taken!"
	const ids = "\n\nIDs: account 2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b, location trial, x-ms-client-request-id our-id."
	const advice = "\n\nThe object is being changed elsewhere. Wait until that has ended, then try again."
	const hint = "Choose another name."
	ambiguous := &videoindexer.AmbiguousError{RequestIDs: ourID, Err: taken}
	for name, test := range map[string]struct{ got, want string }{
		"a hint":    {got: apidiag.Detail("create", subject, taken, hint), want: begin + "\n\n" + hint + advice + ids},
		"no hint":   {got: apidiag.Detail("create", subject, taken, ""), want: begin + advice + ids},
		"no advice": {got: apidiag.DetailWithoutAdvice("create", subject, taken, hint), want: begin + "\n\n" + hint + ids},
		"nothing":   {got: apidiag.DetailWithoutAdvice("create", subject, taken, ""), want: begin + ids},
		"a name": {
			got:  apidiag.Detail("create", subject, &videoindexer.APIError{Number: videoindexer.OperationCreateBrand.Number, Status: 400, Type: videoindexer.ErrorTypeAlreadyExists, Message: "taken!", HasErrorObject: true, RequestIDs: ourID}, hint),
			want: strings.Replace(begin, "409 GENERAL", "400 ALREADY_EXISTS", 1) + "\n\n" + hint + ids,
		},
		"where to look": {
			got:  apidiag.Detail("create", subject, ambiguous, hint),
			want: begin + " The service may have made the change nevertheless, so the request was not repeated.\n\n" + hint + ids,
		},
		"not tried": {
			got:  apidiag.Detail("create", subject, &videoindexer.NotTriedError{}, hint),
			want: "Did not try to create brand 42: " + apidiag.UnreachableAccountText,
		},
	} {
		check.Equal(t, strings.Split(test.want, "\n"), strings.Split(test.got, "\n"), "%s: the message", name)
	}
}

// TestSubject names objects in sentences without GUIDs, which the last paragraph has.
func TestSubject(t *testing.T) {
	t.Parallel()
	const guid, otherGUID = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b", "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"
	model := apidiag.Subject{Kind: "person model", ID: guid}
	person := apidiag.Subject{Kind: "person", ID: otherGUID, Name: "Ada", Whole: &model}
	video := apidiag.Subject{Kind: "video", ID: `"v"`}
	for _, test := range []struct {
		subject apidiag.Subject
		want    string
		ids     string
	}{
		{apidiag.Subject{Kind: "brand", ID: "42"}, "Brand 42", ""},
		{apidiag.Subject{Kind: "brands", Account: videoindexer.AccountRef{Location: "trial"}}, "The brands", "IDs: location trial."},
		{model, "The person model", "IDs: person model " + guid + "."},
		{apidiag.Subject{Kind: "persons", Whole: &model}, "The persons of the person model", "IDs: person model " + guid + "."},
		{person, `Person "Ada"`, "IDs: person " + otherGUID + ", person model " + guid + "."},
		{apidiag.Subject{Kind: "face", Name: "top", Whole: &person}, `Face "top" of person "Ada"`, person.IDs()},
		{apidiag.Subject{Kind: "captions", Whole: &video}, `The captions of video "v"`, ""},
		{apidiag.Subject{Kind: "transcript", ID: "en-US", Whole: &video}, `Transcript en-US of video "v"`, ""},
	} {
		check.Equal(t, test.want, test.subject.Capitalized(), "%s %s is called", test.subject.Kind, test.subject.ID)
		check.Equal(t, test.ids, test.subject.IDs(), "%s %s: the last paragraph", test.subject.Kind, test.subject.ID)
	}
}

// TestPlural proves that messages and names of types have the right plural of a kind.
func TestPlural(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		"person model": "person models", "glossary": "glossaries", "image key": "image keys",
		"person_model": "person_models",
	} {
		check.Equal(t, want, apidiag.Plural(kind), "the plural of %s", kind)
	}
}
