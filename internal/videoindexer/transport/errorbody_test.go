package transport

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestReadErrorBody reads type and message from every form of error that the service or a gateway
// may have.
func TestReadErrorBody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body string
		want errorBody
	}{
		"capitals":            {`{"ErrorType":"NOT_FOUND","Message":"no such thing"}`, errorBody{errorType: "NOT_FOUND", message: "no such thing"}},
		"lower case":          {`{"errorType":"NOT_FOUND","message":"no such thing"}`, errorBody{errorType: "NOT_FOUND", message: "no such thing"}},
		"any case":            {`{"ERRORTYPE":"NOT_FOUND","mEssage":"no such thing"}`, errorBody{errorType: "NOT_FOUND", message: "no such thing"}},
		"white space around":  {" {\"ErrorType\":\"GENERAL\"}\n", errorBody{errorType: "GENERAL"}},
		"further members":     {`{"ErrorType":"GENERAL","Message":"m","More":{"a":[1]}}`, errorBody{errorType: "GENERAL", message: "m"}},
		"lines":               {`{"ErrorType":"GENERAL","Message":" a\r\n\tb\u0000c "}`, errorBody{errorType: "GENERAL", message: "a b c"}},
		"empty":               {"", errorBody{}},
		"white space":         {" \n", errorBody{}},
		"gateway":             {`{"statusCode":401,"message":"Access denied"}`, errorBody{message: "Access denied", isFromGateway: true}},
		"gateway, nested":     {`{"error":{"code":"A","message":"Access denied"}}`, errorBody{message: "Access denied", isFromGateway: true}},
		"gateway, capitals":   {`{"StatusCode":404,"Message":"Resource not found"}`, errorBody{message: "Resource not found", isFromGateway: true}},
		"gateway's and typed": {`{"statusCode":404,"message":"m","errorType":"A"}`, errorBody{errorType: "A", message: "m"}},
		"a problem": {
			`{"type":"https://tools.ietf.org/html/rfc9110#section-15.5.1","title":"One or more validation errors occurred.","status":400,` +
				`"errors":{"name":["The field name is too long.","It must be a word."],"":["A body is required."],"id":"none"},"traceId":"00-1"}`,
			errorBody{message: "One or more validation errors occurred. A body is required. id: none. name: The field name is too long. It must be a word.", isFromGateway: true},
		},
		"a title alone":      {`{"title":"Not Found","status":404}`, errorBody{excerpt: `{"title":"Not Found","status":404}`}},
		"other errors":       {`{"title":"A","errors":["b"]}`, errorBody{excerpt: `{"title":"A","errors":["b"]}`}},
		"typed, with errors": {`{"ErrorType":"GENERAL","title":7,"errors":{"a":["b"]}}`, errorBody{errorType: "GENERAL"}},
		"a message alone":    {`{"message":"m"}`, errorBody{message: "m", excerpt: `{"message":"m"}`}},
		"an error alone":     {`{"error":"m"}`, errorBody{excerpt: `{"error":"m"}`}},
		"no string":          {`{"ErrorType":7,"Message":["a"]}`, errorBody{excerpt: `{"ErrorType":7,"Message":["a"]}`}},
		"null":               {`null`, errorBody{excerpt: "null"}},
		"an array":           {`["a"]`, errorBody{excerpt: `["a"]`}},
		"text":               {"upstream\n  timed out", errorBody{excerpt: "upstream timed out"}},
		"cut JSON":           {`{"ErrorType":"NOT_`, errorBody{excerpt: `{"ErrorType":"NOT_`}},
		"invalid UTF-8":      {"a\xffb", errorBody{excerpt: "a�b"}},
		"a page": {
			"<!DOCTYPE html><html><head><title>502 Bad Gateway</title><style>h1{color:red}</style></head>\n" +
				"<body><h1>Bad&nbsp;Gateway</h1><script>alert('<p>')</script><hr>nginx &amp; co</body></html>",
			errorBody{excerpt: "502 Bad Gateway Bad Gateway nginx & co"},
		},
		"a page with its title in it": {"<html><title>Oops</title><body>Oops, an error</body>", errorBody{excerpt: "Oops Oops, an error"}},
		"an unfinished page":          {"<html><body>half <b", errorBody{excerpt: "half <b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := (&redactor{}).readErrorBody([]byte(c.body))
			check.Equal(t, c.want, got, "%.200q is read as", c.body)
		})
	}
}

// TestServiceRequestID finds the id that the service gives, and never the client's own in an echo.
func TestServiceRequestID(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		header http.Header
		want   string
	}{
		"no id":                                {http.Header{"Content-Type": {"a"}}, ""},
		"the usual id":                         {http.Header{"X-Ms-Request-Id": {"a"}, "Apim-Request-Id": {"b"}}, "a"},
		"the id of the gateway":                {http.Header{"Apim-Request-Id": {"b"}}, "b"},
		"a bare Request-Id":                    {http.Header{"Request-Id": {"b"}}, "b"},
		"not the echo":                         {http.Header{"X-Ms-Client-Request-Id": {"ours"}, "X-Request-Id": {"c"}}, "c"},
		"the echo alone":                       {http.Header{"X-Ms-Client-Request-Id": {"ours"}}, ""},
		"the first by name":                    {http.Header{"X-Request-Id": {"c"}, "Apim-Request-Id": {"b"}}, "b"},
		"not an empty id":                      {http.Header{"X-Ms-Request-Id": {" "}, "Apim-Request-Id": {"b"}}, "b"},
		"an id on one line":                    {http.Header{"Request-Id": {"a\tb"}}, "a b"},
		"an endless id":                        {http.Header{"Request-Id": {strings.Repeat("a", 10000)}}, strings.Repeat("a", maxIDRunes) + "…"},
		"a name with Request-Id in its middle": {http.Header{"X-Request-Id-Source": {"a"}}, ""},
	} {
		check.Equal(t, c.want, (&redactor{}).serviceRequestID(c.header), "%s: the id", name)
	}
}

