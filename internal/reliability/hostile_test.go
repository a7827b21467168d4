//go:build unix

package reliability

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestHostileInputIsRefused has one plan refuse all that no request could carry, without sending anything.
func TestHostileInputIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	var config strings.Builder
	want := map[string]string{} // the argument by the resource's address
	add := func(resource, argument, format string, value string) {
		name := fmt.Sprintf("it%d", len(want))
		want[resource+"."+name] = argument
		quoted, err := json.Marshal(value) // whose escapes are those of HCL
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&config, "resource %q %q {\n"+format+"\n}\n", resource, name, quoted)
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
