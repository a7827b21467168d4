package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// thing is an object that creations of these tests make.
type thing struct{ id, name string }

func (t thing) idAndName() (id, name string) { return t.id, t.name }

// TestCreation ends the request of a create in each way, with each list after it: nothing but its
// own object is found.
func TestCreation(t *testing.T) {
	t.Parallel()
	lost := &AmbiguousError{Operation: "create thing", Err: errors.New("no response")}
	made := thing{"New", "A"}
	old := thing{"old", "A"}
	second := thing{"other", "A"}
	for name, test := range map[string]struct {
		response *thing
		err      error
		before   []thing
		after    [][]thing // the list at each look, and the last one at all further looks
		want     string
		looks    int
	}{
		"answered":                      {response: &made, want: "New"},
		"refused":                       {err: &APIError{Status: http.StatusBadRequest}, after: [][]thing{{made}}},
		"lost, made":                    {err: lost, after: [][]thing{{made}}, want: "New", looks: 1},
		"lost, listed later":            {err: lost, after: [][]thing{{}, {}, {made}}, want: "New", looks: 3},
		"lost, not made":                {err: lost, after: [][]thing{{}}, looks: 5},
		"lost, other of the name there": {err: lost, before: []thing{{"OLD", "A"}}, after: [][]thing{{old}}, looks: 5},
		"lost, made with another":       {err: lost, before: []thing{old}, after: [][]thing{{old, made}}, want: "New", looks: 1},
		"lost, two that are new":        {err: lost, after: [][]thing{{made, second}}, looks: 5},
		"lost, two, then one":           {err: lost, after: [][]thing{{made, second}, {made}}, want: "New", looks: 2},
		"lost, another name":            {err: lost, after: [][]thing{{{"x", "B"}}}, looks: 5},
		"unreadable":                    {err: &UnexpectedResponseError{Method: http.MethodPost, Err: errNoList}, after: [][]thing{{made}}, want: "New", looks: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				looks := 0
				create := creation[thing]{
					recentWrites: newRecentWrites(), name: "A", before: test.before, matches: matchesName[thing]("A"),
					list: func(context.Context) ([]thing, error) {
						looks++
						return test.after[min(looks, len(test.after))-1], nil
					},
					send: func() (*thing, error) { return test.response, test.err },
				}
				created, err := create.run(t.Context())
				check.Equal(t, test.looks, looks, "looks")
				if test.want == "" {
					check.Equal(t, test.err, err, "the error")
					return
				}
				check.MustSucceed(t, err, "the create")
				check.Equal(t, &thing{test.want, "A"}, created, "created")
			})
		})
	}
}

// interruptedCreation is a create whose request is in flight when the caller gives up.
func interruptedCreation(
	writes *recentWrites, giveUp func(), list func(context.Context) ([]thing, error),
) *creation[thing] {
	return &creation[thing]{
		recentWrites: writes, name: "A", list: list, matches: matchesName[thing]("A"),
		send: func() (*thing, error) {
			giveUp()
			return nil, &AmbiguousError{Err: context.Canceled}
		},
	}
}

// TestCreationIsInterrupted ends the caller's context while the request is in flight: what it made
// is found nevertheless, and a list that does not answer is waited for no longer than ten seconds.
func TestCreationIsInterrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		made, err := interruptedCreation(newRecentWrites(), cancel, func(ctx context.Context) ([]thing, error) {
			return []thing{{"a", "A"}}, ctx.Err()
		}).run(ctx)
		check.MustSucceed(t, err, "the interrupted create")
		check.Equal(t, "a", made.id, "the thing that was found")
		began := time.Now()
		ctx, cancel = context.WithCancel(t.Context())
		_, err = interruptedCreation(newRecentWrites(), cancel, unansweredList).run(ctx)
		took := time.Since(began)
		check.Equal(t, true, IsOutcomeUnknown(err), "the outcome is unknown, with the error %v", err)
		check.Equal(t, searchAfterInterrupt, took, "it took")
	})
}

// unansweredList waits for a response that never comes.
func unansweredList(ctx context.Context) ([]thing, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestWaitingCreationIsInterrupted ends the context of a create that waits for the search of
// another one of its name: it ends at once.
func TestWaitingCreationIsInterrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		writes := newRecentWrites()
		searching, cancel := context.WithCancel(t.Context())
		var group sync.WaitGroup
		defer group.Wait()
		group.Go(func() { _, _ = interruptedCreation(writes, cancel, unansweredList).run(searching) })
		synctest.Wait()
		began := time.Now()
		waiting, stopWaiting := context.WithTimeout(t.Context(), time.Second)
		defer stopWaiting()
		failIfSent := func() { t.Error("the create that waits was sent, want that it waits") }
		_, err := interruptedCreation(writes, failIfSent, nil).run(waiting)
		took := time.Since(began)
		check.ErrorIs(t, context.DeadlineExceeded, err, "the create that waits")
		check.Equal(t, time.Second, took, "it took")
	})
}

