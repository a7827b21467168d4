//go:build unix

package reliability

import (
	"archive/zip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const applicationKey = "c0ffee-application-key/with+signs="

// everything uses all that the provider offers. The application key comes from a variable that no plan keeps.
const everything = `
variable "application_key" {
  type      = string
  sensitive = true
  ephemeral = true
}

ephemeral "videoindexer_user_access_token" "it" {}

ephemeral "videoindexer_account_access_token" "it" {
  allow_edit = true
}

ephemeral "videoindexer_project_access_token" "it" {
  project_id = "p1q2r3s4t5"
}

ephemeral "videoindexer_source_file" "it" {
  video_id = "a1b2c3d4e5"
}

ephemeral "videoindexer_rendered_file" "it" {
  provider   = videoindexer.extended
  project_id = "u6v7w8x9y0"
}

provider "videoindexer" {}

provider "videoindexer" {
  alias               = "extended"
  extended_operations = true
}

provider "videoindexer" {
  alias        = "by_token"
  access_token = ephemeral.videoindexer_account_access_token.it.access_token
}

resource "videoindexer_brand" "it" {
  provider        = videoindexer.by_token
  brand_id        = 1001
  name            = "It"
  deletion_policy = "restore"
}

resource "videoindexer_brands" "it" {
  brands = { other = { brand_id = 1002, name = "Other" } }
}

resource "videoindexer_brands_model_settings" "it" {
  enabled      = true
  use_built_in = false
}

resource "videoindexer_language_model" "it" {
  name     = "It"
  language = "en-US"
  files    = { "a.txt" = { content = "a" } }
}

resource "videoindexer_project" "it" {
  project_id = "p1q2r3s4t5"
  render     = true
}

resource "videoindexer_video" "it" {
  video_id        = "a1b2c3d4e5"
  indexing_preset = "AudioOnly"
}

resource "videoindexer_video_transcript" "it" {
  video_id = "a1b2c3d4e5"
  language = "de-DE"
  content  = "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nEins\n"
}

resource "videoindexer_animation_character" "it" {
  video_id     = "f6a7b8c9d0"
  character_id = 1
  name         = "Ada"
}

resource "videoindexer_paid_account" "it" {
  subscription_id     = "2b0c9a4d-71f3-4e58-9c26-8d5e1f3a7b90"
  resource_group      = "newsroom"
  media_resource      = "newsroommedia"
  directory_tenant_id = "6f1e2d3c-4b5a-4697-8879-6a5b4c3d2e1f"
  deletion_policy     = "abandon"
  directory_connection = {
    application_id             = "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a"
    application_key_wo         = var.application_key
    application_key_wo_version = 1
  }
}

data "videoindexer_account" "it" {
  include_usage = true
}

data "videoindexer_accounts" "it" {}

data "videoindexer_supported_operations" "it" {}

data "videoindexer_brand" "it" {
  brand_id = 1003
}

data "videoindexer_captions" "it" {
  video_id = "f6a7b8c9d0"
}

data "videoindexer_faces" "it" {
  person_model_id = "5e8a2b71-0c4d-4f96-8b13-6d7e9f0a1c25"
  person_id       = "9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f"
}

data "videoindexer_image_model" "it" {}

data "videoindexer_insights_widget" "it" {
  video_id = "a1b2c3d4e5"
}
`

// newSecretsWorkspace logs all that the engine and the provider have to say.
func newSecretsWorkspace(t *testing.T) *workspace {
	t.Helper()
	w := newWorkspace(t,
		mockserver.Extended(), mockserver.KeyOnOperations(mockserver.KeyOptional),
		mockserver.WidgetForAccountTokens(), mockserver.WidgetRedirect(http.StatusFound, true))
	engine.Need(t, engine.WriteOnly)
	w.AddBrands(w.Account.ID, 3)
	w.AddSampleMedia(w.Account.ID)
	w.setenv("TF_LOG", "TRACE")
	w.setenv("TF_LOG_PATH", filepath.Join(w.Folder, "trace.log"))
	w.setenv("TF_VAR_application_key", applicationKey)
	return w
}

// TestSecrets has all that the provider offers planned, applied, read and destroyed with the most talkative log, and
// fail in every way that could make it say too much. No key, token or signed address may be in anything that is
// printed, logged or kept.
func TestSecrets(t *testing.T) {
	t.Parallel()
	w := newSecretsWorkspace(t)
	w.configure(everything)
	keep := func(name string, r engine.Result) engine.Result {
		w.Write(name, r.Output)
		return r
	}
	for i, step := range [][]string{{"plan", "-out=plan.bin"}, {"show", "-json", "plan.bin"}, {"apply", "plan.bin"}, {"show", "-json"}, {"plan", "-detailed-exitcode"}} {
		if r := keep(fmt.Sprintf("step-%d", i), w.run(step...)); r.Code != 0 {
			t.Fatalf("%q: %s", step, r)
		}
	}
	w.setenv("VIDEOINDEXER_MAX_RETRIES", "1")
	for i, together := range w.indiscretions() {
		met := map[string]*atomic.Bool{}
		for name, fault := range together {
			hit, matches := &atomic.Bool{}, fault.Match
			met[name], fault.Times = hit, mockserver.Always
			fault.Match = func(r *http.Request) bool {
				isMeant := matches == nil || matches(r)
				if isMeant {
					hit.Store(true)
				}
				return isMeant
			}
			w.Script(fault)
		}
		if r := keep(fmt.Sprintf("failed-%d", i), w.run("plan")); r.Code == 0 {
			t.Errorf("plan %d succeeds with %v", i, slices.Sorted(maps.Keys(together)))
		}
		for name, hit := range met {
			if !hit.Load() {
				t.Errorf("no request of plan %d met %s", i, name)
			}
		}
		w.ClearFaults()
	}
	w.Script(mockserver.Fault{Endpoint: 16, Do: mockserver.Before(func(*http.Request) { w.killProvider(syscall.SIGQUIT) })})
	crashed := keep("crashed", w.run("plan"))
	if crashed.Code == 0 || !strings.Contains(readFile(t, filepath.Join(w.Folder, "trace.log")), "goroutine ") {
		t.Errorf("the crash has left no trace: %s", crashed.Output)
	}
	w.ClearFaults()
	if r := keep("destroyed", w.run("destroy", "-auto-approve")); r.Code != 0 {
		t.Errorf("destroy: %s", r.Output)
	}

	secrets := w.secrets()
	texts := w.everythingKept()
	t.Logf("%d secrets looked for in %d files and archive members", len(secrets), len(texts))
	for at, text := range texts {
		for _, name := range held(text, secrets) {
			t.Errorf("%s holds %s, behind %q", at, name, before(text, secrets[name]))
		}
	}
	// The search must be able to find something: these texts are there.
	if log := texts["trace.log"]; !strings.Contains(log, w.Account.ID) || !strings.Contains(log, "get account access token") {
		t.Error("the log does not show what the provider does")
	}
	if !strings.Contains(texts["plan.bin tfplan"], "videoindexer_paid_account") {
		t.Error("the plan cannot be read")
	}
}

// indiscretions are answers that quote what must not be repeated, in groups that a plan meets at once: it reads three
// brands, a source file and a rendered file, and nothing at all where there is no token.
func (w *workspace) indiscretions() []map[string]mockserver.Fault {
	quote := func(status int, contentType, format string) mockserver.Action {
		return mockserver.Respond(http.HandlerFunc(func(response http.ResponseWriter, r *http.Request) {
			response.Header().Set("Content-Type", contentType)
			response.Header().Set("X-Ms-Request-Id", r.Header.Get("Authorization"))
			response.WriteHeader(status)
			_, _ = fmt.Fprintf(response, format, r.Header.Get("Authorization"), r.Header.Get("Ocp-Apim-Subscription-Key"))
		}))
	}
	token := w.AccountToken(w.Account.Location, w.Account.ID, true)
	return []map[string]mockserver.Fault{
		{
			"401":                     {Endpoint: 16, Match: about("/Brands/1001"), Do: mockserver.Status(http.StatusUnauthorized)},
			"500":                     {Endpoint: 16, Match: about("/Brands/1002"), Do: mockserver.Status(http.StatusInternalServerError)},
			"gateway page":            {Endpoint: 16, Match: about("/Brands/1003"), Do: quote(http.StatusForbidden, "text/html", "<html><body><h1>Forbidden</h1><pre>Authorization: %s\nKey: %s</pre></body></html>")},
			"signed address in error": {Endpoint: 12, Do: mockserver.Body(http.StatusBadRequest, "text/plain", "cannot sign "+w.signedAddress())},
			"rendered file in error":  {Endpoint: mockserver.X(33), Do: mockserver.Body(http.StatusBadRequest, "text/plain", "cannot sign "+w.signedAddress())},
		},
		{
			"error object":             {Endpoint: 16, Match: about("/Brands/1001"), Do: quote(http.StatusBadRequest, "application/json", `{"ErrorType":"INVALID_INPUT","Message":"Authorization %s, key %s"}`)},
			"brand in another form":    {Endpoint: 16, Match: about("/Brands/1002"), Do: quote(http.StatusOK, "application/json", `{"id":"%s","name":["%s"]}`)},
			"reset":                    {Endpoint: 16, Match: about("/Brands/1003"), Do: mockserver.ResetBefore()},
			"signed address no string": {Endpoint: 12, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"url":%q}`, w.signedAddress()))},
			"rendered file elsewhere":  {Endpoint: mockserver.X(33), Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"url":%q}`, w.signedAddress()))},
		},
		{"401 key": {Endpoint: 2, Do: quote(http.StatusUnauthorized, "application/json", `{"statusCode":401,"message":"%s Access denied due to invalid subscription key %s."}`)}},
		{"token that is no string": {Endpoint: 2, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"accessToken":%q}`, token))}},
		{"token list cut short": {Endpoint: 3, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`[{"id":%q,"accessToken":%q},{"id":`, w.Account.ID, token))}},
	}
}

// signedAddress is one that the service has given away.
func (w *workspace) signedAddress() string {
	w.t.Helper()
	addresses := w.SourceFileURLs()
	if len(addresses) == 0 {
		w.t.Fatal("no signed address was given away")
	}
	return addresses[0]
}

// secrets are all credentials, in every spelling in which they could be found.
func (w *workspace) secrets() map[string]string {
	w.t.Helper()
	secrets := map[string]string{}
	add := func(name, secret string) {
		quoted, err := json.Marshal(secret)
		if err != nil {
			w.t.Fatal(err)
		}
		secrets[name] = secret
		secrets[name+" (escaped for a URL)"] = url.QueryEscape(secret)
		secrets[name+" (escaped for JSON)"] = strings.Trim(string(quoted), `"`)
		secrets[name+" (in base 64)"] = strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(secret)), "=")
	}
	add("the subscription key", w.Key)
	add("the application key", applicationKey)
	for i, token := range w.IssuedTokens() {
		add(fmt.Sprintf("token %d", i), token)
	}
	for i, address := range w.SourceFileURLs() {
		signed, err := url.Parse(address)
		if err != nil || signed.RawQuery == "" {
			w.t.Fatalf("signed address %q: %v", address, err)
		}
		add(fmt.Sprintf("signed address %d", i), address)
		for name, values := range signed.Query() {
			if len(values[0]) >= 16 {
				add(fmt.Sprintf("%s of signed address %d", name, i), values[0])
			}
		}
	}
	return secrets
}

