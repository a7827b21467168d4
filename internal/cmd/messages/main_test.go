package main

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestRun prints messages that differ in ids and names only once, with all places.
func TestRun(t *testing.T) {
	t.Parallel()
	folder := fstest.MapFS{
		"1.jsonl": {Data: []byte(`{"call":"plan","type":"a","severity":"ERROR","summary":"Unable to read","detail":"Could not read brand 1001 \"Velora\"."}` + "\n")},
		"2.jsonl": {Data: []byte(`{"call":"apply","type":"a","severity":"ERROR","summary":"Unable to read","detail":"Could not read brand 7 \"Halden\"."}` + "\n" +
			`{"call":"plan","type":"b","attribute":"x","severity":"WARNING","summary":"Two | lines","detail":"One.\n\nTwo."}` + "\n")},
	}
	var out strings.Builder
	if err := run(folder, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"2 messages\n", "| apply a, plan a |\n", `| warning | Two \| lines | One.<br><br>Two. | plan b x |`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	folder["3.jsonl"] = &fstest.MapFile{Data: []byte("no JSON\n")}
	if err := run(folder, &out); err == nil {
		t.Error("a file that is not JSON was accepted")
	}
}
