package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

func TestReindexVideoErrors(t *testing.T) {
	t.Parallel()
	s := answering(t, reply{status: 409, body: `{"ErrorType":"INVALID_INPUT","Message":"being indexed"}`})
	if err := s.ReindexVideo(context.Background(), testAccount, "v1", ReindexOptions{}); !IsConflict(err) {
		t.Errorf("got error %v, want a conflict", err)
	}
	err := s.ReindexVideo(context.Background(), testAccount, "v1", ReindexOptions{BrandsCategories: []string{"a,b"}})
	if err == nil || !strings.Contains(err.Error(), `"a,b"`) {
		t.Errorf("got error %v for a category with a comma", err)
	}
	if n := len(s.requests()); n != 1 {
		t.Errorf("%d requests, want none for the bad category", n)
	}
}

func TestGetCaptions(t *testing.T) {
	t.Parallel()
	const vtt = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n\"Hi\"\n"
	quoted, err := json.Marshal(vtt)
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		answer reply
		want   string
	}{
		"raw":                                {reply{contentType: "text/vtt", body: vtt}, vtt},
		"raw, said to be JSON":               {reply{contentType: "application/json", body: vtt}, vtt},
		"quoted":                             {reply{contentType: "application/json; charset=utf-8", body: string(quoted)}, vtt},
		"quoted, white space around":         {reply{contentType: "application/json", body: " " + string(quoted) + "\r\n"}, vtt},
		"quoted, no type":                    {reply{contentType: "text/plain", body: string(quoted)}, vtt},
		"quoted SubRip, no type":             {reply{contentType: "text/plain", body: `"1\n00:00:01,000"`}, "1\n00:00:01,000"},
		"quoted header alone":                {reply{contentType: "text/plain", body: `"WEBVTT"`}, "WEBVTT"},
		"quoted line":                        {reply{contentType: "application/json", body: `"Hello"`}, "Hello"},
		"raw line in quotes":                 {reply{contentType: "text/plain", body: `"Hello"`}, `"Hello"`},
		"raw lines that begin with a quote":  {reply{contentType: "text/plain", body: "\"Hello\"\n\"you\""}, "\"Hello\"\n\"you\""},
		"raw JSON that is more than a quote": {reply{contentType: "application/json", body: `"Hello" "you"`}, `"Hello" "you"`},
		"empty":                              {reply{}, ""},
		"empty, quoted":                      {reply{body: `""`}, ""},
		"byte order mark stays":              {reply{contentType: "text/vtt", body: "\ufeff" + vtt}, "\ufeff" + vtt},
		"text that begins with a tag":        {reply{contentType: "text/html", body: "<b>Hi</b>"}, "<b>Hi</b>"},
		"CSV":                                {reply{contentType: "text/csv", body: "\"Start\",\"Text\"\n"}, "\"Start\",\"Text\"\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := answering(t, test.answer).GetCaptions(context.Background(), testAccount, "v1", CaptionsQuery{})
			if err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	for name, answer := range map[string]reply{
		"invalid UTF-8":  {contentType: "text/vtt", body: "WEBVTT\n\xff"},
		"a gateway page": {contentType: "text/html", body: "\n<!DOCTYPE html><html><title>Sign in</title></html>"},
	} {
		_, err := answering(t, answer).GetCaptions(context.Background(), testAccount, "v1", CaptionsQuery{})
		if _, ok := errors.AsType[*UnexpectedAnswerError](err); !ok {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

func TestCaptionLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"ar-BH": "br-BH", "AR-bh": "br-BH", "ar-SY": "ar-SY", "": ""} {
		if got := captionLanguage(code); got != want {
			t.Errorf("captionLanguage(%q) = %q", code, got)
		}
	}
}

func TestGetSourceFileURLGone(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answer   reply
		gone     bool
		notFound bool
	}{
		"404 of the service": {reply{status: 404, body: `{"ErrorType":"INVALID_INPUT","Message":"x"}`}, true, true},
		"404 with no body":   {reply{status: 404}, true, false},
		"410":                {reply{status: 410}, true, false},
		"no account":         {reply{status: 404, body: `{"ErrorType":"ACCOUNT_NOT_FOUND","Message":"x"}`}, false, true},
		"refused":            {reply{status: 400, body: `{"ErrorType":"INVALID_INPUT","Message":"x"}`}, false, false},
	}
	for name, test := range tests {
		_, err := answering(t, test.answer).GetSourceFileURL(context.Background(), testAccount, "v1")
		if _, gone := errors.AsType[*SourceGoneError](err); err == nil || gone != test.gone || IsNotFound(err) != test.notFound {
			t.Errorf("%s: got %#v", name, err)
		}
	}
}

func TestGetInsightsWidget(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answer reply
		want   InsightsWidget // URL may hold {server}
	}{
		"content": {
			reply{contentType: "text/html", body: "<html>w</html>"},
			InsightsWidget{Content: "<html>w</html>", ContentType: "text/html"},
		},
		"found": {
			reply{status: 302, location: "https://widget.test/embed?id=1&accessToken=hush&x=%20y"},
			InsightsWidget{URL: "https://widget.test/embed?id=1&x=%20y"},
		},
		"moved, token alone": {reply{status: 301, location: "https://widget.test/?%61ccesstoken=hush"}, InsightsWidget{URL: "https://widget.test/"}},
		"absolute path":      {reply{status: 302, location: "/w/1"}, InsightsWidget{URL: "{server}/w/1"}},
		"relative": {
			reply{status: 302, location: "w?a=b"},
			InsightsWidget{URL: "{server}/api/" + testLocation + "/Accounts/" + testAccountID + "/Videos/v1/w?a=b"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, test.answer)
			got, err := s.GetInsightsWidget(context.Background(), testAccount, "v1", WidgetQuery{AllowEdit: &no})
			if err != nil {
				t.Fatal(err)
			}
			test.want.URL = strings.Replace(test.want.URL, "{server}", s.url, 1)
			if diff := cmp.Diff(test.want, *got); diff != "" {
				t.Errorf("widget (-want +got):\n%s", diff)
			}
			if n := len(s.requests()); n != 1 {
				t.Errorf("%d requests: the redirect was followed", n)
			}
		})
	}
	for name, answer := range map[string]reply{
		"no location":   {status: 302},
		"bad location":  {status: 302, location: "https://[hush"},
		"invalid UTF-8": {body: "\xff"},
	} {
		_, err := answering(t, answer).GetInsightsWidget(context.Background(), testAccount, "v1", WidgetQuery{})
		if _, ok := errors.AsType[*UnexpectedAnswerError](err); !ok || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: got error %v", name, err)
		}
	}
}

// TestAnswersWithoutEnd sends answers that never end. The client must give up at its bound.
func TestAnswersWithoutEnd(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		chunk := []byte(strings.Repeat("[", 1<<20))
		for {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	}))
	t.Cleanup(server.Close)
	client, err := New(Config{Endpoint: server.URL, AccessToken: testToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HTTP.CloseIdleConnections)
	for name, call := range map[string]func(context.Context) error{
		"get captions": func(ctx context.Context) error {
			_, err := client.GetCaptions(ctx, testAccount, "v1", CaptionsQuery{})
			return err
		},
		"get brand": func(ctx context.Context) error {
			_, err := client.GetBrand(ctx, testAccount, 1)
			return err
		},
	} {
		unexpected, ok := errors.AsType[*UnexpectedAnswerError](call(context.Background()))
		if limit := map[string]int{"get captions": int(defaultLimits.texts), "get brand": transport.DefaultMaxBytes}[name]; !ok ||
			!strings.HasPrefix(unexpected.Error(), fmt.Sprintf("%s: unexpected answer: the body is larger than %d bytes (request id ", name, limit)) {
			t.Errorf("%s: got error %v", name, unexpected)
		}
	}
}