// everythingKept returns the contents of all files in the workspace, those inside of a plan included.
func (w *workspace) everythingKept() map[string]string {
	w.t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(w.Folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() { // the provider that was killed has left its socket
			return err
		}
		name, err := filepath.Rel(w.Folder, path)
		if err == nil {
			texts[name] = readFile(w.t, path)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if _, planned := texts["plan.bin"]; planned {
		archive, err := zip.OpenReader(filepath.Join(w.Folder, "plan.bin"))
		if err != nil {
			w.t.Fatal(err)
		}
		defer func() { _ = archive.Close() }()
		for _, member := range archive.File {
			reader, err := member.Open()
			if err != nil {
				w.t.Fatal(err)
			}
			content, err := io.ReadAll(reader)
			if err != nil {
				w.t.Fatal(err)
			}
			texts["plan.bin "+member.Name] = string(content)
		}
	}
	return texts
}

// TestSignedAddressStaysInTheState reads the address of a source file as data, which is documented to put it into the
// state, as a sensitive value. It must be nowhere else: not in the log, not in what is printed.
func TestSignedAddressStaysInTheState(t *testing.T) {
	t.Parallel()
	w := newSecretsWorkspace(t)
	w.configure(`
data "videoindexer_source_file" "it" {
  video_id = "a1b2c3d4e5"
}

output "address" {
  value     = data.videoindexer_source_file.it.download_url
  sensitive = true
}
`)
	for name, r := range map[string]engine.Result{"planned": w.run("plan"), "applied": w.run("apply", "-auto-approve"), "shown": w.run("show")} {
		if r.Code != 0 {
			t.Fatalf("%s: %s", name, r.Output)
		}
		w.Write(name, r.Output)
	}
	secrets, texts := w.secrets(), w.everythingKept()
	if !strings.Contains(texts["terraform.tfstate"], "signed") && len(w.SourceFileURLs()) == 0 {
		t.Fatal("no address was read")
	}
	for at, text := range texts {
		for _, name := range held(text, secrets) {
			if isState := strings.HasPrefix(at, "terraform.tfstate") && strings.Contains(name, "signed address"); !isState {
				t.Errorf("%s holds %s, behind %q", at, name, before(text, secrets[name]))
			}
		}
	}
}

// held returns the names of the secrets that a text holds. It looks for all of them in one pass: hundreds of passes through a
// log would take half of the test's time.
func held(text string, secrets map[string]string) []string {
	const width = 8 // bytes of the beginning
	beginnings := map[string][]string{}
	for name, secret := range secrets {
		beginnings[secret[:width]] = append(beginnings[secret[:width]], name)
	}
	found := map[string]bool{}
	for i := range len(text) - width + 1 {
		for _, name := range beginnings[text[i:i+width]] {
			if strings.HasPrefix(text[i:], secrets[name]) {
				found[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// TestHeld finds secrets wherever they stand, also one that begins as another one does.
func TestHeld(t *testing.T) {
	t.Parallel()
	secrets := map[string]string{"first": "secret-one", "second": "secret-two", "third": "secret-one-and-more", "none": "another one"}
	for text, want := range map[string][]string{
		"": nil, "secret": nil, "secret-one": {"first"}, "a secret-two": {"second"}, "secret-secret-one-and-more": {"first", "third"},
		"secret-two secret-one.": {"first", "second"},
	} {
		if got := held(text, secrets); !slices.Equal(got, want) {
			t.Errorf("%q holds %q, want %q", text, got, want)
		}
	}
}

// before is a little of the text before a secret, for a message that does not repeat it.
func before(text, secret string) string {
	at := strings.Index(text, secret)
	return text[max(0, at-120):at]
}
