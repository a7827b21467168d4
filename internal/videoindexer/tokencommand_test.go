package videoindexer

import (
	"bytes"
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// programs are those of access_token_command in these tests.
var programs = map[string]func(arguments []string){
	"prints": func(arguments []string) { fmt.Print(arguments[0]) },
	"fails": func([]string) {
		fmt.Print("warning half-a-t") // of these, one is long enough for a token
		fmt.Fprintln(os.Stderr, "warning: no right to use half-a-t\nwith test-subscription-key")
		os.Exit(3)
	},
	"hangs": func([]string) {
		fmt.Print("half-a-token")
		pause(time.Hour)
	},
	"floods": func([]string) {
		for range 100 {
			fmt.Print(strings.Repeat("endless-secret ", 1<<10))
		}
	},
	// counts prints another token each time, and writes down what it was told.
	"counts": func(arguments []string) {
		known, _ := os.ReadFile(arguments[0])
		line := os.ExpandEnv("$VIDEOINDEXER_LOCATION $VIDEOINDEXER_ACCOUNT_ID $VIDEOINDEXER_ALLOW_EDIT\n")
		_ = os.WriteFile(arguments[0], append(known, line...), 0o600)
		fmt.Fprintln(os.Stderr, "a warning")
		fmt.Printf("printed-token-%d\n", bytes.Count(known, []byte("\n"))+1)
	},
}

// TestTokenSpellings reads a token as a program prints it, or as it is configured, and says of
// anything else what it is.
func TestTokenSpellings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"secret-7": "", "secret-7\n": "", " \r\n\tsecret-7 \r\n": "", `"secret-7"`: "", "\"secret-7\"\n": "", "'secret-7'\n": "", `"secret\u002d7"`: "",
		"Bearer secret-7": "", "bearer\tsecret-7\n": "", `"Bearer secret-7"`: "", `Bearer "secret-7"`: "", "\ufeffsecret-7": "",
		"":                           "the token is empty",
		"Bearer ":                    "the token is empty",
		`""`:                         "the token is empty",
		"null":                       "this is not a token, but null",
		`{"accessToken":"secret-7"}`: "this is not a token, but an object",
		"<html>secret-7</html>":      "characters that no token has",
		`"secret-7`:                  "not a valid JSON string",
		`"secret\u0000-7"`:           "characters that no token has",
		"secret-7\xff":               "characters that no token has",
		"secret-7 secret-8":          "characters that no token has",
		"secret-7\nsecret-8":         "characters that no token has",
		"Token: secret-7":            "characters that no token has",
		"export TOKEN=\"secret-7\"":  "characters that no token has",
		"\x1b[32msecret-7\x1b[0m":    "characters that no token has",
	} {
		got, err := tokenIn(text)
		check.ErrorSays(t, want, err, "%q", text)
		wantNoSecrets(t, "the error", fmt.Sprint(err), "secret")
		client, failure := New(Config{Endpoint: "https://example.test", SubscriptionKey: "k", AccessToken: text})
		isRefused := want != "" && strings.TrimSpace(text) != ""
		check.Equal(t, isRefused, failure != nil, "%q is refused as a configuration", text)
		if want == "" {
			check.Equal(t, []string{"secret-7", "secret-7"}, []string{got, client.transport.Config.AccessToken}, "%q is read, and configured", text)
		}
	}
}

