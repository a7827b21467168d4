package videoindexer

import (
	"errors"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// The widget is stored in Terraform's state, which must not contain a token: neither one that the client was given or has obtained, nor
// one that the service made for the widget. The first are known; others are recognized by their shape or their name. In doubt,
// text is a token. Of an address, the parameters that hold one are left out; a token anywhere else makes the widget an error.

const (
	// tokenNames are names that mark a token everywhere, in any letter case; in addresses, shortNames do so as well.
	tokenNames = `(?:[\w.-]*(?:token|secret|signature|password|credential|jwt|authorization|(?:api|access|subscription)[-_.]?key)[\w.-]*|sig|sas)`
	shortNames = `(?:` + tokenNames + `|key|code|auth|pwd)`
)

var (
	tokenName = transport.Pattern(`(?i)^` + shortNames + `$`)
	// tokenShapes match a token in text in which nothing is escaped.
	tokenShapes = []func() *regexp.Regexp{
		// A JSON Web Token. In the middle of a word, such as an image in base64, only text with a dot counts as one.
		transport.Pattern(`(?:^|[^\w-])eyJ[\w-]{8}|eyJ[\w-]{8,}\.`),
		transport.Pattern(`(?i)\bbearer\s+[\w.~+/=-]{8}`),
		transport.Pattern(`(?i)[?&;#/]` + shortNames + `=[^&;#\s"'<>()]`),                        // in an address
		transport.Pattern(`(?i)/` + tokenNames + `/[^/?#\s"'<>]`),                                // in its path
		transport.Pattern(`(?i)` + tokenNames + `["']*\s*[:=]\s*["'` + "`]" + `[^\s"'<>` + "`]"), // a member, a variable or an attribute
		transport.Pattern(`(?i)\b` + tokenNames + `=[a-z_~+/%.=-]*\d`),                           // a text without quotes
		// A field of a form, with its value before or after its name.
		transport.Pattern(`(?i)<(?:input|meta)\b[^<>]*\b(?:name|id|property)\s*=\s*["']?` + tokenNames + `["'\s/][^<>]*\b(?:value|content)\s*=\s*["']?[^\s"'<>]`),
		transport.Pattern(`(?i)<(?:input|meta)\b[^<>]*\b(?:value|content)\s*=\s*["']?[^\s"'<>][^<>]*\b(?:name|id|property)\s*=\s*["']?` + tokenNames + `["'\s/>]`),
	}
	escapedByte = transport.Pattern(`%[0-9a-fA-F]{2}`)
	escapedRune = transport.Pattern(`\\+(?:u[0-9a-fA-F]{4}|[/"'])`)
)

// holdsToken says whether a text holds a token, however often and in whatever way it is escaped.
func holdsToken(text string, secrets []string) bool {
	for before := ""; text != before; {
		if slices.ContainsFunc(secrets, func(secret string) bool { return strings.Contains(text, secret) }) ||
			slices.ContainsFunc(tokenShapes, func(shape func() *regexp.Regexp) bool { return shape().MatchString(text) }) {
			return true
		}
		before, text = text, html.UnescapeString(unescaped(text))
	}
	return false
}

// unescaped decodes what addresses and JSON escape in a text.
func unescaped(text string) string {
	text = escapedByte().ReplaceAllStringFunc(text, func(code string) string {
		n, _ := strconv.ParseUint(code[1:], 16, 8)
		return string([]byte{byte(n)})
	})
	return escapedRune().ReplaceAllStringFunc(text, func(code string) string {
		code = strings.TrimLeft(code, `\`)
		if n, err := strconv.ParseUint(code[1:], 16, 32); err == nil && code[0] == 'u' {
			return string(rune(n))
		}
		return code
	})
}

// withoutTokens removes the parameters of an address that hold a token, and its fragment if that holds one.
func withoutTokens(address *url.URL, secrets []string) error {
	address.User = nil
	address.RawQuery = strings.Join(slices.DeleteFunc(strings.Split(address.RawQuery, "&"), func(parameter string) bool {
		name, _, _ := strings.Cut(parameter, "=")
		return tokenName().MatchString(unescaped(name)) || holdsToken("&"+parameter, secrets)
	}), "&")
	if holdsToken("#"+address.EscapedFragment(), secrets) {
		address.Fragment, address.RawFragment = "", ""
	}
	if holdsToken(address.String(), secrets) {
		return errors.New("the address of the widget holds a token that is no parameter, so it cannot be kept in the state")
	}
	return nil
}
