package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"net/http"
	"time"
)

// videosPageSize is how many videos are asked for at a time.
const videosPageSize = 1000

// Video is a video as the list of an account shows it. Texts are empty where the service leaves them out.
type Video struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// State is one of VideoStates, in the service's spelling.
	State string `json:"state"`
	// IsBase is false for what is made of other videos: a project, at services that list those with the videos. Nil means
	// true.
	IsBase *bool `json:"isBase"`
	// Created, LastModified and LastIndexed are RFC 3339 in UTC.
	Created      string `json:"created"`
	LastModified string `json:"lastModified"`
	LastIndexed  string `json:"lastIndexed"`
	UserName     string `json:"userName"`
	// DurationInSeconds is nil where the service leaves it out.
	DurationInSeconds *float64 `json:"durationInSeconds"`
	SourceLanguage    string   `json:"sourceLanguage"`
	IndexingPreset    string   `json:"indexingPreset"`
	PersonModelID     string   `json:"personModelId"`
	ExternalID        string   `json:"externalId"`
}

func (v *Video) tidy() error {
	if v.ID == "" {
		return errors.New("the video has no id")
	}
	for _, text := range []*string{&v.Created, &v.LastModified, &v.LastIndexed} {
		*text = parseTimestamp(*text)
	}
	return nil
}

// VideosQuery says which videos of an account are wanted.
type VideosQuery struct {
	// CreatedAfter and CreatedBefore bound the time at which a video was created; zero for no bound. The service
	// decides whether these bounds are inclusive.
	CreatedAfter, CreatedBefore time.Time
	// PageSize is how many to ask for at a time; 0 for videosPageSize.
	PageSize int
}

// Videos yields the videos of an account in the service's order, as their pages come: a page is requested once the
// videos before it are used (X34). If a page cannot be read, its error follows them.
func (c *Client) Videos(ctx context.Context, a AccountRef, q VideosQuery) iter.Seq2[Video, error] {
	r := extendedOnAccount("X34", "list videos", http.MethodGet, a, "Videos")
	bound := func(name string, t time.Time) {
		if !t.IsZero() {
			r.Query.Set(name, t.UTC().Format(time.RFC3339Nano))
		}
	}
	bound("createdAfter", q.CreatedAfter)
	bound("createdBefore", q.CreatedBefore)
	return newPager(c, r, cmp.Or(q.PageSize, videosPageSize), "video", decodeObject[Video], func(v Video) string { return v.ID }).each(ctx)
}

// sameMoment is how far apart the time of a video's creation may be in two answers: services round.
const sameMoment = 2 * time.Second

// errNotListed means that a list no longer shows a video.
var errNotListed = errors.New("the list of videos no longer shows the video")

// RereadVideo is a listed video as the list shows it now (X34). It asks for the videos of the same moment first, which is
// one short page, and for the whole list where these do not include it.
func (c *Client) RereadVideo(ctx context.Context, a AccountRef, v Video) (Video, error) {
	queries := []VideosQuery{{}}
	if created, err := time.Parse(time.RFC3339Nano, v.Created); err == nil {
		queries = []VideosQuery{{CreatedAfter: created.Add(-sameMoment), CreatedBefore: created.Add(sameMoment)}, {}}
	}
	for _, query := range queries {
		for listed, err := range c.Videos(ctx, a, query) {
			if err != nil || listed.ID == v.ID {
				return listed, err
			}
		}
	}
	return Video{}, errNotListed
}
