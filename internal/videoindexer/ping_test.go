package videoindexer

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

func TestPing(t *testing.T) {
	t.Parallel()
	nobody := AccountRef{Location: testLocation}
	for name, c := range map[string]struct {
		account AccountRef
		change  func(*Config)
		want    []string
	}{
		"an account":          {testAccount, keyAlone, []string{askUser, askList}},
		"no account":          {nobody, keyAlone, []string{askUser}},
		"a token for the key": {nobody, func(*Config) {}, []string{askUser}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, client := startIssuer(t, c.change)
			for range 2 { // the second time needs nothing
				if err := client.Ping(t.Context(), c.account); err != nil {
					t.Error(err)
				}
			}
			wantAsked(t, s, c.want...)
		})
	}
	refused := serve(t, refuse)
	_, isAnswer := errors.AsType[*APIError](refused.Ping(t.Context(), testAccount))
	if !isAnswer {
		t.Error("a configured token that is refused reaches the account")
	}
	if _, isToken := errors.AsType[*TokenError](refused.Ping(t.Context(), nobody)); !isToken {
		t.Error("a key that is refused is no TokenError")
	}
	alone := serve(t, refuse, onlyToken)
	if _, isMissing := errors.AsType[*MissingCredentialError](alone.Ping(t.Context(), nobody)); !isMissing {
		t.Error("a token alone is not missing its key")
	}
}

// TestNotExtended sends none of the operations beyond the contract without being allowed to, and reads by the
// contract's own operations.
func TestNotExtended(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]string{
		"list brands": "X1", "create brand": "X2", "delete brand": "X3", "get settings": "X4", "list": "X34", "list again": "X34", "index": "X35",
	} {
		c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived", r.RequestURI) })
		err := callsOf(t, name)[name](t.Context(), c)
		refused, ok := errors.AsType[*NotExtendedError](err)
		if !ok || refused.Number != number || !strings.Contains(err.Error(), "needs extended_operations") || IsUnsupported(err) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	t.Run("reads", func(t *testing.T) {
		t.Parallel()
		s := brandsOf("a")
		c := serve(t, s.ServeHTTP, onlyToken)
		readEach(t, c, "a")
		readEach(t, c, "a")
		s.wantAsked(t, aGet(1), aGet(1))
		if c.Extended() {
			t.Error("the client is extended")
		}
	})
}
