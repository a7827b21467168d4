package providerdata_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	here  = videoindexer.AccountRef{Location: "trial", ID: one}
	there = videoindexer.AccountRef{Location: "trial", ID: other}

	errRefused  = &videoindexer.TokenError{Err: &videoindexer.APIError{Status: http.StatusUnauthorized}}
	errNotFound = &videoindexer.APIError{Status: http.StatusNotFound, HasErrorObject: true}
)

func newData() *providerdata.Data {
	return providerdata.NewData(nil, nil, types.StringNull(), types.StringNull())
}

func isNotTried(err error) bool {
	_, ok := errors.AsType[*videoindexer.NotTriedError](err)
	return ok
}

// TestAccessCheck makes a second call after a first one that ended in each way.
func TestAccessCheck(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		first error
		tried bool // the second call
	}{
		"success":                        {nil, true},
		"the object is missing":          {errNotFound, true},
		"the service failed":             {&videoindexer.APIError{Status: http.StatusInternalServerError}, true},
		"the key is refused":             {errRefused, false},
		"the token is refused":           {&videoindexer.APIError{Status: http.StatusUnauthorized}, false},
		"the account is not listed":      {&videoindexer.TokenError{Err: &videoindexer.AccountNotListedError{Account: here}}, false},
		"the account does not exist":     {&videoindexer.APIError{Status: http.StatusBadRequest, Type: videoindexer.ErrorTypeAccountNotFound, HasErrorObject: true}, false},
		"the endpoint does not answer":   {&videoindexer.NetworkError{Err: errors.New("connection refused")}, false},
		"the first one gave up":          {&videoindexer.NetworkError{Err: context.Canceled}, true},
		"the first one's time ended":     {&videoindexer.NetworkError{Err: context.DeadlineExceeded}, true},
		"this call needs a key, no more": {&videoindexer.MissingCredentialError{Operation: "get project access token"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := newData()
			err := data.WithAccessCheck(t.Context(), here, func(*videoindexer.Client) error { return test.first })
			check.ErrorIs(t, test.first, err, "the first call")
			tried := false
			err = data.WithAccessCheck(t.Context(), here, func(*videoindexer.Client) error { tried = true; return errNotFound })
			check.Equal(t, test.tried, tried, "the second call is made")
			check.Equal(t, !test.tried, isNotTried(err), "the second call has an error that says so: %v", err)
			wantsNotFound := test.tried || videoindexer.IsNotFound(test.first)
			check.Equal(t, wantsNotFound, videoindexer.IsNotFound(err), "the second call: IsNotFound of %v", err)
			inOtherCase := videoindexer.AccountRef{Location: "TRIAL", ID: strings.ToUpper(one)}
			err = data.WithAccessCheck(t.Context(), inOtherCase, func(*videoindexer.Client) error { return nil })
			check.Equal(t, !test.tried, isNotTried(err), "in another letter case, the call has an error that says so: %v", err)
			err = data.WithAccessCheck(t.Context(), there, func(*videoindexer.Client) error { return nil })
			check.ErrorSays(t, "", err, "another account")
		})
	}
}

// TestAccessCheckTogether starts many calls at once: the first one proves the account, the others
// wait for it.
func TestAccessCheckTogether(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		first error
		made  int32
	}{"reached": {nil, 30}, "refused": {errRefused, 1}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				data := newData()
				var made, notTried atomic.Int32
				var all sync.WaitGroup
				start := time.Now()
				for range 30 {
					all.Go(func() {
						err := data.WithAccessCheck(t.Context(), here, func(*videoindexer.Client) error {
							made.Add(1)
							<-time.After(time.Second)
							return test.first
						})
						if isNotTried(err) {
							notTried.Add(1)
						}
					})
				}
				all.Wait()
				check.Equal(t, test.made, made.Load(), "calls that were made")
				check.Equal(t, 30-test.made, notTried.Load(), "calls that were not tried")
				want := time.Second
				if test.first == nil {
					want = 2 * time.Second // the first alone, then the others together
				}
				check.Equal(t, want, time.Since(start), "took")
			})
		})
	}
}

// TestAccessCheckIsPassedOn has the first caller give up: another one of those that wait proves the
// account.
func TestAccessCheckIsPassedOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		data := newData()
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			err := data.WithAccessCheck(ctx, here, func(*videoindexer.Client) error {
				<-ctx.Done()
				return ctx.Err()
			})
			check.ErrorIs(t, context.Canceled, err, "the one that gave up")
		})
		synctest.Wait()
		var made, notTried atomic.Int32
		for range 9 {
			all.Go(func() {
				err := data.WithAccessCheck(t.Context(), here, func(*videoindexer.Client) error { made.Add(1); return errRefused })
				if isNotTried(err) {
					notTried.Add(1)
				}
			})
		}
		synctest.Wait()
		check.Equal(t, 0, made.Load(), "calls that were made before the first one has ended")
		cancel()
		all.Wait()
		check.Equal(t, 1, made.Load(), "calls that were made")
		check.Equal(t, 8, notTried.Load(), "calls that were not tried")
	})
}

// TestAccessCheckEndsWithItsCaller does not wait for the first call longer than its caller does.
func TestAccessCheckEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		data := newData()
		end := make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() {
			_ = data.WithAccessCheck(t.Context(), here, func(*videoindexer.Client) error { <-end; return nil })
		})
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err := data.WithAccessCheck(ctx, here, func(*videoindexer.Client) error { return nil })
		check.ErrorIs(t, context.DeadlineExceeded, err, "a call while the first one is in progress")
		close(end)
		all.Wait()
	})
}
