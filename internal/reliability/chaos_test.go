//go:build unix

package reliability

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// badDay are the failures of the chaos test, by the share of requests.
var badDay = mockserver.Rates{
	TooMany: 0.10, InternalError: 0.03, GatewayTimeout: 0.03, ResetBefore: 0.02, ResetAfter: 0.01,
}

// TestChaos applies a workload of every kind of object, changes all of it and destroys it, while a
// good part of the requests goes wrong and tokens expire all the time. One apply does it all,
// except for a create whose response was lost: its error says so, and the test does what the
// message asks for.
func TestChaos(t *testing.T) {
	t.Parallel()
	seed := acctest.Seed(t)
	load := workload{brands: 12, models: 2, projects: 1, videos: 1, transcripts: 1}
	rates := badDay
	render := time.Second
	indexing := 2 * time.Second
	rates.TooMany = 0.03 // each makes all that follow wait
	if acctest.IsFull() {
		rates = badDay
		load = workload{brands: 300, models: 10, projects: 20, videos: 20, transcripts: 20, named: 60, entries: 60}
		rates.RetryAfter = time.Second
		render = 2 * time.Second
		indexing = 5 * time.Second
	}
	// By number where the machine may be busy: it then expires no token before it is used. By time
	// no token may be so short-lived that a busy machine finds two in a row expired.
	expiry := mockserver.WithTokenUses(40)
	if acctest.IsFull() {
		expiry = mockserver.WithTokenLifetime(6 * time.Second)
	}
	options := []mockserver.Option{
		mockserver.WithSeed(seed), expiry,
		mockserver.WithRenderEnd(mockserver.AfterTime(render)), mockserver.WithIndexingEnd(mockserver.AfterTime(indexing)),
	}
	options = append(options, load.options()...)
	if load.isExtended() {
		options = append(options, mockserver.WithCreatedBrandsListed(mockserver.AfterRequests(1)))
	}
	w := newWorkspace(t, options...)
	want := load.wanted(t)
	load.seed(w.Server)

	load.configure(w, 1)
	w.Chaos(seed, rates)
	w.Script(mockserver.Fault{Operation: mockserver.CreateLanguageModel, Skip: 1, Do: mockserver.ResetAfter()}) // one is ambiguous in every run
	w.faultsOfNames()
	first := w.apply()
	// With extended operations, the provider finds the model in the list.
	if !load.isExtended() && !first.Says("Language model may have been created", "import") {
		t.Errorf("want an ambiguous create of a language model, with advice to import it: %s", first)
	}
	w.settle(first)
	t.Logf("create all objects: %s", faultCounts(w))
	w.converge(5) // finds nothing to do but what was ambiguous
	w.mustHaveNothingTainted()
	w.mustBeClean()
	load.wantHeld(w, want[0], 1)

	w.ResetRequests()
	w.faultsOfNames()
	load.configure(w, 2)
	w.converge(5)
	t.Logf("change all of them: %s", faultCounts(w))
	w.mustBeClean()
	load.wantHeld(w, want[1], 2)

	w.ResetRequests()
	w.faultsOfNames()
	r := w.destroy()
	if r.Code != 0 {
		t.Errorf("want the destroy to succeed: %s", r)
	}
	t.Logf("destroy all of them: %s", faultCounts(w))
	// A model that was imported keeps its files: by default, what Terraform has not created is left
	// as it is.
	models := w.LanguageModels(w.Account.ID)
	isModel := func(line string) bool { return strings.HasPrefix(line, "language model ") }
	left := slices.DeleteFunc(slices.Clone(want[2]), isModel)
	check.Equal(t, len(want[2])-len(left), len(models), "language models that are left")
	for _, m := range models {
		w.RemoveLanguageModel(w.Account.ID, m.ID)
	}
	load.wantHeld(w, left, 2)
	check.Equal(t, 0, len(w.Instances()), "instances that are left in the state")
}

