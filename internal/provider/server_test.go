package provider_test

import (
	"context"
	"runtime"
	"testing"
	"weak"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// callKey is what the tests know the context of a call by.
type callKey struct{}

// TestServerForgetsCalls looks whether the context of a call can be collected while the provider still runs.
func TestServerForgetsCalls(t *testing.T) {
	t.Parallel()
	server := provider.NewServer("test")
	const nothing = "videoindexer_nothing"
	for name, call := range map[string]func(ctx context.Context) error{
		"ValidateResourceConfig": func(ctx context.Context) error {
			_, err := server.ValidateResourceConfig(ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: nothing})
			return err
		},
		"UpgradeResourceState": func(ctx context.Context) error {
			_, err := server.UpgradeResourceState(ctx, &tfprotov6.UpgradeResourceStateRequest{TypeName: nothing})
			return err
		},
		"UpgradeResourceIdentity": func(ctx context.Context) error {
			_, err := server.UpgradeResourceIdentity(ctx, &tfprotov6.UpgradeResourceIdentityRequest{TypeName: nothing})
			return err
		},
		"ReadResource": func(ctx context.Context) error {
			_, err := server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: nothing})
			return err
		},
		"PlanResourceChange": func(ctx context.Context) error {
			_, err := server.PlanResourceChange(ctx, &tfprotov6.PlanResourceChangeRequest{TypeName: nothing})
			return err
		},
		"ApplyResourceChange": func(ctx context.Context) error {
			_, err := server.ApplyResourceChange(ctx, &tfprotov6.ApplyResourceChangeRequest{TypeName: nothing})
			return err
		},
		"ImportResourceState": func(ctx context.Context) error {
			_, err := server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: nothing})
			return err
		},
		"ValidateDataResourceConfig": func(ctx context.Context) error {
			_, err := server.ValidateDataResourceConfig(ctx, &tfprotov6.ValidateDataResourceConfigRequest{TypeName: nothing})
			return err
		},
		"ReadDataSource": func(ctx context.Context) error {
			_, err := server.ReadDataSource(ctx, &tfprotov6.ReadDataSourceRequest{TypeName: nothing})
			return err
		},
		"CallFunction": func(ctx context.Context) error {
			_, err := server.CallFunction(ctx, &tfprotov6.CallFunctionRequest{Name: nothing})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			watched := calledWithValue(t, call)
			runtime.GC()
			if watched.Value() != nil {
				t.Error("the context of the call is still held")
			}
		})
	}
	t.Cleanup(func() { runtime.KeepAlive(server) })
}

// calledWithValue makes a call with a context of its own, and answers a reference to that context's value which does
// not keep it.
func calledWithValue(t *testing.T, call func(ctx context.Context) error) weak.Pointer[[64]byte] {
	t.Helper()
	value := new([64]byte)
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), callKey{}, value))
	defer cancel()
	if err := call(ctx); err != nil {
		t.Fatal(err)
	}
	return weak.Make(value)
}

// TestServerOffersAll looks whether lists and actions are offered still.
func TestServerOffersAll(t *testing.T) {
	t.Parallel()
	if _, ok := provider.NewServer("test").(interface {
		tfprotov6.ListResourceServer
		tfprotov6.ActionServer
	}); !ok {
		t.Error("the server has no lists or no actions")
	}
}
