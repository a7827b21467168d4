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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Subject is the object of an operation or a message.
type Subject struct {
	// Kind names the kind of object, as in "Unable to read brand".
	Kind string
	// ID is the object's id, or what stands for it in a sentence, such as a list; empty if an account has only one
	// such object.
	ID string
	// Name is the name of the object; empty if users know the object by its id.
	Name string
	// Whole is the object that this one is a part of; nil for none.
	Whole *Subject
	// Account is the account of the object; its ID is empty for an object outside of accounts.
	Account videoindexer.AccountRef
}

// String names the object in a sentence: brand 42, the language model, the faces of person "Ada". It leaves out GUIDs,
// which IDs contains.
func (s Subject) String() string {
	text := "the " + s.Kind
	label := s.label()
	if label != "" {
		text = s.Kind + " " + label
	}
	if s.Whole == nil {
		return text
	}
	// The other object would add nothing.
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
	case validate.IsGUID(s.ID):
		return ""
	}
	return s.ID
}

// Capitalized returns String for the beginning of a sentence.
func (s Subject) Capitalized() string { return capitalize(s.String()) }

// Heading names the kind of object at the beginning of a summary, and the object if it has a name.
// The name keeps engines from merging warnings about different objects.
func (s Subject) Heading() string {
	if s.Name != "" {
		return s.Capitalized()
	}
	return capitalize(s.Kind)
}

// IDs returns the last paragraph of a message, with the ids of the object and its account. Further
// ids are those of a request.
func (s Subject) IDs(further ...string) string {
	var ids []string
	for object := &s; object != nil; object = object.Whole {
		if validate.IsGUID(object.ID) {
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
func (s Subject) WithIDs(detail string) string {
	return paragraphs(strings.TrimSpace(detail), s.IDs())
}

func paragraphs(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(p string) bool { return p == "" }), "\n\n")
}

// Error returns the diagnostic of a failed call: the action (verb, in the infinitive) and the
// object, the response of the service, the advice, and the request ids of both sides. Hints are those
// of Detail.
func Error(verb string, subject Subject, err error, hints ...string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summary(verb, subject), Detail(verb, subject, err, hints...))
}

// ErrorWithoutAdvice returns Error with DetailWithoutAdvice.
func ErrorWithoutAdvice(verb string, subject Subject, err error, hint string) diag.Diagnostic {
	return diag.NewErrorDiagnostic(summary(verb, subject), DetailWithoutAdvice(verb, subject, err, hint))
}

// Add appends Error to diags.
func Add(diags *diag.Diagnostics, verb string, subject Subject, err error) {
	diags.Append(Error(verb, subject, err))
}

// PlanError returns Error for the plan of a create or a change, or a warning if the run already knows that the
// account does not exist: a refresh has then removed its objects from the state, and a destroy begins with a plan
// that would create them again.
func PlanError(verb string, subject Subject, err error) diag.Diagnostic {
	notTried, isNotTried := errors.AsType[*breaker.NotTriedError](err)
	if isNotTried && notTried.Gone != nil {
		account := Subject{Kind: "account", Account: notTried.Account}
		return diag.NewWarningDiagnostic("Account no longer exists", account.WithIDs(
			"The service has answered that the account does not exist. "+
				"An apply of this plan will fail for all objects of the account. Check account_id and location. "+
				"A destroy does not need the account."))
	}
	return Error(verb, subject, err)
}

// WithDestroyAdvice adds to an error of a plan how to destroy nevertheless, because an engine begins a
// destroy with a plan. It is for errors of a valid configuration that can appear after an apply.
func WithDestroyAdvice(d diag.Diagnostic) diag.Diagnostic {
	const next = "\n\nIf this stops `terraform destroy`, run `terraform destroy -refresh=false`."
	extended := diag.NewErrorDiagnostic(d.Summary(), d.Detail()+next)
	at, hasPath := d.(diag.DiagnosticWithPath)
	if hasPath {
		return diag.WithPath(at.Path(), extended)
	}
	return extended
}

