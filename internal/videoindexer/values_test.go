package videoindexer

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestBrandFieldsMeanAll compares brands that differ in one field, or in the form of a field alone.
func TestBrandFieldsMeanAll(t *testing.T) {
	t.Parallel()
	for field := range reflect.TypeFor[BrandFields]().Fields() {
		other := aBrandsFields
		alike := aBrandsFields
		reflect.ValueOf(&other).Elem().FieldByIndex(field.Index).SetZero()
		switch at := reflect.ValueOf(&alike).Elem().FieldByIndex(field.Index).Addr().Interface().(type) {
		case *string:
			*at += " \t"
		case **string:
			*at = new(**at + "\n")
		case *[]string:
			*at = []string{"a", "b", "a "}
		}
		check.Equal(t, true, aBrandsFields.IsSameAs(alike), "%s: the normal form is the same", field.Name)
		check.Equal(t, false, aBrandsFields.IsSameAs(other), "%s: another value is the same", field.Name)
	}
}

// TestBrandFieldsMean compares fields in each of their forms.
func TestBrandFieldsMean(t *testing.T) {
	t.Parallel()
	empty := ""
	brand := BrandFields{Name: "Caf\u00e9", Description: "two\nlines", Tags: []string{"x", "y"}}
	for name, test := range map[string]struct {
		change func(*BrandFields)
		want   bool
	}{
		"nothing":           {func(*BrandFields) {}, true},
		"the form of names": {func(b *BrandFields) { b.Name = "Cafe\u0301" }, true},
		"line ends":         {func(b *BrandFields) { b.Description = "two\r\nlines\r\n" }, true},
		"space at the end":  {func(b *BrandFields) { b.Name, b.Tags = "Caf\u00e9\u00a0", []string{"x ", "y\t"} }, true},
		"space in front":    {func(b *BrandFields) { b.Description = " two\nlines" }, false},
		"order of tags":     {func(b *BrandFields) { b.Tags = []string{"y", "x", "y"} }, true},
		"an empty address":  {func(b *BrandFields) { b.ReferenceURL = &empty }, true},
		"letter case":       {func(b *BrandFields) { b.Name = "caf\u00e9" }, false},
	} {
		other := brand
		test.change(&other)
		check.Equal(t, test.want, brand.IsSameAs(other), "%s: the same", name)
		check.Equal(t, test.want, other.IsSameAs(brand), "%s: the same, in the other order", name)
	}
}

// TestVideoStatus derives the indexing from each state of a video, in any letter case, and from one
// that is not known.
func TestVideoStatus(t *testing.T) {
	t.Parallel()
	statuses := map[string]VideoStatus{
		"Uploaded": VideoWaiting, "Processing": VideoInProgress, "Processed": VideoIndexed,
		"Failed": VideoFailed, "Quarantined": VideoFailed,
	}
	for _, state := range VideoStates {
		want, isWanted := statuses[state]
		check.Equal(t, true, isWanted, "%s: the test has a status", state)
		check.Equal(t, want, VideoState(state).Status(), "%s: the status", state)
		check.Equal(t, want, VideoState(strings.ToUpper(state)).Status(), "%s in capitals: the status", state)
	}
	check.Equal(t, VideoWaiting, VideoState("Archived").Status(), "another state: the status")
}

// TestParseTimestamp proves that a time becomes RFC 3339 in UTC, and anything else stays unchanged.
func TestParseTimestamp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2024-05-06T07:08:09Z":              "2024-05-06T07:08:09Z",
		"2024-05-06T07:08:09":               "2024-05-06T07:08:09Z",
		"2024-05-06T07:08:09.1":             "2024-05-06T07:08:09.1Z",
		"2024-05-06T07:08:09.1234567":       "2024-05-06T07:08:09.1234567Z",
		"2024-05-06T07:08:09.123456789123Z": "2024-05-06T07:08:09.123456789Z",
		"2024-05-06T07:08:09.000+02:00":     "2024-05-06T05:08:09Z",
		"2024-05-06T07:08:09+0530":          "2024-05-06T01:38:09Z",
		"2024-05-06":                        "2024-05-06T00:00:00Z",
		"0001-01-01T00:00:00":               "0001-01-01T00:00:00Z",
		"0000-01-01T00:00:00+14:00":         "0000-01-01T00:00:00+14:00",
		"":                                  "",
		"soon":                              "soon",
		"06/05/2024":                        "06/05/2024",
	} {
		got := parseTimestamp(text)
		check.Equal(t, want, got, "the time %q", text)
		check.Equal(t, got, parseTimestamp(got), "the time %q, read again", got)
	}
}

