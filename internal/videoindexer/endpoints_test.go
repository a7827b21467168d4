package videoindexer

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The tests of the nouns run against servers that answer with literal bodies, written from the
// contract. Calls of account scope carry the configured token; calls of user scope obtain one.
const (
	testLocation  = "westus2"
	testAccountID = "7e1c4a6e-7e27-4c0b-9d3c-1a2b3c4d5e6f"
	testKey       = "test-subscription-key"
	testToken     = "test-account-token"
	testUserToken = "test-user-token"
)

var (
	testAccount = AccountRef{Location: testLocation, ID: testAccountID}
	yes, no     = true, false
)

// sent is a request as it arrived.
type sent struct {
	Method      string
	Path        string
	Query       url.Values
	Token       string
	Key         string
	ContentType string
	Body        string
}

// reply is what a test server answers; status 0 stands for 200.
type reply struct {
	status      int
	contentType string
	location    string
	body        string
	// never is no answer: the client has given up.
	never bool
}

// service is a test server that remembers what arrived.
type service struct {
	*Client
	url  string
	mu   sync.Mutex
	seen []sent
}

func (s *service) requests() []sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]sent(nil), s.seen...)
}

// newService starts a server that answers every operation with what handle says.
func newService(tb testing.TB, handle func(sent) reply) *service {
	tb.Helper()
	s := &service{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/auth/"+testLocation+"/Users/me/AccessToken" {
			_, _ = io.WriteString(w, `"`+testUserToken+`"`)
			return
		}
		content, err := io.ReadAll(r.Body)
		if err != nil {
			tb.Errorf("%s %s: the body did not arrive whole: %v", r.Method, r.URL, err)
		}
		if len(r.TransferEncoding) > 0 {
			tb.Errorf("%s %s: the body is sent as %v, not with its length", r.Method, r.URL, r.TransferEncoding)
		}
		arrived := sent{
			Method:      r.Method,
			Path:        strings.TrimPrefix(r.URL.EscapedPath(), "/api"),
			Query:       r.URL.Query(),
			Token:       strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "),
			Key:         r.Header.Get("Ocp-Apim-Subscription-Key"),
			ContentType: r.Header.Get("Content-Type"),
			Body:        string(content),
		}
		s.mu.Lock()
		s.seen = append(s.seen, arrived)
		s.mu.Unlock()
		answer := handle(arrived)
		if answer.never {
			<-r.Context().Done()
			return
		}
		if answer.contentType != "" {
			w.Header().Set("Content-Type", answer.contentType)
		}
		if answer.location != "" {
			w.Header().Set("Location", answer.location)
		}
		w.Header().Set("X-Ms-Request-Id", "service-id")
		if answer.status != 0 {
			w.WriteHeader(answer.status)
		}
		_, _ = io.WriteString(w, answer.body)
	}))
	tb.Cleanup(server.Close)
	client, err := New(Config{
		Endpoint:        server.URL + "/api/",
		SubscriptionKey: testKey,
		AccessToken:     testToken,
		RequestTimeout:  20 * time.Second,
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(client.HTTP.CloseIdleConnections)
	s.Client, s.url = client, server.URL
	return s
}

// answering is a service that gives every request the same answer.
func answering(tb testing.TB, answer reply) *service {
	tb.Helper()
	return newService(tb, func(sent) reply { return answer })
}

const (
	brandBody = `{"referenceUrl":"https://example.test/a","id":7,"name":"Acme","accountId":"` + testAccountID + `",` +
		`"lastModifierUserName":"Ann","create":"2024-05-06T07:08:09.1234567","lastModified":"2024-05-07T00:00:00Z",` +
		`"enabled":true,"description":"Tools","tags":["b","a"]}`
	modelBody = `{"id":"m-1","name":"Terms","language":"En-US","state":"Processing",` +
		`"languageModelId":"00000000-0000-0000-0000-000000000000","files":[]}`
)

// publicOperations are those that public videos answer without a token.
var publicOperations = []string{"8 ", "12 ", "13 "}

// TestRequests holds every call of the nouns against the request line, query, headers and body that
// the contract describes. If its token is refused, a public operation alone is sent once more without any.
func TestRequests(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	account := "/" + testLocation + "/Accounts/" + testAccountID
	tests := map[string]struct {
		call   func(*Client) error
		answer reply
		want   sent
	}{
		"3 list accounts": {
			call:   func(c *Client) error { _, err := c.ListAccounts(ctx, testLocation); return err },
			answer: reply{body: `[]`},
			want:   sent{Method: "GET", Path: "/" + testLocation + "/Accounts", Token: testUserToken},
		},
		"5 get account": {
			call: func(c *Client) error {
				_, err := c.GetAccount(ctx, testAccount, AccountQuery{IncludeUsage: &yes, IncludeMediaInfo: &no, IncludeStatistics: &yes})
				return err
			},
			answer: reply{body: `[{"id":"` + testAccountID + `"}]`},
			want: sent{Method: "GET", Path: account, Query: url.Values{
				"includeUsage": {"true"}, "includeMediaInfo": {"false"}, "includeStatistics": {"true"},
			}},
		},
		"6 get image model": {
			call:   func(c *Client) error { _, err := c.GetImageModel(ctx, testAccount); return err },
			answer: reply{body: `{"endpoint":"https://x.test"}`},
			want:   sent{Method: "GET", Path: account + "/ImageModel"},
		},
		"7 reindex video, all settings": {
			call: func(c *Client) error {
				return c.ReindexVideo(ctx, testAccount, "v1", ReindexOptions{
					IndexingPreset: "Advanced", StreamingPreset: "NoStreaming", SourceLanguage: "multi", Priority: "Low",
					CallbackURL: "https://cb.test/?a=b&c=d", SendSuccessEmail: &yes, LinguisticModelID: "l", PersonModelID: "p",
					AnimationModelID: "n", BrandsCategories: []string{"cars", "toys"},
				})
			},
			answer: reply{status: 204},
			want: sent{Method: "PUT", Path: account + "/Videos/v1/ReIndex", Query: url.Values{
				"indexingPreset": {"Advanced"}, "streamingPreset": {"NoStreaming"}, "sourceLanguage": {"multi"}, "priority": {"Low"},
				"callbackUrl": {"https://cb.test/?a=b&c=d"}, "sendSuccessEmail": {"true"}, "linguisticModelId": {"l"},
				"personModelId": {"p"}, "animationModelId": {"n"}, "brandsCategories": {"cars,toys"},
			}},
		},
		"7 reindex video, no settings": {
			call:   func(c *Client) error { return c.ReindexVideo(ctx, testAccount, "v1", ReindexOptions{}) },
			answer: reply{status: 204},
			want:   sent{Method: "PUT", Path: account + "/Videos/v1/ReIndex"},
		},
		"8 get captions": {
			call: func(c *Client) error {
				_, err := c.GetCaptions(ctx, testAccount, "v1", CaptionsQuery{IndexID: "v1", Format: "Vtt", Language: "ar-BH"})
				return err
			},
			want: sent{Method: "GET", Path: account + "/Videos/v1/Captions", Query: url.Values{
				"indexId": {"v1"}, "format": {"Vtt"}, "language": {"br-BH"},
			}},
		},
		"9 update transcript": {
			call: func(c *Client) error {
				return c.UpdateTranscript(ctx, testAccount, "v1", TranscriptUpdate{
					Language: "ar-BH", SetAsSourceLanguage: &no, CallbackURL: "https://cb.test", SendSuccessEmail: &no, Content: "WEBVTT\n",
				})
			},
			answer: reply{status: 204},
			want: sent{
				Method: "PUT", Path: account + "/Videos/v1/Index/Transcript", ContentType: "text/vtt", Body: "WEBVTT\n", Query: url.Values{
					"language": {"ar-BH"}, "setAsSourceLanguage": {"false"}, "callbackUrl": {"https://cb.test"}, "sendSuccessEmail": {"false"},
				},
			},
		},
		"10 rename animation character": {
			call: func(c *Client) error {
				return c.RenameAnimationCharacter(ctx, testAccount, "v1", -2147483648, `Bob "B"`)
			},
			answer: reply{status: 204},
			want: sent{
				Method: "PUT", Path: account + "/Videos/v1/Index/AnimationCharacters/-2147483648",
				ContentType: "application/json", Body: `{"name":"Bob \"B\""}`,
			},
		},
		"11 delete video": {
			call:   func(c *Client) error { _, err := c.DeleteVideo(ctx, testAccount, "v1"); return err },
			answer: reply{status: 204},
			want:   sent{Method: "DELETE", Path: account + "/Videos/v1"},
		},
		"12 get source file": {
			call:   func(c *Client) error { _, err := c.GetSourceFileURL(ctx, testAccount, "v1"); return err },
			answer: reply{body: `"https://files.test/x"`},
			want:   sent{Method: "GET", Path: account + "/Videos/v1/SourceFile/DownloadUrl"},
		},
		"13 get insights widget": {
			call: func(c *Client) error {
				_, err := c.GetInsightsWidget(ctx, testAccount, "v1", WidgetQuery{WidgetType: "People", AllowEdit: &yes})
				return err
			},
			want: sent{Method: "GET", Path: account + "/Videos/v1/InsightsWidget", Query: url.Values{
				"widgetType": {"People"}, "allowEdit": {"true"},
			}},
		},
		"14 render project": {
			call:   func(c *Client) error { _, err := c.RenderProject(ctx, testAccount, "p1", &yes); return err },
			answer: reply{status: 202, body: `{"state":"InProgress"}`},
			want:   sent{Method: "POST", Path: account + "/Projects/p1/render", Query: url.Values{"sendCompletionEmail": {"true"}}},
		},
		"15 delete project": {
			call:   func(c *Client) error { return c.DeleteProject(ctx, testAccount, "p1") },
			answer: reply{status: 204},
			want:   sent{Method: "DELETE", Path: account + "/Projects/p1"},
		},
		"16 get brand": {
			call:   func(c *Client) error { _, err := c.GetBrand(ctx, testAccount, 7); return err },
			answer: reply{body: brandBody},
			want:   sent{Method: "GET", Path: account + "/Customization/Brands/7"},
		},
		"17 update brand": {
			call: func(c *Client) error {
				reference := "https://example.test/a"
				_, err := c.UpdateBrand(ctx, testAccount, 7, BrandFields{
					Name: "Acme", Enabled: true, Tags: []string{"a", "b"}, Description: "Tools", ReferenceURL: &reference,
				})
				return err
			},
			answer: reply{body: brandBody},
			want: sent{
				Method: "PUT", Path: account + "/Customization/Brands/7", ContentType: "application/json",
				Body: `{"name":"Acme","enabled":true,"description":"Tools","referenceUrl":"https://example.test/a","tags":["a","b"]}`,
			},
		},
		"18 update brands model settings": {
			call: func(c *Client) error {
				_, err := c.UpdateBrandsModelSettings(ctx, testAccount, BrandsModelSettings{State: true})
				return err
			},
			want: sent{
				Method: "PUT", Path: account + "/Customization/BrandsModelSettings",
				ContentType: "application/json", Body: `{"state":true,"useBuiltIn":false}`,
			},
		},
		"21 delete language model file": {
			call:   func(c *Client) error { return c.DeleteLanguageModelFile(ctx, testAccount, "m1", "f1") },
			answer: reply{status: 204},
			want:   sent{Method: "DELETE", Path: account + "/Customization/Language/m1/Files/f1"},
		},
		"22 list faces": {
			call: func(c *Client) error {
				_, err := c.ListFaces(ctx, testAccount, FacesQuery{PersonModelID: "pm", PersonID: "pe", SourceType: "UploadedVideo"})
				return err
			},
			answer: reply{body: `[]`},
			want: sent{Method: "GET", Path: account + "/Customization/PersonModels/pm/Persons/pe/Faces", Query: url.Values{
				"pageSize": {"100"}, "skip": {"0"}, "sourceType": {"UploadedVideo"},
			}},
		},
		"an id cannot change the path": {
			call:   func(c *Client) error { return c.DeleteProject(ctx, testAccount, "a/b?c=d%2Fe") },
			answer: reply{status: 204},
			want:   sent{Method: "DELETE", Path: account + "/Projects/a%2Fb%3Fc=d%252Fe"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, test.answer)
			if err := test.call(s.Client); err != nil {
				t.Fatal(err)
			}
			want := test.want
			want.Key = testKey
			if want.Token == "" {
				want.Token = testToken
			}
			if want.Query == nil {
				want.Query = url.Values{}
			}
			if diff := cmp.Diff([]sent{want}, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
			refusing := answering(t, reply{status: http.StatusUnauthorized})
			if err := test.call(refusing.Client); err == nil {
				t.Error("no error where every token is refused")
			}
			requests := refusing.requests()
			isPublic := slices.ContainsFunc(publicOperations, func(number string) bool { return strings.HasPrefix(name, number) })
			if isAnonymous := requests[len(requests)-1].Token == ""; isAnonymous != isPublic {
				t.Errorf("sent without a token: %t, want %t", isAnonymous, isPublic)
			}
		})
	}
}

// jsonEqual compares two JSON texts by their values.
func jsonEqual(t *testing.T, want, got string) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal([]byte(want), &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(got), &b); err != nil {
		t.Fatalf("not JSON: %v: %s", err, got)
	}
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
}
