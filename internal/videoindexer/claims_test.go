package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestClaims lets creates of one name take turns, others not, and remembers what each has made or lost.
func TestClaims(t *testing.T) {
	t.Parallel()
	var c claims
	spelled := AccountRef{Location: strings.ToUpper(testAccount.Location), ID: strings.ToUpper(testAccount.ID)}
	begin := func(a AccountRef, name string) func(id string, err error) {
		t.Helper()
		end, err := c.begin(t.Context(), a, name)
		if err != nil {
			t.Fatalf("%s waits in %v: %v", name, a, err)
		}
		return end
	}
	endAda := begin(testAccount, "Ada")
	waiting, giveUp := context.WithCancel(t.Context())
	giveUp()
	if _, err := c.begin(waiting, spelled, "Ada"); err == nil {
		t.Error("a second create of the name did not wait")
	}
	begin(testAccount, "Bea")("", &AmbiguousError{})
	begin(AccountRef{Location: "elsewhere", ID: testAccount.ID}, "Ada")("", &AmbiguousError{})
	endAda("a1", nil)
	begin(testAccount, "Ada")("", errors.New("refused"))
	if c.isLost(testAccount, "Ada") || !c.isLost(spelled, "Bea") || !c.isMade(spelled, "a1") || c.isMade(testAccount, "a2") {
		t.Error("what was made or lost is not known, or something else is")
	}
}

// TestCreatesOfOneNameLate creates two objects of one name whose lists lag behind, and loses the answer of the second,
// which makes nothing: what the first has made, or may have made, is never given to the second.
func TestCreatesOfOneNameLate(t *testing.T) {
	t.Parallel()
	type create = func(context.Context, *Client) error
	for kind, test := range map[string]struct {
		nothing, listed string // the list before and after the second create
		made            string // the answer to the first one
		create          create
	}{
		"brand": {"[]", "[" + aBrand + "]", aBrand, func(ctx context.Context, c *Client) error {
			_, err := c.CreateBrand(ctx, testAccount, aBrandsFields)
			return err
		}},
		"language model": {"[]", `[{"id":"l","name":"New","language":"en-US","files":[]}]`, `{"id":"l"}`, func(ctx context.Context, c *Client) error {
			_, err := c.CreateLanguageModel(ctx, testAccount, NewLanguageModel{Name: "New", Language: "en-US", Files: []LanguageFile{textFile("a.txt", "words")}})
			return err
		}},
		"person model": {"[]", `[{"id":"m","name":"Guests"}]`, `{"id":"m"}`, func(ctx context.Context, c *Client) error {
			_, err := c.CreatePersonModel(ctx, testAccount, "Guests")
			return err
		}},
		"person": {`{"results":[]}`, `{"results":[{"id":"p","name":"Ada"}],"totalCount":1}`, `{"id":"p"}`, func(ctx context.Context, c *Client) error {
			_, err := c.CreatePerson(ctx, testAccount, "m", "Ada")
			return err
		}},
		"face": {`[]`, `{"results":[{"id":"f"}],"totalCount":1}`, `["f"]`, func(ctx context.Context, c *Client) error {
			_, err := c.AddFace(ctx, testAccount, "m", "p", "https://a.test/1", nil)
			return err
		}},
		"project": {`{"results":[],"nextPage":{"done":true}}`, `{"results":[{"id":"p","name":"A"}],"nextPage":{"done":true}}`, `{"id":"p"}`, func(ctx context.Context, c *Client) error {
			_, err := c.CreateProject(ctx, testAccount, ProjectFields{Name: "A"})
			return err
		}},
	} {
		for name, isFirstLost := range map[string]bool{"first answered": false, "first lost": true} {
			t.Run(kind+", "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					posts := 0
					c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
						isPost := r.Method == http.MethodPost
						if isPost {
							posts++
						}
						switch {
						case isPost && (posts == 2 || isFirstLost):
							hangUp(w)
						case isPost:
							reply{body: test.made}.ServeHTTP(w, r)
						case posts < 2: // the list lags until the second create
							reply{body: test.nothing}.ServeHTTP(w, r)
						default:
							reply{body: test.listed}.ServeHTTP(w, r)
						}
					}, onlyToken, extended)
					if err := test.create(t.Context(), c); isFirstLost != (err != nil) || isFirstLost && !MayBeDone(err) {
						t.Fatalf("the first: %v", err)
					}
					if err := test.create(t.Context(), c); !MayBeDone(err) || posts != 2 {
						t.Errorf("the second got what the first has made, after %d creates: %v", posts, err)
					}
					pause(time.Minute)
				})
			})
		}
	}
}
