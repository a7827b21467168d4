package videoindexer

import (
	"errors"
	"html"
	"net/url"
	"regexp"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// The widget is stored in Terraform's state, which must not contain a token: neither the one that the client sent, nor
// one that the service made for the widget. The first is known; others are recognized by their shape or their name. A widget
// with a token that stands where it cannot be removed is refused.

const (
	// tokenNames mark a token everywhere, in any letter case; addressNames do so in addresses.
	tokenNames = `(?:[\w.-]*(?:token|secret|signature|password|credential|jwt|authorization|(?:api|access|subscription)[-_.]?key)[\w.-]*|sig|sas)` //nolint:gosec // names, not values

	addressNames = `(?:` + tokenNames + `|key|code|auth|pwd)`
	// beforeParameter begins a parameter in a page, also in an address that is escaped inside of another.
	beforeParameter = `(?:[?#;]|&amp;|&|\\u0026|%(?:25)*(?:3F|26|23))`
)

var (
	tokenName    = transport.Pattern(`(?i)^` + addressNames + `$`)
	tokenInValue = transport.Pattern(`(?i)(?:^|[?&;#/,\s])` + addressNames + `=[^&;#\s]`)
	// jwt is a JSON Web Token: a part that says how it is signed, and mostly more after dots. In the middle of a word,
	// such as an image in base64, only text with a dot counts as one.
	jwt    = transport.Pattern(`(^|[^\w-]|%[0-9a-fA-F]{2})eyJ[\w-]{8,}(?:(?:\.|%(?:25)*2[eE])[\w-]*)*|eyJ[\w-]{8,}(?:(?:\.|%(?:25)*2[eE])[\w-]*)+`)
	escape = transport.Pattern(`%[0-9a-fA-F]{2}`)

	// pageTokens are the places of a page where a token shows by its shape or its name, after what stays. Without quotes, the
	// value must be as long as a token.
	pageTokens = []func() *regexp.Regexp{
		jwt,
		transport.Pattern(`(?i)(\bbearer\s+)[\w.~+/=-]{8,}`),
		transport.Pattern("(?i)(" + tokenNames + `(?:\\*["']|&quot;|&#3[49];)?\s*[:=]\s*(?:\\*["'` + "`" + `]|&quot;|&#3[49];))(?:[^"'` + "`" + `\\&<>\s]|\\+/|\\+u[0-9a-f]{4}|&#(?:x2[bf]|x3d|43|47|61);)+`),
		transport.Pattern(`(?i)(` + beforeParameter + addressNames + `=)[^\s"'<>&;#\\)]+`),
		transport.Pattern(`(?i)(` + beforeParameter + addressNames + `%(?:25)*3D)(?:[\w.~!*+-]|%25(?:25)*[0-9A-F]{2}|%2[0-57-9A-F]|%3[0-9A-CE])+`),
		transport.Pattern(`(?i)(\b` + tokenNames + `=)[\w~+/%.=-]{16,}`),
	}
)

// holds reports whether a text holds a known secret or a JSON Web Token, in whatever way an address or a page escapes it.
func holds(text string, secrets []string) bool {
	for before := ""; text != before; {
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				return true
			}
		}
		if jwt().MatchString(text) {
			return true
		}
		before, text = text, html.UnescapeString(unescaped(strings.NewReplacer(`\/`, "/", `\u00`, "%").Replace(text)))
	}
	return false
}

// unescaped decodes what is escaped in a part of an address, and leaves alone what is escaped wrongly.
func unescaped(text string) string {
	return escape().ReplaceAllStringFunc(text, func(code string) string {
		plain, err := url.PathUnescape(code)
		if err != nil {
			return code
		}
		return plain
	})
}

// withoutTokens removes the parameters of an address that hold a token, and a fragment with one. It fails if there is a
// token anywhere else, such as in the path.
func withoutTokens(address *url.URL, secrets []string) error {
	hasToken := func(text string) bool {
		return holds(text, secrets) || tokenInValue().MatchString(text) || tokenInValue().MatchString(unescaped(text))
	}
	var parameters []string
	for parameter := range strings.SplitSeq(address.RawQuery, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		if !tokenName().MatchString(unescaped(name)) && !hasToken(parameter) {
			parameters = append(parameters, parameter)
		}
	}
	address.User, address.RawQuery = nil, strings.Join(parameters, "&")
	if hasToken(address.EscapedFragment()) {
		address.Fragment, address.RawFragment = "", ""
	}
	if hasToken(address.String()) {
		return errors.New("the address of the widget cannot be freed of a token in it")
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
		page = token().ReplaceAllString(page, "$1")
	}
	if holds(page, secrets) {
		return "", errors.New("the page of the widget cannot be freed of a token in it")
	}
	return page, nil
}
