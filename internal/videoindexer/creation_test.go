package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// thing is an object that creations of these tests make.
type thing struct{ id, name string }

func (t thing) keys() (id, name string) { return t.id, t.name }

// TestCreation ends the request of a create in each way, with each list after it: nothing but its own object is found.
func TestCreation(t *testing.T) {
	t.Parallel()
	lost := &AmbiguousError{Operation: "create thing", Err: errors.New("no answer")}
	made, old, second := thing{"New", "A"}, thing{"old", "A"}, thing{"other", "A"}
	for name, test := range map[string]struct {
		answer *thing
		err    error
		before []thing
		after  [][]thing // the list at each look, and the last one at all further looks
		want   string
		looks  int
	}{
		"answered":                      {answer: &made, want: "New"},
		"refused":                       {err: &APIError{Status: http.StatusBadRequest}, after: [][]thing{{made}}},
		"lost, made":                    {err: lost, after: [][]thing{{made}}, want: "New", looks: 1},
		"lost, listed later":            {err: lost, after: [][]thing{{}, {}, {made}}, want: "New", looks: 3},
		"lost, not made":                {err: lost, after: [][]thing{{}}, looks: 5},
		"lost, other of the name there": {err: lost, before: []thing{{"OLD", "A"}}, after: [][]thing{{old}}, looks: 5},
		"lost, made with another":       {err: lost, before: []thing{old}, after: [][]thing{{old, made}}, want: "New", looks: 1},
		"lost, two that are new":        {err: lost, after: [][]thing{{made, second}}, looks: 5},
		"lost, two, then one":           {err: lost, after: [][]thing{{made, second}, {made}}, want: "New", looks: 2},
		"lost, another name":            {err: lost, after: [][]thing{{{"x", "B"}}}, looks: 5},
		"unreadable":                    {err: &UnexpectedAnswerError{Method: http.MethodPost, Err: errNoList}, after: [][]thing{{made}}, want: "New", looks: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				looks := -1 // the first list is the one before
				created, err := creation[thing]{
					claims: &claims{}, account: testAccount, name: "A", isIt: hasName[thing]("A"),
					list: func(context.Context) ([]thing, error) {
						if looks++; looks == 0 {
							return test.before, nil
						}
						return test.after[min(looks, len(test.after))-1], nil
					},
					send: func() (*thing, error) { return test.answer, test.err },
				}.run(t.Context())
				if looks != test.looks {
					t.Errorf("%d looks, want %d", looks, test.looks)
				}
				if (err == nil) != (test.want != "") || err != nil && !errors.Is(err, test.err) || err == nil && created.id != test.want {
					t.Errorf("created %v, %v", created, err)
				}
			})
		})
	}
}

// TestCreationWithoutList creates nothing if the list fails. If the service has no list, nothing is looked for, unless a
// list alone shows such objects: then nothing is created.
func TestCreationWithoutList(t *testing.T) {
	t.Parallel()
	failed := error(&APIError{Status: http.StatusForbidden})
	lacking := error(&UnsupportedOperationError{Err: &APIError{}})
	lost := error(&AmbiguousError{Err: errors.New("no answer")})
	for _, test := range []struct {
		list, want   error
		isOnlyListed bool
		sent         int
	}{{failed, failed, false, 0}, {lacking, lost, false, 1}, {lacking, lacking, true, 0}} {
		sent := 0
		_, err := creation[thing]{
			claims: &claims{}, account: testAccount, name: "A", isOnlyListed: test.isOnlyListed,
			list: func(context.Context) ([]thing, error) { return nil, test.list },
			send: func() (*thing, error) { sent++; return nil, lost },
		}.run(t.Context())
		if !errors.Is(err, test.want) || sent != test.sent {
			t.Errorf("%v: %v after %d requests", test.list, err, sent)
		}
	}
}

// TestCreationsOfOneName runs three creates of one name at a time, which lose their answers. The second makes nothing: it
// may not find what the first has made, or what the third makes.
func TestCreationsOfOneName(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var all []thing
		var shared claims
		list := func(ctx context.Context) ([]thing, error) { return slices.Clone(all), ctx.Err() }
		outcomes := make(chan string, 3)
		sends := 0
		for range 3 {
			go func() {
				made, _ := creation[thing]{
					claims: &shared, account: testAccount, name: "A", list: list, isIt: hasName[thing]("A"),
					send: func() (*thing, error) {
						if sends++; sends != 2 {
							all = append(all, thing{string(rune('0' + sends)), "A"})
						}
						return nil, &AmbiguousError{Err: errors.New("no answer")}
					},
				}.run(t.Context())
				outcomes <- idOf(made)
			}()
		}
		got := []string{<-outcomes, <-outcomes, <-outcomes}
		// After the second, whose outcome stays unknown, nobody can tell whose the third is.
		if !slices.Equal(got, []string{"1", "", ""}) {
			t.Errorf("found %q", got)
		}
	})
}

// TestCreationIsInterrupted ends the caller's context while the request is under way: what it made is found nevertheless,
// and a list that does not answer is waited for no longer than ten seconds. A create that waits for another one of its
// name ends at once.
func TestCreationIsInterrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var shared claims
		run := func(ctx context.Context, giveUp func(), list func(context.Context) ([]thing, error)) (*thing, error) {
			return creation[thing]{
				claims: &shared, account: testAccount, name: "A", isUnique: true, list: list, isIt: hasName[thing]("A"),
				send: func() (*thing, error) {
					giveUp()
					return nil, &AmbiguousError{Err: context.Canceled}
				},
			}.run(ctx)
		}
		ctx, cancel := context.WithCancel(t.Context())
		made, err := run(ctx, cancel, func(ctx context.Context) ([]thing, error) { return []thing{{"a", "A"}}, ctx.Err() })
		if err != nil || made.id != "a" {
			t.Errorf("found %v, %v", made, err)
		}
		began := time.Now()
		ctx, cancel = context.WithCancel(t.Context())
		waiting, stopWaiting := context.WithCancel(t.Context())
		_, err = run(ctx, cancel, func(ctx context.Context) ([]thing, error) {
			stopWaiting()
			if _, err := run(waiting, func() { t.Error("it did not wait") }, nil); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			<-ctx.Done()
			return nil, ctx.Err()
		})
		if !IsAmbiguous(err) || time.Since(began) != lookAfterInterrupt {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}
