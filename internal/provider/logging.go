package provider

import (
	"context"
	"log/slog"
	"os"

	"github.com/hashicorp/terraform-plugin-log/tflog"
)

// httpSubsystem is the name of the client's log lines. TF_LOG_PROVIDER_VIDEOINDEXER_HTTP sets their level.
const httpSubsystem = "http"

// loggedFields are the only fields that reach the log. Other fields that the client may come to log are left out,
// rather than searched for secrets.
var loggedFields = map[string]bool{
	"operation": true, "method": true, "path": true, "status": true, "attempt": true, "duration": true, "wait": true,
	"request_id": true, "service_request_id": true,
}

// newHTTPLogger is the client's logger: it hands its records to Terraform's log.
func newHTTPLogger() *slog.Logger { return slog.New(&tflogHandler{}) }

// tflogHandler writes slog records as lines of a tflog subsystem.
type tflogHandler struct {
	attrs []slog.Attr
}

// Enabled saves the work for lines that nobody wants: for these, SetLogLevels sets the level "off". The subsystem
// decides on all others.
func (h *tflogHandler) Enabled(context.Context, slog.Level) bool {
	return os.Getenv("TF_LOG_PROVIDER_VIDEOINDEXER_HTTP") != "off"
}

func (h *tflogHandler) Handle(ctx context.Context, record slog.Record) error {
	ctx = tflog.NewSubsystem(ctx, httpSubsystem, tflog.WithLevelFromEnv("TF_LOG_PROVIDER_VIDEOINDEXER", "HTTP"))
	fields := make(map[string]any, record.NumAttrs()+len(h.attrs))
	add := func(a slog.Attr) bool {
		if loggedFields[a.Key] {
			fields[a.Key] = a.Value.Resolve().String()
		}
		return true
	}
	for _, a := range h.attrs {
		add(a)
	}
	record.Attrs(add)
	switch {
	case record.Level >= slog.LevelWarn:
		tflog.SubsystemWarn(ctx, httpSubsystem, record.Message, fields)
	case record.Level >= slog.LevelInfo:
		tflog.SubsystemInfo(ctx, httpSubsystem, record.Message, fields)
	default:
		tflog.SubsystemDebug(ctx, httpSubsystem, record.Message, fields)
	}
	return nil
}

func (h *tflogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &tflogHandler{attrs: append(append([]slog.Attr{}, h.attrs...), attrs...)}
}

// WithGroup keeps fields flat: the log has one namespace.
func (h *tflogHandler) WithGroup(string) slog.Handler { return h }
