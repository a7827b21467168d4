package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// transcript is a writer that may be read during writes.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *transcript) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *transcript) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// printed sends what is printed to a channel.
type printed chan string

func (p printed) Write(text []byte) (int, error) {
	p <- string(text)
	return len(text), nil
}

// start runs the command until the test ends, and returns its environment and its log.
func start(t *testing.T, args ...string) (map[string]string, *transcript) {
	t.Helper()
	envFile := filepath.Join(t.TempDir(), "env")
	ctx, cancel := context.WithCancel(t.Context())
	out, log, ended := make(printed), &transcript{}, make(chan error, 1)
	go func() {
		defer close(out) // in which case it printed nothing
		ended <- run(ctx, append(args, "-env-file", envFile), out, log)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("want no error of run: %v", err)
		}
	})
	text := <-out
	content, err := os.ReadFile(envFile)
	if err != nil || !strings.Contains(text, string(content)) {
		t.Fatalf("its file has %q (%v), want it printed as well: %q", content, err, text)
	}
	env := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^export (\w+)='?(.*?)'?$`).FindAllStringSubmatch(string(content), -1) {
		env[line[1]] = line[2]
	}
	return env, log
}

// transport keeps connections open. On a connection, a request begins only after the previous
// request was logged.
var transport = &http.Transport{}

func fetch(t *testing.T, method, url string, header map[string]string, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	response, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

func TestRun(t *testing.T) {
	t.Parallel()
	const accountID, key = mockserver.DefaultAccountID, mockserver.DefaultSubscriptionKey
	env, log := start(t)
	for name, want := range map[string]string{
		"VIDEOINDEXER_EXTENDED_OPERATIONS": "", "VIDEOINDEXER_SUBSCRIPTION_KEY": key,
		"VIDEOINDEXER_ACCOUNT_ID": accountID, "VIDEOINDEXER_LOCATION": mockserver.DefaultLocation,
	} {
		if env[name] != want {
			t.Errorf("%s is %q, want %q", name, env[name], want)
		}
	}
	base := env["VIDEOINDEXER_ENDPOINT"]
	withKey := map[string]string{"Ocp-Apim-Subscription-Key": key}
	var user string
	status, body := fetch(t, "GET", base+"/auth/westus2/Users/me/AccessToken?allowEdit=true", withKey, "")
	if err := json.Unmarshal([]byte(body), &user); status != 200 || err != nil {
		t.Fatalf("user token: %d %s, want 200 and a token", status, body)
	}
	status, body = fetch(t, "GET", base+"/westus2/Accounts?generateAccessTokens=true&allowEdit=true&accessToken="+user, withKey, "")
	var accounts []struct{ ID, AccessToken string }
	if err := json.Unmarshal([]byte(body), &accounts); status != 200 || err != nil || len(accounts) != 1 || accounts[0].ID != accountID {
		t.Fatalf("accounts: %d %s, want 200 and account %s alone", status, body, accountID)
	}
	brand, withToken := base+"/westus2/Accounts/"+accountID+"/Customization/Brands/1002", map[string]string{"Authorization": "Bearer " + accounts[0].AccessToken}
	_, body = fetch(t, "GET", brand, withToken, "")
	fields := map[string]any{}
	if err := json.Unmarshal([]byte(body), &fields); err != nil {
		t.Fatalf("the brand is %s, want JSON: %v", body, err)
	}
	for _, readOnly := range []string{"id", "accountId", "lastModifierUserName", "create", "lastModified"} {
		delete(fields, readOnly)
	}
	fields["name"] = "Renamed"
	renamed, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	withToken["Content-Type"] = "application/json"
	status, body = fetch(t, "PUT", brand, withToken, string(renamed))
	if status != 200 {
		t.Fatalf("put: %d %s, want 200", status, body)
	}
	if status, body = fetch(t, "GET", base+"/auth/westus2/Accounts/"+accountID+"/AccessToken", withKey, ""); status != 404 { // asks for an extended operation
		t.Fatalf("account token: %d %s, want 404", status, body)
	}

	status, body = fetch(t, "GET", base+"/_mock/state", nil, "")
	var state mockserver.State
	if err := json.Unmarshal([]byte(body), &state); status != 200 || err != nil {
		t.Fatalf("state: %d %.300s, want 200 and JSON: %v", status, body, err)
	}
	account := state.Accounts[0]
	if len(account.Brands) != 20 || account.Brands[1].Name != "Renamed" {
		t.Errorf("%d brands, want 20, the second of them renamed", len(account.Brands))
	}
	if len(account.Videos) != 2 || len(account.Projects) != 2 || state.Requests != 5 {
		t.Errorf("%d videos, %d projects, %d requests, want 2, 2 and 5",
			len(account.Videos), len(account.Projects), state.Requests)
	}
	violations := strings.Join(state.Violations, "\n")
	if !strings.Contains(violations, "token in query") || strings.Contains(violations, "unknown route") {
		t.Errorf("want the token in the query alone, got violations:\n%s", violations)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 5 || !regexp.MustCompile(`^\d\d:\d\d:\d\d\.\d{3} +17 +PUT +/westus2/\S+/1002 +200 +\S+$`).MatchString(lines[3]) {
		t.Errorf("want a log of 5 lines, the fourth of the PUT, got:\n%s", log)
	}
	for _, secret := range []string{user, accounts[0].AccessToken, key} {
		if strings.Contains(log.String()+body, secret) {
			t.Error("the log and the state must hold no secret")
		}
	}
}

func TestExtendedAccountsAndVideos(t *testing.T) {
	t.Parallel()
	env, log := start(t, "-extended", "-accounts", "4", "-videos", "3")
	if env["VIDEOINDEXER_EXTENDED_OPERATIONS"] != "true" {
		t.Errorf("VIDEOINDEXER_EXTENDED_OPERATIONS is %q, want true", env["VIDEOINDEXER_EXTENDED_OPERATIONS"])
	}
	base := env["VIDEOINDEXER_ENDPOINT"]
	withKey := map[string]string{"Ocp-Apim-Subscription-Key": env["VIDEOINDEXER_SUBSCRIPTION_KEY"]}
	for location, id := range map[string]string{
		mockserver.DefaultLocation: mockserver.SecondAccountID, mockserver.TrialLocation: mockserver.TrialAccountID,
	} {
		if status, body := fetch(t, "GET", base+"/auth/"+location+"/Accounts/"+id+"/AccessToken", withKey, ""); status != 200 {
			t.Errorf("token of %s: %d %s, want 200", id, status, body)
		}
	}
	var state mockserver.State
	_, body := fetch(t, "GET", base+"/_mock/state", nil, "")
	if err := json.Unmarshal([]byte(body), &state); err != nil {
		t.Fatal(err)
	}
	if len(state.Accounts) != 4 || len(state.Accounts[0].Videos) != 5 || len(state.Accounts[1].Brands) != 0 {
		t.Errorf("%d accounts, want 4, the first with 5 videos and the second without brands", len(state.Accounts))
	}
	if !strings.Contains(log.String(), " X22  GET ") {
		t.Errorf("the log has no call X22:\n%s", log)
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-videos", "many"}, {"-accounts", "0"}, {"-videos", "-1"}, {"-address", "nowhere:http:1"}, {"extra"}, {"-env-file", "/nowhere/at/all"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q was accepted, want an error", args)
		}
	}
}
