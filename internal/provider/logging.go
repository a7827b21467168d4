package provider

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// httpSubsystem is the name of the client's log lines. TF_LOG_PROVIDER_VIDEOINDEXER_HTTP sets their
// level.
const httpSubsystem = "http"

// loggedFields are the only fields that reach the log. Other fields that the client may come to log
// are left out, rather than searched for secrets.
var loggedFields = map[string]bool{
	"operation": true, "method": true, "path": true, "status": true, "attempt": true, "duration": true, "wait": true,
	"request_id": true, "service_request_id": true, "program": true, "stderr": true,
}

// newHTTPLogger returns the client's logger, which passes its records to Terraform's log.
func newHTTPLogger() *slog.Logger { return slog.New(tflogHandler{}) }

// tflogHandler writes slog records as lines of a tflog subsystem. The client has no other level
// than debug.
type tflogHandler struct{}

// Enabled saves the work for lines that nobody wants: for these, SetLogLevels sets the level "off".
// The subsystem decides on all others.
func (h tflogHandler) Enabled(context.Context, slog.Level) bool {
	return os.Getenv("TF_LOG_PROVIDER_VIDEOINDEXER_HTTP") != "off"
}

func (h tflogHandler) Handle(ctx context.Context, record slog.Record) error {
	ctx = tflog.NewSubsystem(ctx, httpSubsystem, tflog.WithLevelFromEnv("TF_LOG_PROVIDER_VIDEOINDEXER", "HTTP"))
	fields := make(map[string]any, record.NumAttrs())
	record.Attrs(func(a slog.Attr) bool {
		if loggedFields[a.Key] {
			fields[a.Key] = a.Value.Resolve().String()
		}
		return true
	})
	tflog.SubsystemDebug(ctx, httpSubsystem, record.Message, fields)
	return nil
}

// WithAttrs and WithGroup are not used: a field is given with the line that has it.
func (h tflogHandler) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h tflogHandler) WithGroup(string) slog.Handler      { return h }

// SetLogLevels sets the log levels of the libraries that serve the provider, in the environment of
// the process, before it serves. What the user has set stays.
//
// Otherwise they write every line, and the engine throws it away. The framework alone writes a line
// for each value that it visits in a plan, with a context that grows with each of them: that time
// grows with the square of a resource's size. It was most of the time of a plan of a thousand
// brands.
func SetLogLevels(getenv func(name string) string, setenv func(name, value string) error) error {
	level := cmp.Or(getenv("TF_LOG_PROVIDER"), getenv("TF_LOG"), "off")
	// The value json requests another format, and all lines.
	if strings.EqualFold(level, "json") {
		level = "trace"
	}
	sdk := cmp.Or(getenv("TF_LOG_SDK"), level)
	own := cmp.Or(getenv("TF_LOG_PROVIDER_VIDEOINDEXER"), level)
	for _, variable := range []struct{ name, level string }{
		{"TF_LOG_SDK", sdk},
		{"TF_LOG_SDK_FRAMEWORK", sdk},
		{"TF_LOG_SDK_PROTO", sdk},
		{"TF_LOG_PROVIDER_VIDEOINDEXER", own},
		{"TF_LOG_PROVIDER_VIDEOINDEXER_HTTP", own},
	} {
		if getenv(variable.name) != "" {
			continue
		}
		err := setenv(variable.name, variable.level)
		if err != nil {
			return fmt.Errorf("set %s: %w", variable.name, err)
		}
	}
	return nil
}
