package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// WidgetQuery selects a widget. Empty and nil fields are not sent.
type WidgetQuery struct {
	// WidgetType names the kinds of insights to include; the contract does not list them.
	WidgetType string
	// AllowEdit requests a widget that can edit, with a token that has write permission.
	AllowEdit *bool
}

// InsightsWidget is a widget: either its address, to which the service redirects, or its content.
// Neither contains a token: the one that was sent and those that the service added are removed.
type InsightsWidget struct {
	// URL is absolute; empty if the service answered with content.
	URL         string
	Content     string
	ContentType string
}

// widgetRedirects are the statuses of responses with a widget (13) that name its address, which is
// never followed.
var widgetRedirects = []int{
	http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
	http.StatusTemporaryRedirect, http.StatusPermanentRedirect,
}

// GetInsightsWidget reads the insights widget of a video (13). If the service refuses the token of
// the account, the request is repeated with a token of the video (X23). This needs extended
// operations, and no configured token. If a token in the address cannot be removed, the error is an
// UnexpectedResponseError.
func (c *Client) GetInsightsWidget(
	ctx context.Context, account AccountRef, videoID string, q WidgetQuery,
) (*InsightsWidget, error) {
	r := accountRequest(OperationGetInsightsWidget, account, videoID)
	setText(r.Query, "widgetType", q.WidgetType)
	setFlag(r.Query, "allowEdit", q.AllowEdit)
	if q.AllowEdit != nil && *q.AllowEdit {
		r.Auth.Permission = PermissionWrite
	}
	r.Auth.IsOptional = true
	r.SuccessStatuses = widgetRedirects
	r.ResponseKind = transport.PageResponse
	widget, err := c.readWidget(ctx, r)
	obtainsTokens := c.transport.Config.SubscriptionKey != "" && c.transport.Config.AccessToken == ""
	canAskAgain := c.AllowsExtended() && obtainsTokens
	if !IsUnauthorized(err) || !canAskAgain {
		return widget, err
	}
	r.Auth = videoAuth(account, videoID, r.Auth.Permission)
	widget, retryErr := c.readWidget(ctx, r)
	refusal, isRefused := errors.AsType[*APIError](retryErr)
	isUnauthorized := isRefused && refusal.Status == http.StatusUnauthorized
	if isUnauthorized && IsA[*TokenError](retryErr) {
		// The service issues no token of the video, although it has accepted the key before.
		return nil, err
	}
	return widget, retryErr
}

func (c *Client) readWidget(ctx context.Context, r request) (*InsightsWidget, error) {
	return doAndRead(ctx, c, r, func(response *response) (*InsightsWidget, error) {
		if response.Status/100 == 3 {
			address, err := c.widgetAddress(c.transport.URL(r.Path), response.Header.Get("Location"))
			return &InsightsWidget{URL: address}, err
		}
		err := refuseEmpty(response.Body)
		if err != nil {
			return nil, err
		}
		kind := kindOf(response.Body)
		if kind != "a text" && kind != "a string" {
			return nil, fmt.Errorf("it is %s, not a widget", kind)
		}
		if !utf8.Valid(response.Body) {
			return nil, errNotUTF8
		}
		page, err := pageWithoutTokens(string(response.Body), c.transport.KnownSecrets())
		return &InsightsWidget{Content: page, ContentType: response.Header.Get("Content-Type")}, err
	})
}

// widgetAddress makes the address of a redirect absolute, without any token: it ends up in
// Terraform's state.
func (c *Client) widgetAddress(base *url.URL, location string) (string, error) {
	if location == "" {
		return "", errors.New("the redirect has no Location header")
	}
	target, err := base.Parse(location)
	if err != nil {
		return "", errors.New("the Location header of the redirect is not an address")
	}
	err = removeTokens(target, c.transport.KnownSecrets())
	if err != nil {
		return "", err
	}
	return target.String(), nil
}

// The widget is stored in Terraform's state, which must not contain a token: neither the one that
// the client sent, nor one that the service made for the widget. The first is known; others are
// recognized by their shape or their name. A widget with a token that stands where it cannot be
// removed is refused.

const (
	// tokenNames mark a token everywhere, in any letter case; addressNames do so in addresses.
	tokenNames = `(?:[\w.-]*(?:token|secret|signature|password|credential|jwt|authorization|(?:api|access|subscription)[-_.]?key)[\w.-]*|sig|sas)` //nolint:gosec // names, not values

	addressNames = `(?:` + tokenNames + `|key|code|auth|pwd)`
	// beforeParameter begins a parameter in a page, also in an address that is escaped inside of
	// another.
	beforeParameter = `(?:[?#;]|&amp;|&|\\u0026|%(?:25)*(?:3F|26|23))`
)

