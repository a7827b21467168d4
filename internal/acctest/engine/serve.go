package engine

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
)

// Address is what Terraform calls a provider whose source no configuration names, and addresses what all engines call it.
const Address = "registry.terraform.io/hashicorp/videoindexer"

var addresses = []string{Address, "registry.opentofu.org/hashicorp/videoindexer"}

// serve serves a process of the provider to an engine with such a variable, until stop.
func serve(t testing.TB, process tfprotov6.ProviderServer) (variable string, stop func()) {
	t.Helper()
	sink, _ := t.(*testing.T)
	ctx, cancel := context.WithCancel(context.Background())
	started, ended, failed := make(chan *plugin.ReattachConfig), make(chan struct{}), make(chan error, 1)
	go func() {
		failed <- tf6server.Serve(Address, func() tfprotov6.ProviderServer { return process }, tf6server.WithDebug(ctx, started, ended),
			tf6server.WithLoggingSink(sink), tf6server.WithGoPluginLogger(hclog.NewNullLogger()), tf6server.WithoutLogStderrOverride())
	}()
	var at *plugin.ReattachConfig
	select {
	case at = <-started:
	case err := <-failed:
		cancel()
		t.Fatalf("the provider cannot be served: %v", err)
	}
	type address struct{ Network, String string }
	type reattach struct {
		Protocol             string
		ProtocolVersion, Pid int
		Test                 bool
		Addr                 address
	}
	to := map[string]reattach{}
	for _, name := range addresses {
		to[name] = reattach{string(at.Protocol), at.ProtocolVersion, at.Pid, at.Test, address{at.Addr.Network(), at.Addr.String()}}
	}
	text, err := json.Marshal(to)
	if err != nil {
		t.Error(err)
	}
	return "TF_REATTACH_PROVIDERS=" + string(text), func() { cancel(); <-ended }
}
