package account

import (
	"context"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestReadBackAfterInterrupt has a create interrupted before the new account is read for the first
// time: the account stays in the state, with a warning.
func TestReadBackAfterInterrupt(t *testing.T) {
	t.Parallel()
	client, err := videoindexer.New(videoindexer.Config{Endpoint: "https://api.test", SubscriptionKey: "key"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	m := emptyModel(videoindexer.AccountRef{Location: "trial", ID: "3f0c6c1e-6a3d-4c8e-9a55-2d4f0b7e9c11"})
	diags := m.readBack(ctx, client)
	isWarning := len(diags) == 1 && !diags.HasError()
	if !isWarning || !strings.Contains(diags[0].Detail(), "The operation was interrupted.") {
		t.Errorf("want one warning about the interrupt. Got: %v", diags)
	}
}
