package videoindexer

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// videoService is a service that lists the videos of an account (X34), and knows each by itself (endpoint 8).
type videoService struct {
	mu     sync.Mutex
	videos []string
	log    []string // X34 with its query, or the path below the videos
	// longest is the service's cap of a page; 0 for none.
	longest int
	// With emptyLast only an empty page says that the list is done; with silent none does.
	emptyLast, silent bool
	// before may answer a request in place of the service: it returns whether it did.
	before func(w http.ResponseWriter, r *http.Request) bool
}

func manyVideos(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("v%05d", i)
	}
	return ids
}

func (s *videoService) client(t *testing.T, change ...func(*Config)) *Client {
	t.Helper()
	return serve(t, s.ServeHTTP, append([]func(*Config){onlyToken, extended}, change...)...)
}

func (s *videoService) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string{}, s.log...)
}

func (s *videoService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, below, _ := strings.Cut(r.URL.Path, "/Videos")
	query := r.URL.Query()
	if below == "" {
		s.log = append(s.log, fmt.Sprintf("X34 %s from %s", query.Get("pageSize"), query.Get("skip")))
	} else {
		s.log = append(s.log, r.Method+" "+strings.TrimPrefix(below, "/"))
	}
	if s.before != nil && s.before(w, r) {
		return
	}
	id, _, _ := strings.Cut(strings.TrimPrefix(below, "/"), "/")
	switch {
	case below == "":
		s.page(w, query.Get("pageSize"), query.Get("skip"))
	case strings.Contains(strings.Join(s.videos, " "), id) && r.Method == http.MethodDelete:
		w.WriteHeader(http.StatusNoContent)
	case strings.Contains(strings.Join(s.videos, " "), id):
		_, _ = w.Write([]byte("WEBVTT\n"))
	default:
		answerJSON(w, http.StatusNotFound, map[string]string{"ErrorType": "NOT_FOUND", "Message": "no such video"})
	}
}

func (s *videoService) page(w http.ResponseWriter, pageSize, from string) {
	size, _ := strconv.Atoi(pageSize)
	skip, _ := strconv.Atoi(from)
	if s.longest > 0 {
		size = min(size, s.longest)
	}
	results := []map[string]any{}
	for _, id := range s.videos[min(skip, len(s.videos)):min(skip+size, len(s.videos))] {
		results = append(results, map[string]any{"id": id, "name": "Video " + id, "state": "Processed", "isBase": true})
	}
	page := map[string]any{"results": results}
	if !s.silent {
		done := skip+size >= len(s.videos)
		if s.emptyLast {
			done = len(results) == 0
		}
		page["nextPage"] = map[string]any{"pageSize": size, "skip": skip + len(results), "done": done}
	}
	answerJSON(w, http.StatusOK, page)
}

func idsOf(t *testing.T, c *Client, q VideosQuery) []string {
	t.Helper()
	ids := []string{}
	for video, err := range c.Videos(t.Context(), testAccount, q) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, video.ID)
	}
	return ids
}

// TestVideosBounds sends the bounds of the time of creation in UTC.
func TestVideosBounds(t *testing.T) {
	t.Parallel()
	var query string
	s := &videoService{before: func(_ http.ResponseWriter, r *http.Request) bool { query = r.URL.Query().Encode(); return false }}
	zone := time.FixedZone("east", 2*60*60)
	idsOf(t, s.client(t), VideosQuery{
		CreatedAfter: time.Date(2024, 5, 6, 1, 2, 3, 0, zone), CreatedBefore: time.Date(2024, 6, 1, 0, 0, 0, 500_000_000, time.UTC),
	})
	if want := "createdAfter=2024-05-05T23%3A02%3A03Z&createdBefore=2024-06-01T00%3A00%3A00.5Z&pageSize=1000&skip=0"; query != want {
		t.Errorf("%s, want %s", query, want)
	}
}

func wantVideo(t *testing.T, c *Client, id string, want bool) {
	t.Helper()
	if has, err := c.HasVideo(t.Context(), testAccount, id); err != nil || has != want {
		t.Errorf("video %s: %t, %v", id, has, err)
	}
}

// TestHasVideoSharesOneList asks for many videos at once: one list, and those that it does not show by themselves.
func TestHasVideoSharesOneList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &videoService{videos: manyVideos(100)}
		c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
		var all sync.WaitGroup
		for _, id := range s.videos {
			all.Go(func() { wantVideo(t, c, id, true) })
		}
		all.Wait()
		wantVideo(t, c, "gone", false)
		want := []string{"X34 1000 from 0", "GET gone/Captions"}
		if diff := cmp.Diff(want, s.requests()); diff != "" {
			t.Errorf("requests (-want +got):\n%s", diff)
		}
		pause(maxListAge)
		wantVideo(t, c, "v00001", true)
		if _, err := c.DeleteVideo(t.Context(), testAccount, "v00001"); err != nil {
			t.Fatal(err)
		}
		wantVideo(t, c, "v00002", true) // this run has deleted one: each is asked for by itself
		want = append(want, "X34 1000 from 0", "DELETE v00001", "GET v00002/Captions")
		if diff := cmp.Diff(want, s.requests()); diff != "" {
			t.Errorf("later (-want +got):\n%s", diff)
		}
	})
}

// TestHasVideoWithoutList asks for each video by itself where there is no list to be had.
func TestHasVideoWithoutList(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		change func(*Config)
		status int
	}{
		"not extended":     {func(config *Config) { config.ExtendedOperations = false }, 0},
		"no such method":   {noRetries, http.StatusMethodNotAllowed},
		"not there":        {noRetries, http.StatusNotFound},
		"not implemented":  {noRetries, http.StatusNotImplemented},
		"internal failure": {noRetries, http.StatusInternalServerError},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &videoService{videos: manyVideos(2)}
			s.before = func(w http.ResponseWriter, r *http.Request) bool {
				if isList := strings.HasSuffix(r.URL.Path, "/Videos"); !isList {
					return false
				}
				w.WriteHeader(test.status)
				return true
			}
			c := s.client(t, test.change)
			wantVideo(t, c, "v00000", true)
			wantVideo(t, c, "gone", false)
		})
	}
	for name, answer := range map[string]map[string]string{
		"no right":   {"ErrorType": "USER_NOT_ALLOWED", "Message": "no"},
		"no account": {"ErrorType": "ACCOUNT_NOT_FOUND", "Message": "no"},
	} {
		status := map[string]int{"no right": http.StatusUnauthorized, "no account": http.StatusNotFound}[name]
		s := &videoService{before: func(w http.ResponseWriter, _ *http.Request) bool { answerJSON(w, status, answer); return true }}
		if has, err := s.client(t).HasVideo(t.Context(), testAccount, "v"); has || err == nil || len(s.requests()) != 1 {
			t.Errorf("%s: %t, %v, %q", name, has, err, s.requests())
		}
	}
}

// TestVideosNeedExtendedOperations sends none of the operations beyond the contract without being allowed to.
func TestVideosNeedExtendedOperations(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(context.Context, *Client) error{
		"X34": func(ctx context.Context, c *Client) error {
			for _, err := range c.Videos(ctx, testAccount, VideosQuery{}) {
				return err
			}
			return nil
		},
	} {
		s := &videoService{}
		err := call(t.Context(), s.client(t, func(config *Config) { config.ExtendedOperations = false }))
		if !isA[*NotExtendedError](err) || !strings.Contains(err.Error(), "("+name+") needs") || len(s.requests()) != 0 {
			t.Errorf("%s: %v, %q", name, err, s.requests())
		}
	}
}
