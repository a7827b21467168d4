package transport

import (
	"context"
	"log/slog"
	"time"
)

// path is what logs show of the address: no query, no secret.
func (k *call) path() string { return k.client.secrets.text(k.address.EscapedPath()) }

// shown is what errors show of the address: no query, no secret.
func (k *call) shown() string {
	return k.client.secrets.text(k.address.Scheme+"://"+k.address.Host) + k.path()
}

func (k *call) logAttempt(ctx context.Context, last *Attempt) {
	k.log(ctx, "request",
		slog.Int("status", last.Status),
		slog.Duration("duration", time.Since(last.Began)),
		slog.String("request_id", last.ClientRequestID),
		slog.String("service_request_id", last.serviceRequestID))
}

func (k *call) logWait(ctx context.Context, pause time.Duration) {
	k.log(ctx, "waiting before the next attempt", slog.Duration("wait", pause))
}

func (k *call) log(ctx context.Context, message string, details ...slog.Attr) {
	if !k.client.log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	k.client.log.LogAttrs(ctx, slog.LevelDebug, message, append([]slog.Attr{
		slog.String("operation", k.request.Operation),
		slog.String("method", k.request.Method),
		slog.String("path", k.path()),
		slog.Int("attempt", k.attempts),
	}, details...)...)
}
