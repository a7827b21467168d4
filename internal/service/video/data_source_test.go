package video_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/echoprovider"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// data is a data source of the video with the given lines.
func data(kind string, lines ...string) string {
	return fmt.Sprintf("data %q \"test\" {\n  video_id = %q\n%s\n}\n", "videoindexer_"+kind, id, strings.Join(lines, "\n"))
}

func holds(kind, attribute string, check knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue("data.videoindexer_"+kind+".test", tfjsonpath.New(attribute), check)
}

func TestAccCaptions(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: server.Config(data("captions")),
				ConfigStateChecks: []statecheck.StateCheck{
					holds("captions", "format", knownvalue.StringExact("Vtt")),
					holds("captions", "location", knownvalue.StringExact(server.Account.Location)),
					holds("captions", "content", knownvalue.StringExact("WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nWelcome.\n")),
				},
			},
			{
				Config: server.Config(data("captions", `format = "Srt"`, `language = "ar-BH"`, fmt.Sprintf("index_id = %q", id))),
				ConfigStateChecks: []statecheck.StateCheck{
					holds("captions", "content", knownvalue.StringExact("1\n00:00:00,000 --> 00:00:02,000\n[ar-BH] Welcome.\n\n")),
				},
				Check: acctest.Remote(func() error {
					for _, r := range server.Requests() {
						if r.Endpoint == 8 && strings.Contains(r.Query, "language=br-BH") && strings.Contains(r.Query, "indexId="+id) {
							return nil
						}
					}
					return fmt.Errorf("no request for br-BH")
				}),
			},
			{Config: server.Config(data("captions", `format = "Pdf"`)), ExpectError: regexp.MustCompile(`(?s)format value must be one of.*Ttml`)},
			{Config: server.Config(data("captions", `language = "br-BH"`)), ExpectError: regexp.MustCompile(`(?s)language value must be one of`)},
			{
				PreConfig:   func() { server.RemoveVideo(server.Account.ID, id) },
				Config:      server.Config(data("captions")),
				ExpectError: regexp.MustCompile(`(?s)Unable to read captions.*captions of video "a1b2c3d4e5".*404`),
			},
		},
	})
}

func TestAccInsightsWidget(t *testing.T) {
	t.Parallel()
	t.Run("a page", func(t *testing.T) {
		t.Parallel()
		server := newServer(t)
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{
				{ // public: served without a token of video scope
					Config: server.Config(data("insights_widget", `widget_type = "People"`)),
					ConfigStateChecks: []statecheck.StateCheck{
						holds("insights_widget", "url", knownvalue.Null()),
						holds("insights_widget", "content", knownvalue.StringRegexp(regexp.MustCompile(`data-widgets="People" data-edit="false"`))),
						holds("insights_widget", "content_type", knownvalue.StringRegexp(regexp.MustCompile(`^text/html`))),
					},
				},
				{ // a page that the service has put tokens of its own into
					PreConfig: func() {
						server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
							v.Widget = `<iframe src="/player?accessToken=eyJhbGciOiJIUzI1NiJ9.e30.abc&amp;id=7"></iframe><script>s = {"sig": "c2lnbmVk"}</script>`
						})
					},
					Config: server.Config(data("insights_widget")),
					ConfigStateChecks: []statecheck.StateCheck{
						holds("insights_widget", "content", knownvalue.StringExact(`<iframe src="/player?id=7"></iframe><script>s = {"sig": ""}</script>`)),
					},
				},
				{
					Config:      server.Config(data("insights_widget", "allow_edit = true")),
					ExpectError: regexp.MustCompile(`(?s)Unable to read insights widget.*401 USER_NOT_ALLOWED`),
				},
			},
		})
	})
	t.Run("a redirect with a token", func(t *testing.T) {
		t.Parallel()
		server := newServer(t, mockserver.WidgetForAccountTokens(), mockserver.WidgetRedirect(http.StatusFound, true))
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{{
				Config: server.Config(data("insights_widget", "allow_edit = true")),
				ConfigStateChecks: []statecheck.StateCheck{
					holds("insights_widget", "url", knownvalue.StringRegexp(regexp.MustCompile(`^https://[^?]+/embed/insights/[^?]+\?edit=true$`))),
					holds("insights_widget", "content", knownvalue.Null()),
				},
			}},
		})
	})
}

func TestAccSourceFile(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]mockserver.Option{"JSON": nil} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, options...)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(data("source_file")),
					ConfigStateChecks: []statecheck.StateCheck{
						holds("source_file", "download_url", knownvalue.StringFunc(func(v string) error {
							if !slices.Contains(server.SourceFileURLs(), v) {
								return fmt.Errorf("%q is not an address that the service gave", v)
							}
							return nil
						})),
					},
				}},
			})
		})
	}
}

