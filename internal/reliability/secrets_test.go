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
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const applicationKey = "c0ffee-application-key/with+signs="

// brandID finds the ids of brands in a configuration.
var brandID = regexp.MustCompile(`brand_id"? ?[=:] ?\d+`)

// everything uses all that the provider offers: with a token, with the base API alone, and with
// extended operations. The application key comes from a variable that no plan keeps.
func everything() string {
	var config strings.Builder
	config.WriteString(`
variable "application_key" {
  type      = string
  sensitive = true
  ephemeral = true
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

resource "videoindexer_brand" "by_token" {
  provider        = videoindexer.by_token
  brand_id        = 1008
  name            = "It"
  deletion_policy = "restore"
}
`)
	lastBrand := 1000
	for _, name := range slices.Sorted(maps.Keys(fixtures.All)) {
		fixture := fixtures.All[name]
		block := fmt.Sprintf("resource %q \"it\" {\n", name)
		arguments := fixture.Arguments.With(fixture.Changes)
		for _, argument := range slices.Sorted(maps.Keys(arguments)) {
			text, _ := json.Marshal(arguments[argument]) // what JSON writes, an engine reads as an expression
			block += fmt.Sprintf("  %s = %s\n", argument, text)
		}
		block += "}\n"
		if fixture.NeedsExtended {
			block = strings.Replace(block, "{\n", "{\n  provider = videoindexer.extended\n", 1)
		}
		block = brandID.ReplaceAllStringFunc(block, func(argument string) string {
			lastBrand++ // each fixture has brands of its own
			return strings.TrimRight(argument, "0123456789") + strconv.Itoa(lastBrand)
		})
		_, _ = strings.NewReplacer(
			`"application_key":"k"`, `"application_key_wo":var.application_key,"application_key_wo_version":1`,
			`"prevent"`, `"abandon"`,
		).WriteString(&config, block)
	}
	for _, used := range [][2]string{
		{"ephemeral videoindexer_user_access_token"},
		{"ephemeral videoindexer_account_access_token", `allow_edit = true`},
		{"ephemeral videoindexer_project_access_token", `project_id = "p1q2r3s4t5"`},
		{"ephemeral videoindexer_source_file", `video_id = "a1b2c3d4e5"`},
		{"ephemeral videoindexer_rendered_file", "provider = videoindexer.extended\n  project_id = \"u6v7w8x9y0\""},
		{"data videoindexer_account", `include_usage = true`},
		{"data videoindexer_accounts"},
		{"data videoindexer_supported_operations"},
		{"data videoindexer_brand", `brand_id = 1009`},
		{"data videoindexer_captions", `video_id = "f6a7b8c9d0"`},
		{"data videoindexer_image_model"},
		{"data videoindexer_faces", "person_model_id = \"5e8a2b71-0c4d-4f96-8b13-6d7e9f0a1c25\"\n  person_id = \"9c0d1e2f-3a4b-4c5d-8e6f-7a8b9c0d1e2f\""},
		{"data videoindexer_insights_widget", `video_id = "a1b2c3d4e5"`},
	} {
		block, kind, _ := strings.Cut(used[0], " ")
		fmt.Fprintf(&config, "%s %q \"it\" {\n  %s\n}\n", block, kind, used[1])
	}
	return config.String()
}

// newSecretsWorkspace logs all that the engine and the provider have to say.
func newSecretsWorkspace(t *testing.T) *workspace {
	t.Helper()
	w := newWorkspace(t,
		mockserver.WithExtended(), mockserver.WithKeyRule(mockserver.KeyOptional),
		mockserver.WithWidgetForAccountTokens(), mockserver.WithWidgetRedirects())
	engine.Need(t, engine.WriteOnly)
	w.AddBrands(w.Account.ID, 9)
	w.AddSampleMedia(w.Account.ID)
	w.setenv("TF_LOG", "TRACE")
	w.setenv("TF_LOG_PATH", filepath.Join(w.Folder, "trace.log"))
	w.setenv("TF_VAR_application_key", applicationKey)
	return w
}