// TestCreatesOfOneNameLate creates two objects of one name whose lists lag behind, and loses the
// response of the second, which makes nothing: what the first has made, or may have made, is never
// given to the second.
func TestCreatesOfOneNameLate(t *testing.T) {
	t.Parallel()
	for kind, test := range map[string]struct {
		nothing, listed string // the list before and after the second create
		made            string // the response to the first one
	}{
		"create brand":          {"[]", "[" + aBrand + "]", aBrand},
		"create language model": {"[]", `[{"id":"l","name":"New","language":"en-US","files":[]}]`, `{"id":"l"}`},
		"create person model":   {"[]", `[{"id":"m","name":"New"}]`, `{"id":"m"}`},
		"create person":         {`{"results":[]}`, `{"results":[{"id":"p","name":"New"}],"totalCount":1}`, `{"id":"p"}`},
		"add face":              {`[]`, `{"results":[{"id":"f"}],"totalCount":1}`, `["f"]`},
		"create project":        {`{"results":[],"nextPage":{"done":true}}`, `{"results":[{"id":"p","name":"Name"}],"nextPage":{"done":true}}`, `{"id":"p"}`},
	} {
		create := callsOf(t, kind)[kind]
		for name, isFirstLost := range map[string]bool{"first answered": false, "first lost": true} {
			t.Run(kind+", "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					posts := 0
					c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
						if r.Method == http.MethodPost {
							posts++
							if posts == 2 || isFirstLost {
								hangUp(w)
								return
							}
							reply{body: test.made}.ServeHTTP(w, r)
							return
						}
						list := test.listed
						if posts < 2 { // the list lags until the second create
							list = test.nothing
						}
						reply{body: list}.ServeHTTP(w, r)
					}, onlyToken, extended)
					err := create(t.Context(), c)
					if isFirstLost != (err != nil) || isFirstLost != MayHaveSucceeded(err) {
						t.Fatalf("the first create: error %v, want one, that it may have succeeded: %t", err, isFirstLost)
					}
					err = create(t.Context(), c)
					check.Equal(t, true, MayHaveSucceeded(err), "the second create may have succeeded, with the error %v", err)
					check.Equal(t, 2, posts, "creates")
					pause(time.Minute)
				})
			})
		}
	}
}

// TestCreateBrandAnsweredByAnother creates a brand whose name has appeared with other values. It is
// that of the create only if the service has answered, even without an id, but not if a web page
// has come instead.
func TestCreateBrandAnsweredByAnother(t *testing.T) {
	t.Parallel()
	for response, isFound := range map[string]bool{`{"name":"Name"}`: true, aPage: false} {
		t.Run(response, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
					body := "[" + aBrand + "]"
					if r.Method == http.MethodPost {
						body = response
					}
					reply{body: body}.ServeHTTP(w, r)
				}, onlyToken, extended)
				_, err := c.CreateBrand(t.Context(), testAccount, BrandFields{Name: "Name"})
				check.Equal(t, isFound, err == nil, "the brand is found, with the error %v", err)
				pause(time.Minute)
			})
		})
	}
}

// TestFaceOfVideo loses the response of a face that was not added, while the service adds a face
// from a video: that is not the picture, in whatever letter case the service writes where it comes
// from.
func TestFaceOfVideo(t *testing.T) {
	t.Parallel()
	for source, isFound := range map[string]bool{"UploadedPicture": true, "UploadedVideo": false, "uploadedvideo": false} {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
					if r.Method == http.MethodPost {
						hangUp(w)
						return
					}
					reply{body: `{"results":[{"id":"f","sourceType":"` + source + `"}],"totalCount":1}`}.ServeHTTP(w, r)
				}, onlyToken, extended)
				id, err := c.AddFace(t.Context(), testAccount, PersonRef{"m", "p"}, "https://a.test/1", nil)
				check.Equal(t, isFound, id == "f", "%q is the face", id)
				check.Equal(t, isFound, err == nil, "the face is found, with the error %v", err)
				pause(time.Minute)
			})
		})
	}
}
