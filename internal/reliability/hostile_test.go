//go:build unix

package reliability

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// The tests of hostile input give arguments what could break out of a path, a form or a body. Either the service receives
// exactly what was meant, or the plan refuses it and names the argument.

// TestHostileFileNames uploads files whose names could end the header that they are sent in.
func TestHostileFileNames(t *testing.T) {
	t.Parallel()
	names := []string{`say "hi".txt`, `"; filename="other.txt`, "sub/dir/../file.txt", `back\slash.txt`, "Ærøskøbing 東京 🏙.ttml", "%22%0D%0A.txt", "a&b=c;d.txt"}
	w := newWorkspace(t)
	var files strings.Builder
	for _, name := range names {
		fmt.Fprintf(&files, "    %s = { content = \"text\" }\n", quoted(name))
	}
	w.configure(fmt.Sprintf("resource \"videoindexer_language_model\" \"it\" {\n  name = \"It\"\n  language = \"en-US\"\n  files = {\n%s  }\n}\n", files.String()))
	w.mustApply()
	w.mustBeClean()
	var held []string
	for _, f := range w.LanguageModels(w.Account.ID)[0].Files {
		held = append(held, f.Name)
	}
	slices.Sort(names)
	slices.Sort(held)
	if diff := cmp.Diff(names, held); diff != "" {
		t.Errorf("file names (-meant +arrived):\n%s", diff)
	}
	w.mustDestroy()
}

// TestHostileTexts writes a long list of tags, a text that looks like JSON, and captions with script tags. The list could be
// longer, but Terraform and its framework compare each tag with every other: a refresh of 1,000 tags takes seconds. Without
// RELIABILITY=full it has 100.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	const (
		text     = "\"}, {\"id\": 7}\n\u2028</script>🏙"
		captions = "WEBVTT\n\nNOTE <script>\n\n00:00:01.000 --> 00:00:02.000\n" + `<script>alert("1 < 2")</script> <b>&amp;</b> {\an8}` + "\n"
	)
	count := 100
	if isFull() {
		count = 1_000
	}
	w := newWorkspace(t)
	w.AddBrands(w.Account.ID, 1)
	w.AddVideo(w.Account.ID, mockserver.Video{ID: videoID})
	w.configure(fmt.Sprintf(`
resource "videoindexer_brand" "it" {
  brand_id    = %d
  name        = "It"
  description = %s
  tags        = [for i in range(%d) : "tag \"${i}\", <&>"]
}

resource "videoindexer_video_transcript" "it" {
  video_id = %q
  language = %q
  content  = %s
}
`, firstBrand, quoted(text), count, videoID, german, quoted(captions)))
	w.mustApply()
	w.mustBeClean()
	brand := w.Brands(w.Account.ID)[0]
	if brand.Description != text {
		t.Errorf("the description %q arrived, want %q", brand.Description, text)
	}
	var tags []string
	for i := range count {
		tags = append(tags, fmt.Sprintf(`tag "%d", <&>`, i))
	}
	if !slices.Equal(slices.Sorted(slices.Values(tags)), slices.Sorted(slices.Values(brand.Tags))) {
		t.Errorf("%d tags arrived that are not the %d that were meant", len(brand.Tags), len(tags))
	}
	sum := sha256.Sum256([]byte(captions))
	isSent := func(r mockserver.Request) bool { return r.Endpoint == 9 && r.BodySHA256 == hex.EncodeToString(sum[:]) }
	if !slices.ContainsFunc(w.Requests(), isSent) {
		t.Error("the captions did not arrive as they are")
	}
	w.mustDestroy()
}

// TestHostileIDs manages objects whose ids could end their segment of the path.
func TestHostileIDs(t *testing.T) {
	t.Parallel()
	ids := []string{"a?b=c", "a%2Fb", "%2e%2e", "a#b", "a b", "ä;é", "..a"}
	w := newWorkspace(t)
	var config strings.Builder
	for i, id := range ids {
		w.AddProject(w.Account.ID, mockserver.Project{ID: id})
		w.AddVideo(w.Account.ID, mockserver.Video{ID: id})
		fmt.Fprintf(&config, "resource \"videoindexer_project\" \"it%d\" {\n  project_id = %s\n  deletion_policy = \"delete\"\n}\n", i, quoted(id))
		fmt.Fprintf(&config, "resource \"videoindexer_video\" \"it%d\" {\n  video_id = %s\n  deletion_policy = \"delete\"\n}\n", i, quoted(id))
	}
	w.configure(config.String())
	w.mustApply()
	w.mustBeClean()
	w.mustDestroy()
	for _, id := range ids {
		_, isProject := w.Project(w.Account.ID, id)
		_, isVideo := w.Video(w.Account.ID, id)
		if isProject || isVideo {
			t.Errorf("not destroyed: project %q %t, video %q %t", id, isProject, id, isVideo)
		}
		isMeant := func(r mockserver.Request) bool { return strings.Contains(r.Path, "/"+url.PathEscape(id)+"/") }
		if !slices.ContainsFunc(w.Requests(), isMeant) {
			t.Errorf("no path has %q as a segment", id)
		}
	}
}

// TestHostileInputIsRefused has one plan refuse all that no request could carry, without sending anything.
func TestHostileInputIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	var config strings.Builder
	want := map[string]string{} // the argument by the resource's address
	add := func(resource, argument, format string, value string) {
		name := fmt.Sprintf("it%d", len(want))
		want[resource+"."+name] = argument
		fmt.Fprintf(&config, "resource %q %q {\n"+format+"\n}\n", resource, name, quoted(value))
	}
	for _, name := range []string{"two\nlines.txt", "return\r\nContent-Type: text/html.txt", "control\x01.txt", ""} {
		add("videoindexer_language_model", "files", "  name = \"It\"\n  language = \"en-US\"\n  files = { %s = { content = \"text\" } }", name)
	}
	for _, id := range []string{"", "..", ".", "../../other", "a/b", "a\nb"} {
		add("videoindexer_project", "project_id", "  project_id = %s", id)
		add("videoindexer_video", "video_id", "  video_id = %s", id)
	}
	add("videoindexer_brand", "account_id", "  account_id = %s\n  brand_id = 1\n  name = \"It\"", "../../other")
	add("videoindexer_brand", "location", "  location = %s\n  brand_id = 1\n  name = \"It\"", "trial/Accounts/other")
	add("videoindexer_brands", "brands", "  brands = { %s = { name = \"It\" } }", "1/../2")
	w.configure(config.String())

	r := w.run("plan", "-json")
	if r.code == 0 {
		t.Error("the plan succeeds")
	}
	for address, argument := range want {
		isNamed := func(d diagnostic) bool {
			return d.Address == address && strings.Contains(d.Summary+d.Detail, argument)
		}
		if !slices.ContainsFunc(r.errors(), isNamed) {
			t.Errorf("no error of %s names %s", address, argument)
		}
	}
	if t.Failed() {
		t.Log(r)
	}
	if n := len(w.Requests()); n > 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func (w *workspace) mustDestroy() {
	w.t.Helper()
	if r := w.destroy(); r.code != 0 {
		w.t.Fatalf("destroy failed: %s", r)
	}
}

// quoted is a text as a string of the configuration language.
func quoted(text string) string {
	var out strings.Builder
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			out.WriteString(`\` + string(c))
		case c < ' ' || c == '\u2028':
			fmt.Fprintf(&out, `\u%04x`, c)
		default:
			out.WriteRune(c)
		}
	}
	return `"` + out.String() + `"`
}
