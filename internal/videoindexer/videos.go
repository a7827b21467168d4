package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// ReindexOptions are the settings of one indexing run; what is empty or nil is left out, and the
// service's own default applies.
type ReindexOptions struct {
	// IndexingPreset, StreamingPreset, SourceLanguage and Priority take the values that
	// IndexingPresets, StreamingPresets, ReindexLanguages and Priorities list.
	IndexingPreset  string
	StreamingPreset string
	SourceLanguage  string
	Priority        string
	// CallbackURL receives a POST when the run is completed.
	CallbackURL       string
	SendSuccessEmail  *bool
	LinguisticModelID string
	PersonModelID     string
	AnimationModelID  string
	// BrandsCategories limits brands to some categories; empty uses all. No category holds a comma.
	BrandsCategories []string
}

// ReindexVideo starts indexing a video again (endpoint 7). A video that is being indexed already is
// an APIError with status 409 (IsConflict); one whose original upload failed, with status 400.
func (c *Client) ReindexVideo(ctx context.Context, a AccountRef, videoID string, o ReindexOptions) error {
	for _, category := range o.BrandsCategories {
		if strings.Contains(category, ",") {
			return fmt.Errorf("the brand category %q contains a comma, which separates categories", category)
		}
	}
	r := onAccount("7", "re-index video", http.MethodPut, a, "Videos", videoID, "ReIndex")
	setText(r.Query, "indexingPreset", o.IndexingPreset)
	setText(r.Query, "streamingPreset", o.StreamingPreset)
	setText(r.Query, "callbackUrl", o.CallbackURL)
	setText(r.Query, "sourceLanguage", o.SourceLanguage)
	setFlag(r.Query, "sendSuccessEmail", o.SendSuccessEmail)
	setText(r.Query, "linguisticModelId", o.LinguisticModelID)
	setText(r.Query, "personModelId", o.PersonModelID)
	setText(r.Query, "animationModelId", o.AnimationModelID)
	setText(r.Query, "priority", o.Priority)
	setText(r.Query, "brandsCategories", strings.Join(o.BrandsCategories, ","))
	return c.send(ctx, r)
}

// RenameAnimationCharacter gives an animated character of a video its name, in the video and in the
// image model (endpoint 10, preview). Refusals are APIErrors with status 400: ErrorTypeNotFound where
// the video has no such character, ErrorTypeAlreadyExists where the name is taken, and others.
func (c *Client) RenameAnimationCharacter(ctx context.Context, a AccountRef, videoID string, characterID int32, name string) error {
	r := onAccount("10", "rename animated character", http.MethodPut, a, "Videos", videoID, "Index", "AnimationCharacters", strconv.Itoa(int(characterID)))
	r.JSON = map[string]string{"name": name}
	return c.send(ctx, r)
}

// DeleteVideo deletes a video and its insights for good (endpoint 11), and returns the media that could not be deleted with
// it, as the JSON that the service sent; empty if there are none.
func (c *Client) DeleteVideo(ctx context.Context, a AccountRef, videoID string) (failedAssets string, err error) {
	return doAndDecode(ctx, c, onAccount("11", "delete video", http.MethodDelete, a, "Videos", videoID), func(body []byte) (string, error) {
		if isBlank(body) {
			return "", nil
		}
		var wire struct{ FailedAssets jsontext.Value }
		err := decodeJSON(body, &wire)
		failed := string(compactJSON(wire.FailedAssets))
		if failed == "[]" {
			failed = ""
		}
		return failed, err
	})
}

// GetSourceFileURL returns the address a video's source file can be downloaded from (endpoint 12). The address grants
// access by itself: treat it as a secret. For a file that is gone, IsSourceGone is true for the error.
func (c *Client) GetSourceFileURL(ctx context.Context, a AccountRef, videoID string) (string, error) {
	r := onAccount("12", "get source file address", http.MethodGet, a, "Videos", videoID, "SourceFile", "DownloadUrl")
	r.Auth.Optional, r.IsSecret = true, true
	return doAndDecode(ctx, c, r, decodeAddress)
}

// IsSourceGone says whether the service answered that a video, or its source file, does not exist any more. A 404 that is
// not the service's own says nothing about the file.
func IsSourceGone(err error) bool {
	answer, ok := ownAnswer(err)
	return ok && answer.Type != ErrorTypeAccountNotFound && (answer.Status == http.StatusGone || IsNotFound(err))
}

// decodeAddress reads an absolute address from a JSON string or from bare text. Its errors do not repeat the body.
func decodeAddress(data []byte) (string, error) {
	if err := refuseNothing(data); err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(data))
	if firstByte(data) == '"' {
		if decodeJSON(data, &text) != nil {
			return "", errors.New("the answer is not one string")
		}
	}
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || (address.Scheme != "https" && address.Scheme != "http") {
		return "", fmt.Errorf("the answer is %s, not the address of a file", kindOf(data))
	}
	return text, nil
}
