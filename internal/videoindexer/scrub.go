package videoindexer

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// The widget is stored in Terraform's state, which must not contain a token: neither the one that the client sent, nor
// one that the service made for the widget. The first is known; others are recognized by their shape or their name.

const (
	// tokenWords are words in the names of tokens, in any letter case.
	tokenWords = `token|secret|signature|password|credential|jwt|authorization|(?:api|access|subscription)[-_.]?key`
	// tokenNames are names that mark a token everywhere; in addresses, shortAddressNames do so as well.
	tokenNames        = `(?:[\w.-]*(?:` + tokenWords + `)[\w.-]*|sig|sas)`
	shortAddressNames = `|key|code|auth|pwd`
)

var (
	tokenLabel   = transport.Pattern(`(?i)^` + tokenNames + `$`)
	tokenName    = transport.Pattern(`(?i)^(?:` + tokenNames + shortAddressNames + `)$`)
	tokenInValue = transport.Pattern(`(?i)(?:^|[?&;#/,\s])(?:` + tokenNames + shortAddressNames + `)=[^&;#\s]`)

	// jwt is a JSON Web Token: a part that says how it is signed, and mostly more after dots. In the middle of a word,
	// such as an image in base64, only text with a dot counts as one.
	jwt          = transport.Pattern(`eyJ[\w-]{8,}(?:(?:\.|%(?:25)*2[eE])[\w-]*){1,4}`)
	jwtBeginning = transport.Pattern(`((?:^|[^\w-]|%[0-9a-fA-F]{2}))eyJ[\w-]{8,}`)

	// The places of a page where a name marks a token. The last form has no quotes and no separator, so that its value
	// must look like a token.
	quotedToken = transport.Pattern("(?i)(" + tokenNames + `(?:\\*["']|&quot;|&#3[49];)?\s*[:=]\s*(?:\\*["'` + "`" + `]|&quot;|&#3[49];))(?:[^"'` + "`" + `\\&<>\s]|\\+/|\\+u[0-9a-f]{4}|&#(?:x2[bf]|x3d|43|47|61);)+`)
	bearerToken = transport.Pattern(`(?i)(\bbearer\s+)[\w.~+/=-]{8,}`)
	firstToken  = transport.Pattern(`(?i)([?#]|%(?:25)*(?:3F|23))` + tokenParameter + `(?:&amp;|&|\\u0026|%(?:25)*26)`)
	laterToken  = transport.Pattern(`(?i)(?:[?#;]|&amp;|&|\\u0026|%(?:25)*(?:3F|26|23))` + tokenParameter)
	bareToken   = transport.Pattern(`(?i)\b` + tokenNames + `=[\w~+/%.=-]{8,}`)
	formField   = transport.Pattern(`(?i)<(?:input|meta)\b[^<>]*>`)
	fieldName   = transport.Pattern(`(?i)\b(?:name|id|property)\s*=\s*["']?` + tokenNames + `["'\s/>]`)
	fieldValue  = transport.Pattern(`(?i)(\b(?:value|content)\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s"'>]+)`)
	digit       = transport.Pattern(`\d`)
	escape      = transport.Pattern(`%[0-9a-fA-F]{2}`)
)

// tokenParameter is a token in a query, or in a query that is escaped inside of another.
const tokenParameter = `(?:` + tokenNames + shortAddressNames + `)(?:=[^\s"'<>&;#\\)]*|%(?:25)*3D(?:[\w.~!*+-]|%25(?:25)*[0-9A-F]{2}|%2[0-57-9A-F]|%3[0-9A-CE])*)`

// anySecret is an expression of every secret that the client was given or has obtained, in whatever way an address or a
// page spells its characters; nil where there is none.
func anySecret(secrets []string) *regexp.Regexp {
	spelled := make([]string, 0, len(secrets))
	for _, secret := range secrets {
		var b strings.Builder
		for _, c := range []byte(secret) {
			b.WriteString(spelling(c))
		}
		spelled = append(spelled, b.String())
	}
	if len(spelled) == 0 {
		return nil
	}
	return regexp.MustCompile(strings.Join(spelled, "|"))
}

