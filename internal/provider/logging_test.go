package provider

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-log/tflogtest"
)

// TestHTTPLoggerLeavesOut logs the fields that the log is to have, and no others.
func TestHTTPLoggerLeavesOut(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	ctx := tflogtest.RootLogger(context.Background(), &log)
	logger := newHTTPLogger()
	logger.DebugContext(ctx, "sent", "operation", "17", "status", 200, "body", "secret")
	logger.InfoContext(ctx, "waits", "wait", "1s")
	logger.WarnContext(ctx, "repeated", "attempt", 2, "key", "secret")
	lines, err := tflogtest.MultilineJSONDecode(strings.NewReader(log.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines {
		for _, name := range []string{"@timestamp", "@caller"} {
			delete(line, name)
		}
	}
	want := []map[string]any{
		{"@level": "debug", "@message": "sent", "@module": "provider.http", "operation": "17", "status": "200"},
		{"@level": "info", "@message": "waits", "@module": "provider.http", "wait": "1s"},
		{"@level": "warn", "@message": "repeated", "@module": "provider.http", "attempt": "2"},
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

// TestLogGuide checks that the guide "Debugging" explains each field of a line.
func TestLogGuide(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../templates/guides/debugging.md.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	for field := range loggedFields {
		if !strings.Contains(string(guide), "`"+field+"`") {
			t.Errorf("the guide does not explain %s", field)
		}
	}
}