// Warning returns Error as a warning, for a failure after which the work continues.
func Warning(verb string, subject Subject, err error, hints ...string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(summary(verb, subject), Detail(verb, subject, err, hints...))
}

// NotKeptErrors returns the error of a write that the service has accepted without keeping the value of
// the argument at a path. If the service has kept the value, there is no error.
func NotKeptErrors(at path.Path, subject Subject, sent, has attr.Value) diag.Diagnostics {
	if has.Equal(sent) {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeErrorDiagnostic(at, "Value not kept by the service", fmt.Sprintf(
		"The service accepted %s = %s for %s, but returns %s. The state shows the value of the service. "+
			"Configure a value that the service keeps, then apply again.", at, sent, subject, has))}
}

// Detail returns the text of Error below its summary. Hints are sentences of the caller about this case. They precede
// the general advice and the request ids.
func Detail(verb string, subject Subject, err error, hints ...string) string {
	hint := strings.Join(hints, " ")
	notTried, isNotTried := errors.AsType[*breaker.NotTriedError](err)
	switch {
	case isNotTried && notTried.Gone != nil:
		return subject.WithIDs(fmt.Sprintf(
			"Did not try to %s %s, because the service has already answered that this account does not exist. "+
				"Check account_id and location.", verb, subject))
	case isNotTried:
		return fmt.Sprintf("Did not try to %s %s: %s", verb, subject, InFullElsewhere)
	}
	next := adviceFor(err)
	if hint != "" && isKnownToCaller(err) {
		next = ""
	}
	return explain(verb, subject, err, hint, next)
}

// isKnownToCaller reports whether a hint of the caller says more than the general advice: which object has a name,
// where to look, or how to continue.
func isKnownToCaller(err error) bool {
	switch {
	case videoindexer.HasType(err, videoindexer.ErrorTypeAlreadyExists):
		return true
	case videoindexer.IsA[*videoindexer.AmbiguousError](err):
		return true
	}
	return errors.Is(err, context.Canceled)
}

// DetailWithoutAdvice returns Detail with a sentence of the caller ("" for none) instead of the general advice, which
// would contradict or repeat it.
func DetailWithoutAdvice(verb string, subject Subject, err error, hint string) string {
	return explain(verb, subject, err, hint, "")
}

func explain(verb string, subject Subject, err error, hint, next string) string {
	happened, ids := describe(err)
	return paragraphs(fmt.Sprintf("Could not %s %s.", verb, subject), happened, hint, next, subject.IDs(ids...))
}

func summary(verb string, subject Subject) string {
	return fmt.Sprintf("Unable to %s %s", verb, subject.Kind)
}

// describe returns what happened, and the request ids.
func describe(err error) (happened string, ids []string) {
	unlisted, ok := errors.AsType[*videoindexer.AccountNotListedError](err)
	if ok {
		return fmt.Sprintf("The subscription key cannot use this account in location %q: %s.", unlisted.Account.Location, listed(unlisted.Listed)), nil
	}
	token, ok := errors.AsType[*videoindexer.TokenError](err)
	if ok {
		happened, ids = describe(token.Err)
		return "The provider could not obtain an access token. " + happened, ids
	}
	ambiguous, ok := errors.AsType[*videoindexer.AmbiguousError](err)
	if ok {
		happened = noResponse(ambiguous.Method, ambiguous.URL, ambiguous.Err) + "."
		ids = RequestIDs(ambiguous.RequestID, "")
		isUnexpected := videoindexer.IsA[*videoindexer.UnexpectedResponseError](err)
		if isUnexpected || videoindexer.IsA[*videoindexer.APIError](err) {
			happened, ids = describe(ambiguous.Err)
		}
		return happened + " The service may have made the change nevertheless, so the request was not repeated.", ids
	}
	apiErr, ok := errors.AsType[*videoindexer.APIError](err)
	if ok {
		return describeResponse(apiErr)
	}
	unexpected, ok := errors.AsType[*videoindexer.UnexpectedResponseError](err)
	if ok {
		return describeUnexpected(unexpected), RequestIDs(unexpected.RequestID, unexpected.ServiceRequestID)
	}
	disallowed, ok := errors.AsType[*videoindexer.ExtendedDisabledError](err)
	if ok {
		return fmt.Sprintf("To %s, the provider needs extended_operations.", disallowed.Operation), nil
	}
	if errors.Is(err, context.Canceled) {
		return "The operation was interrupted.", nil
	}
	lost, ok := errors.AsType[*videoindexer.NetworkError](err)
	if ok {
		happened = noResponse(lost.Method, lost.URL, lost.Err) + attempts(lost.Attempts) + "."
		return happened, RequestIDs(lost.RequestID, "")
	}
	if videoindexer.IsA[*videoindexer.MissingCredentialError](err) {
		return "This operation needs a subscription key, but only an access token is configured.", nil
	}
	return capitalize(strings.TrimRight(err.Error(), ".")) + ".", nil
}