// settle does what the message of an ambiguous create asks for: it looks for the model in the
// service, and imports it where it is there. A brand that was not created is created by the next
// apply. No other error is taken.
func (w *workspace) settle(r engine.Result) {
	for _, failure := range r.Errors() {
		if isUnborn(failure) {
			w.t.Logf("not created: %s: %s", failure.Address, failure.Summary)
			continue
		}
		if failure.Summary != "Language model may have been created" {
			w.t.Errorf("an apply failed, want no error but an ambiguous create: %s", failure)
			continue
		}
		var index int
		_, err := fmt.Sscanf(failure.Address, `videoindexer_language_model.all["%d"]`, &index)
		check.MustSucceed(w.t, err, "%s, the address of a language model", failure.Address)
		found := ""
		for _, m := range w.LanguageModels(w.Account.ID) {
			if m.Name == fmt.Sprintf("Model %d", index) {
				found = m.ID
			}
		}
		w.t.Logf("ambiguous: %s; in the service: %q", failure.Address, found)
		if found != "" {
			imported := w.run("import", failure.Address, found)
			if imported.Code != 0 {
				w.t.Fatalf("want the import of %s to succeed: %s", found, imported)
			}
		}
	}
}

// converge applies until it succeeds, a few times at most: an upload whose response was lost says
// so, and the next apply looks at what became of it. No other error is taken.
func (w *workspace) converge(times int) {
	w.t.Helper()
	for range times {
		r := w.apply()
		if r.Code == 0 {
			return
		}
		for _, failure := range r.Errors() {
			if !strings.Contains(failure.Detail, "was not repeated") && !isUnborn(failure) {
				w.t.Errorf("an apply failed, want no error but of a lost response: %s", failure)
			}
			w.t.Logf("ambiguous: %s: %s", failure.Address, failure.Summary)
		}
	}
	w.t.Fatalf("%d applies failed, want one of them to succeed", times)
}

// faultsOfNames make every extended operation on brands go wrong in every way, in addition to what
// goes wrong at random. The list goes wrong half as often: one request for it serves all brands,
// and ten failures in a row end it.
func (w *workspace) faultsOfNames() {
	for _, operation := range []mockserver.Operation{
		mockserver.ListBrands, mockserver.CreateBrand, mockserver.DeleteBrand,
	} {
		for i, action := range []mockserver.Action{
			mockserver.ResetAfter(), mockserver.CutResponse(),
			mockserver.StatusAfter(http.StatusGatewayTimeout), mockserver.ResetBefore(),
			mockserver.GatewayHTML(http.StatusBadGateway), mockserver.SlowResponse(time.Second),
			mockserver.Status(http.StatusTooManyRequests, "Retry-After", "1"),
			mockserver.Status(http.StatusInternalServerError),
			mockserver.BodyAfter(http.StatusBadGateway, "text/html", "<html>Bad gateway</html>"),
		} {
			if operation != mockserver.ListBrands || i%2 == 0 {
				w.Script(mockserver.Fault{Operation: operation, Skip: i % 2, Do: action})
			}
		}
	}
}

// isUnborn reports whether a brand was not created, and that the error says so: an X2 that failed
// is never sent again, and the next apply creates the brand.
func isUnborn(failure engine.Diagnostic) bool {
	return strings.HasPrefix(failure.Summary, "Unable to create brand") && strings.Contains(failure.Detail, "was not repeated")
}

// everyTenth is a day on which every tenth request fails: half of the responses are lost after the
// service has acted.
var everyTenth = mockserver.Rates{
	TooMany: 0.01, InternalError: 0.02, GatewayTimeout: 0.01,
	GatewayTimeoutAfter: 0.02, ResetBefore: 0.01, ResetAfter: 0.02, CutResponse: 0.01,
}

