package transport

import (
	"net/http"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func FuzzErrorBody(f *testing.F) {
	addSeeds(
		f, `{"ErrorType":"NOT_FOUND","Message":"m"}`, `{"errortype":"a b","message":"secret-key"}`, "<html><title>a</title>",
		`{"statusCode":401,"message":"x"}`, "sec<b>ret-key", "\xef\xbb\xbf", "Bearer abc", "<!-- secret-key", `{"message":"secret\u002dkey"}`,
	)
	var secrets redactor
	secrets.add("secret-key")
	f.Fuzz(func(t *testing.T, body []byte) {
		got := secrets.readErrorBody(body)
		for text, limit := range map[string]int{string(got.kind): maxTypeRunes, got.message: maxMessageRunes, got.excerpt: maxExcerptRunes} {
			if !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("%q cannot be shown", text)
			}
			if n := utf8.RuneCountInString(text); n > limit+1 {
				t.Errorf("%d runes, more than %d", n, limit)
			}
			if strings.Contains(text, "secret-key") {
				t.Errorf("%q shows the secret", text)
			}
		}
	})
}

func FuzzRequestIDHeader(f *testing.F) {
	f.Add("X-Ms-Request-Id", "a", "Apim-Request-Id", "b")
	f.Add("x-ms-client-request-id", "a\n", "request-id", "")
	f.Add("", "Bearer a", "-request-id", "\xff")
	f.Fuzz(func(t *testing.T, name, value, otherName, otherValue string) {
		var secrets redactor
		secrets.add("secret-key")
		id := secrets.serviceRequestID(http.Header{name: {value}, otherName: {otherValue, "secret-key"}})
		if !utf8.ValidString(id) || strings.ContainsFunc(id, unicode.IsControl) || utf8.RuneCountInString(id) > maxIDRunes+1 || strings.Contains(id, "secret-key") {
			t.Errorf("%q", id)
		}
	})
}

func addSeeds(f *testing.F, seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
}