// TestCaptionsByType reads captions of words alone by the type of their content, and others by what
// they are.
func TestCaptionsByType(t *testing.T) {
	t.Parallel()
	const quoted, page, refused = `"Hi"`, "<html> is a tag", "this is a web page"
	for _, test := range []struct{ format, contentType, body, want, says string }{
		{format: "Txt", contentType: "text/plain; charset=utf-8", body: quoted, want: quoted},
		{format: "Txt", contentType: "text/plain", body: page, want: page},
		{format: "Csv", contentType: "Text/CSV", body: quoted, want: quoted},
		{format: "Csv", contentType: "text/csv", body: page, want: page},
		{format: "Txt", body: quoted, want: quoted},
		{format: "Txt", contentType: "application/octet-stream", body: page, want: page},
		{format: "Txt", contentType: "application/json; charset=utf-8", body: quoted, want: "Hi"},
		{format: "Csv", contentType: "application/problem+json", body: quoted, want: "Hi"},
		{format: "Txt", contentType: "application/json", body: `"\u003chtml>"`, want: "<html>"},
		{format: "Txt", contentType: "text/html", body: page, says: refused},
		{format: "Csv", contentType: "application/xhtml+xml", body: page, says: refused},
		{format: "Txt", contentType: "text/html", body: "Hi", want: "Hi"},
		{format: "Txt", contentType: "text/plain", body: "null", want: "null"},
		{format: "Txt", contentType: "application/json", body: "null", says: "it is null"},
		{format: "Txt", contentType: "text/plain"},
		{format: "Srt", contentType: "text/plain"},
		{format: "Vtt", contentType: "text/vtt", says: "it is empty"},
		{format: "Vtt", contentType: "text/vtt", body: "{}", says: "it is an object, not captions"},
		{format: "Ttml", contentType: "application/xml", body: "[]", says: "it is an array, not captions"},
		{format: "Vtt", contentType: "text/vtt", body: quoted, want: "Hi"},
		{format: "Vtt", contentType: "text/vtt", body: "\ufeff" + quoted, want: "Hi"},
		{format: "Vtt", contentType: "text/vtt", body: "\ufeffHi", want: "Hi"},
		{format: "Srt", contentType: "text/plain", body: page, says: refused},
		{contentType: "text/vtt", body: page, says: refused},
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = []string{test.contentType}
			_, _ = w.Write([]byte(test.body))
		})
		got, err := c.GetCaptions(t.Context(), testAccount, "v", CaptionsQuery{Format: test.format})
		name := fmt.Sprintf("%q as %s of type %q", test.body, test.format, test.contentType)
		check.ErrorSays(t, test.says, err, "%s", name)
		check.Equal(t, test.want, got, "%s", name)
	}
}

// TestMismatchInPlainWords names the member whose type is another one, and both types; types of Go
// mean nothing to users.
func TestMismatchInPlainWords(t *testing.T) {
	t.Parallel()
	var wire struct {
		Flag   bool
		Small  int32
		Number *float64
		Text   string
		List   []string
		Inner  *struct{ Text string }
	}
	for response, want := range map[string]string{
		`{"flag":"yes"}`:        "flag is a string, not a boolean",
		`{"small":5000000000}`:  "small is a number, not a 32-bit integer",
		`{"small":1.5}`:         "small is a number, not a 32-bit integer",
		`{"number":{}}`:         "number is an object, not a number",
		`{"text":[]}`:           "text is an array, not a string",
		`{"list":"a"}`:          "list is a string, not an array",
		`{"inner":[]}`:          "inner is an array, not an object",
		`{"inner":{"text":{}}}`: "inner/text is an object, not a string",
		`{}{}`:                  "invalid character '{' after top-level value after offset 2",
		`[]`:                    "it is an array, not an object",
		`{"text":`:              "the JSON ends too early",
		"{\"text\":\"\xff\"}":   "the response is not valid UTF-8",
		`{"flag":null}`:         "",
	} {
		got := ""
		err := decodeJSON([]byte(response), &wire)
		if err != nil {
			got = err.Error()
		}
		check.Equal(t, want, got, "the error for %q", response)
	}
}

// Only the Arabic of Bahrain has another code in captions than everywhere else.
func TestCaptionLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"ar-BH": "br-BH", "AR-bh": "br-BH", "ar-SY": "ar-SY", "": ""} {
		check.Equal(t, want, captionLanguage(code), "captionLanguage(%q)", code)
	}
}

// TestRangeTimes proves which spellings are the same time, and which are none.
func TestRangeTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0:00:05": "00:00:05", "00:00:05.000": "00:00:05", "00:00:05.0000000": "00:00:05", "01:02:03.4500000": "01:02:03.45", "99:59:59.0000001": "99:59:59.0000001",
		"00:60:00": "", "00:00:60": "", "5": "", "": "", "-0:00:05": "", "00:00:05.": "", "00:00:05.12345678": "", "100:00:00": "", "0:0:5": "",
	} {
		at, ok := ParseRangeTime(text)
		check.Equal(t, want != "", ok, "%q is a time, %s", text, at)
		if want == "" {
			want = text
		}
		check.Equal(t, want, NormalRangeTime(text), "%q is written", text)
	}
	isSame := VideoRange{"v", "0:00:05", "0:00:06"}.IsSameAs(VideoRange{"v", "00:00:05.0", "00:00:06"})
	isOther := VideoRange{"v", "0:00:05", "x"}.IsSameAs(VideoRange{"v", "0:00:05", "y"})
	check.Equal(t, true, isSame, "ranges of the same times are the same")
	check.Equal(t, false, isOther, "ranges of other times are the same")
}