// TestReindexVideos indexes 200 videos again on a bad day: each exactly once, those whose indexing
// fails are named, and a further run indexes these alone. An indexing lasts longer than it takes to
// repeat a request whose response was lost. The test needs no engine: the ones that have actions
// call the provider in the same way.
func TestReindexVideos(t *testing.T) {
	t.Parallel()
	seed := acctest.Seed(t)
	videos := 60
	looks := 2
	if acctest.IsFull() {
		videos = 200
		looks = 4
	}
	server := acctest.NewServer(
		t, mockserver.WithExtended(), mockserver.WithSeed(seed), mockserver.WithIndexingEnd(mockserver.AfterRequests(looks)),
	)
	account := server.Account.ID
	fails := map[string]bool{}
	for i := range videos {
		video := mockserver.Video{ID: fmt.Sprintf("video%03d", i), LastIndexed: time.Now().Add(-time.Hour)}
		switch {
		case i%20 == 7:
			video.IndexingEndsWith = mockserver.VideoFailed
		case i%20 == 13:
			video.State = mockserver.VideoUploadFailed
		}
		fails[video.ID] = i%20 == 7 || i%20 == 13
		server.AddVideo(account, video)
	}
	protocol := server.Extended(t)
	config := acctest.Values{
		"indexed_before": time.Now().UTC().Format(time.RFC3339), "max_videos": videos, "parallelism": 100, "ignore_quota": true,
	}
	server.Chaos(seed, everyTenth)
	_, diags := protocol.InvokeAction(t.Context(), "videoindexer_reindex_videos", config)
	messages := strings.Join(acctest.Texts(acctest.Errors(diags)), "\n")
	named := 0
	for _, v := range server.State().Accounts[0].Videos {
		isNamed := strings.Contains(messages, fmt.Sprintf("- %q", v.ID))
		wanted := 1
		if isNamed {
			named++
		}
		video, _ := server.Video(account, v.ID)
		if video.State == mockserver.VideoUploadFailed {
			wanted = 0
		}
		check.Equal(t, wanted, v.Reindexes, "times that %s was indexed", v.ID)
		check.Equal(t, fails[v.ID], isNamed, "%s is named as failed", v.ID)
	}
	faults := 0
	for _, r := range server.Requests() {
		if r.Fault != "" {
			faults++
		}
	}
	t.Logf("%d videos, %d requests of which %d went wrong, %d videos named",
		videos, len(server.Requests()), faults, named)

	for id := range fails {
		server.ChangeVideo(account, id, func(v *mockserver.Video) {
			v.IndexingEndsWith = ""
			if v.State == mockserver.VideoUploadFailed {
				v.State = mockserver.VideoUploaded
			}
		})
	}
	_, diags = protocol.InvokeAction(t.Context(), "videoindexer_reindex_videos", config)
	if len(acctest.Errors(diags)) > 0 {
		t.Errorf("a further run: want no errors. Got: %v", acctest.Texts(diags))
	}
	for id, failed := range fails {
		all := server.Reindexes(account, id)
		wanted := 1
		video, _ := server.Video(account, id)
		isRepeated := failed && video.State == mockserver.VideoProcessed
		if isRepeated && len(all) == 2 {
			wanted = 2 // the one that failed, and the one that did not
		}
		check.Equal(t, wanted, len(all), "indexings of %s after a further run", id)
	}
}

// TestKeyStopsWorking takes the key and all tokens away in the middle of an apply. The error names
// the setting, the state has what was done and no more, and the next apply with a good key does the
// rest.
func TestKeyStopsWorking(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	load := workload{brands: 25}
	load.seed(w.Server)
	load.configure(w, 1)
	w.Script(mockserver.Fault{Operation: mockserver.UpdateBrand, Skip: 8, Do: mockserver.Before(func(*http.Request) {
		w.SetKey("another")
		w.RevokeTokens()
	})})
	r := w.apply()
	if r.Code == 0 || !r.Says("401", "subscription_key", "VIDEOINDEXER_SUBSCRIPTION_KEY") {
		t.Fatalf("want the apply to fail for the subscription key: %s", r)
	}
	for _, failure := range r.Errors() {
		if !strings.Contains(failure.Detail, "subscription_key") {
			t.Errorf("each error must name subscription_key: %s", failure)
		}
	}
	written := 0
	managed := 0
	for _, b := range w.Brands(w.Account.ID) {
		if b.Description != "As found in the account" {
			written++
		}
	}
	for _, i := range w.Instances() {
		if i.Status == "" {
			managed++
		}
		in := i.Values()
		id, _ := strconv.Atoi(fmt.Sprint(in["brand_id"]))
		held, exists := w.Brand(w.Account.ID, int32(id))
		if !exists {
			t.Errorf("%s: the service has no brand %d, want what is in the state", i.Address, id)
		}
		check.Equal(t, []any{held.Name, held.Description}, []any{in["name"], in["description"]},
			"%s: name and description in the service and in the state", i.Address)
	}
	isPart := managed > 0 && managed < load.brands
	if !isPart || managed != written {
		t.Errorf("%d of %d brands are in the state, want some, not all, and the %d that were written",
			managed, load.brands, written)
	}
	w.ClearFaults()
	w.SetKey(w.Key)
	w.mustApply()
	w.mustHaveNothingTainted()
	w.mustBeClean()
	load.wantHeld(w, load.wanted(t)[0], 0)
}
