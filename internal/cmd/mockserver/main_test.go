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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// transcript is a writer that may be read during writes.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(p)
}

func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
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
	out := make(printed)
	log := &transcript{}
	ended := make(chan error, 1)
	go func() {
		defer close(out) // in which case it printed nothing
		ended <- run(ctx, append(args, "-env-file", envFile), out, log)
	}()
	t.Cleanup(func() {
		cancel()
		check.ErrorSays(t, "", <-ended, "run with %q", args)
	})
	text := <-out
	content, err := os.ReadFile(envFile)
	check.MustSucceed(t, err, "its file")
	check.Contains(t, string(content), text, "what it has printed, which is in its file")
	env := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^export (\w+)='?(.*?)'?$`).FindAllStringSubmatch(string(content), -1) {
		env[line[1]] = line[2]
	}
	return env, log
}

// transport keeps connections open. On a connection, a request begins only after the previous
// request was logged.
var transport = &http.Transport{}

// fetch makes a request that is answered with the status, and reads the JSON of the response.
func fetch[T any](t *testing.T, status int, method, url string, header map[string]string, body string) (value T) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	check.MustSucceed(t, err, "the request %s", url)
	for name, value := range header {
		r.Header.Set(name, value)
	}
	response, err := (&http.Client{Transport: transport}).Do(r)
	check.MustSucceed(t, err, "the response of %s", url)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(text, &value)
	}
	if err != nil || response.StatusCode != status {
		t.Fatalf("%s %s: %d %.300s (error %v), want %d and JSON as %T",
			method, r.URL.Path, response.StatusCode, text, err, status, value)
	}
	return value
}

// TestRun uses the command as a developer does: with the printed variables, over HTTP, without
// extended operations.
func TestRun(t *testing.T) {
	t.Parallel()
	const accountID, key = mockserver.DefaultAccountID, mockserver.DefaultSubscriptionKey
	env, log := start(t)
	for name, want := range map[string]string{
		"VIDEOINDEXER_EXTENDED_OPERATIONS": "", "VIDEOINDEXER_SUBSCRIPTION_KEY": key,
		"VIDEOINDEXER_ACCOUNT_ID": accountID, "VIDEOINDEXER_LOCATION": mockserver.DefaultLocation,
	} {
		check.Equal(t, want, env[name], "%s", name)
	}
	base := env["VIDEOINDEXER_ENDPOINT"]
	withKey := map[string]string{"Ocp-Apim-Subscription-Key": key}
	user := fetch[string](t, 200, "GET", base+"/auth/westus2/Users/me/AccessToken?allowEdit=true", withKey, "")
	accounts := fetch[[]struct{ ID, AccessToken string }](t, 200, "GET",
		base+"/westus2/Accounts?generateAccessTokens=true&allowEdit=true&accessToken="+user, withKey, "")
	if len(accounts) != 1 || accounts[0].ID != accountID {
		t.Fatalf("accounts %+v, want account %s alone", accounts, accountID)
	}
	brand := base + "/westus2/Accounts/" + accountID + "/Customization/Brands/1002"
	withToken := map[string]string{"Authorization": "Bearer " + accounts[0].AccessToken}
	fields := fetch[map[string]any](t, 200, "GET", brand, withToken, "")
	for _, readOnly := range []string{"id", "accountId", "lastModifierUserName", "create", "lastModified"} {
		delete(fields, readOnly)
	}
	fields["name"] = "Renamed"
	renamed, err := json.Marshal(fields)
	check.MustSucceed(t, err, "the brand as JSON")
	withToken["Content-Type"] = "application/json"
	fetch[any](t, 200, "PUT", brand, withToken, string(renamed))
	extended := base + "/auth/westus2/Accounts/" + accountID + "/AccessToken"
	fetch[any](t, 404, "GET", extended, withKey, "")

	body := fetch[json.RawMessage](t, 200, "GET", base+"/_mock/state", nil, "")
	state := fetch[mockserver.State](t, 200, "GET", base+"/_mock/state", nil, "")
	account := state.Accounts[0]
	check.Equal(t, 20, len(account.Brands), "brands")
	check.Equal(t, "Renamed", account.Brands[1].Name, "the name of the second brand")
	check.Equal(t, []int{2, 2, 5}, []int{len(account.Videos), len(account.Projects), state.Requests},
		"videos, projects and requests")
	violations := strings.Join(state.Violations, "\n")
	if !strings.Contains(violations, "token in query") || strings.Contains(violations, "unknown route") {
		t.Errorf("violations %q, want that of the token in the query alone", state.Violations)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	put := regexp.MustCompile(`^\d\d:\d\d:\d\d\.\d{3} +17 +PUT +/westus2/\S+/1002 +200 +\S+$`)
	if len(lines) != 5 || !put.MatchString(lines[3]) {
		t.Errorf("want a log of 5 lines, the fourth as %s, got: %v", put, acctest.Messages(lines))
	}
	for secretName, secret := range map[string]string{"user token": user, "account token": accounts[0].AccessToken, "key": key} {
		isLogged := strings.Contains(log.String(), secret)
		isShown := strings.Contains(string(body), secret)
		if isLogged || isShown {
			t.Errorf("the %s is in the log: %t, in the state: %t, want it in neither", secretName, isLogged, isShown)
		}
	}
}

// TestExtendedAccountsAndVideos proves what -extended, -accounts and -videos add.
func TestExtendedAccountsAndVideos(t *testing.T) {
	t.Parallel()
	env, log := start(t, "-extended", "-accounts", "4", "-videos", "3")
	check.Equal(t, "true", env["VIDEOINDEXER_EXTENDED_OPERATIONS"], "VIDEOINDEXER_EXTENDED_OPERATIONS")
	base := env["VIDEOINDEXER_ENDPOINT"]
	withKey := map[string]string{"Ocp-Apim-Subscription-Key": env["VIDEOINDEXER_SUBSCRIPTION_KEY"]}
	for location, id := range map[string]string{
		mockserver.DefaultLocation: mockserver.SecondAccountID, mockserver.TrialLocation: mockserver.TrialAccountID,
	} {
		fetch[string](t, 200, "GET", base+"/auth/"+location+"/Accounts/"+id+"/AccessToken", withKey, "")
	}
	state := fetch[mockserver.State](t, 200, "GET", base+"/_mock/state", nil, "")
	n := len(state.Accounts)
	if n != 4 {
		t.Fatalf("%d accounts, want 4", n)
	}
	check.Equal(t, 5, len(state.Accounts[0].Videos), "videos in the first account")
	check.Equal(t, 0, len(state.Accounts[1].Brands), "brands in the second account")
	if !strings.Contains(log.String(), " X22  GET ") {
		t.Errorf("want call X22 in the log, got: %v", acctest.Messages(strings.Split(log.String(), "\n")))
	}
}

// TestArguments refuses arguments that would start another server than was asked for.
func TestArguments(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"-videos", "many"},
		{"-accounts", "0"},
		{"-videos", "-1"},
		{"-address", "nowhere:http:1"},
		{"extra"},
		{"-env-file", "/nowhere/at/all"},
	} {
		err := run(t.Context(), args, io.Discard, io.Discard)
		if err == nil {
			t.Errorf("%q was accepted, want an error", args)
		}
	}
}