// TestTokenCommandFails says what is wrong with the program. Nothing that it prints on stdout is in
// the error or the log.
func TestTokenCommandFails(t *testing.T) {
	t.Parallel()
	notExecutable := filepath.Join(t.TempDir(), "program")
	err := os.WriteFile(notExecutable, []byte("x"), 0o600)
	check.MustSucceed(t, err, "the program")
	for name, test := range map[string]struct {
		command []string
		want    string
		timeout time.Duration // instead of a minute
	}{
		"fails":              {command: []string{os.Args[0], "fails"}, want: "failed: exit status 3. Its stderr: warning: no right to use (redacted) with (redacted)"},
		"hangs":              {command: []string{os.Args[0], "hangs"}, want: "did not end within 300ms", timeout: 300 * time.Millisecond},
		"prints nothing":     {command: []string{os.Args[0], "prints", ""}, want: "printed nothing on stdout"},
		"prints blanks":      {command: []string{os.Args[0], "prints", " \n"}, want: "printed nothing on stdout"},
		"prints a page":      {command: []string{os.Args[0], "prints", "<html>half-a-token</html>"}, want: "printed something other than a token: this is not a token, because it contains characters"},
		"prints without end": {command: []string{os.Args[0], "floods"}, want: "printed something other than a token: "},
		"missing":            {command: []string{"no-such-program-anywhere", "half-a-token"}, want: `the program "no-such-program-anywhere" of access_token_command cannot be started: executable file not found`},
		"missing file":       {command: []string{"/no/such/program"}, want: "cannot be started: no such file"},
		"not executable":     {command: []string{notExecutable}, want: "cannot be started: permission denied"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log lockedBuffer
			arrived := func(http.ResponseWriter, *http.Request) { t.Error("a request arrived, want none") }
			c := serve(t, arrived, func(config *Config) {
				config.AccessToken = ""
				config.AccessTokenCommand = test.command
				config.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			})
			check.Equal(t, time.Minute, c.commandTimeout, "the time of a command")
			c.commandTimeout = cmp.Or(test.timeout, c.commandTimeout)
			_, err := c.GetBrand(t.Context(), testAccount, 7)
			check.ErrorSays(t, test.want, check.ErrorAs[*TokenCommandError](t, err), "the command")
			check.Equal(t, true, IsA[*TokenError](err), "it is a TokenError: %v", err)
			check.Equal(t, true, IsAccountWide(err), "it is account-wide: %v", err)
			wantNoSecrets(t, "the error", err.Error(), "half-a", "endless", testKey)
			wantNoSecrets(t, "the log", log.String(), "half-a", "endless", testKey)
		})
	}
}

// TestTokenCommandRuns has tokens printed once for each account and permission, again before they
// are 50 minutes old, and once more after a refusal.
func TestTokenCommandRuns(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "arguments")
	synctest.Test(t, func(t *testing.T) {
		var log lockedBuffer
		var last, revoked atomic.Value
		revoked.Store("")
		c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			last.Store(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer printed-token-"))
			if strings.Contains(revoked.Load().(string), last.Load().(string)) {
				refusal(http.StatusUnauthorized, ErrorTypeUserNotAllowed).ServeHTTP(w, r)
				return
			}
			body := `{"name":"a"}`
			if strings.HasSuffix(r.URL.Path, "/other") {
				body = `{"id":"other"}`
			}
			_, _ = w.Write([]byte(body))
		}, func(config *Config) {
			config.SubscriptionKey = ""
			config.AccessToken = ""
			config.AccessTokenCommand = []string{os.Args[0], "counts", file}
			config.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		})
		var want strings.Builder
		wantToken := func(token, argumentsLine string, err error) {
			t.Helper()
			want.WriteString(argumentsLine)
			lines, _ := os.ReadFile(file)
			check.ErrorSays(t, "", err, "the call")
			check.Equal(t, token, last.Load().(string), "the token of the call")
			check.Equal(t, strings.Split(want.String(), "\n"), strings.Split(string(lines), "\n"), "what the program was told")
		}
		read := func(location, id string) error {
			_, err := c.GetBrand(t.Context(), AccountRef{location, id}, 7)
			return err
		}
		var group sync.WaitGroup
		for range 5 {
			group.Go(func() { check.ErrorSays(t, "", read(testLocation, testAccountID), "one of five reads at once") })
		}
		group.Wait()
		wantToken("1", testLocation+" "+testAccountID+" false\n", nil)
		wantToken("1", "", read(strings.ToUpper(testLocation), strings.ToUpper(testAccountID)))
		wantToken("2", testLocation+" "+testAccountID+" true\n", c.ReindexVideo(t.Context(), testAccount, "v", ReindexOptions{}))
		wantToken("3", "trial other false\n", c.CheckAccess(t.Context(), AccountRef{"trial", "other"}))
		pause(49 * time.Minute)
		wantToken("1", "", read(testLocation, testAccountID))
		pause(2 * time.Minute)
		wantToken("4", testLocation+" "+testAccountID+" false\n", read(testLocation, testAccountID))
		pause(time.Second)
		revoked.Store("4")
		wantToken("5", testLocation+" "+testAccountID+" false\n", read(testLocation, testAccountID))
		pause(time.Second)
		revoked.Store("56")
		err := read(testLocation, testAccountID)
		apiErr := check.ErrorAs[*APIError](t, err)
		check.Equal(t, http.StatusUnauthorized, apiErr.Status, "the status of %v", err)
		check.Equal(t, CredentialCommand, apiErr.Credential, "the credential that %v is about", err)
		wantToken("6", testLocation+" "+testAccountID+" false\n", nil)
		wantNoSecrets(t, "the log", log.String(), "printed-token")
		check.Contains(t, "a warning", log.String(), "the log of the program's stderr")
	})
}

// lockedBuffer is a log that several goroutines write.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}