// listed names the accounts that the key can use.
func listed(accounts []videoindexer.AccountSummary) string {
	if len(accounts) == 0 {
		return "it cannot use any account there"
	}
	names := make([]string, len(accounts))
	for i, a := range accounts {
		names[i] = a.ID
		if a.Name != "" {
			names[i] = fmt.Sprintf("%s (%s)", a.ID, a.Name)
		}
	}
	return "it can use " + List(names)
}

func describeResponse(err *videoindexer.APIError) (happened string, ids []string) {
	var b strings.Builder
	switch {
	case err.HasGatewayErrorObject && err.Status != http.StatusNotFound:
		// A gateway's 404 is about the address.
		fmt.Fprintf(&b, "The service's gateway answered %d", err.Status)
	case err.URL != "" && !err.HasErrorObject:
		// Perhaps another server's.
		fmt.Fprintf(&b, "The response to %s %s was %d", err.Method, err.URL, err.Status)
	default:
		fmt.Fprintf(&b, "The service answered %d", err.Status)
	}
	if err.Type != "" {
		fmt.Fprintf(&b, " %s", err.Type)
	}
	b.WriteString(attempts(err.Attempts))
	switch {
	case err.Message != "":
		fmt.Fprintf(&b, ": %s", err.Message)
	case err.Excerpt != "":
		fmt.Fprintf(&b, ", in another format than the service's errors: %s", err.Excerpt)
	default:
		b.WriteString(" without a message")
	}
	text := b.String()
	if !strings.ContainsAny(text[len(text)-1:], ".!?") {
		b.WriteString(".")
	}
	if err.RetryAfter > 0 {
		fmt.Fprintf(&b, " It asks to wait for %s.", err.RetryAfter)
	}
	return b.String(), RequestIDs(err.RequestID, err.ServiceRequestID)
}

func attempts(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" (after %d attempts)", n)
}

// RequestIDs returns the ids of a request for Subject.IDs: that of the provider, and that of the service.
func RequestIDs(ours, service string) (ids []string) {
	if ours != "" {
		ids = append(ids, "x-ms-client-request-id "+ours)
	}
	if service != "" {
		ids = append(ids, "the service's request id "+service)
	}
	return ids
}

// noResponse introduces an error of Go's own packages, so that it keeps its case: tls: …, x509: …,
// dial tcp ….
func noResponse(method, address string, err error) string {
	return "No response" + to(method, address) + ": " + strings.TrimRight(err.Error(), ".")
}

// to names the request that has no response, or an unexpected one.
func to(method, address string) string {
	if address == "" {
		return ""
	}
	return fmt.Sprintf(" to %s %s", method, address)
}

// describeUnexpected says why a successful response cannot be used.
func describeUnexpected(err *videoindexer.UnexpectedResponseError) string {
	request := cmp.Or(to(err.Method, err.URL), fmt.Sprintf(" to %q", err.Operation))
	text := fmt.Sprintf("The service's response%s is unexpected: %s", request, strings.TrimRight(err.Err.Error(), "."))
	if err.Excerpt != "" {
		text += ": " + err.Excerpt
	}
	return text + "."
}

func capitalize(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// InFullElsewhere ends a one-line error that another error explains in full.
const InFullElsewhere = "the account cannot be reached. Another error of this run shows the reason."
