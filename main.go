// Command terraform-provider-videoindexer serves the Video Indexer provider to Terraform and OpenTofu.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// address is what configurations name as their source; OpenTofu asks for the same one at its own registry.
const address = "registry.terraform.io/videoindexer/videoindexer"

// version is set at link time: -ldflags "-X main.version=1.2.3".
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "keep running for a debugger, and print the TF_REATTACH_PROVIDERS that an engine needs to attach")
	flag.Parse()

	err := provider.SetLogLevels(os.Getenv, os.Setenv)
	if err == nil {
		err = serve(*debug)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(debug bool) error {
	return providerserver.Serve(context.Background(), provider.New(version), providerserver.ServeOpts{
		Address:         address,
		Debug:           debug,
		ProtocolVersion: 6,
	})
}