var (
	tokenName    = regexp.MustCompile(`(?i)^` + addressNames + `$`)
	tokenInValue = regexp.MustCompile(`(?i)(?:^|[?&;#/,\s])` + addressNames + `=[^&;#\s]`)
	// jwt is a JSON Web Token: a part that says how it is signed, and mostly more after dots. In
	// the middle of a word, such as an image in base64, only text with a dot counts as one.
	jwt    = regexp.MustCompile(`(^|[^\w-]|%[0-9a-fA-F]{2})eyJ[\w-]{8,}(?:(?:\.|%(?:25)*2[eE])[\w-]*)*|eyJ[\w-]{8,}(?:(?:\.|%(?:25)*2[eE])[\w-]*)+`)
	escape = regexp.MustCompile(`%[0-9a-fA-F]{2}`)

	// pageTokens are the places of a page where a token shows by its shape or its name, after what
	// stays. Without quotes, the value must be as long as a token.
	pageTokens = []*regexp.Regexp{
		jwt,
		regexp.MustCompile(`(?i)(\bbearer\s+)[\w.~+/=-]{8,}`),
		regexp.MustCompile("(?i)(" + tokenNames + `(?:\\*["']|&quot;|&#3[49];)?\s*[:=]\s*(?:\\*["'` + "`" + `]|&quot;|&#3[49];))(?:[^"'` + "`" + `\\&<>\s]|\\+/|\\+u[0-9a-f]{4}|&#(?:x2[bf]|x3d|43|47|61);)+`),
		regexp.MustCompile(`(?i)(` + beforeParameter + addressNames + `=)[^\s"'<>&;#\\)]+`),
		regexp.MustCompile(`(?i)(` + beforeParameter + addressNames + `%(?:25)*3D)(?:[\w.~!*+-]|%25(?:25)*[0-9A-F]{2}|%2[0-57-9A-F]|%3[0-9A-CE])+`),
		regexp.MustCompile(`(?i)(\b` + tokenNames + `=)[\w~+/%.=-]{16,}`),
	}
)

// holdsToken reports whether a text holds a known secret or a JSON Web Token, in whatever way an
// address or a page escapes it.
func holdsToken(text string, secrets []string) bool {
	for {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				return true
			}
		}
		if jwt.MatchString(text) {
			return true
		}
		plain := html.UnescapeString(unescaped(strings.NewReplacer(`\/`, "/", `\u00`, "%").Replace(text)))
		if plain == text {
			return false
		}
		text = plain
	}
}

// unescaped decodes what is escaped in a part of an address, and leaves alone what is escaped
// wrongly.
func unescaped(text string) string {
	return escape.ReplaceAllStringFunc(text, func(code string) string {
		plain, err := url.PathUnescape(code)
		if err != nil {
			return code
		}
		return plain
	})
}

// removeTokens removes the parameters of an address that hold a token, and a fragment with one. It
// fails if there is a token anywhere else, such as in the path.
func removeTokens(address *url.URL, secrets []string) error {
	hasToken := func(text string) bool {
		hasShape := tokenInValue.MatchString(text) || tokenInValue.MatchString(unescaped(text))
		return hasShape || holdsToken(text, secrets)
	}
	var parameters []string
	for parameter := range strings.SplitSeq(address.RawQuery, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		if !tokenName.MatchString(unescaped(name)) && !hasToken(parameter) {
			parameters = append(parameters, parameter)
		}
	}
	address.User = nil
	address.RawQuery = strings.Join(parameters, "&")
	if hasToken(address.EscapedFragment()) {
		address.Fragment = ""
		address.RawFragment = ""
	}
	if hasToken(address.String()) {
		return errors.New("the token in the address of the widget cannot be removed")
	}
	return nil
}

// pageWithoutTokens returns a page without its tokens. It fails if it still holds a known secret.
func pageWithoutTokens(page string, secrets []string) (string, error) {
	for _, secret := range secrets {
		for _, spelling := range []string{secret, html.EscapeString(secret), url.QueryEscape(secret)} {
			page = strings.ReplaceAll(page, spelling, "")
		}
	}
	for _, token := range pageTokens {
		page = token.ReplaceAllString(page, "$1")
	}
	if holdsToken(page, secrets) {
		return "", errors.New("the token in the page of the widget cannot be removed")
	}
	return page, nil
}
