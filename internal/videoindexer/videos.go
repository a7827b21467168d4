package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// ReindexOptions are the settings of an indexing. Empty and nil settings are not sent: the service
// then uses its defaults.
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
	// BrandsCategories limits brands to some categories; empty means all. A category must not
	// contain a comma.
	BrandsCategories []string
}

// ReindexVideo starts re-indexing a video (7). Errors are APIErrors: status 409 (IsConflict) if the
// video is being indexed already, 400 if its upload failed.
func (c *Client) ReindexVideo(
	ctx context.Context, account AccountRef, videoID string, options ReindexOptions,
) error {
	for _, category := range options.BrandsCategories {
		if strings.Contains(category, ",") {
			return fmt.Errorf("the brand category %q contains a comma, which separates categories", category)
		}
	}
	r := accountRequest(OperationReindexVideo, account, videoID)
	setText(r.Query, "indexingPreset", options.IndexingPreset)
	setText(r.Query, "streamingPreset", options.StreamingPreset)
	setText(r.Query, "callbackUrl", options.CallbackURL)
	setText(r.Query, "sourceLanguage", options.SourceLanguage)
	setFlag(r.Query, "sendSuccessEmail", options.SendSuccessEmail)
	setText(r.Query, "linguisticModelId", options.LinguisticModelID)
	setText(r.Query, "personModelId", options.PersonModelID)
	setText(r.Query, "animationModelId", options.AnimationModelID)
	setText(r.Query, "priority", options.Priority)
	setText(r.Query, "brandsCategories", strings.Join(options.BrandsCategories, ","))
	return c.doAndConfirm(ctx, r)
}

// RenameAnimationCharacter names an animated character of a video, in the video and in the image
// model (10, preview). Refusals are APIErrors with status 400: ErrorTypeNotFound if the video does
// not have the character, ErrorTypeAlreadyExists if the name is taken, and others.
func (c *Client) RenameAnimationCharacter(
	ctx context.Context, account AccountRef, videoID string, characterID int32, name string,
) error {
	r := accountRequest(OperationRenameAnimationCharacter, account, videoID, strconv.Itoa(int(characterID)))
	r.JSON = map[string]string{"name": name}
	r.nameTakenTypes = []ErrorType{ErrorTypeAlreadyExists}
	r.isRename = true
	return c.doAndConfirm(ctx, r)
}

// DeleteVideo permanently deletes a video and its insights (11). It returns the media that the
// service could not delete, as the JSON of the service; empty if there are none.
func (c *Client) DeleteVideo(
	ctx context.Context, account AccountRef, videoID string,
) (failedAssets string, err error) {
	r := accountRequest(OperationDeleteVideo, account, videoID)
	return doAndDecode(ctx, c, r, func(body []byte) (string, error) {
		if isBlank(body) {
			return "", nil
		}
		var wire struct{ FailedAssets jsontext.Value }
		err := decodeJSON(body, &wire)
		if err != nil {
			return "", err
		}
		failed := string(compactJSON(wire.FailedAssets))
		if failed == "[]" {
			return "", nil
		}
		return failed, nil
	})
}

// GetSourceFileURL returns the download address of a video's source file (12). Anyone who has the
// address can download the file, so treat it as a secret. If the file does not exist any more,
// IsSourceFileGone is true for the error.
func (c *Client) GetSourceFileURL(ctx context.Context, account AccountRef, videoID string) (string, error) {
	r := accountRequest(OperationGetSourceFileURL, account, videoID)
	r.Auth.IsOptional = true
	r.IsSecret = true
	return doAndDecode(ctx, c, r, decodeAddress)
}

// IsSourceFileGone reports whether the service itself answered that a video, or its source file,
// does not exist any more. It is false for a 404 of another server.
func IsSourceFileGone(err error) bool {
	apiErr, isAPIError := apiErrorOf(err)
	if !isAPIError || apiErr.Type == ErrorTypeAccountNotFound {
		return false
	}
	return apiErr.Status == http.StatusGone || IsNotFound(err)
}

func isWebAddress(address *url.URL) bool {
	return address.Host != "" && slices.Contains([]string{"https", "http"}, address.Scheme)
}