// A secret that begins or ends as another one does is masked as a whole, whichever was known first.
func TestNoTailOfALongerSecret(t *testing.T) {
	t.Parallel()
	for _, secrets := range [][]string{
		{"prefix", "prefix-and-tail"},
		{"prefix-and-tail", "prefix"},
		{"prefix", "prefix-and-tail", "prefix-and"},
		{"tail", "prefix-and-tail", "and"},
		{"prefix", "prefix tail"}, // three spellings
		{"prefix", "t", "red"},    // parts of what stands for a secret
	} {
		var r redactor
		for _, secret := range secrets {
			r.add(secret)
		}
		for _, secret := range secrets {
			for _, form := range spellings(secret) {
				check.Equal(t, "<"+redacted+">", r.withoutSecrets("<"+form+">"), "with %q known, %q", secrets, form)
			}
		}
	}
}

// TestSecretsInJSON has a response repeat a secret as each encoder of JSON writes it.
func TestSecretsInJSON(t *testing.T) {
	t.Parallel()
	var r redactor
	r.add(`a&b"<c`)
	for _, form := range []string{`a&b"<c`, `a&b\"<c`, `a\u0026b\"\u003cc`} {
		got := r.withoutSecrets("<" + form + ">")
		check.Equal(t, "<"+redacted+">", got, "how %s is shown", form)
	}
}

// What looks like a credential is masked in any letter case; a Kelvin sign is a k to an expression
// without case.
func TestSecretShapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"BEARER abc":                       "BEARER " + redacted,
		"Access_Token=abc":                 "Access_Token=" + redacted,
		"accessTo\u212aen: abc":            "accessTo\u212aen: " + redacted,
		`"applicationKEY": "abc"`:          `"applicationKEY": "` + redacted + `"`,
		"OCP-APIM-Subscription-Key: abc":   "OCP-APIM-Subscription-Key: " + redacted,
		"https://a.example/b?SIG=abc&c=d":  "https://a.example/b?SIG=" + redacted + "&c=d",
		"https://a.example/b?c=d&code=abc": "https://a.example/b?c=d&code=" + redacted,
		"of eyJhbGciOiJI.eyJzdWIi.c2ln":    "of " + redacted,
		"nothing to hide":                  "nothing to hide",
	} {
		check.Equal(t, want, new(redactor).withoutSecrets(text), "%q", text)
		err := new(redactor).withoutSecretsError(fmt.Errorf("%s %w", text, io.EOF))
		check.Equal(t, want+" EOF", err.Error(), "an error of %q", text)
		check.ErrorIs(t, io.EOF, err, "an error of %q", text)
	}
}

// FuzzErrorBody proves that what is read of any body is short, printable and without secrets.
func FuzzErrorBody(f *testing.F) {
	for _, seed := range []string{
		`{"ErrorType":"NOT_FOUND","Message":"m"}`, `{"errortype":"a b","message":"secret-key"}`, "<html><title>a</title>",
		`{"statusCode":401,"message":"x"}`, "sec<b>ret-key", "\xef\xbb\xbf", "Bearer abc", "<!-- secret-key", `{"message":"secret\u002dkey"}`,
		strings.Repeat("ü ", 1<<16), strings.Repeat("<html>", 1<<14), strings.Repeat(`{"a":`, 1<<16),
	} {
		f.Add([]byte(seed))
	}
	var secrets redactor
	secrets.add("secret-key")
	f.Fuzz(func(t *testing.T, body []byte) {
		got := secrets.readErrorBody(body)
		for text, limit := range map[string]int{
			string(got.errorType): maxTypeRunes, got.message: maxMessageRunes, got.excerpt: maxExcerptRunes,
		} {
			if !isShort(text, limit) {
				t.Errorf("%q is read as %q, want at most %d printable characters without the secret", body, text, limit+1)
			}
		}
	})
}

// FuzzRequestIDHeader proves the same of the ids in header fields.
func FuzzRequestIDHeader(f *testing.F) {
	f.Add("X-Ms-Request-Id", "a", "Apim-Request-Id", "b")
	f.Add("x-ms-client-request-id", "a\n", "request-id", "")
	f.Add("", "Bearer a", "-request-id", "\xff")
	f.Fuzz(func(t *testing.T, name, value, otherName, otherValue string) {
		var secrets redactor
		secrets.add("secret-key")
		id := secrets.serviceRequestID(http.Header{name: {value}, otherName: {otherValue, "secret-key"}})
		if !isShort(id, maxIDRunes) {
			t.Errorf("the id is %q, want at most %d printable characters without the secret", id, maxIDRunes+1)
		}
	})
}

// isShort reports whether a text can be shown, within a limit and without the secret of the fuzz
// tests.
func isShort(text string, limit int) bool {
	isPrintable := utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
	if !isPrintable || strings.Contains(text, "secret-key") {
		return false
	}
	return utf8.RuneCountInString(text) <= limit+1
}