// TestSecrets has all that the provider offers planned, applied, read and destroyed with the most
// talkative log, and fail in every way that could make it say too much. No key, token or signed
// address may be in anything that is printed, logged or kept.
func TestSecrets(t *testing.T) {
	t.Parallel()
	w := newSecretsWorkspace(t)
	w.configure(everything())
	keep := func(name string, r engine.Result) engine.Result {
		w.Write(name, r.Output)
		return r
	}
	for i, step := range [][]string{
		{"plan", "-out=plan.bin"},
		{"show", "-json", "plan.bin"},
		{"apply", "plan.bin"},
		{"show", "-json"},
		{"plan", "-detailed-exitcode"},
	} {
		r := keep(fmt.Sprintf("step-%d", i), w.run(step...))
		if r.Code != 0 {
			t.Fatalf("want %q to succeed: %s", step, r)
		}
	}
	w.setenv("VIDEOINDEXER_MAX_RETRIES", "1")
	for i, together := range w.indiscretions() {
		met := map[string]*atomic.Bool{}
		for name, fault := range together {
			hit := &atomic.Bool{}
			matches := fault.Match
			met[name] = hit
			fault.Times = mockserver.Always
			fault.Match = func(r *http.Request) bool {
				isMeant := matches == nil || matches(r)
				if isMeant {
					hit.Store(true)
				}
				return isMeant
			}
			w.Script(fault)
		}
		r := keep(fmt.Sprintf("failed-%d", i), w.run("plan"))
		if r.Code == 0 {
			t.Errorf("plan %d succeeds, want it to fail with %v", i, slices.Sorted(maps.Keys(together)))
		}
		for name, hit := range met {
			if !hit.Load() {
				t.Errorf("no request of plan %d met %s", i, name)
			}
		}
		w.ClearFaults()
	}
	w.Script(mockserver.Fault{
		Operation: mockserver.GetBrand, Do: mockserver.Before(func(*http.Request) { w.killProvider(syscall.SIGQUIT) }),
	})
	crashed := keep("crashed", w.run("plan"))
	if crashed.Code == 0 || !strings.Contains(readFile(t, filepath.Join(w.Folder, "trace.log")), "goroutine ") {
		t.Errorf("want a crash, and its trace in the log: %s", crashed)
	}
	w.ClearFaults()
	r := keep("destroyed", w.run("destroy", "-auto-approve"))
	if r.Code != 0 {
		t.Errorf("want the destroy to succeed: %s", r)
	}

	texts := w.mustHoldNone("")
	// The search must be able to find something: these texts are there.
	log := texts["trace.log"]
	if !strings.Contains(log, w.Account.ID) || !strings.Contains(log, "get account access token") {
		t.Error("the log lacks the account's id, or the request of its token")
	}
	if !strings.Contains(texts["plan.bin tfplan"], "videoindexer_paid_account") {
		t.Error("the text of the plan has no videoindexer_paid_account")
	}
}

