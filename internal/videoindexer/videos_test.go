package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
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
