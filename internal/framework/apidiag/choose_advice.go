package apidiag

import (
	"cmp"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// adviceFor returns the advice for an error; "" for none.
func adviceFor(err error) string {
	for _, c := range causes {
		if c.is(err) {
			return c.advice
		}
	}
	apiErr, isAPIError := errors.AsType[*videoindexer.APIError](err)
	switch {
	case !isAPIError:
		return ""
	case apiErr.Status == http.StatusUnauthorized || apiErr.Type == videoindexer.ErrorTypeUserNotAllowed:
		isOfToken := videoindexer.IsA[*videoindexer.TokenError](err)
		return unauthorizedAdvice(apiErr, isOfToken || !apiErr.HasErrorObject)
	}
	return responseAdvice(apiErr)
}

// isNotFromService reports whether a success is most likely not a response of the service.
func isNotFromService(err error) bool {
	unexpected, isUnexpected := errors.AsType[*videoindexer.UnexpectedResponseError](err)
	return isUnexpected && unexpected.IsNotFromService
}

// unauthorizedAdvice names the credential in use. isRefused means that the service refuses the
// credential itself, not only for this account.
func unauthorizedAdvice(err *videoindexer.APIError, isRefused bool) string {
	isToken := err.Credential == videoindexer.CredentialToken
	switch {
	case err.Credential == videoindexer.CredentialCommand:
		return "Check that the program of access_token_command prints a valid token of this account and location. " +
			"If VIDEOINDEXER_ALLOW_EDIT is true, the token must have write permission."
	case isToken && isRefused:
		return "The token was refused. Check access_token (VIDEOINDEXER_ACCESS_TOKEN), " +
			"which is valid for one hour at most."
	case isToken:
		return "Check that access_token (VIDEOINDEXER_ACCESS_TOKEN) is one of this account and location, " +
			"that it is less than an hour old, and that it has write permission for an apply."
	case isRefused:
		return "The key was refused. Check subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY)."
	}
	return keyNotAllowedAdvice
}

// responseAdvice returns the advice for a response that is not about the credential.
func responseAdvice(err *videoindexer.APIError) string {
	switch {
	case err.RetryAfter >= time.Minute:
		return "Try again after that time; the state keeps all changes so far."
	case err.NameWasFreed:
		return releasedAdvice
	case err.Status/100 == 3:
		return "The address redirects elsewhere. " + endpointAdvice
	case err.Status == http.StatusForbidden && strings.Contains(strings.ToLower(err.Message), "quota"):
		return quotaAdvice(err.Message)
	case err.HasGatewayErrorObject && err.Status == http.StatusNotFound:
		return lackingAdvice + notGoneNote
	case isForeign(err):
		return foreignResponseAdvice(err)
	}
	advice := cmp.Or(typeAdvice(err), adviceByStatus[err.Status], reportAdvice)
	if err.Status == http.StatusNotFound && err.Method != http.MethodGet {
		advice += " If it was deleted after the plan, plan again."
	}
	return advice
}

// typeAdvice returns the advice about an error type that the operation is known to answer.
func typeAdvice(err *videoindexer.APIError) string {
	for _, r := range adviceByType[err.Type] {
		if r.isFor(err.Number) {
			return r.advice
		}
	}
	return ""
}

// isForeign reports whether a response is probably not that of the service or its gateway, which
// answers some statuses without an error object.
func isForeign(err *videoindexer.APIError) bool {
	isOfAnyGateway := slices.Contains([]int{
		http.StatusRequestTimeout, http.StatusTooEarly, http.StatusGone, http.StatusRequestEntityTooLarge,
		http.StatusTooManyRequests,
	}, err.Status)
	isOfService := err.HasErrorObject || err.HasGatewayErrorObject
	isExplained := isOfAnyGateway || err.Status >= http.StatusInternalServerError
	return !isOfService && !isExplained
}

// wantsTLS matches the response of a server that requires TLS to a request without TLS. Each server
// has other words for it.
var wantsTLS = regexp.MustCompile(`(?i)\b(https|tls|ssl)\b`)

// foreignResponseAdvice returns the advice for a response that is probably another server's.
func foreignResponseAdvice(err *videoindexer.APIError) string {
	isRefusedWithoutTLS := err.Status == http.StatusBadRequest && strings.HasPrefix(err.URL, "http://")
	switch {
	case err.Status == http.StatusNotFound:
		return otherServerAdvice + notGoneNote
	case isRefusedWithoutTLS && wantsTLS.MatchString(err.Excerpt):
		return "The provider's endpoint (VIDEOINDEXER_ENDPOINT) must begin with https://."
	}
	return otherServerAdvice + " If requests pass a proxy (HTTPS_PROXY) or a firewall, " +
		"check that it allows such requests."
}

// The parts of renewal.
const (
	renews      = `\b(?:replenish|renew|reset|restor|again)\w*` // "will be replenished", "resets" and "try again"
	renewalTime = `(?:in|at|on|after)\s+[^\s,;]*\d[^\s,;]*`     // "in 2.12:13:14" and "at 2026-12-01T00:00:00Z"
	unitOfTime  = `(?: (?:day|hour|minute|second)s?)?`          // the end of "in 90 minutes"
)

var (
	// renewal matches the time in a message at which a quota is renewed.
	renewal = regexp.MustCompile(`(?i)` + renews + `\s+(` + renewalTime + unitOfTime + `)`)
	// durationWithDays matches a duration as gateways write it: d.hh:mm:ss.
	durationWithDays = regexp.MustCompile(`(\d+)\.(\d\d:\d\d:\d\d)`)
)

// quotaAdvice returns the advice for a quota that is used up, with the time of its renewal if the
// message contains it.
func quotaAdvice(message string) string {
	whenText := "once it is renewed"
	found := renewal.FindStringSubmatch(message)
	if found != nil {
		renewalText := durationWithDays.ReplaceAllString(found[1], "$1 days and $2")
		whenText = "when it is renewed, " + strings.TrimRight(renewalText, ".")
	}
	return "A quota of the subscription is used up. Try again " + whenText + ", or use a subscription with a larger quota."
}
