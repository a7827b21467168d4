package mockserver_test

import (
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestFurtherAccounts(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	var got []string
	for _, a := range b.AddFurtherAccounts(location, 3) {
		got = append(got, a.Location+" "+a.AccountType+" "+a.Name)
	}
	same(t, got, []string{"westus2 Paid mock-account-2", "trial Trial mock-trial", "westus2 Paid mock-account-4"})
	same(t, len(b.Accounts()), 4)
	trial := b.do(ask{
		method: "GET", path: "/" + mockserver.TrialLocation + "/Accounts/" + mockserver.TrialAccountID + "/ImageModel",
		token: b.AccountToken(mockserver.TrialLocation, mockserver.TrialAccountID, false),
	})
	trial.fails(400, "OPERATION_NOT_SUPPORTED_ON_TRIAL")
}

func TestSeededVideos(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newBench(t, mockserver.WithClock(clock.Now))
	ids := b.AddVideos(account, 3)
	same(t, ids, []string{"vid0000001", "vid0000002", "vid0000003"})
	first, _ := b.Video(account, ids[0])
	same(t, []any{first.Name, first.State, first.Created}, []any{"Recording 1", mockserver.VideoProcessed, clock.Now().Add(-2 * time.Hour)})
}
