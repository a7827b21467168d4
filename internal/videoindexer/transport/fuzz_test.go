package transport

import (
	"math"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
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

// FuzzRetryAfter compares with exact arithmetic: a number is a time in seconds, anything else a date or nothing.
func FuzzRetryAfter(f *testing.F) {
	for _, seed := range [][2]string{
		{"1", ""},
		{"-1", ""},
		{"1e9", ""},
		{"4611686018", ""},
		{"4611686019", ""},
		{"10000000000", ""},
		{"99999999999999999999", ""},
		{"Fri, 31 Dec 9999 23:59:59 GMT", ""},
		{"Fri, 02 Jan 2026 03:04:35 GMT", "Fri, 02 Jan 2026 03:04:05 GMT"},
		{"Fri, 02 Jan 2026 03:04:35 GMT", "Fri, 02 Jan 0001 03:04:35 GMT"},
		{"Fri, 02 Jan 2026 03:04:35 GMT", "Sat, 03 Jan 2026 03:04:35 GMT"},
		{"..", "x"},
		{"0.5", "x"},
		{" 7\t", "x"},
		{".5", ""},
		{"5.", ""},
		{"1.2.3", ""},
		{"٣", ""},
	} {
		f.Add(seed[0], seed[1])
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	number := regexp.MustCompile(`^(\d+\.?\d*|\.\d+)$`)
	f.Fuzz(func(t *testing.T, value, date string) {
		got, ok := parseRetryAfter(http.Header{"Retry-After": {value}, "Date": {date}}, now)
		text := strings.TrimSpace(value)
		if number.MatchString(text) && len(text) < 1000 {
			seconds, _ := new(big.Rat).SetString(strings.TrimSuffix(text, "."))
			want, _ := new(big.Rat).Mul(seconds, big.NewRat(int64(time.Second), 1)).Float64()
			isLong := want > math.MaxInt64/2 && got == math.MaxInt64
			if !ok || !isLong && math.Abs(float64(got)-want) > 1+want*1e-12 {
				t.Errorf("%q: %s, %t; it is %s s", text, got, ok, seconds.FloatString(9))
			}
			return
		}
		until, err := http.ParseTime(text)
		from, dateErr := http.ParseTime(date)
		if dateErr != nil {
			from = now
		}
		want := max(until.Sub(from), 0)
		if err != nil {
			want = 0
		}
		if len(text) < 1000 && (got != want || ok != (err == nil)) {
			t.Errorf("%q by the clock %q: %s, %t; want %s, %t", value, date, got, ok, want, err == nil)
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