// indiscretions returns responses that quote what must not be repeated, in groups that a plan meets
// at once: it reads three brands, a source file and a rendered file. A response that concerns the
// whole account is alone, since nothing more is read after it.
func (w *workspace) indiscretions() []map[string]mockserver.Fault {
	quote := func(status int, contentType, format string) mockserver.Action {
		return mockserver.Respond(http.HandlerFunc(func(response http.ResponseWriter, r *http.Request) {
			response.Header().Set("Content-Type", contentType)
			response.Header().Set("X-Ms-Request-Id", r.Header.Get("Authorization"))
			response.WriteHeader(status)
			_, _ = fmt.Fprintf(
				response, format, r.Header.Get("Authorization"), r.Header.Get("Ocp-Apim-Subscription-Key"),
			)
		}))
	}
	token := w.AccountToken(w.Account.Location, w.Account.ID, mockserver.Write)
	return []map[string]mockserver.Fault{
		{
			"500": {Operation: mockserver.GetBrand, Match: about("/Brands/1002"), Do: mockserver.Status(http.StatusInternalServerError)},
			"gateway page": {
				Operation: mockserver.GetBrand, Match: about("/Brands/1008"),
				Do: quote(http.StatusNotFound, "text/html", "<html><body><h1>Not found</h1><pre>Authorization: %s\nKey: %s</pre></body></html>"),
			},
			"signed address in error": {
				Operation: mockserver.GetSourceFileURL,
				Do:        mockserver.Body(http.StatusBadRequest, "text/plain", "cannot sign "+w.signedAddress()),
			},
			"rendered file in error": {
				Operation: mockserver.GetRenderedFileURL,
				Do:        mockserver.Body(http.StatusBadRequest, "text/plain", "cannot sign "+w.signedAddress()),
			},
		},
		{
			"error object": {
				Operation: mockserver.GetBrand, Match: about("/Brands/1001"),
				Do: quote(http.StatusBadRequest, "application/json", `{"ErrorType":"INVALID_INPUT","Message":"Authorization %s, key %s"}`),
			},
			"brand in another form": {
				Operation: mockserver.GetBrand, Match: about("/Brands/1002"),
				Do: quote(http.StatusOK, "application/json", `{"id":"%s","name":["%s"]}`),
			},
			"signed address no string": {
				Operation: mockserver.GetSourceFileURL,
				Do:        mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"url":%q}`, w.signedAddress())),
			},
			"rendered file elsewhere": {
				Operation: mockserver.GetRenderedFileURL,
				Do:        mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"url":%q}`, w.signedAddress())),
			},
		},
		{"401": {Operation: mockserver.GetBrand, Match: about("/Brands/1001"), Do: mockserver.Status(http.StatusUnauthorized)}},
		{"reset": {Operation: mockserver.GetBrand, Match: about("/Brands/1001"), Do: mockserver.ResetBefore()}},
		{"401 key": {Operation: mockserver.GetUserAccessToken, Do: quote(http.StatusUnauthorized, "application/json", `{"statusCode":401,"message":"%s Access denied due to invalid subscription key %s."}`)}},
		{"token that is no string": {Operation: mockserver.GetUserAccessToken, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"accessToken":%q}`, token))}},
		{"token list cut short": {Operation: mockserver.ListAccounts, Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`[{"id":%q,"accessToken":%q},{"id":`, w.Account.ID, token))}},
	}
}

// signedAddress returns one that the service has given away.
func (w *workspace) signedAddress() string {
	w.t.Helper()
	addresses := w.SignedURLs()
	if len(addresses) == 0 {
		w.t.Fatal("no signed address was given away, want some")
	}
	return addresses[0]
}

// secrets returns all credentials, in every spelling in which they could be found.
func (w *workspace) secrets() map[string]string {
	w.t.Helper()
	secrets := map[string]string{}
	add := func(name, secret string) {
		quoted, err := json.Marshal(secret)
		check.MustSucceed(w.t, err, "%s as JSON", name)
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
	for i, address := range w.SignedURLs() {
		signed, err := url.Parse(address)
		if err != nil || signed.RawQuery == "" {
			w.t.Fatalf("%q (%v), want an address with a signature", address, err)
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

// storedTexts returns the contents of all files in the workspace, those inside of a plan included.
func (w *workspace) storedTexts() map[string]string {
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
	check.MustSucceed(w.t, err, "the files of the workspace")
	_, planned := texts["plan.bin"]
	if planned {
		archive, err := zip.OpenReader(filepath.Join(w.Folder, "plan.bin"))
		check.MustSucceed(w.t, err, "plan.bin")
		defer func() { _ = archive.Close() }()
		for _, member := range archive.File {
			reader, err := member.Open()
			check.MustSucceed(w.t, err, "%s of plan.bin", member.Name)
			content, err := io.ReadAll(reader)
			check.MustSucceed(w.t, err, "%s of plan.bin", member.Name)
			texts["plan.bin "+member.Name] = string(content)
		}
	}
	return texts
}

// TestSignedAddressStaysInTheState reads the address of a source file as data, which is documented
// to put it into the state, as a sensitive value. It must be nowhere else: not in the log, not in
// what is printed.
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
	for _, step := range [][]string{{"plan"}, {"apply", "-auto-approve"}, {"show"}} {
		r := w.run(step...)
		if r.Code != 0 {
			t.Fatalf("want %q to succeed: %s", step, r)
		}
		w.Write(step[0]+".txt", r.Output)
	}
	w.mustHoldNone("signed address")
	var address string
	w.Output("address", &address)
	if !slices.Contains(w.SignedURLs(), address) {
		t.Errorf("the output has %q, want an address that was given away", address)
	}
}

// mustHoldNone looks for secrets in all that is kept, which it returns. Those of one kind may be in
// the state.
func (w *workspace) mustHoldNone(inState string) (texts map[string]string) {
	w.t.Helper()
	secrets := w.secrets()
	texts = w.storedTexts()
	w.t.Logf("%d secrets looked for in %d files and archive members", len(secrets), len(texts))
	for at, text := range texts {
		for _, name := range held(text, secrets) {
			mayBeInState := inState != "" && strings.Contains(name, inState)
			if !mayBeInState || !strings.HasPrefix(at, "terraform.tfstate") {
				i := strings.Index(text, secrets[name])
				w.t.Errorf("%s must not hold %s, which is behind %q", at, name, text[max(0, i-120):i])
			}
		}
	}
	return texts
}

// held returns the names of the secrets that a text holds. It looks for all of them in one pass:
// hundreds of passes through a log would take half of the test's time.
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
	secrets := map[string]string{
		"first": "secret-one", "second": "secret-two", "third": "secret-one-and-more", "none": "another one",
	}
	for text, want := range map[string][]string{
		"": nil, "secret": nil, "secret-one": {"first"}, "a secret-two": {"second"}, "secret-secret-one-and-more": {"first", "third"},
		"secret-two secret-one.": {"first", "second"},
	} {
		check.Equal(t, want, held(text, secrets), "%q holds", text)
	}
}