func TestAccSourceFile_gone(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault  mockserver.Action
		expect string
	}{
		"404":           {mockserver.Status(http.StatusNotFound), `(?s)The source file is gone.*source file of\s+video "a1b2c3d4e5".*404`},
		"410":           {mockserver.Body(http.StatusGone, "text/plain", ""), `(?s)The source file is gone.*410`},
		"404 elsewhere": {mockserver.GatewayHTML(http.StatusNotFound), `(?s)Unable to read source file.*Probably\s+another\s+server\s+has\s+answered`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			server.Script(mockserver.Fault{Endpoint: 12, Times: mockserver.Always, Do: test.fault})
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(data("source_file")), ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}

// TestSourceFileEphemeral opens the ephemeral resource as newer engines do.
func TestSourceFileEphemeral(t *testing.T) {
	t.Parallel()
	const kind = "videoindexer_source_file"
	server := newServer(t)
	protocol := server.Protocol(t, nil)
	for range 2 {
		result, opened := protocol.OpenEphemeral(t.Context(), kind, acctest.Values{"video_id": id})
		if len(opened.Diagnostics) > 0 {
			t.Fatal(acctest.Texts(opened.Diagnostics))
		}
		given := server.SourceFileURLs()
		if got, want := result["download_url"], given[len(given)-1]; got != want {
			t.Errorf("download_url %q, want %q", got, want)
		}
		if got := result["account_id"]; got != server.Account.ID {
			t.Errorf("account_id %q, want the provider's", got)
		}
	}
	if n := len(server.SourceFileURLs()); n != 2 {
		t.Errorf("%d addresses given in 2 openings", n)
	}
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.SourceFileGone = http.StatusGone })
	_, gone := protocol.OpenEphemeral(t.Context(), kind, acctest.Values{"video_id": id})
	if texts := strings.Join(acctest.Texts(gone.Diagnostics), "\n"); !strings.Contains(texts, "The source file is gone") {
		t.Errorf("diagnostics %q", texts)
	}
	_, bad := protocol.OpenEphemeral(t.Context(), kind, acctest.Values{"video_id": ".."})
	if texts := strings.Join(acctest.Texts(bad.Diagnostics), "\n"); !strings.Contains(texts, "video_id must be an identifier") {
		t.Errorf("diagnostics %q", texts)
	}
}

// TestAccSourceFileEphemeral hands the address to another provider.
func TestAccSourceFileEphemeral(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	providers := acctest.Provider()
	providers["echo"] = echoprovider.NewProviderServer()
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_10_0)},
		ProtoV6ProviderFactories: providers,
		Steps: []resource.TestStep{{
			Config: server.Config(fmt.Sprintf(`
ephemeral "videoindexer_source_file" "test" {
  video_id = %q
}
provider "echo" {
  data = ephemeral.videoindexer_source_file.test.download_url
}
resource "echo" "test" {}
`, id)),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("echo.test", tfjsonpath.New("data"), knownvalue.StringFunc(func(v string) error {
					if !slices.Contains(server.SourceFileURLs(), v) {
						return fmt.Errorf("%q is not an address that the service gave", v)
					}
					return nil
				})),
			},
		}},
	})
}

// TestAccVideo_captionsAfterIndexing reads captions that depend on a video in the apply that indexes it again: they are those
// of the new indexing.
func TestAccVideo_captionsAfterIndexing(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t, mockserver.IndexingPace(mockserver.AfterTime(1500*time.Millisecond)))
	german := "Wilkommen."
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
		v.Transcripts["de-DE"] = []mockserver.Cue{{Start: 0, End: time.Second, Text: german}}
	})
	config := func(language string) string {
		return server.Config(videoBlock("source_language = \""+language+"\"", "wait_for_indexing = true")+
			"data \"videoindexer_captions\" \"new\" {\n  video_id = videoindexer_video.test.video_id\n  depends_on = [videoindexer_video.test]\n}\n", allow)
	}
	says := func(text string) []statecheck.StateCheck {
		return []statecheck.StateCheck{statecheck.ExpectKnownValue("data.videoindexer_captions.new", tfjsonpath.New("content"), knownvalue.StringFunc(func(content string) error {
			if !strings.Contains(content, text) {
				return otherTextError(content)
			}
			return nil
		}))}
	}
	acctest.Run(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: config("en-US"), ConfigStateChecks: says("Welcome.")},
		{Config: config("de-DE"), ConfigStateChecks: says(german)},
	}})
}

type otherTextError string

func (e otherTextError) Error() string { return "the text is " + string(e) }
