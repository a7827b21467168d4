package managedbrand_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestBrandsTakeTurns sends nothing about a brand while another call of the run works on it.
func TestBrandsTakeTurns(t *testing.T) {
	t.Parallel()
	server := newServer(t, 1)
	account := videoindexer.AccountRef{Location: server.Account.Location, ID: server.Account.ID}
	client, err := videoindexer.New(videoindexer.Config{Endpoint: server.URL, SubscriptionKey: mockserver.DefaultSubscriptionKey})
	if err != nil {
		t.Fatal(err)
	}
	data := providerdata.NewData(client, nil, types.StringNull(), types.StringNull())
	none := types.ObjectNull(managedbrand.Types)
	wanted := managedbrand.ValuesOfBrand(videoindexer.BrandFields{Name: "Other"})
	for name, call := range map[string]func(context.Context, managedbrand.Brand) error{
		"plan": func(ctx context.Context, b managedbrand.Brand) error {
			_, err := b.PlanAdoption(ctx, wanted)
			return err
		},
		"adopt": func(ctx context.Context, b managedbrand.Brand) error { return b.Adopt(ctx, wanted, none).Err },
		"change": func(ctx context.Context, b managedbrand.Brand) error {
			return b.Change(ctx, managedbrand.Values{}, wanted).Err
		},
		"rename": func(ctx context.Context, b managedbrand.Brand) error { return b.Rename(ctx, "Other").Err },
		"adopt renamed": func(ctx context.Context, b managedbrand.Brand) error {
			return b.AdoptRenamed(ctx, "Other", wanted, none).Err
		},
		"release": func(ctx context.Context, b managedbrand.Brand) error {
			_, outcome := b.Release(ctx, deletion.Delete, wanted, none)
			return outcome.Err
		},
	} {
		release, err := data.Objects.Get("brand", account, "1001").Hold(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		b := managedbrand.Brands{Data: data, Client: client, Account: account, Instance: "one"}.One(1001, path.Empty())
		if err := call(ctx, b); !errors.Is(err, context.DeadlineExceeded) || len(server.Requests()) > 0 {
			t.Errorf("%s: %v, after %d requests", name, err, len(server.Requests()))
		}
		cancel()
		release()
		server.ResetRequests()
	}
}