// spelling is an expression of one character of a secret: as it is and, unless no encoding escapes it, as addresses,
// HTML and JSON escape it.
func spelling(c byte) string {
	plain := regexp.QuoteMeta(string(rune(c)))
	if c == '-' || c == '.' || c == '_' || c == '~' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
		return plain
	}
	return fmt.Sprintf(`(?:\\?%s|%%(?:25)*(?i:%02x)|&(?:amp;)?#0*%d;|&(?:amp;)?#[xX]0*(?i:%x);|\\+u(?i:%04x)|%s)`,
		plain, c, c, c, c, regexp.QuoteMeta(html.EscapeString(string(rune(c)))))
}

// withoutTokens removes the tokens of an address, each with the parameter or the part of the path that holds it. It
// fails if there is a token anywhere else, such as in the name of the host.
func withoutTokens(address *url.URL, secrets []string) error {
	known := anySecret(secrets)
	holds := func(text string) bool {
		for text, before := text, ""; text != before; {
			if known != nil && known.MatchString(text) || jwt().MatchString(text) || jwtBeginning().MatchString(text) || tokenInValue().MatchString(text) {
				return true
			}
			before, text = text, html.UnescapeString(unescaped(text))
		}
		return false
	}
	address.User = nil
	address.RawQuery = keptParameters(address.RawQuery, holds)

	fragment := address.EscapedFragment()
	route, parameters, both := strings.Cut(fragment, "?")
	if !both && strings.Contains(fragment, "=") {
		route, parameters = "", fragment
	}
	if holds(route) {
		route = ""
	}
	parameters = keptParameters(parameters, holds)
	if both && parameters != "" {
		route += "?"
	}
	address.RawFragment = route + parameters
	address.Fragment = unescaped(address.RawFragment)

	var kept []string
	isLabeled := false
	for part := range strings.SplitSeq(address.EscapedPath(), "/") {
		isToken := holds(part) || isLabeled && part != ""
		if !isToken {
			kept = append(kept, part)
		}
		isLabeled = !isToken && tokenLabel().MatchString(unescaped(part))
	}
	address.RawPath = strings.Join(kept, "/")
	address.Path = unescaped(address.RawPath)
	if holds(address.String()) {
		return fmt.Errorf("the address of the widget cannot be freed of a token in it")
	}
	return nil
}

// keptParameters is a query without the parameters that hold a token, or whose name says so.
func keptParameters(query string, holds func(string) bool) string {
	var kept []string
	for parameter := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(parameter, "=")
		if !tokenName().MatchString(unescaped(name)) && !holds(parameter) {
			kept = append(kept, parameter)
		}
	}
	return strings.Join(kept, "&")
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

// pageWithoutTokens returns a page without its tokens: a parameter of an address is removed as a whole, elsewhere only
// the value.
func pageWithoutTokens(page string, secrets []string) string {
	if known := anySecret(secrets); known != nil {
		page = known.ReplaceAllLiteralString(page, "")
	}
	page = jwtBeginning().ReplaceAllString(jwt().ReplaceAllLiteralString(page, ""), "$1")
	page = bearerToken().ReplaceAllString(page, "$1")
	page = quotedToken().ReplaceAllString(page, "$1")
	page = formField().ReplaceAllStringFunc(page, func(tag string) string {
		if fieldName().MatchString(tag) {
			tag = fieldValue().ReplaceAllString(tag, `${1}""`)
		}
		return tag
	})
	for before := ""; before != page; {
		before, page = page, firstToken().ReplaceAllString(page, "$1")
	}
	page = laterToken().ReplaceAllLiteralString(page, "")
	return bareToken().ReplaceAllStringFunc(page, func(text string) string {
		_, value, _ := strings.Cut(text, "=")
		if digit().MatchString(value) {
			return ""
		}
		return text
	})
}
