package videoindexer

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

const (
	// widgetSecret is a token that the client has sent, and widgetJWT one that the service has
	// made.
	widgetSecret = `eyQ/opaque+token=="`
	widgetJWT    = "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2lnbmF0dXJl-_"
	// widgetWithoutToken stays unchanged.
	widgetWithoutToken = `<html><body><script>var code = "en-US", key = "People"; ` +
		`function token(n) { return tokens[n]; } if (token=next()) f(token);</script>` +
		`<img src="data:image/png;base64,AAeyJhbGciOiJI"><a href="/w?id=1&amp;lang=en">x</a>` +
		`<input name="q" value="token"></body></html>`
)

// TestWidgetAddresses removes tokens from the address of a widget, or refuses it.
func TestWidgetAddresses(t *testing.T) {
	t.Parallel()
	client := dial(t, "https://service.test")
	client.transport.AddSecret(widgetSecret)
	base := &url.URL{Scheme: "https", Host: "service.test", Path: "/api/widget"}
	once := url.QueryEscape(widgetSecret)
	const refused = ""
	for location, want := range map[string]string{
		"https://w.test/a%2Fb/v1/?widgets=People%2CKeywords&edit=true&language=en-US&x=%20y#/people/2": "https://w.test/a%2Fb/v1/?widgets=People%2CKeywords&edit=true&language=en-US&x=%20y#/people/2",
		"/w?a=1":                    "https://service.test/w?a=1",
		"https://w.test/?t=" + once: "https://w.test/",
		"https://w.test/?t=" + url.QueryEscape(once) + "&b=2":                                   "https://w.test/?b=2",
		"https://w.test/?t=" + widgetJWT + "&b=2":                                               "https://w.test/?b=2",
		"https://w.test/?accessToken=abc&b=2":                                                   "https://w.test/?b=2",
		"https://w.test/?X-Amz-Signature=abc&sig=a&code=b&b=2":                                  "https://w.test/?b=2",
		"https://w.test/?next=" + url.QueryEscape("https://p.test/?id=7&id_token=abc") + "&b=2": "https://w.test/?b=2",
		"https://w.test/e#" + url.PathEscape(widgetSecret):                                      "https://w.test/e",
		"https://w.test/e#/people?sig=abc&tab=2":                                                "https://w.test/e",
		"https://w.test/e#accessToken=abc&tab=2":                                                "https://w.test/e",
		"https://w.test/e#/people?tab=2":                                                        "https://w.test/e#/people?tab=2",
		"https://me:" + once + "@w.test/e":                                                      "https://w.test/e",
		"https://w.test/e/" + url.PathEscape(widgetSecret) + "/v1":                              refused,
		"https://w.test/e/token=abc/v1":                                                         refused,
		"https://w.test/e/" + widgetJWT:                                                         refused,
		"https://w.test/e/%26%23101%3ByJhbGciOiJI/v1":                                           refused,
		"https://eyJhbGciOiJI.eyJhbGciOiJI.w.test/":                                             refused,
	} {
		got, err := client.widgetAddress(base, location)
		check.Equal(t, want, got, "%s becomes", location)
		check.Equal(t, want == refused, err != nil, "%s is refused", location)
		wantNoSecrets(t, "the error", fmt.Sprint(err), "ey")
	}
}

// TestWidgetPages removes tokens from the page of a widget, wherever they show by their shape or
// their name.
func TestWidgetPages(t *testing.T) {
	t.Parallel()
	client := dial(t, "https://service.test")
	client.transport.AddSecret(widgetSecret)
	for page, want := range map[string]string{
		`<a href="/w?accessToken=abc&amp;id=1&amp;sig=d%2Be">`:               `<a href="/w?accessToken=&amp;id=1&amp;sig=">`,
		`<a href="/w?x=a%20` + widgetJWT + `&id=1">`:                         `<a href="/w?x=a%20&id=1">`,
		`<a href="/login?next=%2F%3Fid%3Da1%26token%3Dab%252Bc%26edit%3D1">`: `<a href="/login?next=%2F%3Fid%3Da1%26token%3D%26edit%3D1">`,
		`{"accessToken":"abc","id":1}`:                                       `{"accessToken":"","id":1}`,
		`JSON.parse("{\"apiKey\":\"a\/b\",\"id\":1}")`:                       `JSON.parse("{\"apiKey\":\"\",\"id\":1}")`,
		`<div data-user-token="abc" data-id="1">`:                            `<div data-user-token="" data-id="1">`,
		`<div data-settings="{&quot;jwt&quot;:&quot;abc&quot;}">`:            `<div data-settings="{&quot;jwt&quot;:&quot;&quot;}">`,
		`h = { "Authorization": "Bearer abcdefgh" };`:                        `h = { "Authorization": " " };`,
		`<script>f(` + widgetJWT + `)</script>`:                              `<script>f()</script>`,
		`<p>eyQ/opaque+token==&#34;</p>`:                                     `<p></p>`,
		`{"t":"eyQ/opaque+token==\""}`:                                       `{"t":""}`,
		`<a href="/?t=` + url.QueryEscape(widgetSecret) + `&id=1">`:          `<a href="/?t=&id=1">`,
		`let sessionToken=a1b2c3d4e5f6a1b2 done`:                             `let sessionToken= done`,
		`set accessToken=placeholder for it`:                                 `set accessToken=placeholder for it`,
		widgetWithoutToken:                                                   widgetWithoutToken,
	} {
		got, err := pageWithoutTokens(page, client.transport.KnownSecrets())
		check.MustSucceed(t, err, "%s", page)
		check.Equal(t, want, got, "%s", page)
	}
	escaped := url.QueryEscape(url.QueryEscape(url.QueryEscape(widgetSecret)))
	for _, page := range []string{`"eyQ\/opaque+token==\""`, escaped} {
		got, err := pageWithoutTokens(page, client.transport.KnownSecrets())
		check.Equal(t, "", got, "what is left of %s", page)
		check.Equal(t, true, err != nil, "%s has an error", page)
	}
}
