package videoindexer

import (
	"errors"
	"net/http"
	"testing"
)

// TestRefusedCredential has an error name the credential that was refused, for the advice on it.
func TestRefusedCredential(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	for name, test := range map[string]struct {
		client *Client
		want   Credential
	}{
		"the key alone":   {serve(t, refuse, func(config *Config) { config.AccessToken = "" }), CredentialKey},
		"both":            {serve(t, refuse), CredentialToken},
		"the token alone": {serve(t, refuse, onlyToken), CredentialToken},
	} {
		_, err := test.client.Do(t.Context(), reading())
		if answer, ok := errors.AsType[*APIError](err); !ok || answer.Credential != test.want {
			t.Errorf("%s: %v, want an APIError about credential %d", name, err, test.want)
		}
	}
}
