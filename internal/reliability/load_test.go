//go:build unix

package reliability

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestLoad has many goroutines use one client against a service that fails, while tokens are
// revoked and callers give up. It is there for the race detector (make race); what was written must
// be there all the same, and when it is over no goroutine is left.
func TestLoad(t *testing.T) { //nolint:paralleltest // it counts goroutines
	before := goleak.IgnoreCurrent()
	const brands, callers, rounds = 32, 32, 12
	seed := acctest.Seed(t)
	mock := mockserver.New(mockserver.WithSeed(seed), mockserver.WithRenderEnd(mockserver.AfterRequests(1)))
	account := mock.AddDefaultAccount(brands)
	mock.AddSampleMedia(account.ID)
	server := httptest.NewServer(mock)
	// Refusals with 429 would slow it down, and waiting causes no race.
	mock.Chaos(seed, mockserver.Rates{
		InternalError: 0.01, GatewayTimeoutAfter: 0.01, ResetBefore: 0.01,
		ResetAfter: 0.01, CutResponse: 0.01, TooMany: 0.002,
	})
	client, err := videoindexer.New(videoindexer.Config{
		Endpoint: server.URL, SubscriptionKey: mockserver.DefaultSubscriptionKey, MaxRetries: 8,
	})
	check.MustSucceed(t, err, "the client")
	ref := videoindexer.AccountRef{Location: account.Location, ID: account.ID}

	var calls, givenUp atomic.Int64
	var work sync.WaitGroup
	for caller := range callers {
		work.Go(func() {
			id := int32(firstBrand + caller)
			for round := range rounds {
				if calls.Add(1)%120 == 0 { // a token that is revoked twice before it is used is final
					mock.RevokeTokens()
				}
				update := videoindexer.BrandFields{
					Name: fmt.Sprintf("Brand %d", caller), Enabled: true, Description: fmt.Sprintf("Round %d", round),
				}
				_, err := client.UpdateBrand(t.Context(), ref, id, update)
				check.ErrorSays(t, "", err, "the update of brand %d", id)
				short, cancel := context.WithTimeout(t.Context(), time.Duration(caller)*time.Millisecond)
				_, err = client.GetBrand(short, ref, id)
				if errors.Is(err, context.DeadlineExceeded) {
					givenUp.Add(1)
				} else if err != nil {
					t.Errorf("brand %d: want no error: %v", id, err)
				}
				cancel()
				_, err = client.RenderProject(t.Context(), ref, mockserver.SampleProjectID, nil)
				if err != nil && !videoindexer.IsConflict(err) {
					t.Errorf("want no error of a render but a conflict: %v", err)
				}
			}
		})
	}
	work.Wait()
	t.Logf("%d requests on %d processors; %d callers gave up; tokens issued: %d",
		len(mock.Requests()), runtime.NumCPU(), givenUp.Load(), len(mock.IssuedTokens()))
	for _, b := range mock.Brands(account.ID) {
		check.Equal(t, fmt.Sprintf("Round %d", rounds-1), b.Description, "brand %d holds", b.ID)
	}
	violations := mock.Violations()
	if len(violations) > 0 {
		t.Errorf("want no breach of the contract, got %d: %v", len(violations), acctest.Messages(violations))
	}
	mock.Close()
	server.CloseClientConnections()
	server.Close()
	goleak.VerifyNone(t, before)
}