// decodeAddress reads an absolute address from a JSON string or from bare text. Its errors do not
// repeat the body.
func decodeAddress(data []byte) (string, error) {
	err := refuseEmpty(data)
	if err != nil {
		return "", err
	}
	text := strings.TrimSpace(string(data))
	if firstByte(data) == '"' {
		err := decodeJSON(data, &text)
		if err != nil {
			return "", errors.New("the response is not one string")
		}
	}
	address, err := url.Parse(text)
	if err != nil || !isWebAddress(address) {
		return "", fmt.Errorf("the response is %s, not the address of a file", kindOf(data))
	}
	return text, nil
}

// VideoState is the state of a video: one of VideoStates, in the service's spelling, or another
// one.
type VideoState string

// VideoStatus is what the state of a video says of its indexing.
type VideoStatus int

const (
	// VideoWaiting means that an indexing has not begun. It also means an unknown state.
	VideoWaiting VideoStatus = iota
	// VideoInProgress means that an indexing is running.
	VideoInProgress
	// VideoIndexed means that the last indexing has ended with success.
	VideoIndexed
	// VideoFailed means that the last indexing has ended without success.
	VideoFailed
)

// Status derives the indexing from a state in any letter case.
func (s VideoState) Status() VideoStatus {
	switch strings.ToLower(string(s)) {
	case "processing":
		return VideoInProgress
	case "processed":
		return VideoIndexed
	case "failed", "quarantined":
		return VideoFailed
	}
	return VideoWaiting
}

// HasEnded reports whether the last indexing has ended.
func (s VideoStatus) HasEnded() bool { return s == VideoIndexed || s == VideoFailed }

// Video is a video in the list of an account. Texts are empty if the service does not return them.
type Video struct {
	ID    string     `json:"id"`
	Name  string     `json:"name"`
	State VideoState `json:"state"`
	// IsBase is false for a project, which some services list with the videos. Nil means true.
	IsBase *bool `json:"isBase"`
	// Created is RFC 3339 in UTC.
	Created string `json:"created"`
	// LastModified is RFC 3339 in UTC.
	LastModified string `json:"lastModified"`
	// LastIndexed is RFC 3339 in UTC.
	LastIndexed string `json:"lastIndexed"`
	UserName    string `json:"userName"`
	// DurationInSeconds is nil if the service does not return it.
	DurationInSeconds *float64 `json:"durationInSeconds"`
	SourceLanguage    string   `json:"sourceLanguage"`
	IndexingPreset    string   `json:"indexingPreset"`
	PersonModelID     string   `json:"personModelId"`
	ExternalID        string   `json:"externalId"`
}

func (v *Video) normalize() {
	for _, text := range []*string{&v.Created, &v.LastModified, &v.LastIndexed} {
		*text = parseTimestamp(*text)
	}
}

// VideosQuery selects videos of an account.
type VideosQuery struct {
	// CreatedAfter is the earliest time of creation; zero for no bound. The service decides whether
	// the bound is inclusive.
	CreatedAfter time.Time
	// CreatedBefore is the latest time of creation, as CreatedAfter is the earliest.
	CreatedBefore time.Time
}

// IterateVideos yields the videos of an account in the service's order, as their pages come: a page
// is requested once the videos before it are used (X34). If a page cannot be read, its error
// follows them.
func (c *Client) IterateVideos(ctx context.Context, account AccountRef, q VideosQuery) iter.Seq2[Video, error] {
	r := accountRequest(OperationListVideos, account)
	bound := func(name string, t time.Time) {
		if !t.IsZero() {
			r.Query.Set(name, t.UTC().Format(time.RFC3339Nano))
		}
	}
	bound("createdAfter", q.CreatedAfter)
	bound("createdBefore", q.CreatedBefore)
	return newPager(c, r, "video", decodeObject[Video]).each(ctx)
}

func (v Video) idAndName() (id, name string) { return v.ID, v.Name }

// GetVideo reads a video, which the service shows only in a list (X34). If the list lacks the
// video, GetVideo checks whether the video exists (8), and requests another list.
func (c *Client) GetVideo(ctx context.Context, account AccountRef, videoID string) (Video, error) {
	for range pollsUntilShown(ctx) {
		for listed, err := range c.IterateVideos(ctx, account, VideosQuery{}) {
			if err != nil || listed.ID == videoID {
				return listed, err
			}
		}
		err := c.CheckVideo(ctx, account, videoID)
		if err != nil {
			return Video{}, err
		}
	}
	if ctx.Err() != nil {
		return Video{}, ctx.Err()
	}
	return Video{}, &NotListedError{Object: "video " + videoID}
}
