package provider

import (
	"os"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewServer returns the provider as a server of the plugin protocol, for a process that receives
// interrupts.
func NewServer(version string, interrupts <-chan os.Signal) tfprotov6.ProviderServer {
	return NewServerOver(nil, version, interrupts)
}

// NewServerOver makes a server with other connections than those of the network. The server of the
// framework is wrapped in others, each in its own file, from the inside to the outside.
// decisions/server.md has the reasons. A wrapper requests the schema from the framework, because
// other wrappers treat this request as the first call of a run.
func NewServerOver(dial videoindexer.DialFunc, version string, interrupts <-chan os.Signal) tfprotov6.ProviderServer {
	offered := providerserver.NewProtocol6(&videoindexerProvider{version: version, dial: dial})()
	framework := offered.(server) //nolint:forcetypeassert // the framework implements all of it
	var s server = unknownServer{framework}
	s = actionServer{s}
	s = newStoppableServer(s, interrupts)
	s = opaqueServer{s}
	s = &precisionServer{server: s}
	s = repeatedServer{s}
	s = maskingServer{s}
	return listServer{s}
}

// server has all the interfaces of the protocol that the provider implements.
type server interface {
	tfprotov6.ProviderServer
	tfprotov6.ListResourceServer
	tfprotov6.ActionServer
}
