package videoindexer

import (
	"context"
	"iter"
	"net/http"
	"time"
)

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

func (v *Video) tidy() {
	for _, text := range []*string{&v.Created, &v.LastModified, &v.LastIndexed} {
		*text = parseTimestamp(*text)
	}
}

// VideosQuery says which videos of an account are wanted.
type VideosQuery struct {
	// CreatedAfter and CreatedBefore bound the time at which a video was created; zero for no bound. The service
	// decides whether these bounds are inclusive.
	CreatedAfter, CreatedBefore time.Time
}

// Videos yields the videos of an account in the service's order, as their pages come: a page is requested once the
// videos before it are used (X34). If a page cannot be read, its error follows them.
func (c *Client) Videos(ctx context.Context, a AccountRef, q VideosQuery) iter.Seq2[Video, error] {
	r := onAccount("X34", "list videos", http.MethodGet, a, "Videos")
	bound := func(name string, t time.Time) {
		if !t.IsZero() {
			r.Query.Set(name, t.UTC().Format(time.RFC3339Nano))
		}
	}
	bound("createdAfter", q.CreatedAfter)
	bound("createdBefore", q.CreatedBefore)
	return newPager(c, r, "video", decodeObject[Video]).each(ctx)
}

func (v Video) keys() (id, name string) { return v.ID, v.Name }

// RereadVideo is a listed video as the list shows it now (X34). If the list lacks it, the service is asked whether there is such
// a video (endpoint 8), and for another list.
func (c *Client) RereadVideo(ctx context.Context, a AccountRef, v Video) (Video, error) {
	for range looks(ctx) {
		for listed, err := range c.Videos(ctx, a, VideosQuery{}) {
			if err != nil || listed.ID == v.ID {
				return listed, err
			}
		}
		if err := c.CheckVideo(ctx, a, v.ID); IsNotFound(err) {
			return Video{}, err
		}
	}
	return Video{}, &NotListedError{Object: "video " + v.ID}
}
