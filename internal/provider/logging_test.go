package provider

import (
	"bytes"
	"context"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestHTTPLoggerLeavesOut logs the fields that the log is to have, and no others.
func TestHTTPLoggerLeavesOut(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	ctx := tflogtest.RootLogger(context.Background(), &log)
	logger := newHTTPLogger()
	logger.DebugContext(ctx, "sent", "operation", "17", "status", 200, "body", "secret")
	logger.DebugContext(ctx, "repeated", "attempt", 2, "key", "secret")
	lines, err := tflogtest.MultilineJSONDecode(strings.NewReader(log.String()))
	check.MustSucceed(t, err, "a line of JSON for each message in %.500q", log.String())
	for _, line := range lines {
		for _, name := range []string{"@timestamp", "@caller"} {
			delete(line, name)
		}
	}
	want := []map[string]any{
		{"@level": "debug", "@message": "sent", "@module": "provider.http", "operation": "17", "status": "200"},
		{"@level": "debug", "@message": "repeated", "@module": "provider.http", "attempt": "2"},
	}
	check.Equal(t, want, lines, "lines of the log")
}

// TestLogGuide checks that the guide "Debugging" explains each field of a line.
func TestLogGuide(t *testing.T) {
	t.Parallel()
	guide, err := os.ReadFile("../../templates/guides/debugging.md.tmpl")
	check.MustSucceed(t, err, "the guide")
	for field := range loggedFields {
		if !strings.Contains(string(guide), "`"+field+"`") {
			t.Errorf("the guide does not explain %s, want every field of a line", field)
		}
	}
}

// TestSetLogLevels proves that the loggers of libraries and of requests are off until a variable
// asks for them.
func TestSetLogLevels(t *testing.T) {
	t.Parallel()
	const sdk, framework, proto = "TF_LOG_SDK", "TF_LOG_SDK_FRAMEWORK", "TF_LOG_SDK_PROTO"
	const own, http = "TF_LOG_PROVIDER_VIDEOINDEXER", "TF_LOG_PROVIDER_VIDEOINDEXER_HTTP"
	all := func(level string) map[string]string {
		return map[string]string{sdk: level, framework: level, proto: level, own: level, http: level}
	}
	offBut := func(level string, names ...string) map[string]string {
		levels := all("off")
		for _, name := range names {
			levels[name] = level
		}
		return levels
	}
	for name, test := range map[string]struct{ environment, want map[string]string }{
		"nothing asked for":      {nil, all("off")},
		"TF_LOG":                 {map[string]string{"TF_LOG": "DEBUG"}, all("DEBUG")},
		"TF_LOG as JSON":         {map[string]string{"TF_LOG": "JSON"}, all("trace")},
		"of the provider alone":  {map[string]string{"TF_LOG_PROVIDER": "WARN", "TF_LOG": "TRACE"}, all("WARN")},
		"one library":            {map[string]string{framework: "TRACE"}, offBut("TRACE", framework)},
		"all libraries":          {map[string]string{sdk: "INFO"}, offBut("INFO", sdk, framework, proto)},
		"requests alone":         {map[string]string{http: "DEBUG"}, offBut("DEBUG", http)},
		"the provider's own log": {map[string]string{own: "DEBUG"}, offBut("DEBUG", own, http)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			environment := map[string]string{}
			maps.Copy(environment, test.environment)
			err := SetLogLevels(
				func(name string) string { return environment[name] },
				func(name, value string) error { environment[name] = value; return nil },
			)
			check.MustSucceed(t, err, "the log levels with %v", test.environment)
			delete(environment, "TF_LOG")
			delete(environment, "TF_LOG_PROVIDER")
			check.Equal(t, test.want, environment, "%v becomes", test.environment)
		})
	}
}
