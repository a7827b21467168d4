package videoindexer

import (
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

func refuse(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusUnauthorized)
	_, _ = io.WriteString(w, `{"ErrorType":"USER_NOT_ALLOWED","Message":"no right"}`)
}

// A 401 that stays costs two attempts and two user tokens, however long everything takes: nobody
// can tell from outside whether a token has expired or lacks the right.
func TestARefusalThatStaysCostsTwoAttempts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		isHeld bool
		want   []string
	}{
		"no token yet": {false, []string{askUser, askList, askUser, askList}},
		"a token held": {true, []string{askUser, askList}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newIssuer()
				s.answer = refuse
				client := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
					pause(5 * time.Second)
					s.ServeHTTP(w, r)
				}, keyAlone)
				if c.isHeld {
					client.transport.StoreToken(reading().Auth, token{Value: "old", RequestedAt: time.Now()})
					pause(time.Minute)
				}
				_, err := client.do(t.Context(), reading())
				apiErr := check.ErrorAs[*APIError](t, err)
				check.Equal(t, []int{401, 2}, []int{apiErr.Status, apiErr.Attempts}, "status and attempts of %v", err)
				wantAsked(t, s, c.want...)
				check.Equal(t, 2, len(s.carried()), "attempts")
			})
		})
	}
}

// Between two refusals an attempt may fail for another reason. The second one may then be about a
// token that has expired since, so that another new token is tried.
func TestARefusalAfterAnotherFailureRenewsTheTokenAgain(t *testing.T) {
	t.Parallel()
	s, client := startIssuer(t)
	var attempts int
	s.answer = func(w http.ResponseWriter, r *http.Request) {
		attempts++
		switch attempts {
		case 1, 3:
			refuse(w, r)
		case 2:
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}
	_, err := client.do(t.Context(), reading())
	check.MustSucceed(t, err, "the third attempt")
	want := []string{"account-3", "account-6", "account-6", "account-9"}
	check.Equal(t, want, s.carried(), "tokens used")
}

// The last attempt has no token, because a public video needs none.
func TestPublicVideosAreReadWithoutToken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change      func(*Config)
		anonymously int
		want        []string
	}{
		"tokens obtained, public":   {keyAlone, 200, []string{"account-3", "account-6", ""}},
		"tokens obtained, private":  {keyAlone, 401, []string{"account-3", "account-6", ""}},
		"tokens obtained, hidden":   {keyAlone, 404, []string{"account-3", "account-6", ""}},
		"token configured, public":  {func(config *Config) { config.AccessToken = testToken }, 200, []string{testToken, ""}},
		"token configured, private": {func(config *Config) { config.AccessToken = testToken }, 403, []string{testToken, ""}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, client := startIssuer(t, c.change)
			s.valid[""] = true
			s.valid[testToken] = true
			s.answer = func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "" {
					refuse(w, r)
					return
				}
				if c.anonymously == 200 {
					return
				}
				w.WriteHeader(c.anonymously)
				_, _ = io.WriteString(w, `{"ErrorType":"OTHER","Message":"the anonymous response"}`)
			}
			r := reading()
			r.Auth.IsOptional = true
			_, err := client.do(t.Context(), r)
			check.Equal(t, c.want, s.carried(), "tokens used")
			if c.anonymously == 200 {
				check.ErrorSays(t, "", err, "the anonymous response")
				return
			}
			apiErr := check.ErrorAs[*APIError](t, err)
			check.Equal(t, "401 no right", fmt.Sprint(apiErr.Status, " ", apiErr.Message), "the first refusal")
		})
	}
}
