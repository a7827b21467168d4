package videoindexer

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// dice makes tokens as services do, and puts them where services may put them.
type dice struct{ *rand.Rand }

func (d dice) pick(of ...string) string { return of[d.IntN(len(of))] }

func (d dice) bytes(n int) []byte {
	raw := make([]byte, n)
	for i := range raw {
		raw[i] = byte(d.Uint32())
	}
	return raw
}

// opaque is a token without a shape.
func (d dice) opaque() string {
	raw := d.bytes(24 + d.IntN(24))
	if d.IntN(2) == 0 {
		return base64.StdEncoding.EncodeToString(raw)
	}
	return "v1." + base64.RawURLEncoding.EncodeToString(raw)
}

// jwt is a token of the common shape, whose middle names what it is for.
func (d dice) jwt() string {
	part := base64.RawURLEncoding.EncodeToString
	return part([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + part(fmt.Appendf(nil, `{"exp":%d,"aud":"%x"}`, d.Uint32(), d.bytes(6))) + "." + part(d.bytes(32))
}

// tokenName is a name that says what its value is.
func (d dice) tokenName() string {
	return d.pick("accessToken", "access_token", "ACCESSTOKEN", "token", "sig", "Signature", "X-Amz-Signature", "X-Amz-Security-Token", "id_token",
		"jwt", "api-key", "apiKey", "client_secret", "Authorization", "subscription-key", "userToken")
}

func (d dice) plainName() string { return d.pick("t", "a", "auth2", "q", "widgets", "state", "ctx") }

// escaped writes a token as it may stand in an address: once escaped, twice, or as it is.
func (d dice) escaped(token string) string {
	switch d.IntN(4) {
	case 0:
		return token
	case 1:
		return url.QueryEscape(url.QueryEscape(token))
	case 2:
		return lowerEscapes(url.QueryEscape(token))
	}
	return url.QueryEscape(token)
}

var escapes = regexp.MustCompile(`%[0-9A-F]{2}`)

func lowerEscapes(text string) string { return escapes.ReplaceAllStringFunc(text, strings.ToLower) }

// trace says whether a text holds a token in some spelling.
func trace(text, token string) bool {
	for range 4 {
		if strings.Contains(text, token) {
			return true
		}
		if plain, err := strconv.Unquote(`"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`, `\/`, "/", "`", "").Replace(text) + `"`); err == nil && strings.Contains(plain, token) {
			return true
		}
		text = escapes.ReplaceAllStringFunc(strings.ReplaceAll(html.UnescapeString(text), "%25", "%"), func(e string) string {
			raw, err := url.PathUnescape(e)
			if err != nil {
				return e
			}
			return raw
		})
		text = regexp.MustCompile(`%[0-9a-f]{2}`).ReplaceAllStringFunc(text, func(e string) string {
			raw, err := url.PathUnescape(strings.ToUpper(e))
			if err != nil {
				return e
			}
			return raw
		})
	}
	return false
}

// address is a redirect with a token somewhere in it. Only its name identifies a token that has no typical shape and
// that the client has never seen.
func (d dice) address(token string, isTellable bool) string {
	name := d.tokenName()
	if isTellable {
		name = d.pick(name, d.plainName())
	}
	parameter := name + "=" + d.escaped(token)
	path, query, fragment := "/embed/insights/a1", []string{"widgets=People", "edit=true"}, ""
	spot := d.IntN(8)
	if !isTellable {
		spot = d.IntN(6)
	}
	switch spot {
	case 0:
		fragment = "#" + parameter
	case 1:
		fragment = "#/route?tab=2&" + parameter
	case 2: // in an address inside the address
		query = append(query, "next="+url.QueryEscape("https://player.test/?id=7&"+name+"="+url.QueryEscape(token)))
	case 3:
		path += "/" + name + "=" + url.PathEscape(token)
	case 4, 5:
		at := d.IntN(len(query) + 1)
		query = append(query[:at:at], append([]string{parameter}, query[at:]...)...)
	case 6:
		path = "/embed/" + url.PathEscape(token) + "/insights/a1"
	case 7:
		fragment = "#" + url.PathEscape(token)
	}
	return "https://widget.test" + path + "?" + strings.Join(query, "&") + fragment
}

// page is a widget's page with a token somewhere in it.
func (d dice) page(t *testing.T, token string, isTellable bool) string {
	t.Helper()
	name := d.tokenName()
	if isTellable {
		name = d.pick(name, d.plainName())
	}
	quoted, err := json.Marshal(map[string]string{"video": "a1", name: token})
	if err != nil {
		t.Fatal(err)
	}
	query := "id=a1&" + name + "=" + url.QueryEscape(token) + "&edit=true"
	places := []string{
		`<iframe src="https://player.test/?` + html.EscapeString(query) + `"></iframe>`,
		`<script>location = "https://player.test/?` + query + `";</script>`,
		`<a href='/login?next=` + url.QueryEscape("https://player.test/?"+query) + `'>x</a>`,
		`<script>var s = ` + string(quoted) + `;</script>`,
		`<script>var s = ` + strings.ReplaceAll(string(quoted), "/", `\/`) + `;</script>`,
		`<div data-settings="` + html.EscapeString(string(quoted)) + `"></div>`,
		`<script>var s = JSON.parse(` + strconv.Quote(string(quoted)) + `);</script>`,
		`<div data-` + name + `="` + html.EscapeString(token) + `"></div>`,
		`<input type="hidden" name="` + name + `" value="` + html.EscapeString(token) + `">`,
		`<meta content="` + html.EscapeString(token) + `" name="` + name + `">`,
		`<script>h = { "Authorization": "Bearer ` + token + `" };</script>`,
		`<script>var ` + strings.ReplaceAll(name, "-", "_") + ` = '` + token + `';</script>`,
	}
	if isTellable {
		places = append(places, "<p>"+html.EscapeString(token)+"</p>", "<!--"+token+"-->", "<script>f(`"+token+"`)</script>")
	}
	return "<html><body class=\"insights\">\n" + places[d.IntN(len(places))] + "\n<p>People: 3</p></body></html>"
}

// TestWidgetHoldsNoToken has a service put its own tokens and the client's anywhere into a widget.
func TestWidgetHoldsNoToken(t *testing.T) {
	t.Parallel()
	const rounds = 1500
	d := dice{rand.New(rand.NewPCG(20261121, 10))}
	for round := range rounds {
		given := d.opaque()
		if d.IntN(2) == 0 {
			given = d.jwt()
		}
		token, isTellable := given, true
		switch d.IntN(3) {
		case 0:
			token = d.jwt()
		case 1:
			token, isTellable = d.opaque(), false
		}
		client := dial(t, "https://service.test")
		client.Hide(given)
		base, err := url.Parse("https://service.test/api/Videos/a1/InsightsWidget")
		if err != nil {
			t.Fatal(err)
		}
		location := d.address(token, isTellable)
		address, err := client.widgetAddress(base, location)
		switch {
		case err != nil:
			t.Fatalf("round %d: %s: %v", round, location, err)
		case trace(address, token):
			t.Fatalf("round %d: %s became %s", round, location, address)
		case !strings.HasPrefix(address, "https://widget.test/embed/") || !strings.Contains(address, "insights/a1") ||
			!strings.Contains(address, "?widgets=People&edit=true"):
			t.Fatalf("round %d: %s lost too much: %s", round, location, address)
		case strings.Contains(address, "(redacted)"):
			t.Fatalf("round %d: %s", round, address)
		}
		page := d.page(t, token, isTellable)
		clean := pageWithoutTokens(page, client.KnownSecrets())
		switch {
		case trace(clean, token):
			t.Fatalf("round %d: the page\n%s\nbecame\n%s", round, page, clean)
		case !strings.HasPrefix(clean, "<html><body class=\"insights\">\n<") || !strings.HasSuffix(clean, ">\n<p>People: 3</p></body></html>"):
			t.Fatalf("round %d: the page\n%s\nlost too much:\n%s", round, page, clean)
		}
	}
}

// TestWidgetStaysAsItIs has widgets without a token come through unchanged.
func TestWidgetStaysAsItIs(t *testing.T) {
	t.Parallel()
	const (
		location = "https://widget.test/embed/a%2Fb/insights/a1/?widgets=People%2CKeywords&edit=true&language=en-US&key=&x=%20y#/people/2"
		page     = `<html><body><script>var code = "en-US", key = "People"; function token(n) { return tokens[n]; } if (token=next()) f(token);</script>` +
			`<img src="data:image/png;base64,AAeyJhbGciOiJI"><a href="/w?id=1&amp;lang=en">x</a><input name="q" value="token"></body></html>`
	)
	s := answering(t, reply{status: http.StatusFound, location: location})
	got, err := s.GetInsightsWidget(context.Background(), testAccount, "v1", WidgetQuery{})
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(location, "&key=", "", 1); got.URL != want {
		t.Errorf("address %s, want %s", got.URL, want)
	}
	s = answering(t, reply{body: page, contentType: "text/html"})
	if got, err = s.GetInsightsWidget(context.Background(), testAccount, "v1", WidgetQuery{}); err != nil {
		t.Fatal(err)
	}
	if got.Content != page {
		t.Errorf("the page became %s", got.Content)
	}
}

// TestWidgetRemovesItsToken has the client's own token come back in each part of a widget.
func TestWidgetRemovesItsToken(t *testing.T) {
	t.Parallel()
	const token = "eyQ/opaque+token=="
	client := dial(t, "https://service.test")
	client.Hide(token)
	base := &url.URL{Scheme: "https", Host: "service.test"}
	for location, want := range map[string]string{
		"https://w.test/?t=" + url.QueryEscape(token):                     "https://w.test/",
		"https://w.test/e?a=1&t=eyQ%2fopaque%2btoken%3d%3d&b=2":           "https://w.test/e?a=1&b=2",
		"https://w.test/e/" + url.PathEscape(token) + "/v1?a=1":           "https://w.test/e/v1?a=1",
		"https://w.test/e#" + url.PathEscape(token):                       "https://w.test/e",
		"https://w.test/e#/people?t=" + url.QueryEscape(token) + "&tab=2": "https://w.test/e#/people?tab=2",
		"https://w.test/e#accessToken=abc&tab=2":                          "https://w.test/e#tab=2",
		"https://w.test/e/%26%23101%3ByJhbGciOiJI/v1":                     "https://w.test/e/v1",
		"https://w.test/e#/people?sig=abc":                                "https://w.test/e#/people",
		"https://w.test/e#signature":                                      "https://w.test/e#signature",
		"https://w.test/e/xeyJhbGciOiJI.e30/v1":                           "https://w.test/e/v1",
		"https://w.test/token/abc123/e":                                   "https://w.test/token/e",
		"https://w.test/token/secret-1/e":                                 "https://w.test/token/e",
		"https://w.test/e/token/":                                         "https://w.test/e/token/",
		"https://me:" + url.QueryEscape(token) + "@w.test/e":              "https://w.test/e",
	} {
		got, err := client.widgetAddress(base, location)
		if err != nil || got != want {
			t.Errorf("%s became %s, want %s (%v)", location, got, want, err)
		}
	}
	if got, err := client.widgetAddress(base, "https://"+strings.Repeat("eyJhbGciOiJI.", 2)+"w.test/"); err == nil || strings.Contains(err.Error(), "eyJ") {
		t.Errorf("a token in the name of the host became %s, error %v", got, err)
	}
	for page, want := range map[string]string{
		`<a href="/w?accessToken=abc&amp;id=1&amp;sig=d%2Be">`: `<a href="/w?id=1">`,
		`<a href="/w?x=a%20eyJhbGciOiJI&id=1">`:                `<a href="/w?x=a%20&id=1">`,
		`<a href="/w?id=1&sig=abc">`:                           `<a href="/w?id=1">`,
		`{"accessToken":"abc","id":1}`:                         `{"accessToken":"","id":1}`,
		`<p>` + html.EscapeString(token) + `</p>`:              `<p></p>`,
		`<input value="abc" name="token">`:                     `<input value="" name="token">`,
		`x eyJhbGciOiJIUzI1NiJ9.e30.abc y`:                     `x  y`,
	} {
		if got := pageWithoutTokens(page, client.KnownSecrets()); got != want {
			t.Errorf("%s became %s, want %s", page, got, want)
		}
	}
}
