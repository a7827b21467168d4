package videoindexer

import (
	"context"
	"net/http"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// TranscriptUpdate is a transcript that replaces a video's own; settings that are empty or nil are left out.
type TranscriptUpdate struct {
	// Language is one of CaptionLanguages.
	Language string
	// SetAsSourceLanguage makes Language the video's source language.
	SetAsSourceLanguage *bool
	// CallbackURL and SendSuccessEmail matter only where the service indexes the video again.
	CallbackURL      string
	SendSuccessEmail *bool
	// Content is the transcript in WebVTT.
	Content string
}

// UpdateTranscript replaces a video's transcript of a language (endpoint 9). For the source language
// the service indexes the video again. An empty content is an APIError with ErrorTypeInvalidInput,
// one that is no WebVTT with ErrorTypeInvalidVTTInput; both have status 400.
func (c *Client) UpdateTranscript(ctx context.Context, a AccountRef, videoID string, t TranscriptUpdate) error {
	r := onAccount("9", "update transcript", http.MethodPut, a, "Videos", videoID, "Index", "Transcript")
	setText(r.Query, "language", t.Language)
	setFlag(r.Query, "setAsSourceLanguage", t.SetAsSourceLanguage)
	setText(r.Query, "callbackUrl", t.CallbackURL)
	setFlag(r.Query, "sendSuccessEmail", t.SendSuccessEmail)
	r.Body = transport.BytesBody("text/vtt", []byte(t.Content))
	return c.send(ctx, r)
}
