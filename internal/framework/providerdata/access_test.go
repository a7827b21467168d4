package providerdata_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
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
	_, ok := errors.AsType[*apidiag.NotTriedError](err)
	return ok
}

// TestThrough makes a second call after a first one that ended in each way.
func TestThrough(t *testing.T) {
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
		"the endpoint does not answer":   {&videoindexer.TransportError{Err: errors.New("connection refused")}, false},
		"the first one gave up":          {&videoindexer.TransportError{Err: context.Canceled}, true},
		"the first one's time ended":     {&videoindexer.TransportError{Err: context.DeadlineExceeded}, true},
		"this call needs a key, no more": {&videoindexer.MissingCredentialError{Operation: "get project access token"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := newData()
			if err := data.WithAccessCheck(t.Context(), here, func() error { return test.first }); !errors.Is(err, test.first) {
				t.Errorf("the first call: %v, want its own error", err)
			}
			tried := false
			err := data.WithAccessCheck(t.Context(), here, func() error { tried = true; return errNotFound })
			if tried != test.tried || tried == isNotTried(err) || tried && !errors.Is(err, errNotFound) {
				t.Errorf("the second call was made: %t, and ended with %v", tried, err)
			}
			if !tried && videoindexer.IsNotFound(err) != videoindexer.IsNotFound(test.first) {
				t.Errorf("what belongs to an account that does not exist is gone with it: %v", err)
			}
			inOtherCase := videoindexer.AccountRef{Location: "TRIAL", ID: strings.ToUpper(one)}
			if err := data.WithAccessCheck(t.Context(), inOtherCase, func() error { return nil }); isNotTried(err) == test.tried {
				t.Errorf("in another letter case: %v", err)
			}
			if err := data.WithAccessCheck(t.Context(), there, func() error { return nil }); err != nil {
				t.Errorf("another account: %v", err)
			}
		})
	}
}

// TestThroughTogether starts many calls at once: the first one proves the account, the others wait for it.
func TestThroughTogether(t *testing.T) {
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
						err := data.WithAccessCheck(t.Context(), here, func() error {
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
				if made.Load() != test.made || notTried.Load() != 30-test.made {
					t.Errorf("%d calls were made, %d not tried", made.Load(), notTried.Load())
				}
				want := time.Second
				if test.first == nil {
					want = 2 * time.Second // the first alone, then the others together
				}
				if took := time.Since(start); took != want {
					t.Errorf("took %s, want %s", took, want)
				}
			})
		})
	}
}

// TestThroughIsPassedOn has the first caller give up: another one of those that wait proves the account.
func TestThroughIsPassedOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		data := newData()
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			err := data.WithAccessCheck(ctx, here, func() error {
				<-ctx.Done()
				return ctx.Err()
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the one that gave up: %v", err)
			}
		})
		synctest.Wait()
		var made, notTried atomic.Int32
		for range 9 {
			all.Go(func() {
				if err := data.WithAccessCheck(t.Context(), here, func() error { made.Add(1); return errRefused }); isNotTried(err) {
					notTried.Add(1)
				}
			})
		}
		synctest.Wait()
		if made.Load() != 0 {
			t.Error("somebody did not wait for the first call")
		}
		cancel()
		all.Wait()
		if made.Load() != 1 || notTried.Load() != 8 {
			t.Errorf("%d calls were made, %d not tried", made.Load(), notTried.Load())
		}
	})
}

// TestThroughEndsWithItsCaller does not wait for the first call longer than its caller does.
func TestThroughEndsWithItsCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		data := newData()
		end := make(chan struct{})
		var all sync.WaitGroup
		all.Go(func() { _ = data.WithAccessCheck(t.Context(), here, func() error { <-end; return nil }) })
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := data.WithAccessCheck(ctx, here, func() error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		close(end)
		all.Wait()
	})
}

// TestCheckAccountAccess asks once for each account, whatever the credential, and for what belongs to none.
func TestCheckAccountAccess(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		config   videoindexer.Config
		account  videoindexer.AccountRef
		requests int32
		err      string
	}{
		"a token":             {videoindexer.Config{AccessToken: "good"}, here, 1, ""},
		"a wrong token":       {videoindexer.Config{AccessToken: "bad"}, here, 1, "401"},
		"a wrong key":         {videoindexer.Config{SubscriptionKey: "bad"}, here, 1, "401"},
		"a key":               {videoindexer.Config{SubscriptionKey: "good"}, videoindexer.AccountRef{Location: "trial"}, 1, ""},
		"a token, no account": {videoindexer.Config{AccessToken: "good"}, videoindexer.AccountRef{Location: "trial"}, 0, "subscription_key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int32
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests.Add(1)
				if r.Header.Get("Authorization") == "Bearer bad" || r.Header.Get("Ocp-Apim-Subscription-Key") == "bad" {
					w.WriteHeader(http.StatusUnauthorized)
					return
				}
				if strings.HasPrefix(r.URL.Path, "/auth/") {
					_, _ = w.Write([]byte(`"token"`))
					return
				}
				_, _ = w.Write([]byte(`{"id":"` + one + `"}`))
			}))
			t.Cleanup(service.Close)
			test.config.Endpoint = service.URL
			client, err := videoindexer.New(test.config)
			if err != nil {
				t.Fatal(err)
			}
			data := providerdata.NewData(client, nil, types.StringNull(), types.StringNull())
			var diags diag.Diagnostics
			data.CheckAccountAccess(t.Context(), "brand", test.account, &diags)
			if diags.HasError() != (test.err != "") || test.err != "" && !strings.Contains(diags[0].Detail(), test.err) {
				t.Errorf("diagnostics %v, want %q", diags, test.err)
			}
			for range 2 {
				var again diag.Diagnostics
				data.CheckAccountAccess(t.Context(), "brand", test.account, &again)
				if again.HasError() != (test.err != "") || test.err != "" && !strings.Contains(again[0].Detail(), "Did not try") {
					t.Errorf("again: %v", again)
				}
			}
			if got := requests.Load(); got != test.requests {
				t.Errorf("%d requests, want %d", got, test.requests)
			}
		})
	}
}
