// Package apidiag is the only place that turns errors of the API client into diagnostics.
package apidiag

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Subject is the object of an operation or a message.
type Subject struct {
	// Kind names the kind of object, as in "Unable to read brand".
	Kind string
	// ID is the object's id, or what stands for it in a sentence, such as a list; empty if an
	// account has only one such object.
	ID string
	// Name is the name of the object; empty if users know the object by its id.
	Name string
	// Whole is the object that this one is a part of; nil for none.
	Whole *Subject
	// Account is the account of the object; its ID is empty for an object outside of accounts.
	Account videoindexer.AccountRef
}

// String names the object in a sentence: brand 42, the language model, the faces of person "Ada".
// It leaves out GUIDs, which IDs contains.
func (s Subject) String() string {
	text := "the " + s.Kind
	label := s.label()
	if label != "" {
		text = s.Kind + " " + label
	}
	if s.Whole == nil {
		return text
	}
	// Without a label, the whole would add only its kind: "person "Ada" of the person model".
	if label != "" && s.Whole.label() == "" {
		return text
	}
	return text + " of " + s.Whole.String()
}

// label returns what distinguishes the object from others of its kind in a sentence, or "".
func (s Subject) label() string {
	switch {
	case s.Name != "":
		return strconv.Quote(s.Name)
	case videoindexer.IsGUID(s.ID):
		return ""
	}
	return s.ID
}

// Capitalized returns String for the beginning of a sentence.
func (s Subject) Capitalized() string { return capitalized(s.String()) }

// Heading names the kind of object at the beginning of a summary, and the object if it has a name.
// The name keeps engines from merging warnings about different objects.
func (s Subject) Heading() string {
	if s.Name != "" {
		return s.Capitalized()
	}
	return capitalized(s.Kind)
}

// IDs returns the last paragraph of a message, with the ids of the object and its account. Further
// ids are those of a request.
func (s Subject) IDs(further ...string) string {
	var ids []string
	for object := &s; object != nil; object = object.Whole {
		if videoindexer.IsGUID(object.ID) {
			ids = append(ids, object.Kind+" "+object.ID)
		}
	}
	if s.Account.ID != "" {
		ids = append(ids, "account "+s.Account.ID)
	}
	if s.Account.Location != "" {
		ids = append(ids, "location "+s.Account.Location)
	}
	ids = append(ids, further...)
	if len(ids) == 0 {
		return ""
	}
	return "IDs: " + strings.Join(ids, ", ") + "."
}

// WithIDs ends the detail of a message with IDs.
func (s Subject) WithIDs(detail string) string { return s.WithIDsOf(detail, videoindexer.RequestIDs{}) }

// WithIDsOf ends the detail of a message with IDs, and the ids of the response that it is about.
func (s Subject) WithIDsOf(detail string, response videoindexer.RequestIDs) string {
	return paragraphs(strings.TrimSpace(detail), s.IDs(requestIDs(response)...))
}

// paragraphs joins those that are not empty.
func paragraphs(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(p string) bool { return p == "" }), "\n\n")
}

// Error returns the diagnostic of a failed call: the action (verb, in the infinitive) and the
// object, the response of the service, the advice, and the request ids of both sides. Hints are
// those of Detail.
func Error(verb string, subject Subject, err error, hints ...string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summary(verb, subject), Detail(verb, subject, err, hints...))
}

// ErrorWithoutAdvice returns Error with DetailWithoutAdvice.
func ErrorWithoutAdvice(verb string, subject Subject, err error, hint string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summary(verb, subject), DetailWithoutAdvice(verb, subject, err, hint))
}

// PlanError returns Error for the plan of a create or a change, or a warning if the run already
// knows that the account does not exist: a refresh has then removed its objects from the state, and
// a destroy begins with a plan that would create them again.
func PlanError(verb string, subject Subject, err error) diag.Diagnostic {
	notTried, isNotTried := errors.AsType[*videoindexer.NotTriedError](err)
	if isNotTried && notTried.Gone != nil {
		account := Subject{Kind: "account", Account: notTried.Account}
		return diag.NewWarningDiagnostic("Account no longer exists", account.WithIDs(
			"The service has answered that the account does not exist. "+
				"An apply of this plan will fail for all objects of the account. Check account_id and location. "+
				"A destroy does not need the account."))
	}
	return Error(verb, subject, err)
}

// WithDestroyAdvice adds to an error of a plan how to destroy nevertheless, because an engine
// begins a destroy with a plan. It is for errors of a valid configuration that can appear after an
// apply.
func WithDestroyAdvice(d diag.Diagnostic) diag.Diagnostic {
	const next = "\n\nIf this stops `terraform destroy`, run `terraform destroy -refresh=false`."
	extended := diag.NewErrorDiagnostic(d.Summary(), d.Detail()+next)
	withPath, hasPath := d.(diag.DiagnosticWithPath)
	if hasPath {
		return diag.WithPath(withPath.Path(), extended)
	}
	return extended
}

