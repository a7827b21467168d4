package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun prints messages that differ in ids and names only once, with all places.
func TestRun(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, lines := range map[string]string{
		"1.jsonl": `{"call":"plan","type":"a","severity":"ERROR","summary":"Unable to read","detail":"Could not read brand 1001 \"Velora\"."}` + "\n",
		"2.jsonl": `{"call":"apply","type":"a","severity":"ERROR","summary":"Unable to read","detail":"Could not read brand 7 \"Halden\"."}` + "\n" +
			`{"call":"plan","type":"b","attribute":"x","severity":"WARNING","summary":"Two | lines","detail":"One.\n\nTwo."}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
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
	if err := os.WriteFile(filepath.Join(folder, "3.jsonl"), []byte("no JSON\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(folder, &out); err == nil {
		t.Error("a file that is not JSON was accepted")
	}
}
