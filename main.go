// Command terraform-provider-videoindexer serves the Video Indexer provider to Terraform and
// OpenTofu.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	runtimedebug "runtime/debug"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// address is what configurations name as their source; OpenTofu asks for the same one at its own
// registry.
const address = "registry.terraform.io/videoindexer/videoindexer"

// version is set at link time: -ldflags "-X main.version=1.2.3".
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "keep running for a debugger, "+
		"and print the TF_REATTACH_PROVIDERS that an engine needs to attach")
	flag.Parse()

	// Collecting half as often takes a sixth less CPU time; with a thousand brands it costs ten to
	// fifteen MiB.
	if os.Getenv("GOGC") == "" {
		runtimedebug.SetGCPercent(200)
	}
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
	var options []tf6server.ServeOpt
	if debug {
		options = append(options, tf6server.WithManagedDebug())
	}
	return tf6server.Serve(address, func() tfprotov6.ProviderServer {
		interrupts := make(chan os.Signal, 1)
		signal.Notify(interrupts, os.Interrupt)
		return provider.NewServer(version, interrupts)
	}, options...)
}