// Warning returns Error as a warning, for a failure after which the work continues.
func Warning(verb string, subject Subject, err error, hints ...string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(summary(verb, subject), Detail(verb, subject, err, hints...))
}

// NotKeptErrors returns the error of a write that the service has accepted without keeping the
// value of an argument. If the service has kept the value, there is no error.
func NotKeptErrors(argument path.Path, subject Subject, sent, returned attr.Value) diag.Diagnostics {
	if returned.Equal(sent) {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(argument, "Value not kept by the service", fmt.Sprintf(
		"The service accepted %s = %s for %s, but returns %s. The state shows the value of the service. "+
			"Configure a value that the service keeps, then apply again.", argument, sent, subject, returned))}
}

// Detail returns the text of Error below its summary. Hints are sentences of the caller about this
// case. They precede the general advice and the request ids.
func Detail(verb string, subject Subject, err error, hints ...string) string {
	hint := strings.Join(hints, " ")
	notTried, isNotTried := errors.AsType[*videoindexer.NotTriedError](err)
	switch {
	case isNotTried && notTried.Gone != nil:
		return subject.WithIDs(fmt.Sprintf(
			"Did not try to %s %s, because the service has already answered that this account does not exist. "+
				"Check account_id and location.", verb, subject))
	case isNotTried:
		return fmt.Sprintf("Did not try to %s %s: %s", verb, subject, UnreachableAccountText)
	}
	advice := adviceFor(err)
	if hint != "" && isKnownToCaller(err) {
		advice = ""
	}
	return detailText(verb, subject, err, hint, advice)
}

// isKnownToCaller reports whether a hint of the caller says more than the general advice: which
// object has a name, where to look, or how to continue.
func isKnownToCaller(err error) bool {
	switch {
	case videoindexer.HasType(err, videoindexer.ErrorTypeAlreadyExists):
		return true
	case videoindexer.IsA[*videoindexer.AmbiguousError](err):
		return true
	}
	return errors.Is(err, context.Canceled)
}

// DetailWithoutAdvice returns Detail with a sentence of the caller ("" for none) instead of the
// general advice, which would contradict or repeat it.
func DetailWithoutAdvice(verb string, subject Subject, err error, hint string) string {
	return detailText(verb, subject, err, hint, "")
}

func detailText(verb string, subject Subject, err error, hint, advice string) string {
	failed := fmt.Sprintf("Could not %s %s.", verb, subject)
	happened, ids := descriptionOf(err)
	return subject.WithIDsOf(paragraphs(failed, happened, hint, advice), ids)
}

func summary(verb string, subject Subject) string {
	return fmt.Sprintf("Unable to %s %s", verb, subject.Kind)
}

// descriptionOf returns what happened, and the request ids. Errors that wrap others come first.
func descriptionOf(err error) (happened string, ids videoindexer.RequestIDs) {
	unlisted, isUnlisted := errors.AsType[*videoindexer.AccountNotListedError](err)
	token, isToken := errors.AsType[*videoindexer.TokenError](err)
	ambiguous, isAmbiguous := errors.AsType[*videoindexer.AmbiguousError](err)
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](err)
	unexpected, isUnexpected := errors.AsType[*videoindexer.UnexpectedResponseError](err)
	disabled, isDisabled := errors.AsType[*videoindexer.ExtendedDisabledError](err)
	lost, isLost := errors.AsType[*videoindexer.NetworkError](err)
	switch {
	case isUnlisted:
		return unlistedDescription(unlisted), unlisted.RequestIDs
	case isToken:
		happened, ids = descriptionOf(token.Err)
		return "The provider could not obtain an access token. " + happened, ids
	case isAmbiguous:
		return ambiguousDescription(ambiguous), ambiguous.RequestIDs
	case isAPIError:
		return responseDescription(apiErr), apiErr.RequestIDs
	case isUnexpected:
		return unexpectedDescription(unexpected), unexpected.RequestIDs
	case isDisabled:
		return fmt.Sprintf("To %s, the provider needs extended_operations.", disabled.Operation), ids
	case errors.Is(err, context.Canceled):
		return "The operation was interrupted.", ids
	case isLost:
		return lostDescription(lost), lost.RequestIDs
	case videoindexer.IsA[*videoindexer.MissingCredentialError](err):
		return "This operation needs a subscription key, but only an access token is configured.", ids
	}
	return sentence(err.Error()), ids
}

// sentence begins a text with a capital, and ends it with a period.
func sentence(text string) string { return capitalized(strings.TrimRight(text, ".")) + "." }

