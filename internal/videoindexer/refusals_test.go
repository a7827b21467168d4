package videoindexer

import (
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func refuse(w http.ResponseWriter, _ *http.Request) {
	w.WriteHeader(http.StatusUnauthorized)
	_, _ = io.WriteString(w, `{"ErrorType":"USER_NOT_ALLOWED","Message":"no right"}`)
}

func TestASecondRefusalIsFinal(t *testing.T) {
	t.Parallel()
	s, c := startIssuer(t)
	s.answer = refuse
	_, err := c.do(t.Context(), reading())
	answer, ok := errors.AsType[*APIError](err)
	if !ok || answer.Status != 401 || answer.Operation != "get thing" || answer.Type != ErrorTypeUserNotAllowed || answer.Attempts != 2 {
		t.Errorf("the error is %v", err)
	}
	wantAsked(t, s, askUser, askList, askUser, askList)
}

// Where tokens live for seconds, the one that others have just obtained may be over as well. That says nothing yet
// about the right; but it does not go on for ever.
func TestARefusedTokenThatWasOldSaysNothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		refusals int
		want     int
		isFine   bool
	}{
		"twice":     {2, 3, true},
		"every one": {100, maxRefusals, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, client := startIssuer(t)
			old := time.Now()
			s.answer = func(w http.ResponseWriter, r *http.Request) {
				if len(s.tokens) > c.refusals {
					return
				}
				// Somebody else stores a token that was asked for before this refusal.
				value := s.issue("account")
				old = old.Add(time.Nanosecond)
				key := reading().auth.key()
				client.tokens.mu.Lock()
				client.tokens.held[key] = token{value: value, asked: old}
				client.tokens.mu.Unlock()
				refuse(w, r)
			}
			client.tokens.put(reading().auth.key(), token{value: s.issue("account"), asked: old})
			_, err := client.do(t.Context(), reading())
			if (err == nil) != c.isFine {
				t.Errorf("the error is %v", err)
			}
			if n := len(s.carried()); n != c.want {
				t.Errorf("%d attempts, not %d", n, c.want)
			}
		})
	}
}

func TestAnotherAnswerStartsTheRefusalsAnew(t *testing.T) {
	t.Parallel()
	s, c := startIssuer(t)
	s.answer = func(w http.ResponseWriter, r *http.Request) {
		switch len(s.tokens) {
		case 1, 3:
			refuse(w, r)
		case 2:
			w.WriteHeader(http.StatusInternalServerError)
		}
	}
	if _, err := c.do(t.Context(), reading()); err != nil {
		t.Error(err)
	}
	if n := len(s.carried()); n != 4 {
		t.Errorf("%d attempts, not 4", n)
	}
}

func TestTheConfiguredTokenIsNotRenewed(t *testing.T) {
	t.Parallel()
	s, c := startIssuer(t, func(config *Config) { config.AccessToken = testToken })
	_, err := c.do(t.Context(), reading())
	if answer, ok := errors.AsType[*APIError](err); !ok || answer.Status != 401 || answer.Attempts != 1 {
		t.Errorf("the error is %v", err)
	}
	wantAsked(t, s)
}

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
			s.valid[""], s.valid[testToken] = true, true
			s.answer = func(w http.ResponseWriter, r *http.Request) {
				if r.Header.Get("Authorization") != "" {
					refuse(w, r)
					return
				}
				w.WriteHeader(c.anonymously)
				_, _ = io.WriteString(w, `{"ErrorType":"OTHER","Message":"the anonymous answer"}`)
			}
			r := reading()
			r.auth.optional = true
			_, err := client.do(t.Context(), r)
			answer, isAnswer := errors.AsType[*APIError](err)
			switch {
			case c.anonymously == 200 && err != nil:
				t.Error(err)
			case c.anonymously != 200 && (!isAnswer || answer.Status != 401 || answer.Message != "no right"):
				t.Errorf("not the first refusal, but %v", err)
			}
			if diff := cmp.Diff(c.want, s.carried()); diff != "" {
				t.Errorf("tokens used (-want +got):\n%s", diff)
			}
		})
	}
}
