package videoindexer

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// CaptionsQuery selects captions. Empty fields are not sent.
type CaptionsQuery struct {
	IndexID string
	// Format is one of CaptionFormats, Language one of CaptionLanguages.
	Format   string
	Language string
}

// GetCaptions reads a video's captions as text in the requested format (8). A missing video is an
// APIError with status 404 (IsNotFound); status 400 says that the format is not supported or that
// indexing failed.
func (c *Client) GetCaptions(
	ctx context.Context, account AccountRef, videoID string, q CaptionsQuery,
) (string, error) {
	r := accountRequest(OperationGetCaptions, account, videoID)
	setText(r.Query, "indexId", q.IndexID)
	setText(r.Query, "format", q.Format)
	setText(r.Query, "language", captionLanguage(q.Language))
	r.Auth.IsOptional = true
	if isPlainText(q.Format) {
		r.ResponseKind = transport.TextResponse
	}
	return doAndRead(ctx, c, r, func(response *response) (string, error) {
		return decodeCaptions(response.Body, response.Header.Get("Content-Type"), q.Format)
	})
}

// CheckVideo returns nil if a video exists, an error that IsNotFound recognizes if it does not
// exist, and any other error if neither is known. No operation only checks this, so it requests
// captions (8): if the service itself answers 400 (the indexing failed) or 409 (the video is being
// indexed), the video exists.
func (c *Client) CheckVideo(ctx context.Context, account AccountRef, videoID string) error {
	_, err := c.HasCaptions(ctx, account, videoID)
	return err
}

// HasCaptions checks a video as CheckVideo does, and reports whether it has captions now.
func (c *Client) HasCaptions(
	ctx context.Context, account AccountRef, videoID string,
) (hasCaptions bool, err error) {
	_, err = c.GetCaptions(ctx, account, videoID, CaptionsQuery{})
	if IsCaptionsUnavailable(err) {
		return false, nil
	}
	return err == nil, err
}

// IsCaptionsUnavailable reports whether the service refused GetCaptions because the video has no
// captions now: its indexing failed (400) or is in progress (409). A response without the service's
// error object comes from a server in front of the service, and does not count.
func IsCaptionsUnavailable(err error) bool {
	apiErr, isAPIError := apiErrorOf(err)
	if !isAPIError || !apiErr.HasErrorObject {
		return false
	}
	if IsNotFound(err) {
		return false
	}
	return apiErr.Status == http.StatusBadRequest || apiErr.Status == http.StatusConflict
}

// captionLanguage spells a language code as requests of captions (8) do: the contract has br-BH for
// Bahrain there, and ar-BH everywhere else.
func captionLanguage(code string) string {
	if strings.EqualFold(code, "ar-BH") {
		return "br-BH"
	}
	return code
}

// isPlainText reports whether a format of captions is only words, which can be within quotation
// marks, or begin like a web page.
func isPlainText(format string) bool { return format == "Txt" || format == "Csv" }

// decodeCaptions returns the text of captions that come raw or as one JSON string. For formats of
// only words, the content type decides. A raw body of the other formats can begin with a quotation
// mark too, so it is unquoted only if all of it is one JSON string. Any other JSON is refused, and
// so is an empty body, except for a video without speech.
func decodeCaptions(data []byte, contentType, format string) (string, error) {
	if !utf8.Valid(data) {
		return "", errNotUTF8
	}
	mediaType, _, _ := mime.ParseMediaType(contentType)
	isRaw := isPlainText(format) && !strings.HasSuffix(mediaType, "json")
	isSilent := format == "Srt" && isBlank(data)
	if isRaw || isSilent {
		return string(data), nil
	}
	err := refuseEmpty(data)
	if err != nil {
		return "", err
	}
	kind := kindOf(data)
	switch kind {
	case "a text":
		return string(data), nil
	case "a string":
		var text string
		err := decodeJSON(data, &text)
		return text, err
	default:
		return "", fmt.Errorf("it is %s, not captions", kind)
	}
}

// TranscriptUpdate is a transcript that replaces that of a video. Empty and nil settings are not
// sent.
type TranscriptUpdate struct {
	// Language is one of CaptionLanguages.
	Language string
	// SetAsSourceLanguage makes Language the video's source language.
	SetAsSourceLanguage *bool
	// CallbackURL has an effect only if the service re-indexes the video.
	CallbackURL string
	// SendSuccessEmail has an effect only if the service re-indexes the video.
	SendSuccessEmail *bool
	// Content is the transcript in WebVTT.
	Content string
}

// UpdateTranscript replaces a video's transcript in a language (9). For the source language, the
// service re-indexes the video. Empty content is an APIError with ErrorTypeInvalidInput, and
// content that is not WebVTT one with ErrorTypeInvalidVTTInput. Both have status 400.
func (c *Client) UpdateTranscript(
	ctx context.Context, account AccountRef, videoID string, t TranscriptUpdate,
) error {
	r := accountRequest(OperationUpdateTranscript, account, videoID)
	setText(r.Query, "language", t.Language)
	setFlag(r.Query, "setAsSourceLanguage", t.SetAsSourceLanguage)
	setText(r.Query, "callbackUrl", t.CallbackURL)
	setFlag(r.Query, "sendSuccessEmail", t.SendSuccessEmail)
	r.Body = transport.BytesBody("text/vtt", []byte(t.Content))
	return c.doAndConfirm(ctx, r)
}