func unlistedDescription(err *videoindexer.AccountNotListedError) string {
	return fmt.Sprintf(
		"The subscription key cannot use this account in location %q: %s.", err.Account.Location, listedText(err.Listed),
	)
}

// ambiguousDescription describes a response that does not say whether the service has made the
// change, or that there was no response.
func ambiguousDescription(err *videoindexer.AmbiguousError) string {
	happened := noResponseText(err.Method, err.URL, err.Err) + "."
	isUnexpected := videoindexer.IsA[*videoindexer.UnexpectedResponseError](err.Err)
	if isUnexpected || videoindexer.IsA[*videoindexer.APIError](err.Err) {
		happened, _ = descriptionOf(err.Err)
	}
	return happened + " The service may have made the change nevertheless, so the request was not repeated."
}

func lostDescription(err *videoindexer.NetworkError) string {
	return noResponseText(err.Method, err.URL, err.Err) + attemptsText(err.Attempts) + "."
}

// listedText names the accounts that the key can use.
func listedText(accounts []videoindexer.AccountSummary) string {
	if len(accounts) == 0 {
		return "it cannot use any account there"
	}
	names := make([]string, len(accounts))
	for i, account := range accounts {
		names[i] = account.ID
		if account.Name != "" {
			names[i] = fmt.Sprintf("%s (%s)", account.ID, account.Name)
		}
	}
	return "it can use " + List(names)
}

func responseDescription(err *videoindexer.APIError) string {
	happened := responderText(err)
	if err.Type != "" {
		happened += " " + string(err.Type)
	}
	happened += attemptsText(err.Attempts)
	switch {
	case err.Message != "":
		happened += ": " + err.Message
	case err.Excerpt != "":
		happened += ", in another format than the service's errors: " + err.Excerpt
	default:
		happened += " without a message"
	}
	if !strings.ContainsAny(happened[len(happened)-1:], ".!?") {
		happened += "."
	}
	if err.RetryAfter > 0 {
		happened += fmt.Sprintf(" It asks to wait for %s.", err.RetryAfter)
	}
	return happened
}

// responderText says who has answered with which status, as far as the response shows it.
func responderText(err *videoindexer.APIError) string {
	switch {
	case err.HasGatewayErrorObject && err.Status != http.StatusNotFound:
		// With a 404, a gateway says that it has no such address, which is not about the object.
		return fmt.Sprintf("The service's gateway answered %d", err.Status)
	case err.URL != "" && !err.HasErrorObject:
		// Another server may have answered, so that the address matters.
		return fmt.Sprintf("The response to %s %s was %d", err.Method, err.URL, err.Status)
	}
	return fmt.Sprintf("The service answered %d", err.Status)
}

func attemptsText(count int) string {
	if count < 2 {
		return ""
	}
	return fmt.Sprintf(" (after %d attempts)", count)
}

// requestIDs returns the ids of a request for Subject.IDs: that of the provider, and that of the
// service.
func requestIDs(of videoindexer.RequestIDs) (ids []string) {
	if of.RequestID != "" {
		ids = append(ids, "x-ms-client-request-id "+of.RequestID)
	}
	if of.ServiceRequestID != "" {
		ids = append(ids, "the service's request id "+of.ServiceRequestID)
	}
	return ids
}

// noResponseText introduces an error of Go's own packages, so that it keeps its case: tls: …, x509:
// …, dial tcp ….
func noResponseText(method, address string, err error) string {
	return "No response" + requestText(method, address) + ": " + strings.TrimRight(err.Error(), ".")
}

// requestText names the request that has no response, or an unexpected one.
func requestText(method, address string) string {
	if address == "" {
		return ""
	}
	return fmt.Sprintf(" to %s %s", method, address)
}

// unexpectedDescription says why a successful response cannot be used.
func unexpectedDescription(err *videoindexer.UnexpectedResponseError) string {
	request := cmp.Or(requestText(err.Method, err.URL), fmt.Sprintf(" to %q", err.Operation))
	happened := fmt.Sprintf("The service's response%s is unexpected: %s", request, strings.TrimRight(err.Err.Error(), "."))
	if err.Excerpt != "" {
		happened += ": " + err.Excerpt
	}
	return happened + "."
}

func capitalized(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// UnreachableAccountText ends a one-line error that another error explains in full.
const UnreachableAccountText = "the account cannot be reached. Another error of this run shows the reason."

// GuideURL returns the address of a guide, or of a heading in it, for a message. The address also
// works before the provider is in a registry.
func GuideURL(page string) string {
	name, heading, hasHeading := strings.Cut(page, "#")
	address := "https://github.com/videoindexer/terraform-provider-videoindexer/blob/main/docs/guides/" + name + ".md"
	if hasHeading {
		address += "#" + heading
	}
	return address
}
